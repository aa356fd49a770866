import { fromCallback, fromPromise } from "xstate";
import type { DomainEvent } from "../../../../shared/domain-events";
import { projectStream } from "../../../../shared/kernel/events";
import type { BodyOf } from "../../../../shared/kernel/endpoint";
import type { BoardReply, BoardTask } from "../../../../shared/tasks/tasks.contract";
import { sortColumns } from "../../../../shared/tasks/columns.contract";
import { archiveTask, createTask, moveTask, readBoard } from "../../../../shared/tasks/tasks.contract";
import { type CardField, cardFields, recordOf } from "../../../../shared/tasks/tasks.field-lists";
import { taskFields } from "../../../../shared/tasks/tasks.fields";
import { call } from "../../../platform/api";
import { live } from "../../../platform/live/live";
import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { sendTaskChanges } from "../../../undo/change-tasks";
import { boardMachine } from "./board.machine";
import type { Failure, StreamMessage, StreamOrder } from "./board.messages";
import type { Answer } from "./board.queue";
import type { PendingChange } from "./board.pending";
import { throttled } from "./throttle";

/** How often the others are told where a dragged card hovers. */
const focusEveryMs = 120;

/** Not a verdict on the pending change: the session, the tenant or the server itself is in the way for now. */
const notNow = new Set([401, 402, 423, 429, 502, 503, 504]);

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError && !notNow.has(error.status)) {
    const { status, code, message, record, requestId, by, errors } = error;
    return { kind: "refused", status, code, message, record, requestId, by, errors };
  }
  if (error instanceof OfflineError || error instanceof ProblemError) return { kind: "unreachable" };
  throw error;
}

/** A call that was given up answers nobody: an actor that is started again would take it for its own. */
async function orFailure<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted) return new Promise(() => undefined);
    throw failureOf(error);
  }
}

const follow = fromCallback<StreamOrder, { projectId: number; since: number }>(({ input, sendBack, receive }) => {
  const tell = sendBack as (message: StreamMessage) => void;
  let batch: DomainEvent[] = [];
  const following = live.follow(projectStream(input.projectId), {
    since: input.since,
    onReset: () => tell({ type: "RESET" }),
    onRevoked: () => tell({ type: "REVOKED" }),
  });
  // What one message brings is applied in one go: a replay of 500 events draws the board once.
  const events = following.events$.subscribe((event) => {
    if (batch.push(event) > 1) return;
    queueMicrotask(() => {
      const events = batch;
      batch = [];
      tell({ type: "EVENTS", events });
    });
  });
  const presence = following.presence$.subscribe((users) =>
    tell({ type: "PRESENCE", users, unnamed: following.unnamed }),
  );
  const status = live.status$.subscribe((connection) => tell({ type: "CONNECTION", connection }));
  const focus = throttled(focusEveryMs, following.focus);
  receive((order) => {
    if (order.type === "RESUME") following.resume(order.revision);
    else focus.call({ taskId: order.taskId, dragging: order.dragging, over: order.over });
  });
  return () => {
    focus.stop();
    for (const subscription of [events, presence, status]) subscription.unsubscribe();
    following.focus({ taskId: null, dragging: false, over: null });
    following.close();
  };
});

export async function sendPending(pending: PendingChange, projectId: number): Promise<Answer> {
  switch (pending.kind) {
    case "move": {
      const body = { task_status_id: pending.to.columnId, ...neighbours(pending.to), version: pending.version };
      const { data } = await call(moveTask, { params: { id: pending.taskId }, body });
      return { kind: "move", ...data };
    }
    case "create": {
      const { data } = await call(createTask, {
        body: { ...newFields(pending.task), task_status_id: pending.to.columnId, ...neighbours(pending.to) },
        idempotencyKey: pending.id,
      });
      return { kind: "task", task: data };
    }
    case "archive":
      await call(archiveTask, { params: { id: pending.taskId } });
      return { kind: "yes" };
    case "change":
      return { kind: "changed", tasks: await sendTaskChanges(pending) };
    case "sort":
      await call({ ...sortColumns, method: "PUT" }, { params: { id: projectId, ids: [...pending.columnIds] } });
      return { kind: "yes" };
  }
}

/** What was said of a new task; the rest begins at the server as it was drawn here. */
function newFields(task: BoardTask): Pick<BodyOf<typeof createTask>, CardField> {
  const said = cardFields.filter((name) => !isSame(task[recordOf(name)], taskFields[name].initial));
  return { ...Object.fromEntries(said.map((name) => [name, task[recordOf(name)]])), title: task.title };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A neighbour that the server never heard of is left out; the other one will do. */
function neighbours({ beforeId, afterId }: { beforeId: number | null; afterId: number | null }) {
  const known = (id: number | null) => (id !== null && id > 0 ? id : undefined);
  return { before_id: known(beforeId), after_id: known(afterId) };
}

export const connectedBoardMachine = boardMachine.provide({
  actors: {
    readBoard: fromPromise<BoardReply, { projectId: number }>(({ input, signal }) =>
      orFailure(call(readBoard, { params: { id: input.projectId }, signal }), signal),
    ),
    followStream: follow,
    sendPending: fromPromise<Answer, { pending: PendingChange; projectId: number }>(({ input }) =>
      orFailure(sendPending(input.pending, input.projectId)),
    ),
  },
});
