import type { HandoverKind } from "../../../shared/people/employment/handover.kinds";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";

/** Users who take over from a leaving employee: one by default, others for single kinds of records. */
export interface Successors {
  defaultId: number | null;
  byKind: Partial<Record<HandoverKind, number>>;
}

export const plannedSuccessors = ({ successor_id, successors }: Leaving): Successors => ({
  defaultId: successor_id,
  byKind: Object.fromEntries(successors.map(({ kind, user }) => [kind, user.id])),
});

export const successorOf = ({ defaultId, byKind }: Successors, kind: HandoverKind): number | null =>
  byKind[kind] ?? defaultId;

/** Choosing the default successor for a kind removes the kind's own one. */
export function withSuccessor(successors: Successors, kind: HandoverKind, id: number | null): Successors {
  const { [kind]: _, ...others } = successors.byKind;
  const isDefault = id === null || id === successors.defaultId;
  return { ...successors, byKind: isDefault ? others : { ...others, [kind]: id } };
}

export const handoversWithoutSuccessor = ({ handover }: Leaving, successors: Successors): Leaving["handover"] =>
  handover.filter(({ kind }) => successorOf(successors, kind) === null);

export const successorFields = ({ defaultId, byKind }: Successors) => ({
  successor_id: defaultId,
  successors: Object.entries(byKind).map(([kind, id]) => ({ kind: kind as HandoverKind, user_id: id })),
});
