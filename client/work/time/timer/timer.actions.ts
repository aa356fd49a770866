import { Store } from "../../../platform/store";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import {
  discardTimer,
  type RunningTimer,
  readTimer,
  resumeTimer,
  type StoppedTimer,
  startTimer,
  stopTimer,
} from "../../../../shared/work/time/timer.contract";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { queryKeyOf, queryClient, setQuery, useAction } from "../../../platform/query";
import { clearForNextUser } from "../../../platform/session";
import { toast } from "../../../ui/toast/toast";
import type { UndoStep } from "../../../undo/history";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { elapsedSeconds, isTimerForgotten, useTimer, useTimeZone } from "./useTimer";

interface ForgottenTimerDecision {
  timer: RunningTimer;
  /** Task whose timer starts after the decision; null if the user only stops the timer. */
  nextTaskId: number | null;
}

/** The timer that may have been forgotten; the dialog is open while it is set. */
export const forgottenTimer$ = new Store<ForgottenTimerDecision | null>(null);
clearForNextUser(() => forgottenTimer$.set(null));

const key = queryKeyOf(readTimer, {}, {});

/** Shows the response immediately; the event updates other tabs. */
function show(timer: RunningTimer | null, now = new Date().toISOString()): void {
  setQuery(queryClient, key, { data: timer, now }, "reply");
}

const needsWords = (stopped: StoppedTimer | null): boolean => (stopped?.left_out.length ?? 0) > 0;

interface Ended {
  text: string;
  id: number;
  /** Redo: stops the timer again. */
  again(): Promise<Ended>;
}

/** Undo of a stop: the timer continues from its original start. */
const endedStep = ({ text, id, again }: Ended): UndoStep => ({
  text,
  undo: async () => {
    const { data, now } = await call(resumeTimer, { body: { id } });
    show(data as RunningTimer, now);
    return { text, undo: async () => endedStep(await endAgain(again)) };
  },
});

async function endAgain(again: () => Promise<Ended>): Promise<Ended> {
  const ended = await again();
  show(null);
  return ended;
}

/** Redo logs the same number of minutes as the first stop, independent of the current time. */
function stopped({ message, data }: ReplyOf<typeof stopTimer>): Ended {
  const minutes = [...data.booked, ...data.left_out].reduce((all, part) => all + part.minutes, 0);
  return {
    text: message,
    id: data.id,
    again: async () => stopped(await call(stopTimer, { body: { minutes } })),
  };
}

const discarded = ({ message, stopped_id }: ReplyOf<typeof discardTimer>): Ended => ({
  text: message,
  id: stopped_id,
  again: async () => discarded(await call(discardTimer, {})),
});

/**
 * Starts, stops and discards the timer. Logged time is shown on the task; time that wasn't logged is reported. Starting and stopping while the
 * timer may have been forgotten open the dialog instead: otherwise days that nobody worked would be logged.
 */
export function useTimerActions() {
  const text = useText();
  const ticking = useTimer();
  const zone = useTimeZone();
  const start = useAction(startTimer, {
    onSuccess: ({ data, now, stopped, message }) => {
      show(data as RunningTimer, now);
      if (needsWords(stopped as StoppedTimer | null) && message) toast.done(message);
    },
    // The timer was started on another device, or its hour passed since the button was shown.
    onProblem: (error, input) => {
      if (!(error instanceof ProblemError) || error.code !== "timer.forgotten") return false;
      const timer = error.record as RunningTimer;
      show(timer);
      forgottenTimer$.set({ timer, nextTaskId: (input.body as { task_id: number }).task_id });
      return true;
    },
  });
  const startNow = (taskId: number) => start.mutate({ body: { task_id: taskId } });
  const opensDialog = (nextTaskId: number | null): boolean => {
    if (!ticking || ticking.timer.task.id === nextTaskId) return false;
    if (!isTimerForgotten(ticking.timer, elapsedSeconds(ticking, Date.now()), zone)) return false;
    forgottenTimer$.set({ timer: ticking.timer, nextTaskId });
    return true;
  };
  const ended = () => {
    show(null);
    const nextTaskId = forgottenTimer$.value?.nextTaskId ?? null;
    forgottenTimer$.set(null);
    if (nextTaskId !== null) startNow(nextTaskId);
  };
  const isStoppedElsewhere = (error: Error): boolean => {
    if (!(error instanceof ProblemError) || error.code !== "timer.notRunning") return false;
    ended();
    return true;
  };
  const stop = useAction(stopTimer, {
    ...undoableMutation(text("timer.stop"), (reply) => endedStep(stopped(reply))),
    onSuccess: ended,
    onProblem: isStoppedElsewhere,
  });
  const discard = useAction(discardTimer, {
    ...undoableMutation(text("timer.discard"), (reply) => endedStep(discarded(reply))),
    onSuccess: ended,
    onProblem: isStoppedElsewhere,
  });
  return {
    pending: start.isPending || stop.isPending || discard.isPending,
    start: (taskId: number) => {
      if (!opensDialog(taskId)) startNow(taskId);
    },
    stop: () => {
      if (!opensDialog(null)) stop.mutate({ body: {} });
    },
    /** Stops the timer after the user's decision in the dialog. By default its whole time is logged. */
    stopAfterDecision: (minutes?: number) => stop.mutate({ body: minutes === undefined ? {} : { minutes } }),
    discard: () => discard.mutate({}),
  };
}
