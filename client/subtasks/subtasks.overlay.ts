import type { Subtask } from "../../shared/subtasks/subtasks.contract";

/** What may be changed on a subtask. */
export type SubtaskChange = Partial<Pick<Subtask, "name" | "completed" | "assignee" | "due_date">>;

/** One wanted change; it is laid over the subtask until the server's own word is as new as its answer. */
export interface PendingSubtaskChange {
  change: SubtaskChange;
  /** The version that the server gave it. */
  savedAt?: number;
}

/** What a person wants of the subtasks, until the task shows it. */
export interface PendingChanges {
  changes: Readonly<Record<number, readonly PendingSubtaskChange[]>>;
  removed: readonly number[];
  order: readonly number[] | null;
  /** Names on their way; once they are saved, by their ids. */
  adding: readonly { key: string; name: string; id?: number }[];
}

export const nothingPending: PendingChanges = { changes: {}, removed: [], order: null, adding: [] };

const isShown = (pending: PendingSubtaskChange, subtask: Subtask) =>
  pending.savedAt !== undefined && subtask.version >= pending.savedAt;

/** The subtasks as the person wants them, in that order. */
export function draw(subtasks: readonly Subtask[], pendingChanges: PendingChanges): Subtask[] {
  const left = subtasks.filter((one) => !pendingChanges.removed.includes(one.id));
  const wanted = left.map((subtask) =>
    (pendingChanges.changes[subtask.id] ?? []).reduce(
      (drawn, pending) => (isShown(pending, subtask) ? drawn : { ...drawn, ...pending.change }),
      subtask,
    ),
  );
  return pendingChanges.order ? inOrder(wanted, pendingChanges.order) : wanted;
}

/** The named ones take the places that they hold together, as the server has it. */
export function inOrder(subtasks: readonly Subtask[], ids: readonly number[]): Subtask[] {
  const byId = new Map(subtasks.map((one) => [one.id, one]));
  const queue = ids.filter((id) => byId.has(id)).values();
  return subtasks.map((one) => (ids.includes(one.id) ? (byId.get(queue.next().value as number) as Subtask) : one));
}

/** Names that aren't in the list yet. */
export function stillAdding(subtasks: readonly Subtask[], pendingChanges: PendingChanges): PendingChanges["adding"] {
  return pendingChanges.adding.filter(({ id }) => id === undefined || !subtasks.some((one) => one.id === id));
}

/** Forgets what the task shows by now; the same object when there is nothing to forget. */
export function settled(pendingChanges: PendingChanges, subtasks: readonly Subtask[]): PendingChanges {
  const adding = stillAdding(subtasks, pendingChanges);
  const removed = pendingChanges.removed.filter((id) => subtasks.some((one) => one.id === id));
  const open = Object.entries(pendingChanges.changes).flatMap(([id, list]) => {
    const subtask = subtasks.find((one) => one.id === Number(id));
    const waiting = subtask ? list.filter((pending) => !isShown(pending, subtask)) : [];
    return waiting.length > 0 ? [[id, waiting] as const] : [];
  });
  const before = Object.values(pendingChanges.changes).flat().length;
  const after = open.flatMap(([, list]) => list).length;
  if (
    adding.length === pendingChanges.adding.length &&
    removed.length === pendingChanges.removed.length &&
    before === after
  )
    return pendingChanges;
  return { ...pendingChanges, adding, removed, changes: Object.fromEntries(open) };
}
