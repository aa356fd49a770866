import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from "xstate";
import { boardFromReply, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardReply } from "../../../../shared/work/tasks/tasks.contract";
import { dropAcceptedChanges } from "../../../platform/pending/pending";
import { isTemporary, retryMs } from "../../../platform/pending/send-failure";
import { ProblemError } from "../../../platform/problem-error";
import type { PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import { runCommand } from "./board.commands";
import {
  type BoardContext,
  emptyContext,
  hasDragTargetMoved,
  needsReread,
  hasRevisionGap,
  isDraggedByOther,
  recomputeDrawn,
  startDrag,
  updateDragTarget,
  withEvents,
  withoutChangeNote,
  withPending,
  withPresence,
} from "./board.context";
import type { BoardEvent, DoneCommand, StreamCommand } from "./board.messages";

export const changeNoteMs = 6_000;

/** The board's pending changes; the queue drops accepted ones that aren't among them. */
interface ShownChanges {
  type: "SHOWN";
  changes: readonly PendingChange[];
}

const followPending = fromCallback<ShownChanges>(({ sendBack, receive }) => {
  let visibleChanges: readonly PendingChange[] = [];
  const tell = () => sendBack({ type: "PENDING" });
  const stops = [
    taskQueue.changes.subscribe(tell),
    taskQueue.waiting.subscribe(tell),
    taskQueue.view(({ id }) => !visibleChanges.some((pending) => pending.id === id)),
  ];
  tell();
  receive(({ changes }) => {
    visibleChanges = changes;
    taskQueue.note(changes);
    taskQueue.settle();
  });
  return () => stops.forEach((stop) => stop());
});

export const boardMachine = setup({
  types: {
    context: {} as BoardContext,
    events: {} as BoardEvent,
    input: {} as { projectId: number; me: number },
    emitted: {} as { type: "made"; made: DoneCommand },
  },
  actors: {
    readBoard: fromPromise<BoardReply, { projectId: number }>(() => Promise.reject(new Error("not provided"))),
    followStream: fromCallback<StreamCommand, { projectId: number; since: number; epoch: string }>(() => undefined),
    followPending,
  },
  delays: { retryMs },
  guards: {
    isGone: ({ event }) => {
      const { error } = event as { error?: unknown };
      return error instanceof ProblemError && (error.status === 403 || error.status === 404);
    },
    requiresReading: ({ context, event }) =>
      event.type === "EVENTS" && (hasRevisionGap(context, event.events) || needsReread(context, event.events)),
    canLift: ({ context, event }) =>
      event.type === "LIFT" &&
      taskById(context.drawn, event.taskId) !== undefined &&
      !isDraggedByOther(context, event.taskId),
  },
  actions: {
    takeBoard: assign(({ context, event }) => {
      const server = boardFromReply((event as unknown as { output: BoardReply }).output);
      return {
        ...recomputeDrawn(context, { server, pendingChanges: dropAcceptedChanges(context.pendingChanges) }),
        problem: null,
      };
    }),
    keepProblem: assign(({ event }) => {
      const { error } = event as { error?: unknown };
      if (!(error instanceof ProblemError) || isTemporary(error))
        return { problem: { status: 0, message: "", requestId: null } };
      return { problem: { status: error.status, message: error.message, requestId: error.requestId } };
    }),
    takePending: assign(({ context }) => withPending(context, taskQueue.changes.value, taskQueue.waiting.value)),
    reportPending: sendTo(
      "pending",
      ({ context }): ShownChanges => ({ type: "SHOWN", changes: context.pendingChanges }),
    ),
    applyEvents: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== "EVENTS") return;
      const next = withEvents(context, event.events);
      enqueue.assign(next);
      for (const [taskId, change] of Object.entries(next.changes ?? {})) {
        if (context.changes[Number(taskId)] === change) continue;
        const fade = { type: "FADE", taskId: Number(taskId), revision: change.revision } as const;
        enqueue.raise(fade, { delay: changeNoteMs });
      }
    }),
    keepConnection: assign(({ event }) => (event.type === "CONNECTION" ? { connection: event.connection } : {})),
    make: enqueueActions(({ context, event, enqueue }) => {
      const { made, added = [], ...next } = runCommand(context, event);
      enqueue.assign(next);
      enqueue(() => {
        if (event.type === "KEEP_COPY") taskQueue.drop(event.pendingId);
        for (const pending of added) taskQueue.push(pending);
      });
      if (made) enqueue.emit({ type: "made", made });
    }),
    resumeStream: sendTo(
      "stream",
      ({ context }): StreamCommand => ({ type: "RESUME", revision: context.server.revision }),
    ),
    tellFocus: sendTo("stream", ({ context: { drag, open } }): StreamCommand => {
      if (!drag) return { type: "FOCUS", taskId: open, dragging: false, over: null };
      const over = { task_status_id: drag.over.columnId, before_id: drag.over.beforeId };
      return { type: "FOCUS", taskId: drag.taskId, dragging: true, over };
    }),
  },
}).createMachine({
  id: "board",
  context: ({ input }) => emptyContext(input.projectId, input.me),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        src: "readBoard",
        input: ({ context }) => ({ projectId: context.projectId }),
        onDone: { target: "open", actions: "takeBoard" },
        onError: [
          { guard: "isGone", target: "forbidden", actions: "keepProblem" },
          { target: "failed", actions: "keepProblem" },
        ],
      },
    },
    failed: { on: { RETRY: "loading" } },
    forbidden: { type: "final" },
    revoked: { type: "final" },
    open: {
      type: "parallel",
      invoke: [
        { id: "pending", src: "followPending" },
        {
          id: "stream",
          src: "followStream",
          input: ({ context }) => ({
            projectId: context.projectId,
            since: context.server.revision,
            epoch: context.server.epoch,
          }),
        },
      ],
      on: {
        REVOKED: "revoked",
        PRESENCE: { actions: assign(({ context, event }) => withPresence(context, event)) },
        OPEN: { actions: [assign({ open: ({ event }) => event.taskId }), "tellFocus"] },
        FADE: {
          actions: assign(({ context, event }) => withoutChangeNote(context, event.taskId, event.revision)),
        },
        MOVE: { actions: "make" },
        ADD: { actions: "make" },
        ARCHIVE: { actions: "make" },
        SORT: { actions: "make" },
        PENDING: { actions: ["takePending", "reportPending"] },
        SELECT: { actions: "make" },
        KEEP_COPY: { actions: "make" },
      },
      states: {
        line: {
          initial: "catchingUp",
          on: {
            CONNECTION: [
              { guard: ({ event }) => event.connection === "live", target: ".live", actions: "keepConnection" },
              { guard: ({ event }) => event.connection === "offline", target: ".offline", actions: "keepConnection" },
              { target: ".catchingUp", actions: "keepConnection" },
            ],
          },
          states: { catchingUp: {}, live: {}, offline: {} },
        },
        copy: {
          initial: "current",
          on: { RESET: ".rereading" },
          states: {
            current: {
              on: {
                EVENTS: [
                  { guard: "requiresReading", target: "rereading" },
                  { actions: ["applyEvents", "reportPending"] },
                ],
              },
            },
            rereading: {
              invoke: {
                src: "readBoard",
                input: ({ context }) => ({ projectId: context.projectId }),
                onDone: { target: "current", actions: ["takeBoard", "reportPending", "resumeStream"] },
                onError: [{ guard: "isGone", target: "#board.revoked" }, { target: "waiting" }],
              },
            },
            waiting: { after: { retryMs: "rereading" } },
          },
        },
        hand: {
          initial: "empty",
          states: {
            empty: {
              on: {
                LIFT: {
                  guard: "canLift",
                  target: "holding",
                  actions: [assign(({ context, event }) => startDrag(context, event.taskId, event.by)), "tellFocus"],
                },
              },
            },
            holding: {
              on: {
                HOVER: {
                  guard: ({ context, event }) => hasDragTargetMoved(context, event),
                  actions: [assign(({ context, event }) => updateDragTarget(context, event)), "tellFocus"],
                },
                DROP: { target: "empty", actions: ["make", "tellFocus"] },
                CANCEL: { target: "empty", actions: [assign({ drag: null }), "tellFocus"] },
              },
            },
          },
        },
      },
    },
  },
});
