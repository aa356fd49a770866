import { type ChangedTask, changeTasks as changeTasksEndpoint } from "../../shared/tasks/bulk.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import { call, newIdempotencyKey } from "../platform/api";
import { remember, type Step } from "./history";

export interface TaskChanges {
  /** Sent as its idempotency key, over all attempts. */
  id: string;
  changes: readonly TaskChangeInput[];
  /** Takes back a change of one's own. */
  undoing: boolean;
  /** Tasks as they were when they left the board: they are drawn at once when they come back. */
  cards: readonly BoardTask[];
}

/** A screen that shows tasks and can draw a change before the server has answered. */
export interface Carrier {
  knows(pending: TaskChanges): boolean;
  /** @throws ProblemError refused, OfflineError not reached (only where `undoing`: others wait for the network). */
  carry(pending: TaskChanges): Promise<readonly ChangedTask[]>;
  /** The cards of these tasks as they are drawn. */
  cards(ids: readonly number[]): BoardTask[];
}

const carriers = new Set<Carrier>();

/** While it is on the screen. Answers how to leave. */
export function carryTaskChanges(carrier: Carrier): () => void {
  carriers.add(carrier);
  return () => carriers.delete(carrier);
}

/** The call takes so many (`changeTasksSchema`); more go in several, one after the other. */
export const mostAtOnce = 500;

interface Changing {
  /** It leaves one's sight: a toast offers to take it back. */
  offer?: boolean;
  /** How many are done, where there are several calls. */
  onPart?: (done: number) => void;
}

/**
 * Changes tasks in one go, for lists, boards and timelines: all or nothing, with one step to take it back. `text` says
 * what was done, in the reader's language.
 * @throws ProblemError (its `errors` are named `changes.<index>.<field>`), OfflineError.
 */
export async function changeTasks(
  changes: readonly TaskChangeInput[],
  text: string,
  { offer = false, onPart }: Changing = {},
): Promise<readonly ChangedTask[]> {
  const cards = cardsOf(changes);
  const parts: (readonly ChangedTask[])[] = [];
  try {
    for (const part of partsOf(changes)) {
      parts.push(await carry({ id: newIdempotencyKey(), changes: part, undoing: false, cards }));
      onPart?.(parts.reduce((done, { length }) => done + length, 0));
    }
  } finally {
    // What a later part is refused for, the earlier ones have done all the same: they can be taken back.
    const undo = parts.toReversed().flatMap(undosOf);
    if (undo.length > 0) remember(taskStep(undo, text, cards), { offer });
  }
  return parts.flat();
}

function partsOf(changes: readonly TaskChangeInput[]): (readonly TaskChangeInput[])[] {
  const parts = [];
  for (let at = 0; at < changes.length; at += mostAtOnce) parts.push(changes.slice(at, at + mostAtOnce));
  return parts;
}

/** The step that sends these changes; they take back what `text` says. */
export function taskStep(changes: readonly TaskChangeInput[], text: string, cards: readonly BoardTask[] = []): Step {
  return {
    text,
    undo: async () => {
      const now = [...cards, ...cardsOf(changes)];
      const parts: (readonly ChangedTask[])[] = [];
      for (const part of partsOf(changes))
        parts.push(await carry({ id: newIdempotencyKey(), changes: part, undoing: true, cards: now }));
      return taskStep(parts.toReversed().flatMap(undosOf), text, now);
    },
  };
}

export const undosOf = (data: readonly ChangedTask[]): TaskChangeInput[] => data.flatMap(({ undo }) => undo ?? []);

async function carry(pending: TaskChanges): Promise<readonly ChangedTask[]> {
  if (pending.changes.length === 0) return [];
  for (const carrier of carriers) if (carrier.knows(pending)) return carrier.carry(pending);
  return sendTaskChanges(pending);
}

export async function sendTaskChanges({ id, changes, undoing }: TaskChanges): Promise<ChangedTask[]> {
  const body = { changes: [...changes], ...(undoing ? { undoing } : {}) };
  return (await call(changeTasksEndpoint, { body, idempotencyKey: id })).data;
}

function cardsOf(changes: readonly TaskChangeInput[]): BoardTask[] {
  const ids = changes.map((change) => change.id);
  return [...carriers].flatMap((carrier) => carrier.cards(ids));
}
