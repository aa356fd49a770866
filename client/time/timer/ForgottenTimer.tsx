import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { parseDuration } from "../../../shared/time/duration.rules";
import { targetMinutes, wholeMinutes } from "../../../shared/time/days.rules";
import { readTimer, type RunningTimer } from "../../../shared/time/timer.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useDuration } from "../../ui/fields/useDuration";
import classes from "./ForgottenTimer.module.css";
import { asked$, useTimerActions } from "./timer.actions";

/** "Did you forget the timer?": how much of it counts, with a proposal up to what one last did. */
export function ForgottenTimer({ timer }: { timer: RunningTimer }) {
  const text = useText();
  const { dateTime } = useFormat();
  // Read now: what one did since the timer was shown moves the proposal.
  const fresh = useEndpoint(readTimer, {}, { staleTime: 0, refetchOnMount: "always" });
  const known = (fresh.data?.data as RunningTimer | null | undefined) ?? timer;
  return (
    <Modal
      opened
      onClose={() => asked$.next(null)}
      title={text("timer.forgotten")}
      size={460}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      <p className={classes.since}>
        <Message
          id="timer.forgotten.since"
          values={{ at: dateTime(known.started_at), task: <bdi>{known.task.key || text("timer.hiddenTask")}</bdi> }}
        />
      </p>
      {fresh.data && !fresh.isFetching && <Trim timer={known} now={fresh.data.now} />}
    </Modal>
  );
}

function Trim({ timer, now }: { timer: RunningTimer; now: string }) {
  const text = useText();
  const duration = useDuration();
  const { dateTime } = useFormat();
  const { stop, discard, pending } = useTimerActions();
  const started = new Date(timer.started_at);
  const ran = wholeMinutes(started, new Date(now));
  const lastActivity = timer.last_activity_at;
  const untilActivity = lastActivity ? wholeMinutes(started, new Date(lastActivity)) : 0;
  const proposed = Math.min(ran, untilActivity > 0 ? untilActivity : targetMinutes);
  const [typed, setTyped] = useState(() => duration(proposed));
  const minutes = parseDuration(typed);
  const wrong = minutes === null ? text("time.notALength") : minutes > ran ? text("timer.longerThanRun") : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (minutes !== null && !wrong) stop(minutes);
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
        <span className={classes.grow} />
        <Button disabled={pending} onClick={() => stop()}>
          {text("timer.forgotten.all", { length: duration(ran) })}
        </Button>
        <Button type="submit" variant="filled" loading={pending} disabled={wrong !== null}>
          {text("timer.forgotten.take", { length: minutes === null ? "" : duration(minutes) })}
        </Button>
      </footer>
    </form>
  );
}
