import { Menu, UnstyledButton } from "@mantine/core";
import { IconBeach, IconCalendarEvent, IconCircleCheck, IconClock } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import { listMyBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { addDays, localDayIn, mondayOf } from "../../../shared/kernel/days";
import { localDayStartAt } from "../../../shared/kernel/wall-clock";
import { readOwnLeaveYear } from "../../../shared/requests/leave/cover/team-calendar.contract";
import type { MyTask } from "../../../shared/work/tasks/tasks.contract";
import { readTimeSheet } from "../../../shared/work/time/sheet.contract";
import { useBookingPath } from "../../bookings/bookings/useBookingPath";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser, useHasFeature } from "../../platform/session";
import { useWeek } from "../../platform/week";
import { useDayText } from "../../requests/leave/calendar/useDayText";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { TaskLink } from "../../work/projects/TaskLink";
import { useDurationFormat } from "../../work/time/timer/useDurationFormat";
import { useTimeZone } from "../../work/time/timer/useTimer";
import { buildWeek, fullBarMinutes, mergeYears, type WeekDay, weekDates, weekSourcesOf, weekTotals } from "./my-week";
import classes from "./WeekPanel.module.css";

const sign = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

interface WeekPanelProps {
  tasks: readonly MyTask[] | undefined;
}

/**
 * The user's week with time, leave, days off, bookings and due tasks. All data comes from calls of other screens and is kept current by
 * their events.
 */
