import { keepPreviousData } from "@tanstack/react-query";
import { readCapacity } from "../../../shared/work/timeline/timeline.contract";
import { dayOfNumber, workingDays } from "../../../shared/kernel/day-number";
import { minutesPerDay, plannedMinutes } from "../../../shared/work/timeline/timeline.plan.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { cacheMs, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useStore } from "../../platform/store";
import classes from "./RowName.module.css";
import type { TimelineItem } from "./timeline.rows";
import { useChart } from "./useTimeline";

/**
 * Hours estimated for an employee in the visible days, compared with their capacity without holidays and leave. Hidden if no task has an
 * estimate, and from external users, who read no capacity; the tooltip includes the number of tasks without an estimate.
 */
export function WorkloadFigure({ items, personId }: { items: readonly TimelineItem[]; personId: number }) {
  const text = useText();
  const { number } = useFormat();
  const { sight$, week, store } = useChart();
  const { external } = useCurrentUser();
  const narrow = useIsPhoneWidth();
  const [first, last] = useStore(sight$);
  const query = {
    from: dayOfNumber(first),
    to: dayOfNumber(last),
    ...(store.projectId === null ? {} : { project_id: store.projectId }),
  };
  const capacities = useEndpoint(
    readCapacity,
    { query },
    { enabled: !external && last > first, staleTime: cacheMs, placeholderData: keepPreviousData },
  ).data?.data;
  const tasks = items.map(({ task }) => task);
  const minutes = plannedMinutes(tasks, first, last, week.weekend);
  if (external || !tasks.some((task) => task.estimate_minutes !== null)) return null;
  const plannedCapacity = capacities?.find(({ user_id }) => user_id === personId)?.minutes;
  const capacity = plannedCapacity ?? workingDays(first, last, week.weekend) * minutesPerDay;
  const missing = items.filter(
    ({ task, span }) => task.estimate_minutes === null && span.to >= first && span.from <= last,
  ).length;
  const hours = (value: number) => number(Math.round(value / 60));
  const sentence = text("timeline.load", { planned: hours(minutes), capacity: hours(capacity), missing });
  return (
    <span className={classes.figure} data-over={minutes > capacity || undefined} title={sentence}>
      <span aria-hidden>
        {text(narrow ? "timeline.hours.planned" : "timeline.hours", {
          hours: hours(minutes),
          capacity: hours(capacity),
        })}
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}
