import { useNavigate } from "react-router-dom";
import { flowListAddress, type ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ChartPanel } from "./ChartPanel";
import { Areas, Bars, Lines } from "./charts";
import classes from "./analytics.module.css";
import { assignColumnColours } from "./colours";
import { SeriesSwatch } from "./ChartGrid";
import { useEmptyText } from "./ProjectCharts";
import { useAnalyticsView } from "./useAnalyticsView";
import { useDaysText } from "./useDaysText";
import { useDuration } from "../../ui/fields/useDuration";

interface AnalyticsProps {
  data: ProjectAnalytics;
}

type Column = ProjectAnalytics["flow"]["columns"][number];

const sumOf = (counts: readonly number[], columns: readonly Column[], kind?: Column["kind"]) =>
  counts.reduce((sum, count, at) => sum + (kind === undefined || columns[at]?.kind === kind ? count : 0), 0);

export function CumulativeFlow({ data: { flow } }: AnalyticsProps) {
  const text = useText();
  const { number } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const bands = assignColumnColours(flow.columns);
  const last = flow.days.at(-1);
  const listOf = (column_id: number, on: string) => flowListAddress(flow.query, on, { column_id });
  return (
    <ChartPanel
      span="wide"
      title={text("analytics.chart.flow")}
      sub={text("analytics.chart.flow.sub")}
      means={text("analytics.chart.flow.means")}
      empty={flow.days.every(({ counts }) => sumOf(counts, flow.columns) === 0) ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.day"), format: "day" },
          ...flow.columns.map(({ title }) => ({ name: title, format: "number" as const })),
        ],
        rows: flow.days.map((one) => [
          one.day,
          ...one.counts.map((count, at) => ({
            value: count,
            query: count > 0 ? listOf((flow.columns[at] as Column).id, one.day) : undefined,
          })),
        ]),
      }}
      foot={
        <ul className={classes.legend}>
          {bands.map(({ column, at, color }) => (
            <li key={column.id}>
              <SeriesSwatch color={color} />
              <bdi>{column.title}</bdi>
              <button
                type="button"
                aria-label={`${column.title}: ${number(last?.counts[at] ?? 0)}`}
                onClick={() => change({ list: listOf(column.id, last?.day ?? "") }, false)}
              >
                {number(last?.counts[at] ?? 0)}
              </button>
            </li>
          ))}
        </ul>
      }
    >
      <Areas
        legend={false}
        data={flow.days.map((one) => ({
          x: one.day,
          ...Object.fromEntries(one.counts.map((count, at) => [`c${at}`, count])),
        }))}
        // Reversed, so that done columns are at the bottom of the stack and todo columns at the top.
        series={bands.map(({ column, at, color }) => ({ name: `c${at}`, label: column.title, color })).reverse()}
      />
    </ChartPanel>
  );
}

export function BurnUp({ data: { flow } }: AnalyticsProps) {
  const text = useText();
  const nothing = useEmptyText();
  const rows = flow.days.map(({ day: x, counts }) => ({
    x,
    done: sumOf(counts, flow.columns, "done"),
    scope: sumOf(counts, flow.columns),
  }));
  const [done, scope] = [text("analytics.burnUp.done"), text("analytics.burnUp.scope")];
  return (
    <ChartPanel
      title={text("analytics.chart.burnUp")}
      sub={text("analytics.chart.burnUp.sub")}
      means={text("analytics.chart.burnUp.means")}
      empty={rows.every((row) => row.scope === 0) ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.day"), format: "day" },
          { name: done, format: "number" },
          { name: scope, format: "number" },
        ],
        rows: rows.map((row) => [
          row.x,
          { value: row.done, query: flowListAddress(flow.query, row.x, { kind: "done" }) },
          { value: row.scope, query: flowListAddress(flow.query, row.x) },
        ]),
      }}
    >
      <Lines
        data={rows}
        series={[
          { name: "scope", label: scope, color: "var(--c-rest)" },
          { name: "done", label: done, color: "var(--c4)" },
        ]}
      />
    </ChartPanel>
  );
}

