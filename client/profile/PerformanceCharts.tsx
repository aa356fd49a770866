import type { Performance } from "../../shared/profile/profile.contract";
import { Panels } from "../analytics/PrintPatterns";
import { useDays } from "../analytics/useDays";
import { WeekChart } from "../analytics/WeekChart";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./profile.module.css";

/** Week by week, drawn as all figures are; each as a table as well. */
export function PerformanceCharts({ weeks }: Pick<Performance, "weeks">) {
  return (
    <div className={classes.charts}>
      <Panels>
        <Finished weeks={weeks} />
        <OnTime weeks={weeks} />
        <CycleTime weeks={weeks} />
        <Logged weeks={weeks} />
      </Panels>
    </div>
  );
}

type Weeks = Pick<Performance, "weeks">;

/** What all of them say beside their own. */
function useShared(weeks: Performance["weeks"]) {
  const text = useText();
  const { day } = useFormat();
  return {
    text,
    sub: text("performance.weeks"),
    week: text("analytics.by.week"),
    /** The first cell of a week's row; the last week isn't over. */
    dayOf: (monday: string) =>
      monday === weeks.at(-1)?.monday ? text("performance.thisWeek", { day: day(monday) }) : day(monday),
    emptyUnless: (some: boolean) => (some ? null : { title: text("performance.none") }),
  };
}

function Finished({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useShared(weeks);
  const { number } = useFormat();
  const title = text("performance.finishedByWeek");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.finishedByWeek.means")}
      empty={emptyUnless(weeks.some(({ finished }) => finished > 0))}
      table={{ head: [week, title], rows: weeks.map(({ monday, finished }) => [dayOf(monday), number(finished)]) }}
      data={weeks.map(({ monday, finished }) => ({ x: monday, finished }))}
      series={[{ name: "finished", label: title, color: "var(--c1)" }]}
    />
  );
}

function OnTime({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useShared(weeks);
  const { number } = useFormat();
  const title = text("performance.onTime");
  const late = text("analytics.user.late");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.onTime.means")}
      empty={emptyUnless(weeks.some(({ due }) => due > 0))}
      table={{
        head: [week, title, late],
        rows: weeks.map(({ monday, due, on_time }) => [dayOf(monday), number(on_time), number(due - on_time)]),
      }}
      drawn="stacked"
      data={weeks.map(({ monday, due, on_time }) => ({ x: monday, on_time, late: due - on_time }))}
      series={[
        { name: "on_time", label: title, color: "var(--c4)" },
        { name: "late", label: late, color: "var(--c5)" },
      ]}
    />
  );
}

function CycleTime({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useShared(weeks);
  const days = useDays();
  const title = text("performance.cycle");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.cycle.means")}
      empty={emptyUnless(weeks.some(({ cycle_days: cycle }) => cycle !== null))}
      table={{
        head: [week, title],
        rows: weeks.map(({ monday, cycle_days: cycle }) => [dayOf(monday), cycle === null ? "–" : days(cycle)]),
      }}
      drawn="line"
      data={weeks.map(({ monday, cycle_days: cycle }) => ({ x: monday, cycle }))}
      series={[{ name: "cycle", label: title, color: "var(--c1)" }]}
    />
  );
}

function Logged({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useShared(weeks);
  const { number } = useFormat();
  const title = text("performance.hoursByWeek");
  const hours = (minutes: number) => Math.round(minutes / 6) / 10;
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.hoursByWeek.means")}
      empty={emptyUnless(weeks.some(({ minutes }) => minutes > 0))}
      table={{
        head: [week, title],
        rows: weeks.map(({ monday, minutes }) => [
          dayOf(monday),
          text("analytics.hours", { hours: number(hours(minutes)) }),
        ]),
      }}
      data={weeks.map(({ monday, minutes }) => ({ x: monday, hours: hours(minutes) }))}
      series={[{ name: "hours", label: title, color: "var(--c3)" }]}
    />
  );
}
