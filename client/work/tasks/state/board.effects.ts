import { type DomainEvent, type DomainEvents, projectStream } from "../../../../shared/kernel/events";
import { fromCallback, fromPromise } from "xstate";
import { type BoardReply, readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { call } from "../../../platform/api";
import { liveClient } from "../../../platform/live/live";
import { boardMachine } from "./board.machine";
import type { StreamCommand, StreamMessage } from "./board.messages";
import { throttled } from "./throttle";

/** Interval in ms for publishing the position of a dragged card. */
const focusEveryMs = 120;

/** An aborted call never settles; otherwise a restarted actor would treat its result as the result of its own call. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) return new Promise(() => undefined);
    throw error;
  }
}

const followStream = fromCallback<StreamCommand, { projectId: number; since: number; epoch: string }>(
  ({ input, sendBack, receive }) => {
    const tell = sendBack as (message: StreamMessage) => void;
    let batch: DomainEvent[] = [];
    const following = liveClient.follow<DomainEvents>(projectStream(input.projectId), {
      since: input.since,
      epoch: input.epoch,
      onReset: () => tell({ type: "RESET" }),
      onRevoked: () => tell({ type: "REVOKED" }),
    });
    // Events of one message are applied together, so that a replay of 500 events renders once.
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
    tell({ type: "CONNECTION", connection: liveClient.status$.value });
    const stopStatus = liveClient.status$.subscribe((connection) => tell({ type: "CONNECTION", connection }));
    following.focus({ board: true, taskId: null, dragging: false, over: null });
    const focus = throttled(focusEveryMs, following.focus);
    receive((order) => {
      if (order.type === "RESUME") following.resume(order.revision);
      else focus.call({ board: true, taskId: order.taskId, dragging: order.dragging, over: order.over });
    });
    return () => {
      focus.stop();
      stopStatus();
      events.unsubscribe();
      presence.unsubscribe();
      following.focus({ taskId: null, dragging: false, over: null });
      following.close();
    };
  },
);

export const connectedBoardMachine = boardMachine.provide({
  actors: {
    readBoard: fromPromise<BoardReply, { projectId: number }>(({ input, signal }) =>
      unlessAborted(call(readBoard, { params: { id: input.projectId }, signal }), signal),
    ),
    followStream,
  },
});
