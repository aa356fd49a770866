import { type ChangedTask, changeTasks as changeTasksEndpoint } from "../../shared/tasks/bulk.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import { call, newIdempotencyKey } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { pendingStep, type PendingStep, rememberPending, type Step } from "./history";

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
  /**
   * Null where it was withdrawn before it was sent.
   * @throws ProblemError refused, OfflineError not reached (only where `undoing`: others wait for the network).
   */
  carry(pending: TaskChanges): Promise<readonly ChangedTask[] | null>;
  /** Not to be sent, if that can still be helped. */
  withdraw(id: string): void;
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
  /** Its step is kept already; this tells how it is taken back. */
  land?: PendingStep["land"];
}

/**
 * Changes tasks in one go, for lists, boards and timelines: all or nothing, with one step to take it back. `text` says
 * what was done, in the reader's language.
 * @throws ProblemError (its `errors` are named `changes.<index>.<field>`), OfflineError.
 */
export function changeTasks(
  changes: readonly TaskChangeInput[],
  text: string,
  { offer = false, onPart, land }: Changing = {},
): Promise<readonly ChangedTask[]> {
  const sending = new Sending(changes);
  return sending.run(text, land ?? rememberPending(text, sending.withdraw), { offer, onPart });
}

/** Changes on their way to the server, which can be taken back before they have all arrived. */
class Sending {
  private readonly cards: readonly BoardTask[];
  private readonly answers: (readonly ChangedTask[])[] = [];
  /** What hasn't been sent yet, the part that is on its way included. */
  private left: readonly TaskChangeInput[];
  private current: string | null = null;
  private withdrawn = false;
  private stopped = false;

  constructor(private readonly changes: readonly TaskChangeInput[]) {
    this.cards = cardsOf(changes);
    this.left = changes;
  }

  readonly withdraw = (): void => {
    this.withdrawn = true;
    if (this.current) for (const carrier of carriers) carrier.withdraw(this.current);
  };

  async run(text: string, land: PendingStep["land"], { offer, onPart }: Changing): Promise<readonly ChangedTask[]> {
    try {
      for (const part of partsOf(this.changes)) {
        this.current = newIdempotencyKey();
        const pending = { id: this.current, changes: part, undoing: false, cards: this.cards };
        const answer = this.withdrawn ? null : await carry(pending);
        this.stopped = answer === null;
        if (!answer) break;
        this.answers.push(answer);
        this.left = this.left.slice(part.length);
        onPart?.(this.changes.length - this.left.length);
      }
      return this.answers.flat();
    } finally {
      land(this.step(text), { offer });
    }
  }

  /** What a later part is refused for, the earlier ones have done all the same: they can be taken back. */
  private step(text: string): Step | null {
    const undo = this.answers.toReversed().flatMap(undosOf);
    if (!this.stopped) return undo.length > 0 ? taskStep(undo, text, this.cards) : null;
    const unsent: Step = { text, undo: () => Promise.resolve(sendAgain(this.changes, text)) };
    if (undo.length === 0) return { text, undo: () => Promise.resolve(unsent) };
    return {
      text,
      undo: async () => taskStep([...(await takeBack(undo, this.cards)), ...this.left], text, this.cards),
    };
  }
}

/** What was never sent is done again by sending it. */
function sendAgain(changes: readonly TaskChangeInput[], text: string): Step {
  const sending = new Sending(changes);
  const { step, land } = pendingStep(text, sending.withdraw);
  sending.run(text, land, {}).catch(reportFailure);
  return step;
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
      return taskStep(await takeBack(changes, now), text, now);
    },
  };
}

/** Sends what takes changes back; answers what does them again. */
async function takeBack(
  changes: readonly TaskChangeInput[],
  cards: readonly BoardTask[],
): Promise<readonly TaskChangeInput[]> {
  const parts: (readonly ChangedTask[])[] = [];
  for (const part of partsOf(changes))
    parts.push((await carry({ id: newIdempotencyKey(), changes: part, undoing: true, cards })) ?? []);
  return parts.toReversed().flatMap(undosOf);
}

export const undosOf = (data: readonly ChangedTask[]): TaskChangeInput[] => data.flatMap(({ undo }) => undo ?? []);

async function carry(pending: TaskChanges): Promise<readonly ChangedTask[] | null> {
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
