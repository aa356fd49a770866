import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./analytics.module.css";
import { ChartPanel } from "./ChartPanel";
import { Bars, chartColors } from "./charts";
import { SeriesSwatch } from "./ChartGrid";
import { useEmptyText } from "./ProjectCharts";
import { useAnalyticsView } from "./useAnalyticsView";
import { useDuration } from "../../ui/fields/useDuration";

interface AnalyticsProps {
  data: DepartmentAnalytics;
}

export function DepartmentBudgets({ data: { budgets, spend } }: AnalyticsProps) {
  const text = useText();
  const { money } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  if (budgets === null) return null;
  const currency = spend.currency ?? "USD";
  const parts = [
    { name: "spent", label: text("analytics.budget.spent"), color: chartColors[0] },
    { name: "committed", label: text("analytics.budget.committed"), color: chartColors[2] },
    { name: "waiting", label: text("analytics.budget.waiting"), color: chartColors[1] },
  ];
  const amount = { name: "amount", label: text("analytics.budget.amount"), color: "var(--c-rest)" };
  return (
    <ChartPanel
      title={text("analytics.chart.budget")}
      sub={`${text("analytics.chart.budget.sub")} · ${currency}`}
      means={text("analytics.chart.budget.means")}
      empty={budgets.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.budget.year") },
          ...[amount, ...parts].map(({ label }) => ({ name: label, format: { currency } })),
        ],
        rows: budgets.map((one) => [
          String(one.year),
          one.amount,
          { value: one.spent, query: one.spent_query },
          { value: one.committed, query: one.committed_query },
          { value: one.waiting, query: one.waiting_query },
        ]),
      }}
      foot={
        <ul className={classes.legend}>
          {[amount, ...parts].map(({ name, label, color }) => (
            <li key={name}>
              <SeriesSwatch color={color} /> {label}
            </li>
          ))}
        </ul>
      }
    >
      <Bars
        data={budgets.map((one) => ({
          x: String(one.year),
          amount: Number(one.amount),
          spent: Number(one.spent),
          committed: Number(one.committed),
          waiting: Number(one.waiting),
          "spent.query": one.spent_query,
          "committed.query": one.committed_query,
          "waiting.query": one.waiting_query,
        }))}
        series={[amount, ...parts]}
        formatValue={(value) => money(String(value), currency)}
        legend={false}
        format={(year) => year}
        onPick={(row, name) => row[`${name}.query`] && change({ list: String(row[`${name}.query`]) }, false)}
      />
    </ChartPanel>
  );
}

const drawn = 10;

export function BookingUsage({ data: { bookings } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const duration = useDuration();
  if (bookings === null) return null;
  const hours = text("analytics.bookings.hours");
  return (
    <ChartPanel
      title={text("analytics.chart.bookings")}
      sub={text("analytics.chart.bookings.sub")}
      means={text("analytics.chart.bookings.means")}
      empty={bookings.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.bookings.what") },
          { name: text("analytics.bookings.count"), format: "number" },
          { name: hours, format: "minutes" },
        ],
        rows: bookings.map((one) => [
          one.name,
          { value: one.count, query: one.query },
          { value: one.minutes, query: one.query },
        ]),
      }}
    >
      <Bars
        data={bookings.slice(0, drawn).map((one) => ({ x: one.name, hours: one.minutes / 60, query: one.query }))}
        series={[{ name: "hours", label: hours, color: chartColors[2] }]}
        formatValue={(value) => duration(Math.round(value * 60))}
        horizontal
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}
