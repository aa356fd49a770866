import type { Performance } from "../../../shared/people/profile/profile.contract";
import { ChartGrid } from "./ChartGrid";
import { WeekChart } from "./WeekChart";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./performance.module.css";
import { useDuration } from "../../ui/fields/useDuration";

interface PerformanceChartsProps {
  person: string;
  weeks: Performance["weeks"];
}

export function PerformanceCharts({ person, weeks }: PerformanceChartsProps) {
  const ends = [weeks[0], weeks.at(-1)].flatMap((week) => week?.monday ?? []);
  return (
    <div className={classes.charts}>
      <ChartGrid about={[person, ...ends]}>
        <Finished weeks={weeks} />
        <OnTime weeks={weeks} />
        <CycleTime weeks={weeks} />
        <Logged weeks={weeks} />
      </ChartGrid>
    </div>
  );
}

type Weeks = Pick<Performance, "weeks">;

function useChartDefaults(weeks: Performance["weeks"]) {
  const text = useText();
  const { day } = useFormat();
  return {
    text,
    sub: text("performance.weeks"),
    week: { name: text("analytics.by.week"), format: "day" } as const,
    /** The current week has its own label, because it is incomplete. */
    dayOf: (monday: string) =>
      monday === weeks.at(-1)?.monday
        ? { value: monday, text: text("performance.thisWeek", { day: day(monday, "medium") }) }
        : monday,
    emptyUnless: (some: boolean) => (some ? null : { title: text("performance.none") }),
  };
}

function Finished({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useChartDefaults(weeks);
  const title = text("performance.finishedByWeek");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.finishedByWeek.means")}
      empty={emptyUnless(weeks.some(({ finished }) => finished > 0))}
      table={{
        columns: [week, { name: title, format: "number" }],
        rows: weeks.map(({ monday, finished }) => [dayOf(monday), finished]),
      }}
      data={weeks.map(({ monday, finished }) => ({ x: monday, finished }))}
      series={[{ name: "finished", label: title, color: "var(--c1)" }]}
    />
  );
}

function OnTime({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useChartDefaults(weeks);
  const title = text("performance.onTime");
  const late = text("analytics.user.late");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.onTime.means")}
      empty={emptyUnless(weeks.some(({ due }) => due > 0))}
      table={{
        columns: [week, { name: title, format: "number" }, { name: late, format: "number" }],
        rows: weeks.map(({ monday, due, on_time }) => [dayOf(monday), on_time, due - on_time]),
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
  const { text, sub, week, dayOf, emptyUnless } = useChartDefaults(weeks);
  const title = text("performance.cycle");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.cycle.means")}
      empty={emptyUnless(weeks.some(({ cycle_days: cycle }) => cycle !== null))}
      table={{
        columns: [week, { name: title, format: "durationInDays" }],
        rows: weeks.map(({ monday, cycle_days: cycle }) => [dayOf(monday), cycle]),
      }}
      drawn="line"
      data={weeks.map(({ monday, cycle_days: cycle }) => ({ x: monday, cycle }))}
      series={[{ name: "cycle", label: title, color: "var(--c1)" }]}
    />
  );
}

function Logged({ weeks }: Weeks) {
  const { text, sub, week, dayOf, emptyUnless } = useChartDefaults(weeks);
  const duration = useDuration();
  const title = text("performance.hoursByWeek");
  return (
    <WeekChart
      title={title}
      sub={sub}
      means={text("performance.hoursByWeek.means")}
      empty={emptyUnless(weeks.some(({ minutes }) => minutes > 0))}
      table={{
        columns: [week, { name: title, format: "minutes" }],
        rows: weeks.map(({ monday, minutes }) => [dayOf(monday), minutes]),
      }}
      data={weeks.map(({ monday, minutes }) => ({ x: monday, hours: minutes / 60 }))}
      formatValue={(value) => duration(Math.round(value * 60))}
      series={[{ name: "hours", label: title, color: "var(--c3)" }]}
    />
  );
}
