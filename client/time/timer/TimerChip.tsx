import { Tooltip, UnstyledButton } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useTaskPath } from "../../tasks/detail/useTaskPath";
import { useValue } from "../../platform/value";
import { later } from "../../ui/states/later";
import { asked$, useTimerActions } from "./timer.actions";
import classes from "./TimerChip.module.css";
import { useClock } from "./useClock";
import { isForgotten, type Ticking, useFollowTimer, useSeconds, useTimer, useTimeZone } from "./useTimer";

const nothing = () => null;
const ForgottenTimer = later(async () => (await import("./ForgottenTimer")).ForgottenTimer, { failed: nothing });

/** The running timer in the top bar: on what, for how long, and its stop. */
export function TimerChip({ narrow }: { narrow: boolean }) {
  const ticking = useTimer();
  useFollowTimer();
  const asked = useValue(asked$);
  return (
    <>
      {ticking && <Chip ticking={ticking} narrow={narrow} />}
      {asked && (
        <Suspense>
          <ForgottenTimer timer={asked} />
        </Suspense>
      )}
    </>
  );
}

function Chip({ ticking, narrow }: { ticking: Ticking; narrow: boolean }) {
  const text = useText();
  const { running } = useClock();
  const { timer } = ticking;
  const seconds = useSeconds(ticking);
  const forgotten = isForgotten(timer, seconds, useTimeZone());
  const { stop, pending } = useTimerActions();
  const taskPath = useTaskPath();
  const named = timer.task.key !== "";
  return (
    <span
      className={classes.chip}
      data-forgotten={forgotten || undefined}
      role="group"
      aria-label={text("timer.running")}
    >
      <Tooltip label={<bdi>{named ? timer.task.title : text("timer.hiddenTask")}</bdi>}>
        <Link
          to={named ? taskPath({ id: timer.task.id, projectId: timer.task.project_id }) : paths.timeTracking}
          className={classes.task}
        >
          {narrow ? <i className={classes.dot} aria-hidden /> : <IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
          {!narrow && named && <bdi className={classes.key}>{timer.task.key}</bdi>}
          <span className="num" role="timer" aria-live="off">
            {running(seconds)}
          </span>
        </Link>
      </Tooltip>
      {forgotten && !narrow && (
        <UnstyledButton className={classes.ask} onClick={() => asked$.next(timer)}>
          {text("timer.forgotten")}
        </UnstyledButton>
      )}
      <Tooltip label={text("timer.stop")}>
        <UnstyledButton
          className={classes.stop}
          aria-label={text("timer.stop")}
          disabled={pending}
          onClick={() => (forgotten ? asked$.next(timer) : stop())}
        />
      </Tooltip>
    </span>
  );
}
