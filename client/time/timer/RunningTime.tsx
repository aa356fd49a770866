import classes from "./RunningTime.module.css";
import { useClock } from "./useClock";
import { type Ticking, useSeconds, useTimer } from "./useTimer";

/** The running clock in a cell, with what stands there already. */
export function RunningTime({ before = 0 }: { before?: number }) {
  const ticking = useTimer();
  return ticking ? <Clock ticking={ticking} before={before} /> : null;
}

function Clock({ ticking, before }: { ticking: Ticking; before: number }) {
  const { running } = useClock();
  return (
    <span className={classes.running}>
      <i aria-hidden />
      {running(useSeconds(ticking) + before * 60)}
    </span>
  );
}
