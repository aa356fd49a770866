import { BehaviorSubject } from "rxjs";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  discardTimer,
  type RunningTimer,
  readTimer,
  resumeTimer,
  type StoppedTimer,
  startTimer,
  stopTimer,
} from "../../../shared/time/timer.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { keyOf, queryClient, showAnswer, useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import type { Step } from "../../undo/history";
import { undoable } from "../../undo/undoable";

/** The timer about which the question is open whether it was forgotten. */
export const asked$ = new BehaviorSubject<RunningTimer | null>(null);

const key = keyOf(readTimer, {}, {});

/** What the answer says is on the screen at once; the event says the same to the other screens. */
function show(timer: RunningTimer | null, now = new Date().toISOString()): void {
  showAnswer(queryClient, key, { data: timer, now });
}

const stoppedElsewhere = (error: Error): boolean => {
  if (!(error instanceof ProblemError) || error.code !== "timer.notRunning") return false;
  show(null);
  return true;
};

const needsWords = (stopped: StoppedTimer | null): boolean => (stopped?.left_out.length ?? 0) > 0;

interface Ended {
  text: string;
  /** Of the stopped timer. */
  id: number;
  /** Ends it once more, after it was taken back. */
  again(): Promise<Ended>;
}

/** Takes back that the timer was ended: it runs on since its start. */
const endedStep = ({ text, id, again }: Ended): Step => ({
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

/** Stopped after as many minutes as the first time, however late that is. */
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

/** Start, stop, discard. What was written down is seen on the task; what wasn't is said. */
export function useTimerActions() {
  const text = useText();
  const start = useAction(startTimer, {
    onSuccess: ({ data, now, stopped, message }) => {
      show(data as RunningTimer, now);
      if (needsWords(stopped as StoppedTimer | null) && message) toast.done(message);
    },
  });
  const ended = () => {
    show(null);
    asked$.next(null);
  };
  const stop = useAction(stopTimer, {
    ...undoable(text("timer.stop"), (reply) => endedStep(stopped(reply))),
    onSuccess: ended,
    onProblem: stoppedElsewhere,
  });
  const discard = useAction(discardTimer, {
    ...undoable(text("timer.discard"), (reply) => endedStep(discarded(reply))),
    onSuccess: ended,
    onProblem: stoppedElsewhere,
  });
  return {
    pending: start.isPending || stop.isPending || discard.isPending,
    start: (taskId: number) => start.mutate({ body: { task_id: taskId } }),
    stop: (minutes?: number) => stop.mutate({ body: minutes === undefined ? {} : { minutes } }),
    discard: () => discard.mutate({}),
  };
}
