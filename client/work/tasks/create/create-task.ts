import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { newIdempotencyKey } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { ProblemError } from "../../../platform/problem-error";
import { pendingStep, rememberStep, type UndoStep } from "../../../undo/history";
import { taskUndoStep } from "../pending/change-tasks";
import { newPendingChange, type PendingCreate } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";

interface NewTask {
  card: BoardTask;
  fieldKinds?: PendingCreate["fieldKinds"];
  template?: PendingCreate["template"];
  /** HTML; empty if the task has no description. */
  description: string;
}

interface Reports {
  /** Localized description of the step; `key` is the task's key, or its title until the server has assigned a key. */
  textOf: (key: string, waits: boolean) => string;
  linkTo: (task: BoardTask) => UndoStep["link"];
  /** `late`: true if the task waited for the network, so that the user may already be doing something else. */
  onRefused: (error: ProblemError, how: { late: boolean }) => void;
}

/**
 * Creates a task at the end of its column on any screen. An open board shows the task at once, and it is sent when the server can be
 * reached.
 */
export function createTask(task: NewTask, reports: Reports): void {
  rememberStep(start(task, reports), { offer: taskQueue.isOffline });
}

/** Sends the task. Undo withdraws it while it is unsent, and archives it afterwards. */
function start(task: NewTask, reports: Reports): UndoStep {
  const { card, fieldKinds, template, description } = task;
  const late = taskQueue.isOffline;
  const text = reports.textOf(card.title, late);
  const change: PendingCreate = {
    ...newPendingChange,
    id: newIdempotencyKey(),
    kind: "create",
    taskId: card.id,
    to: { columnId: card.task_status_id, beforeId: null, afterId: null },
    task: card,
    fieldKinds,
    template,
    description: description === "" ? null : description,
    seenId: null,
    answer: null,
    label: text,
  };
  const { step, land } = pendingStep(text, () => taskQueue.withdraw(change.id));
  taskQueue.push(change);
  taskQueue.outcomeOf(change.id).then(
    (reply) => {
      const again: UndoStep = { text, undo: () => Promise.resolve(start(task, reports)) };
      if (reply?.kind !== "task") return land({ text, undo: () => Promise.resolve(again) });
      const created = reply.task;
      const undo = taskUndoStep(
        [{ id: created.id, version: created.version, archived: true }],
        reports.textOf(created.key, false),
      );
      land({ ...undo, link: reports.linkTo(created) }, { offer: true });
    },
    (error: Error) => {
      taskQueue.drop(change.id); // the dialog shows the refusal, not the board
      land(null);
      if (error instanceof ProblemError) reports.onRefused(error, { late });
      else reportFailure(error);
    },
  );
  return step;
}
