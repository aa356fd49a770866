import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { minFinishedTasks } from "../../../shared/work/tasks/cycle-time.rules";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ChartPanel } from "./ChartPanel";
import { Bars, chartColors, ScatterPlot } from "./charts";
import { useAnalyticsView } from "./useAnalyticsView";
import { useCallback } from "react";
import { priorities } from "../../../shared/work/tasks/tasks.fields";

function useGroupLabel(): (group: { key: string; label: string }) => string {
  const text = useText();
  return useCallback(
    ({ key, label }) => {
      const priority = priorities.find((one) => one === key);
      if (priority) return text(`task.priority.${priority}`);
      if (key === "others") return text("analytics.group.otherTags");
      return key === "none" ? text("analytics.group.untagged") : label;
    },
    [text],
  );
}

interface AnalyticsProps {
  data: ProjectAnalytics;
}

export function useEmptyText() {
  const text = useText();
  return { title: text("analytics.nothing"), text: text("analytics.nothing.why") };
}

/** A count of zero has no list of records. */
const countCell = ({ count, query }: { count: number; query: string }) => (count > 0 ? { value: count, query } : count);

export function Throughput({ data: { throughput, groups } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const labelOf = useGroupLabel();
  const nothing = useEmptyText();
  const compared = throughput.some(({ previous }) => previous !== null);
  const parts = groups.map((group, at) => ({
    name: `part${at}`,
    label: labelOf(group),
    color: chartColors[at % chartColors.length] as string,
  }));
  const whole = { name: "count", label: text("analytics.figure.finished"), color: chartColors[0] };
  const before = { name: "previous", label: text("analytics.previous"), color: "var(--c-rest)" };
  const series = parts.length > 0 ? parts : compared ? [before, whole] : [whole];
  const title = text("analytics.chart.throughput");
  return (
    <ChartPanel
      title={title}
      sub={text("analytics.chart.throughput.sub")}
      means={text("analytics.figure.finished.means")}
      empty={throughput.every(({ count, previous }) => count === 0 && !previous) ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.day"), format: "day" },
          ...[whole, ...(compared ? [before] : []), ...parts].map(({ label }) => ({
            name: label,
            format: "number" as const,
          })),
        ],
        rows: throughput.map((one) => [
          one.from,
          countCell(one),
          ...(compared ? [one.previous ?? 0] : []),
          ...one.parts.map(countCell),
        ]),
      }}
    >
      <Bars
        data={throughput.map(({ from, count, previous, parts: counts, query }) => ({
          x: from,
          count,
          previous,
          query,
          ...Object.fromEntries(
            counts.flatMap((part, at) => [
              [`part${at}`, part.count],
              [`part${at}.query`, part.query],
            ]),
          ),
        }))}
        series={series}
        stacked={parts.length > 0}
        onPick={(row, name) => change({ list: String(row[`${name}.query`] ?? row.query) }, false)}
      />
    </ChartPanel>
  );
}

/** Empty state for a chart that needs more finished tasks; null when there are enough. */
export function useTooFewText(have: number) {
  const text = useText();
  return have < minFinishedTasks
    ? { title: text("analytics.needs", { count: minFinishedTasks, have }), text: text("analytics.nothing.why") }
    : null;
}

export function CycleTime({ data: { cycle, from, to } }: AnalyticsProps) {
  const text = useText();
  const { day, percent } = useFormat();
  const empty = useTooFewText(cycle.points.length);
  const late = (value: number) => cycle.p85 !== null && value > cycle.p85;
  const pointsOf = (isLate: boolean) =>
    cycle.points.filter((one) => late(one.days) === isLate).map((one) => ({ x: dayNumber(one.day), y: one.days }));
  const title = text("analytics.chart.cycle");
  const lines = (
    [
      [50, cycle.p50],
      [85, cycle.p85],
      [95, cycle.p95],
    ] as const
  ).flatMap(([share, y]) =>
    // The 95th percentile isn't drawn if it equals the 85th.
    y === null || (share === 95 && y === cycle.p85)
      ? []
      : [{ y, label: percent(share), color: share === 50 ? "var(--c1)" : "var(--c5)" }],
  );
  return (
    <ChartPanel
      span="narrow"
      title={title}
      sub={text("analytics.chart.cycle.sub")}
      means={text("analytics.figure.cycle.means")}
      empty={empty}
      table={{
        columns: [
          { name: text("list.column.key") },
          { name: text("task.title") },
          { name: text("analytics.day"), format: "day" },
          { name: title, format: "durationInDays" },
        ],
        rows: cycle.points.map((one) => [
          { value: one.key, to: paths.analyticsTask(one.id) },
          one.title,
          one.day,
          one.days,
        ]),
      }}
    >
      <ScatterPlot
        groups={[
          { name: title, color: "var(--c1)", points: pointsOf(false) },
          { name: `> ${percent(85)}`, color: "var(--c5)", points: pointsOf(true) },
        ]}
        domain={[dayNumber(from), dayNumber(to)]}
        formatX={(x) => day(dayOfNumber(Math.round(x)))}
        label={{ x: text("analytics.day"), y: title }}
        lines={lines}
      />
    </ChartPanel>
  );
}

export function CycleTimeSpread({ data: { cycle } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const empty = useTooFewText(cycle.points.length);
  const rangeOf = ({ min, max }: { min: number; max: number | null }) =>
    max === null ? text("analytics.range.from", { min }) : text("analytics.range.between", { min, max });
  return (
    <ChartPanel
      title={text("analytics.chart.histogram")}
      sub={text("analytics.chart.histogram.sub")}
      means={text("analytics.figure.cycle.means")}
      empty={empty}
      table={{
        columns: [{ name: text("analytics.chart.cycle") }, { name: text("analytics.count"), format: "number" }],
        rows: cycle.histogram.map((one) => [rangeOf(one), countCell(one)]),
      }}
    >
      <Bars
        data={cycle.histogram.map((one) => ({ x: rangeOf(one), count: one.count, query: one.query }))}
        series={[{ name: "count", label: text("analytics.count"), color: chartColors[0] }]}
        format={(range) => range}
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}