export function WeekPanel({ tasks }: WeekPanelProps) {
  const text = useText();
  const { hours } = useDurationFormat();
  const { days, totals, error, refetch } = useMyWeek(tasks);
  const full = fullBarMinutes(days);
  return (
    <Panel
      title={text("dashboard.week")}
      end={
        totals && (
          <Link to={paths.timeTracking}>
            {text("dashboard.week.logged", { logged: hours(totals.logged), target: hours(totals.target) })}
          </Link>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <ol className={`${classes.week} time-axis`}>
          {days.map((day) => (
            <li key={day.date}>
              <Day day={day} full={full} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function useMyWeek(tasks: readonly MyTask[] | undefined) {
  const can = useCan();
  const has = useHasFeature();
  const me = useCurrentUser();
  const zone = useTimeZone();
  const { first, weekend } = useWeek();
  const dates = weekDates(localDayIn(zone, useNow()), first);
  const [from, to] = [dates[0] as string, dates[6] as string];
  const sources = weekSourcesOf(can, has);
  const year = (day: string) => ({ query: { year: Number(day.slice(0, 4)) } });
  const start = useEndpoint(readOwnLeaveYear, year(from), { enabled: sources.leave });
  const end = useEndpoint(readOwnLeaveYear, year(to), { enabled: sources.leave });
  const at = (day: string) => new Date(localDayStartAt(day, zone)).toISOString();
  const bookings = useEndpoint(
    listMyBookings,
    { query: { start_date: at(from), end_date: at(addDays(to, 1)) } },
    { enabled: sources.bookings },
  );
  const sheet = useEndpoint(readTimeSheet, { query: { from, to } }, { enabled: sources.time });
  const queries = [start, end, bookings, sheet];
  const years = [start.data?.data, from.slice(0, 4) === to.slice(0, 4) ? undefined : end.data?.data];
  const days = buildWeek({
    dates,
    me: me.id,
    zone,
    leave: mergeYears(
      years.filter((one) => one !== undefined),
      weekend,
    ),
    bookings: bookings.data?.data ?? [],
    tasks: tasks ?? [],
    sheet: sheet.data?.data ?? null,
  });
  return {
    days,
    totals: sheet.data && weekTotals(sheet.data.data),
    error: queries.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

function Day({ day, full }: { day: WeekDay; full: number }) {
  const text = useText();
  const { day: dayText, list } = useFormat();
  const { hours } = useDurationFormat();
  const { wordsOf } = useDayText();
  const today = localDayIn(useTimeZone(), useNow());
  const { date, off, leave, bookings, tasks, minutes } = day;
  const counts = [
    minutes ? text("dashboard.week.hours", { hours: hours(minutes) }) : null,
    bookings.length > 0 ? text("dashboard.week.bookings", { count: bookings.length }) : null,
    tasks.length > 0 ? text("dashboard.week.due", { count: tasks.length }) : null,
  ].filter((one) => one !== null);
  const leaveOf = leave[0];
  const label = date === today ? text("dashboard.today") : dayText(date, "weekday");
  const height = minutes ? `${Math.max(4, Math.round((minutes / full) * 100))}%` : undefined;
  const face = (
    <>
      <span className={classes.hours}>{minutes ? hours(minutes) : ""}</span>
      <span
        className={classes.room}
        data-off={off ?? undefined}
        data-leave={leaveOf?.leave.state}
        data-part={leaveOf?.part}
      >
        <span
          className={classes.bar}
          data-some={Boolean(minutes) || undefined}
          style={{ "--bar": height } as CSSProperties}
        />
      </span>
      <span className={classes.name}>{label}</span>
      <span className={classes.marks}>
        {bookings.length > 0 && <Mark kind="booking" count={bookings.length} />}
        {tasks.length > 0 && <Mark kind="task" count={tasks.length} />}
      </span>
    </>
  );
  const dayLabel = counts.length > 0 ? `${wordsOf(day)}, ${list(counts)}` : wordsOf(day);
  const props = {
    className: classes.day,
    "data-today": date === today || undefined,
    "data-later": date > today || undefined,
  };
  if (leave.length === 0 && counts.length === 0 && minutes === null)
    return (
      <span {...props}>
        <span className="sr-only">{dayLabel}</span>
        <span aria-hidden className={classes.face}>
          {face}
        </span>
      </span>
    );
  return (
    <Menu position="bottom" width="target">
      <Menu.Target>
        <UnstyledButton {...props} aria-label={dayLabel}>
          <span className={classes.face}>{face}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw={260}>
        <Things day={day} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Mark({ kind, count }: { kind: "booking" | "task"; count: number }) {
  const { number } = useFormat();
  const Icon = kind === "booking" ? IconCalendarEvent : IconCircleCheck;
  return (
    <span>
      <Icon {...sign} size={12} />
      {number(count)}
    </span>
  );
}

/** Links to a day's entries. */
function Things({ day }: { day: WeekDay }) {
  const text = useText();
  const { day: dayText, time } = useFormat();
  const { hours } = useDurationFormat();
  const { leaveWords } = useDayText();
  const pathOf = useBookingPath();
  const { date, leave, bookings, tasks, minutes } = day;
  return (
    <>
      <Menu.Label>{dayText(date, "long")}</Menu.Label>
      {leave.map((one) => (
        <Menu.Item
          key={`leave ${one.leave.id}`}
          component={Link}
          to={paths.leave("view", one.leave.id)}
          leftSection={<IconBeach {...sign} />}
        >
          {leaveWords(one)}
        </Menu.Item>
      ))}
      {bookings.map((booking) => (
        <Menu.Item
          key={`booking ${booking.id}`}
          component={Link}
          to={pathOf(booking)}
          leftSection={<IconCalendarEvent {...sign} />}
        >
          {time(booking.start_date)} <bdi>{booking.title ?? text("booking.busy")}</bdi>
        </Menu.Item>
      ))}
      {tasks.map((task) => (
        <Menu.Item
          key={`task ${task.id}`}
          component={TaskLink}
          task={{ id: task.id, projectId: task.project.id }}
          leftSection={<IconCircleCheck {...sign} />}
        >
          <bdi>{task.key}</bdi> <bdi>{task.title}</bdi>
        </Menu.Item>
      ))}
      {minutes !== null && (
        <Menu.Item
          component={Link}
          to={`${paths.timeTracking}?week=${mondayOf(date)}`}
          leftSection={<IconClock {...sign} />}
        >
          {minutes > 0 ? text("dashboard.week.hours", { hours: hours(minutes) }) : text("time.log")}
        </Menu.Item>
      )}
    </>
  );
}
