import { type SearchKind, searchMatches } from "../../../shared/kernel/search";
import type { SearchHit } from "../../../shared/insights/search/search.contract";
import { columnKinds } from "../../../shared/work/tasks/tasks.schema";
import { registeredFeatures, type SearchAppearance } from "../../platform/feature/feature";
import type { TextFunction } from "../../platform/intl/useText";
import { importOriginText } from "../../work/comments/import-origin-text";
import { statusByPosition } from "../../work/tasks/state/column.status";
import type { LinkedTask } from "../../work/projects/task-layout";
import type { PaletteItem, Sign } from "./items";

/** Undefined for kinds of a newer server. */
export const appearanceOf = (kind: SearchKind): SearchAppearance | undefined =>
  registeredFeatures().find(({ searches }) => searches && kind in searches)?.searches?.[kind];

/** A row for a record that the server found; `at` is its position in the answer. */
export function hitItem(hit: SearchHit, at: number, query: string, text: TextFunction): PaletteItem | null {
  const appearance = appearanceOf(hit.kind);
  if (!appearance) return null;
  const { kind, id, key, title, snippet, match, person, at: changedAt } = hit;
  const task = taskOf(hit);
  return {
    id: `${kind}:${id}`,
    group: appearance.group,
    key,
    title,
    snippet,
    weight: at,
    sign: signOf(hit, appearance, text),
    context: contextOf(hit, appearance, text),
    to: appearance.href(hit),
    ...(task ? { task } : {}),
    found: { query, rank: searchMatches.indexOf(match) },
    ...(person && kind !== "user" ? { person } : {}),
    ...(appearance.group === "requests" && changedAt !== null ? { at: changedAt } : {}),
  };
}

/** Returns the task that a hit opens. For a comment, that is the commented task. */
export function taskOf({ kind, id, parent_id, project_id }: SearchHit): LinkedTask | null {
  if (kind === "comment") return parent_id === null ? null : { id: parent_id, comment: id };
  return kind === "task" && project_id !== null ? { id, projectId: project_id } : null;
}

/** State, context and import of a hit, such as "Approved, Minji Park". */
export function contextOf(
  { state, context, import: origin }: SearchHit,
  { stateText }: SearchAppearance,
  text: TextFunction,
): string | null {
  const translatedState = state !== null && stateText ? text(stateText(state)) : null;
  const originText = origin && importOriginText(origin, text);
  return [translatedState, context, originText].filter((part) => part !== null).join(text("list.comma")) || null;
}

export function signOf(
  { kind, id, title, state, person }: SearchHit,
  { icon }: SearchAppearance,
  text: TextFunction,
): Sign {
  if (kind === "user") return { person: person ?? { id, fullname: title, image: null } };
  const column = kind === "task" ? columnKinds.find((one) => one === state) : undefined;
  if (!column) return { Icon: icon };
  return { status: statusByPosition({ kind: column, first: true, last: true }), label: text(`board.kind.${column}`) };
}
