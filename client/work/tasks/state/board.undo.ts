import { taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { progressAfterMove } from "../../../../shared/work/tasks/tasks.progress.rules";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { newIdempotencyKey } from "../../../platform/api";
import { rememberStep, type UndoStep } from "../../../undo/history";
import { taskUndoStep, undoChangesOf } from "../pending/change-tasks";
import { newPendingChange, type PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import type { SendReply } from "../pending/task-queue.rules";
import type { DoneCommand } from "./board.messages";
import type { BoardActor } from "./useBoard";

export interface CommandDescription {
  text: string;
  offer: boolean;
}

/**
 * Adds commands on this board to the undo history. Undo withdraws a change that isn't sent yet; a change already sent is undone by a new
 * change.
 * @returns a function that stops recording
 */
export function rememberCommands(
  actor: BoardActor,
  wordsFor: (command: DoneCommand) => CommandDescription,
): () => void {
  const subscription = actor.on("made", ({ made: command }) => {
    const words = wordsFor(command);
    const forget = rememberStep(stepOf(actor, command, words.text), words);
    for (const { id } of command.changes) taskQueue.outcomeOf(id).catch(forget);
  });
  return () => subscription.unsubscribe();
}

function stepOf(actor: BoardActor, command: DoneCommand, text: string): UndoStep {
  const outcomes = command.changes.map(({ id }) => taskQueue.outcomeOf(id));
  return {
    text,
    undo: async () => {
      taskQueue.withdraw(...command.changes.map(({ id }) => id));
      // Replies are null if withdrawn and undefined if refused.
      const replies = await Promise.all(outcomes.map((outcome) => outcome.catch(() => undefined)));
      if (replies.some(Boolean)) return taskUndoStep(inverseOf(actor, command, replies), text, command.tasks).undo();
      return replies.includes(null) ? { text, undo: async () => redo(actor, command, text) } : null;
    },
  };
}

/** Repeats withdrawn changes based on the current versions. */
function redo(actor: BoardActor, command: DoneCommand, text: string): UndoStep {
  const { drawn } = actor.getSnapshot().context;
  const versionOf = (id: number, before: number) => taskById(drawn, id)?.version ?? before;
  const changes = command.changes.map((pending): PendingChange => {
    const again = { ...pending, ...newPendingChange, id: newIdempotencyKey() };
    if (again.kind === "move") return { ...again, version: versionOf(again.taskId, again.version) };
    if (again.kind !== "change") return again;
    return {
      ...again,
      changes: again.changes.map((change) => ({ ...change, version: versionOf(change.id, change.version ?? 0) })),
    };
  });
  for (const pending of changes) taskQueue.push(pending);
  return stepOf(actor, { ...command, changes }, text);
}

function inverseOf(
  actor: BoardActor,
  command: DoneCommand,
  replies: readonly (SendReply | null | undefined)[],
): TaskChangeInput[] {
  return replies.flatMap((reply, at): TaskChangeInput[] => {
    if (!reply) return [];
    if (reply.kind === "changed") return undoChangesOf(reply.tasks);
    if (reply.kind === "task") return [{ id: reply.task.id, version: reply.task.version, archived: true }];
    const task = command.tasks[at] as BoardTask;
    const place = positionIn(command);
    if (command.kind === "archive") return [{ id: task.id, version: task.version + 1, archived: false, ...place }];
    if (reply.kind !== "move") return [];
    return [{ id: task.id, version: reply.version, ...place, ...progressBefore(actor, command, task) }];
  });
}

function positionIn({ from }: DoneCommand) {
  const serverId = (id: number | null | undefined) => (id && id > 0 ? id : null);
  return { task_status_id: from?.columnId, before_id: serverId(from?.beforeId), after_id: serverId(from?.afterId) };
}

function progressBefore(actor: BoardActor, { from, to }: DoneCommand, task: BoardTask): { progress?: number } {
  const { columns } = actor.getSnapshot().context.drawn;
  const targetKind = columns[to?.columnId ?? 0]?.kind;
  const originalKind = columns[from?.columnId ?? 0]?.kind;
  if (!targetKind || !originalKind) return {};
  const moved = { ...task, progress: progressAfterMove(task, originalKind, targetKind) };
  return progressAfterMove(moved, targetKind, originalKind) === task.progress ? {} : { progress: task.progress };
}
