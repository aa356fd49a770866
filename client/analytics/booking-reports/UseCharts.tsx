import type { BookingReport } from "../../../shared/booking-reports/booking-reports.contract";
import { ChartPanel } from "../ChartPanel";
import { Bars, chartColors } from "../charts";
import { useNothing } from "../ProjectCharts";
import { useAnalyticsView } from "../useAnalyticsView";
import { useFormat, useText } from "../../platform/intl/useText";
import { useReportWords } from "./useReportWords";

interface Of {
  data: BookingReport;
}

/** How many of them a picture has; the table has all. */
const drawn = 12;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Which rooms and cars were booked, and how much of the time in which they can be. */
export function UseByResource({ data: { resources, currency } }: Of) {
  const text = useText();
  const { number, percent, money } = useFormat();
  const { hours } = useReportWords();
  const { change } = useAnalyticsView();
  const nothing = useNothing();
  const label = text("bookingReport.column.hours");
  const booked = resources.filter(({ count }) => count > 0);
  return (
    <ChartPanel
      title={text("bookingReport.chart.use")}
      sub={text("bookingReport.chart.use.sub")}
      means={text("bookingReport.figure.use.means")}
      empty={booked.length === 0 ? nothing : null}
      table={{
        head: [
          text("bookingReport.column.name"),
          text("bookingReport.column.count"),
          label,
          text("bookingReport.figure.use"),
          text("bookingReport.figure.cost"),
        ],
        rows: resources.map((one) => [
          one.name,
          { text: number(one.count), query: one.query },
          { text: hours(one.minutes), query: one.query },
          one.open_minutes === 0 ? "–" : percent((one.minutes / one.open_minutes) * 100),
          one.cost && currency ? money(one.cost, currency) : "–",
        ]),
      }}
    >
      <Bars
        data={booked.slice(0, drawn).map((one) => ({ x: one.name, hours: tenth(one.minutes / 60), query: one.query }))}
        series={[{ name: "hours", label, color: chartColors[0] }]}
        format={(name) => name}
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

/** What the hours of each department come to; without rates, how many there were. */
export function CostByDepartment({ data: { departments, currency } }: Of) {
  const text = useText();
  const { number, money } = useFormat();
  const { hours } = useReportWords();
  const { change } = useAnalyticsView();
  const nothing = useNothing();
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
        head: [
          text("bookingReport.column.department"),
          text("bookingReport.column.count"),
          text("bookingReport.column.hours"),
          text("bookingReport.figure.cost"),
        ],
        rows: departments.map((one) => [
          nameOf(one),
          { text: number(one.count), query: one.query },
          { text: hours(one.minutes), query: one.query },
          one.cost && currency ? money(one.cost, currency) : "–",
        ]),
      }}
    >
      <Bars
        data={departments.slice(0, drawn).map((one) => ({
          x: nameOf(one),
          value: priced ? Number(one.cost ?? 0) : tenth(one.minutes / 60),
          query: one.query,
        }))}
        series={[{ name: "value", label, color: chartColors[2] }]}
        format={(name) => name}
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

/** Rooms that were booked and stayed empty. */
export function NoShows({ data: { resources } }: Of) {
  const text = useText();
  const { number } = useFormat();
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
        head: [text("bookingReport.column.name"), label, text("bookingReport.column.count")],
        rows: empty.map((one) => [
          one.name,
          { text: number(one.no_shows), query: one.no_shows_query },
          { text: number(one.count), query: one.query },
        ]),
      }}
    >
      <Bars
        data={empty.slice(0, drawn).map((one) => ({ x: one.name, count: one.no_shows, query: one.no_shows_query }))}
        series={[{ name: "count", label, color: chartColors[1] }]}
        format={(name) => name}
        onPick={({ query }) => change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}
