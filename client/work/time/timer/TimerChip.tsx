import { Tooltip, UnstyledButton } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useText } from "../../../platform/intl/useText";
import { TaskLink } from "../../projects/TaskLink";
import { useStore } from "../../../platform/store";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import { forgottenTimer$, useTimerActions } from "./timer.actions";
import classes from "./TimerChip.module.css";
import { useDurationFormat } from "./useDurationFormat";
import {
  isTimerForgotten,
  type TickingTimer,
  useFollowTimer,
  useElapsedSeconds,
  useTimer,
  useTimeZone,
} from "./useTimer";

const nothing = () => null;
const ForgottenTimer = lazyWithRetry(async () => (await import("./ForgottenTimer")).ForgottenTimer, {
  failed: nothing,
});

export function TimerChip({ narrow }: { narrow: boolean }) {
  const ticking = useTimer();
  useFollowTimer();
  const forgotten = useStore(forgottenTimer$);
  return (
    <>
      {ticking && <Chip ticking={ticking} narrow={narrow} />}
      {forgotten && (
        <Suspense>
          <ForgottenTimer {...forgotten} />
        </Suspense>
      )}
    </>
  );
}

function Chip({ ticking, narrow }: { ticking: TickingTimer; narrow: boolean }) {
  const text = useText();
  const { running } = useDurationFormat();
  const { timer } = ticking;
  const seconds = useElapsedSeconds(ticking);
  const forgotten = isTimerForgotten(timer, seconds, useTimeZone());
  const { stop, pending } = useTimerActions();
  const isTaskVisible = timer.task.key !== "";
  const content = (
    <>
      {narrow ? <i className={classes.dot} aria-hidden /> : <IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
      {!narrow && isTaskVisible && <bdi className={classes.key}>{timer.task.key}</bdi>}
      <span className="num" role="timer" aria-live="off">
        {running(seconds)}
      </span>
    </>
  );
  return (
    <span
      className={classes.chip}
      data-forgotten={forgotten || undefined}
      role="group"
      aria-label={text("timer.running")}
    >
      <Tooltip label={<bdi>{isTaskVisible ? timer.task.title : text("timer.hiddenTask")}</bdi>}>
        {isTaskVisible ? (
          <TaskLink task={{ id: timer.task.id, projectId: timer.task.project_id }} className={classes.task}>
            {content}
          </TaskLink>
        ) : (
          <Link to={paths.timeTracking} className={classes.task}>
            {content}
          </Link>
        )}
      </Tooltip>
      {forgotten && !narrow && (
        <UnstyledButton className={classes.ask} onClick={() => forgottenTimer$.set({ timer, nextTaskId: null })}>
          {text("timer.forgotten")}
        </UnstyledButton>
      )}
      <Tooltip label={text("timer.stop")}>
        <UnstyledButton className={classes.stop} aria-label={text("timer.stop")} disabled={pending} onClick={stop} />
      </Tooltip>
    </span>
  );
}
