import classes from "./RunningTime.module.css";
import { useDurationFormat } from "./useDurationFormat";
import { type TickingTimer, useElapsedSeconds, useTimer } from "./useTimer";

export function RunningTime({ before = 0 }: { before?: number }) {
  const ticking = useTimer();
  return ticking ? <Clock ticking={ticking} before={before} /> : null;
}

function Clock({ ticking, before }: { ticking: TickingTimer; before: number }) {
  const { running } = useDurationFormat();
  return (
    <span className={classes.running}>
      <i aria-hidden />
      {running(useElapsedSeconds(ticking) + before * 60)}
    </span>
  );
}
