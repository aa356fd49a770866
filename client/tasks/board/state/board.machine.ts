import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from "xstate";
import { boardOf, taskOf } from "../../../../shared/tasks/tasks.board";
import type { BoardReply } from "../../../../shared/tasks/tasks.contract";
import {
  accepted,
  type BoardContext,
  drawnWith,
  emptyContext,
  faded,
  hasHole,
  hover,
  hoversElsewhere,
  isHeld,
  lift,
  unreached,
  withEvents,
  withPresent,
  type ToSend,
  toSend,
} from "./board.context";
import { runCommand } from "./board.commands";
import { type BoardEvent, type BoardNews, failureOf, isGone, type StreamOrder } from "./board.messages";
import { type Answer, afterReading, markSent, nextPending, refuse, wasDoneBefore } from "./board.queue";

/** How long the sentence on a card stays that someone else has just changed. */
export const changeShownMs = 6_000;
/** Sending that takes longer is shown as waiting. */
const patienceMs = 1_500;
/** The network failed: tried again after this, or as soon as the live connection is back. */
const retryMs = 4_000;

export const boardMachine = setup({
  types: {
    context: {} as BoardContext,
    events: {} as BoardEvent,
    input: {} as { projectId: number; me: number },
    emitted: {} as BoardNews,
    tags: {} as "waiting",
  },
  actors: {
    readBoard: fromPromise<BoardReply, { projectId: number }>(() => Promise.reject(new Error("not provided"))),
    followStream: fromCallback<StreamOrder, { projectId: number; since: number }>(() => undefined),
    sendPending: fromPromise<Answer, ToSend>(() => Promise.reject(new Error("not provided"))),
  },
  delays: { retryMs, patienceMs },
  guards: {
    isGone: ({ event }) => isGone(failureOf(event)),
    isUnreachable: ({ event }) => failureOf(event).kind === "unreachable",
    hasPendingChanges: ({ context }) => nextPending(context.pendingChanges) !== undefined,
    leavesHole: ({ context, event }) => event.type === "EVENTS" && hasHole(context, event.events),
    canLift: ({ context, event }) =>
      event.type === "LIFT" && taskOf(context.drawn, event.taskId) !== undefined && !isHeld(context, event.taskId),
  },
  actions: {
    takeBoard: assign(({ context, event }) => {
      const server = boardOf((event as unknown as { output: BoardReply }).output);
      return { ...drawnWith(context, { server, pendingChanges: afterReading(context.pendingChanges) }), problem: null };
    }),
    keepProblem: assign(({ event }) => {
      const failure = failureOf(event);
      if (failure.kind === "unreachable") return { problem: { status: 0, message: "", requestId: null } };
      return { problem: { status: failure.status, message: failure.message, requestId: failure.requestId } };
    }),
    applyEvents: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== "EVENTS") return;
      const next = withEvents(context, event.events);
      enqueue.assign(next);
      for (const [taskId, change] of Object.entries(next.changes ?? {})) {
        if (context.changes[Number(taskId)] === change) continue;
        const fade = { type: "FADE", taskId: Number(taskId), revision: change.revision } as const;
        enqueue.raise(fade, { delay: changeShownMs });
      }
    }),
    keepConnection: assign(({ event }) => (event.type === "CONNECTION" ? { connection: event.connection } : {})),
    /** What was made can be taken back: the history hears of it. */
    make: enqueueActions(({ context, event, enqueue }) => {
      const { made, withdrawn, ...next } = runCommand(context, event);
      enqueue.assign(next);
      if (withdrawn) enqueue.emit({ type: "withdrawn", pendingIds: withdrawn });
      if (made) enqueue.emit({ type: "made", made: { ...made, event } });
    }),
    resumeStream: sendTo(
      "stream",
      ({ context }): StreamOrder => ({ type: "RESUME", revision: context.server.revision }),
    ),
    tellFocus: sendTo("stream", ({ context: { hand, open } }): StreamOrder => {
      if (!hand) return { type: "FOCUS", taskId: open, dragging: false, over: null };
      const over = { task_status_id: hand.over.columnId, before_id: hand.over.beforeId };
      return { type: "FOCUS", taskId: hand.taskId, dragging: true, over };
    }),
    markSent: assign(({ context }) => {
      const pending = nextPending(context.pendingChanges);
      return pending ? { pendingChanges: markSent(context.pendingChanges, pending.id) } : {};
    }),
    markUnsent: enqueueActions(({ context, enqueue }) => {
      const { givenUp, ...next } = unreached(context);
      enqueue.assign(next);
      if (givenUp) enqueue.emit({ type: "unreached", pendingId: givenUp });
    }),
    takeAnswer: enqueueActions(({ context, event, enqueue }) => {
      const { output } = event as unknown as { output: Answer };
      const pending = nextPending(context.pendingChanges);
      enqueue.assign(accepted(context, output));
      if (pending) enqueue.emit({ type: "accepted", pendingId: pending.id, answer: output });
    }),
    takeRefusal: enqueueActions(({ context, event, enqueue }) => {
      const pending = nextPending(context.pendingChanges);
      const failure = failureOf(event);
      if (!pending || failure.kind !== "refused") return;
      const before = wasDoneBefore(pending, failure.code, failure.record);
      if (before) {
        enqueue.assign(accepted(context, before));
        return enqueue.emit({ type: "accepted", pendingId: pending.id, answer: before });
      }
      enqueue.assign(drawnWith(context, { pendingChanges: refuse(context.pendingChanges, pending.id, failure) }));
      enqueue.emit({ type: "refused", pending: { ...pending, state: "refused", refusal: failure }, failure });
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
    /** It doesn't exist, or one may not see it. */
    forbidden: { type: "final" },
    /** One could see it until now. */
    revoked: { type: "final" },
    open: {
      type: "parallel",
      invoke: {
        id: "stream",
        src: "followStream",
        input: ({ context }) => ({ projectId: context.projectId, since: context.server.revision }),
      },
      on: {
        REVOKED: "revoked",
        PRESENCE: { actions: assign(({ context, event }) => withPresent(context, event)) },
        OPEN: { actions: [assign({ open: ({ event }) => event.taskId }), "tellFocus"] },
        FADE: {
          actions: assign(({ context, event }) => faded(context, event.taskId, event.revision)),
        },
        MOVE: { actions: "make" },
        ADD: { actions: "make" },
        ARCHIVE: { actions: "make" },
        SORT: { actions: "make" },
        CHANGE: { actions: "make" },
        SELECT: { actions: "make" },
        UNMAKE: { actions: "make" },
        DISCARD: { actions: "make" },
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
                EVENTS: [{ guard: "leavesHole", target: "rereading" }, { actions: "applyEvents" }],
              },
            },
            rereading: {
              invoke: {
                src: "readBoard",
                input: ({ context }) => ({ projectId: context.projectId }),
                onDone: { target: "current", actions: ["takeBoard", "resumeStream"] },
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
                  actions: [assign(({ context, event }) => lift(context, event.taskId, event.by)), "tellFocus"],
                },
              },
            },
            holding: {
              on: {
                HOVER: {
                  guard: ({ context, event }) => hoversElsewhere(context, event),
                  actions: [assign(({ context, event }) => hover(context, event)), "tellFocus"],
                },
                DROP: { target: "empty", actions: ["make", "tellFocus"] },
                CANCEL: { target: "empty", actions: [assign({ hand: null }), "tellFocus"] },
              },
            },
          },
        },
        queue: {
          initial: "resting",
          states: {
            resting: { always: { guard: "hasPendingChanges", target: "sending" } },
            sending: {
              entry: "markSent",
              invoke: {
                src: "sendPending",
                input: ({ context }) => toSend(context),
                onDone: { target: "resting", actions: "takeAnswer" },
                onError: [
                  { guard: "isUnreachable", target: "held", actions: "markUnsent" },
                  { target: "resting", actions: "takeRefusal" },
                ],
              },
              initial: "quick",
              states: { quick: { after: { patienceMs: "slow" } }, slow: { tags: "waiting" } },
            },
            /** The server can't be reached: the pending changes wait, and the cards say so. */
            held: {
              tags: "waiting",
              on: { CONNECTION: { guard: ({ event }) => event.connection === "live", target: "resting" } },
              after: { retryMs: "resting" },
            },
          },
        },
      },
    },
  },
});
