import { waitFor } from "xstate";
import type { ChangedTask } from "../../../../shared/tasks/bulk.contract";
import { taskOf } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { progressAfterMove } from "../../../../shared/tasks/tasks.progress.rules";
import type { TaskChangeInput } from "../../../../shared/tasks/tasks.schema";
import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { type Carrier, taskStep, undosOf } from "../../../undo/change-tasks";
import { remember, type Step } from "../../../undo/history";
import type { Failure, Made } from "./board.messages";
import type { Answer } from "./board.queue";
import type { BoardActor } from "./useBoard";

/** What a command on the board is called in the history, and whether it left one's sight. */
export interface CommandWords {
  text: string;
  offer: boolean;
}

/** How the server answered pending changes whose steps are remembered. */
type Answers = Map<string, Answer>;

/**
 * What is done on this board goes into the history of one's own changes: as long as a pending change hasn't been sent, taking it
 * back is not sending it; after that it is a change of its own. Answers how to stop.
 */
export function rememberCommands(actor: BoardActor, wordsFor: (made: Made) => CommandWords): () => void {
  const answers: Answers = new Map();
  /** Nothing came of them: there is nothing to take back. */
  const refused = new Set<string>();
  const forget = new Map<string, () => void>();
  /** Done again by a step: what comes of it belongs to that step. */
  let again: ((made: Made) => void) | null = null;

  const stepOf = (made: Made): Step => {
    const { text } = wordsFor(made);
    const undo = async (): Promise<Step | null> => {
      const unsent = await takeUnsent(actor, made.pendingIds);
      const sent = made.pendingIds.filter((id) => !unsent.includes(id) && !refused.has(id));
      if (sent.length + unsent.length === 0) return null;
      if (sent.length > 0) return taskStep(inverseOf(actor, made, sent, answers), text, made.tasks).undo();
      return { text, undo: () => Promise.resolve(redo(made)) };
    };
    return { text, undo };
  };
  const redo = (made: Made): Step => {
    let done = made;
    again = (next) => (done = next);
    actor.send(made.event);
    again = null;
    return stepOf(done);
  };

  const subscriptions = [
    actor.on("made", ({ made }) => {
      if (again) return again(made);
      const forgetIt = remember(stepOf(made), wordsFor(made));
      for (const id of made.pendingIds) forget.set(id, forgetIt);
    }),
    actor.on("accepted", ({ pendingId, answer }) => answers.set(pendingId, answer)),
    actor.on("refused", ({ pending }) => {
      refused.add(pending.id);
      forget.get(pending.id)?.();
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

/** Takes out what waits to be sent; what is on its way is waited for. Answers the pending changes that were never sent. */
async function takeUnsent(actor: BoardActor, pendingIds: readonly string[]): Promise<string[]> {
  const stateOf = (id: string) =>
    actor.getSnapshot().context.pendingChanges.find((pending) => pending.id === id)?.state;
  if (actor.getSnapshot().status !== "active") return [];
  const answered = waitFor(actor, () => pendingIds.every((id) => stateOf(id) !== "sent"), { timeout: Infinity });
  await answered.catch(() => undefined); // the board was left: the server knows how it went
  const unsent = pendingIds.filter((id) => stateOf(id) === "waiting");
  actor.send({ type: "UNMAKE", pendingIds: unsent });
  return unsent;
}

/** The changes that take a command back. Without an answer the next version is assumed: what else happened since is refused. */
function inverseOf(actor: BoardActor, made: Made, sent: readonly string[], answers: Answers): TaskChangeInput[] {
  return sent.flatMap((id): TaskChangeInput[] => {
    const answer = answers.get(id);
    const task = made.tasks[made.kind === "create" ? made.pendingIds.indexOf(id) : 0] as BoardTask;
    if (answer?.kind === "changed") return undosOf(answer.tasks);
    if (made.kind === "change") return [];
    if (made.kind === "create") {
      return answer?.kind === "task" ? [{ id: answer.task.id, version: answer.task.version, archived: true }] : [];
    }
    const version = answer?.kind === "move" ? answer.version : task.version + 1;
    const place = placeIn(made);
    if (made.kind === "archive") return [{ id: task.id, version, archived: false, ...place }];
    return [{ id: task.id, version, ...place, ...progressBefore(actor, made, task) }];
  });
}

function placeIn({ from }: Made) {
  const known = (id: number | null | undefined) => (id && id > 0 ? id : null);
  return { task_status_id: from?.columnId, before_id: known(from?.beforeId), after_id: known(from?.afterId) };
}

/** What a move made of the progress isn't always what the move back makes of it. */
function progressBefore(actor: BoardActor, { from, to }: Made, task: BoardTask): { progress?: number } {
  const { columns } = actor.getSnapshot().context.drawn;
  const there = columns[to?.columnId ?? 0]?.kind;
  const here = columns[from?.columnId ?? 0]?.kind;
  if (!there || !here) return {};
  const moved = { ...task, progress: progressAfterMove(task, here, there) };
  return progressAfterMove(moved, there, here) === task.progress ? {} : { progress: task.progress };
}

/** Draws changes of tasks on this board at once, and sends them behind what else waits. */
export function carrierOf(actor: BoardActor, projectId: number): Carrier {
  const drawn = () => actor.getSnapshot().context.drawn;
  return {
    knows: ({ changes, cards }) =>
      actor.getSnapshot().status === "active" &&
      changes.every(
        ({ id }) =>
          taskOf(drawn(), id) !== undefined || cards.some((card) => card.id === id && card.project_id === projectId),
      ),
    cards: (ids) => ids.flatMap((id) => taskOf(drawn(), id) ?? []),
    withdraw: (id) => void takeUnsent(actor, [id]),
    carry: (pending) => {
      const snapshot = actor.getSnapshot();
      const cut = snapshot.context.connection === "offline" || snapshot.matches({ open: { queue: "held" } });
      if (pending.undoing && cut) return Promise.reject(new OfflineError());
      const answered = answerTo(actor, pending.id);
      actor.send({ type: "CHANGE", pending });
      return answered;
    },
  };
}

/** Null where it was taken out before it was sent. */
function answerTo(actor: BoardActor, pendingId: string): Promise<readonly ChangedTask[] | null> {
  return new Promise((resolve, reject) => {
    const subscriptions = [
      actor.on("accepted", (news) => {
        if (news.pendingId !== pendingId) return;
        settle(() => resolve(news.answer.kind === "changed" ? news.answer.tasks : []));
      }),
      actor.on("refused", ({ pending, failure }) => {
        if (pending.id === pendingId) settle(() => reject(problemOf(failure)));
      }),
      actor.on("withdrawn", (news) => {
        if (news.pendingIds.includes(pendingId)) settle(() => resolve(null));
      }),
      actor.on("unreached", (news) => {
        if (news.pendingId === pendingId) settle(() => reject(new OfflineError()));
      }),
      actor.subscribe({ complete: () => settle(() => reject(new OfflineError())) }),
    ];
    const settle = (how: () => void) => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      how();
    };
  });
}

function problemOf(failure: Failure): Error {
  if (failure.kind === "unreachable") return new OfflineError();
  const { status, code, message, errors, record, requestId, by } = failure;
  return new ProblemError(status, code as ProblemError["code"], message, errors, record, requestId, by ?? null);
}
