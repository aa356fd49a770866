import type { Subtask } from "../../shared/subtasks/subtasks.contract";

/** What may be changed on a subtask. */
export type SubtaskChange = Partial<Pick<Subtask, "name" | "completed" | "assignee" | "due_date">>;

/** One wished change; it is laid over the subtask until the server's own word is as new as its answer. */
export interface SubtaskWish {
  change: SubtaskChange;
  /** The version that the server gave it. */
  savedAt?: number;
}

/** What a person wants of the subtasks, until the task shows it. */
export interface Wishes {
  changes: Readonly<Record<number, readonly SubtaskWish[]>>;
  removed: readonly number[];
  order: readonly number[] | null;
  /** Names on their way; once they are saved, by their ids. */
  adding: readonly { key: string; name: string; id?: number }[];
}

export const noWishes: Wishes = { changes: {}, removed: [], order: null, adding: [] };

const isShown = (wish: SubtaskWish, subtask: Subtask) => wish.savedAt !== undefined && subtask.version >= wish.savedAt;

/** The subtasks as the person wants them, in that order. */
export function draw(subtasks: readonly Subtask[], wishes: Wishes): Subtask[] {
  const left = subtasks.filter((one) => !wishes.removed.includes(one.id));
  const wanted = left.map((subtask) =>
    (wishes.changes[subtask.id] ?? []).reduce(
      (drawn, wish) => (isShown(wish, subtask) ? drawn : { ...drawn, ...wish.change }),
      subtask,
    ),
  );
  return wishes.order ? inOrder(wanted, wishes.order) : wanted;
}

/** The named ones take the places that they hold together, as the server has it. */
export function inOrder(subtasks: readonly Subtask[], ids: readonly number[]): Subtask[] {
  const byId = new Map(subtasks.map((one) => [one.id, one]));
  const queue = ids.filter((id) => byId.has(id)).values();
  return subtasks.map((one) => (ids.includes(one.id) ? (byId.get(queue.next().value as number) as Subtask) : one));
}

/** Names that aren't in the list yet. */
export function stillAdding(subtasks: readonly Subtask[], wishes: Wishes): Wishes["adding"] {
  return wishes.adding.filter(({ id }) => id === undefined || !subtasks.some((one) => one.id === id));
}

/** Forgets what the task shows by now; the same object when there is nothing to forget. */
export function settled(wishes: Wishes, subtasks: readonly Subtask[]): Wishes {
  const adding = stillAdding(subtasks, wishes);
  const removed = wishes.removed.filter((id) => subtasks.some((one) => one.id === id));
  const open = Object.entries(wishes.changes).flatMap(([id, list]) => {
    const subtask = subtasks.find((one) => one.id === Number(id));
    const waiting = subtask ? list.filter((wish) => !isShown(wish, subtask)) : [];
    return waiting.length > 0 ? [[id, waiting] as const] : [];
  });
  const before = Object.values(wishes.changes).flat().length;
  const after = open.flatMap(([, list]) => list).length;
  if (adding.length === wishes.adding.length && removed.length === wishes.removed.length && before === after)
    return wishes;
  return { ...wishes, adding, removed, changes: Object.fromEntries(open) };
}
