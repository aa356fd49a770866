import { workingDays } from "../../shared/timeline/timeline.days.rules";
import { minutesPerDay, plannedMinutes } from "../../shared/timeline/timeline.plan.rules";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import classes from "./RowName.module.css";
import type { Item } from "./timeline.rows";
import { useChart } from "./useTimeline";

/**
 * The hours that are estimated for a person in the days in sight, against eight a working day. Left out where nothing is
 * estimated; how much isn't is said beside it.
 */
export function LoadFigure({ items }: { items: readonly Item[] }) {
  const text = useText();
  const { number } = useFormat();
  const { sight$, week } = useChart();
  const [first, last] = useValue(sight$);
  const tasks = items.map(({ task }) => task);
  const minutes = plannedMinutes(tasks, first, last, week.weekend);
  if (!tasks.some((task) => task.estimate_minutes !== null)) return null;
  const capacity = workingDays(first, last, week.weekend) * minutesPerDay;
  const missing = items.filter(
    ({ task, span }) => task.estimate_minutes === null && span.to >= first && span.from <= last,
  ).length;
  const hours = (value: number) => number(Math.round(value / 60));
  const sentence = text("timeline.load", { planned: hours(minutes), capacity: hours(capacity), missing });
  return (
    <span className={classes.figure} data-over={minutes > capacity || undefined} title={sentence}>
      <span aria-hidden>{text("timeline.hours", { hours: hours(minutes) })}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}