export function WorkInProgress({ data: { flow, wip_limit: limit } }: AnalyticsProps) {
  const text = useText();
  const nothing = useEmptyText();
  const title = text("analytics.chart.wip");
  const rows = flow.days.map(({ day: x, counts }) => ({ x, doing: sumOf(counts, flow.columns, "doing") }));
  return (
    <ChartPanel
      title={title}
      sub={text("analytics.chart.wip.sub")}
      means={text("analytics.chart.wip.means")}
      empty={rows.every((row) => row.doing === 0) ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.day"), format: "day" },
          { name: title, format: "number" },
        ],
        rows: rows.map((row) => [
          row.x,
          { value: row.doing, query: flowListAddress(flow.query, row.x, { kind: "doing" }) },
        ]),
      }}
    >
      <Areas
        data={rows}
        series={[{ name: "doing", label: title, color: "var(--c2)" }]}
        lines={limit === null ? [] : [{ y: limit, label: text("analytics.wip.limit", { limit }), color: "var(--c5)" }]}
      />
    </ChartPanel>
  );
}

export function WorkItemAge({ data: { age, cycle } }: AnalyticsProps) {
  const text = useText();
  const { percent } = useFormat();
  const navigate = useNavigate();
  const days = useDaysText();
  const nothing = useEmptyText();
  const title = text("analytics.chart.age");
  return (
    <ChartPanel
      title={title}
      sub={text("analytics.chart.age.sub")}
      means={text("analytics.chart.age.means")}
      empty={age.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("list.column.key") },
          { name: text("task.title") },
          { name: text("list.column.status") },
          { name: title, format: "durationInDays" },
        ],
        rows: age.map((one) => [{ value: one.key, to: paths.analyticsTask(one.id) }, one.title, one.column, one.days]),
      }}
    >
      <Bars
        data={age.map((one) => ({ x: one.key, days: one.days, id: one.id }))}
        onPick={({ id }) => void navigate(paths.analyticsTask(Number(id)))}
        series={[{ name: "days", label: title, color: "var(--c2)" }]}
        formatValue={days}
        format={(key) => key}
        lines={cycle.p85 === null ? [] : [{ y: cycle.p85, label: percent(85), color: "var(--c5)" }]}
      />
    </ChartPanel>
  );
}

export function EstimatesChart({ data: { time } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const hours = useDuration();
  const [estimated, spent] = [text("analytics.time.estimate"), text("analytics.time.spent")];
  return (
    <ChartPanel
      title={text("analytics.chart.time")}
      sub={text("analytics.chart.time.sub")}
      means={text("analytics.chart.time.means")}
      empty={time.tasks.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("list.column.key") },
          { name: text("task.title") },
          { name: estimated, format: "minutes" },
          { name: spent, format: "minutes" },
        ],
        rows: time.tasks.map((one) => [
          { value: one.key, to: paths.analyticsTask(one.id) },
          one.title,
          one.estimate_minutes,
          one.spent_minutes,
        ]),
      }}
      foot={
        <p className={classes.sums}>
          <button type="button" onClick={() => change({ list: time.query }, false)}>
            {estimated} <b>{hours(time.estimate_minutes)}</b> · {spent} <b>{hours(time.spent_minutes)}</b>
          </button>
        </p>
      }
    >
      <Bars
        data={time.tasks.map((one) => ({
          x: one.key,
          estimate: one.estimate_minutes / 60,
          spent: one.spent_minutes / 60,
        }))}
        series={[
          { name: "estimate", label: estimated, color: "var(--c-rest)" },
          { name: "spent", label: spent, color: "var(--c1)" },
        ]}
        formatValue={(value) => hours(Math.round(value * 60))}
        horizontal
      />
    </ChartPanel>
  );
}
