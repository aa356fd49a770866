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
import { toast } from "../../../ui/toast/toast";
import type { UndoStep } from "../../../undo/history";
import { undoableMutation } from "../../../undo/undoable-mutation";

/** The timer that may have been forgotten; the dialog is open while it is set. */
export const forgottenTimer$ = new Store<RunningTimer | null>(null);

const key = queryKeyOf(readTimer, {}, {});

/** Shows the response immediately; the event updates other tabs. */
function show(timer: RunningTimer | null, now = new Date().toISOString()): void {
  setQuery(queryClient, key, { data: timer, now }, "reply");
}

const isStoppedElsewhere = (error: Error): boolean => {
  if (!(error instanceof ProblemError) || error.code !== "timer.notRunning") return false;
  show(null);
  return true;
};

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

/** Starts, stops and discards the timer. Logged time is shown on the task; time that wasn't logged is reported. */
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
    forgottenTimer$.set(null);
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
    start: (taskId: number) => start.mutate({ body: { task_id: taskId } }),
    stop: (minutes?: number) => stop.mutate({ body: minutes === undefined ? {} : { minutes } }),
    discard: () => discard.mutate({}),
  };
}
