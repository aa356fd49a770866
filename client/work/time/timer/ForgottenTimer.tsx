import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { parseDuration } from "../../../../shared/work/time/duration.rules";
import { defaultWorkdayMinutes, wholeMinutesBetween } from "../../../../shared/kernel/days";
import { readTimer, type RunningTimer } from "../../../../shared/work/time/timer.contract";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useDuration } from "../../../ui/fields/useDuration";
import classes from "./ForgottenTimer.module.css";
import { forgottenTimer$, useTimerActions } from "./timer.actions";
import { Dialog } from "../../../ui/Dialog";
import flow from "../../../ui/layout/flow.module.css";

/** Dialog for a forgotten timer: the user chooses how much time to log. The proposal ends with the user's last activity. */
export function ForgottenTimer({ timer, nextTaskId }: { timer: RunningTimer; nextTaskId: number | null }) {
  const text = useText();
  const { dateTime } = useFormat();
  // Refetched on opening, because activity since then changes the proposal.
  const fresh = useEndpoint(readTimer, {}, { staleTime: 0, refetchOnMount: "always" });
  const currentTimer = (fresh.data?.data as RunningTimer | null | undefined) ?? timer;
  return (
    <Dialog opened onClose={() => forgottenTimer$.set(null)} title={text("timer.forgotten")} size={460}>
      <p className={classes.since}>
        <Message
          id="timer.forgotten.since"
          values={{
            at: dateTime(currentTimer.started_at),
            task: <bdi>{currentTimer.task.key || text("timer.hiddenTask")}</bdi>,
          }}
        />
      </p>
      {nextTaskId !== null && <p className={classes.since}>{text("timer.forgotten.next")}</p>}
      {fresh.data && !fresh.isFetching && <Trim timer={currentTimer} now={fresh.data.now} />}
    </Dialog>
  );
}

function Trim({ timer, now }: { timer: RunningTimer; now: string }) {
  const text = useText();
  const duration = useDuration();
  const { dateTime } = useFormat();
  const { stopAfterDecision, discard, pending } = useTimerActions();
  const started = new Date(timer.started_at);
  const ran = wholeMinutesBetween(started, new Date(now));
  const lastActivity = timer.last_activity_at;
  const untilActivity = lastActivity ? wholeMinutesBetween(started, new Date(lastActivity)) : 0;
  const proposed = Math.min(ran, untilActivity > 0 ? untilActivity : defaultWorkdayMinutes);
  const [typed, setTyped] = useState(() => duration(proposed));
  const minutes = parseDuration(typed);
  const wrong = minutes === null ? text("time.notALength") : minutes > ran ? text("timer.longerThanRun") : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (minutes !== null && !wrong) stopAfterDecision(minutes);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label={text("timer.forgotten.keep")}
        description={
          lastActivity && untilActivity > 0
            ? text("timer.forgotten.lastActivity", { at: dateTime(lastActivity) })
            : text("timer.forgotten.ran", { length: duration(ran) })
        }
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <footer className={classes.actions}>
        <Button variant="subtle" color="gray" disabled={pending} onClick={discard}>
          {text("timer.discard")}
        </Button>
        <span className={flow.grow} />
        <Button disabled={pending} onClick={() => stopAfterDecision()}>
          {text("timer.forgotten.all", { length: duration(ran) })}
        </Button>
        <Button type="submit" variant="filled" loading={pending} disabled={wrong !== null}>
          {text("timer.forgotten.take", { length: minutes === null ? "" : duration(minutes) })}
        </Button>
      </footer>
    </form>
  );
}
