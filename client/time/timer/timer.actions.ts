import { BehaviorSubject } from "rxjs";
import {
  discardTimer,
  type RunningTimer,
  readTimer,
  type StoppedTimer,
  startTimer,
  stopTimer,
} from "../../../shared/time/timer.contract";
import { ProblemError } from "../../platform/problem-error";
import { keyOf, queryClient, setKnown, useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";

/** The timer about which the question is open whether it was forgotten. */
export const asked$ = new BehaviorSubject<RunningTimer | null>(null);

const key = keyOf(readTimer, {}, {});

/** What the answer says is on the screen at once; the event says the same to the other screens. */
function show(timer: RunningTimer | null, now = new Date().toISOString()): void {
  setKnown(queryClient, key, { data: timer, now });
}

const stoppedElsewhere = (error: Error): boolean => {
  if (!(error instanceof ProblemError) || error.code !== "timer.notRunning") return false;
  show(null);
  return true;
};

const needsWords = (stopped: StoppedTimer | null): boolean => (stopped?.left_out.length ?? 0) > 0;

/** Start, stop, discard. What was written down is seen on the task; what wasn't is said. */
export function useTimerActions() {
  const start = useAction(startTimer, {
    onSuccess: ({ data, now, stopped, message }) => {
      show(data as RunningTimer, now);
      if (needsWords(stopped as StoppedTimer | null) && message) toast.done(message);
    },
  });
  const stop = useAction(stopTimer, {
    onSuccess: ({ message }) => {
      show(null);
      asked$.next(null);
      toast.done(message);
    },
    onProblem: stoppedElsewhere,
  });
  const discard = useAction(discardTimer, {
    onSuccess: ({ message }) => {
      show(null);
      asked$.next(null);
      toast.done(message);
    },
    onProblem: stoppedElsewhere,
  });
  return {
    pending: start.isPending || stop.isPending || discard.isPending,
    start: (taskId: number) => start.mutate({ body: { task_id: taskId } }),
    stop: (minutes?: number) => stop.mutate({ body: minutes === undefined ? {} : { minutes } }),
    discard: () => discard.mutate({}),
  };
}
