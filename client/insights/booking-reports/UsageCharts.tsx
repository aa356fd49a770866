import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { BookingReport } from "../../../shared/insights/booking-reports/booking-reports.contract";
import classes from "../analytics/analytics.module.css";
import { ChartPanel } from "../analytics/ChartPanel";
import { Bars, chartColors } from "../analytics/charts";
import { useEmptyText } from "../analytics/ProjectCharts";
import { useAnalyticsView } from "../analytics/useAnalyticsView";
import { useFormat, useText } from "../../platform/intl/useText";
import { useReportFormat } from "./useReportFormat";

interface AnalyticsProps {
  data: BookingReport;
}

/** Maximum number of bars in a chart; its table has all rows. */
const drawn = 12;

export function UsageByResource({ data: { resources, currency } }: AnalyticsProps) {
  const text = useText();
  const { hours } = useReportFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const label = text("bookingReport.column.hours");
  const [order, setOrder] = useState<"most" | "least">("most");
  const shareOf = (one: (typeof resources)[number]) => (one.open_minutes === 0 ? null : one.minutes / one.open_minutes);
  const bookable = resources.filter(({ count, open_minutes }) => count > 0 || open_minutes > 0);
  const visibleResources =
    order === "most"
      ? bookable.filter(({ count }) => count > 0)
      : bookable.toSorted((a, b) => (shareOf(a) ?? 1) - (shareOf(b) ?? 1) || a.minutes - b.minutes);
  return (
    <ChartPanel
      title={text("bookingReport.chart.use")}
      sub={text("bookingReport.chart.use.sub")}
      means={text("bookingReport.figure.use.means")}
      empty={bookable.length === 0 ? nothing : null}
      foot={
        <div className={classes.order}>
          <SegmentedControl
            size="xs"
            aria-label={text("bookingReport.order")}
            value={order}
            onChange={setOrder}
            data={(["most", "least"] as const).map((value) => ({ value, label: text(`bookingReport.order.${value}`) }))}
          />
        </div>
      }
      table={{
        sortable: true,
        columns: [
          { name: text("bookingReport.column.name") },
          { name: text("bookingReport.column.count"), format: "number" },
          { name: label, format: "minutes" },
          { name: text("bookingReport.figure.use"), format: "percent" },
          { name: text("bookingReport.figure.cost"), format: currency === null ? undefined : { currency } },
        ],
        rows: resources.map((one) => {
          const share = shareOf(one);
          return [
            one.name,
            { value: one.count, query: one.query },
            { value: one.minutes, query: one.query },
            share === null ? null : share * 100,
            currency === null ? null : one.cost,
          ];
        }),
      }}
    >
      <Bars
        data={visibleResources
          .slice(0, drawn)
          .map((one) => ({ x: one.name, hours: one.minutes / 60, query: one.query }))}
        series={[{ name: "hours", label, color: chartColors[0] }]}
        formatValue={(value) => hours(Math.round(value * 60))}
        horizontal
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

/** Cost of the booked hours per department, or the number of hours if no rates are set. */
export function CostByDepartment({ data: { departments, currency } }: AnalyticsProps) {
  const text = useText();
  const { money } = useFormat();
  const { hours } = useReportFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const priced = currency !== null && departments.some(({ cost }) => cost !== null);
  const nameOf = ({ name }: { name: string | null }) => name ?? text("bookingReport.noDepartment");
  const label = priced ? text("bookingReport.figure.cost") : text("bookingReport.column.hours");
  return (
    <ChartPanel
      title={text("bookingReport.chart.cost")}
      sub={text(priced ? "bookingReport.chart.cost.sub" : "bookingReport.chart.cost.noRates")}
      means={text("bookingReport.figure.cost.means")}
      empty={departments.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("bookingReport.column.department") },
          { name: text("bookingReport.column.count"), format: "number" },
          { name: text("bookingReport.column.hours"), format: "minutes" },
          { name: text("bookingReport.figure.cost"), format: currency === null ? undefined : { currency } },
        ],
        rows: departments.map((one) => [
          nameOf(one),
          { value: one.count, query: one.query },
          { value: one.minutes, query: one.query },
          currency === null ? null : one.cost,
        ]),
      }}
    >
      <Bars
        data={departments.slice(0, drawn).map((one) => ({
          x: nameOf(one),
          value: priced ? Number(one.cost ?? 0) : one.minutes / 60,
          query: one.query,
        }))}
        series={[{ name: "value", label, color: chartColors[2] }]}
        formatValue={(value) => (priced ? money(value, currency) : hours(Math.round(value * 60)))}
        horizontal
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

export function NoShows({ data: { resources } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const empty = resources.filter(({ no_shows }) => no_shows > 0).toSorted((a, b) => b.no_shows - a.no_shows);
  const label = text("bookingReport.figure.no_shows");
  return (
    <ChartPanel
      title={label}
      sub={text("bookingReport.chart.noShows.sub")}
      means={text("bookingReport.figure.no_shows.means")}
      empty={
        empty.length === 0
          ? { title: text("bookingReport.noShows.none"), text: text("bookingReport.noShows.none.why") }
          : null
      }
      table={{
        columns: [
          { name: text("bookingReport.column.name") },
          { name: label, format: "number" },
          { name: text("bookingReport.column.count"), format: "number" },
        ],
        rows: empty.map((one) => [
          one.name,
          { value: one.no_shows, query: one.no_shows_query },
          { value: one.count, query: one.query },
        ]),
      }}
    >
      <Bars
        data={empty.slice(0, drawn).map((one) => ({ x: one.name, count: one.no_shows, query: one.no_shows_query }))}
        series={[{ name: "count", label, color: chartColors[1] }]}
        horizontal
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}
