import { useDirection } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { BookingReport } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { ChartPanel } from "../analytics/ChartPanel";
import { useEmptyText } from "../analytics/ProjectCharts";
import { useAnalyticsView } from "../analytics/useAnalyticsView";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./HoursOfWeek.module.css";
import { busiestHours, useReportFormat } from "./useReportFormat";

type Hour = BookingReport["hours"][number];

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const defaultHours = { first: 8, last: 17 } as const;

/** Booked hours per hour of the week, in the local time of the location. */
export function HoursOfWeek({ data: { hours } }: { data: BookingReport }) {
  const text = useText();
  const words = useReportFormat();
  const nothing = useEmptyText();
  const busiest = busiestHours(hours);
  return (
    <ChartPanel
      span="whole"
      title={text("bookingReport.chart.hours")}
      sub={text("bookingReport.chart.hours.sub")}
      means={text("bookingReport.chart.hours.means")}
      empty={hours.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("bookingReport.column.hour") },
          { name: text("bookingReport.column.count"), format: "number" },
          { name: text("bookingReport.column.hours"), format: "minutes" },
        ],
        rows: hours.map((one) => [
          words.hourOfWeek(one),
          { value: one.count, query: one.query },
          { value: one.minutes, query: one.query },
        ]),
      }}
      foot={<Busiest hours={busiest} />}
    >
      <HourHeatmap hours={hours} />
    </ChartPanel>
  );
}

function Busiest({ hours }: { hours: readonly Hour[] }) {
  const text = useText();
  const words = useReportFormat();
  const { change } = useAnalyticsView();
  return (
    <div className={classes.busiest}>
      <b>{text("bookingReport.busiest")}</b>
      <ol>
        {hours.map((one) => (
          <li key={`${one.weekday} ${one.hour}`}>
            <button type="button" onClick={() => change({ list: one.query }, false)}>
              {words.hourOfWeek(one)} <small>{words.hours(one.minutes)}</small>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

const size = { row: 30, gap: 2, names: 92, shortNames: 52, head: 22 } as const;

function HourHeatmap({ hours }: { hours: readonly Hour[] }) {
  const { ref, width } = useElementSize();
  const words = useReportFormat();
  const rtl = useDirection().dir === "rtl";
  const { change } = useAnalyticsView();
  const { number } = useFormat();
  const first = Math.min(defaultHours.first, ...hours.map(({ hour }) => hour));
  const last = Math.max(defaultHours.last, ...hours.map(({ hour }) => hour));
  const columns = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const most = Math.max(...hours.map(({ minutes }) => minutes));
  const names = width < 480 ? size.shortNames : size.names;
  const cell = Math.max(0, (width - names) / columns.length);
  // The hours run left to right in every language. The weekday names are at the start of the line.
  const plot = rtl ? 0 : names;
  const labelInterval = Math.max(1, Math.ceil(44 / Math.max(1, cell)));
  const height = size.head + weekdays.length * size.row;
  const shownIn = ({ minutes }: Hour) =>
    cell >= 34 ? number(minutes / 60, { maximumFractionDigits: minutes < 60 ? 1 : 0 }) : null;
  return (
    <div ref={ref}>
      <svg width={width} height={height} className={classes.heat}>
        {columns.map((hour, at) =>
          at % labelInterval === 0 ? (
            <text key={hour} x={plot + (at + 0.5) * cell} y={14} textAnchor="middle">
              {words.clock(hour)}
            </text>
          ) : null,
        )}
        {weekdays.map((day, row) => {
          const top = size.head + row * size.row;
          return (
            <g key={day}>
              <text x={rtl ? width : 0} y={top + 20} textAnchor={rtl ? "end" : "start"}>
                {names < size.names ? words.shortWeekday(day) : words.weekday(day)}
              </text>
              {columns.map((hour, at) => {
                const one = hours.find((each) => each.weekday === day && each.hour === hour);
                const part = one ? one.minutes / most : 0;
                const x = plot + at * cell + size.gap / 2;
                const middle = plot + (at + 0.5) * cell;
                return (
                  <g
                    key={hour}
                    data-hour={one ? `${day} ${hour}` : undefined}
                    className={one && classes.cell}
                    onClick={() => one && change({ list: one.query }, false)}
                  >
                    <rect
                      x={x}
                      y={top}
                      width={Math.max(0, cell - size.gap)}
                      height={size.row - size.gap}
                      rx={3}
                      fill={one ? "var(--c1)" : "var(--c-grid)"}
                      fillOpacity={one ? 0.12 + 0.88 * part : 0.4}
                    />
                    {one && (
                      <>
                        <title>{`${words.hourOfWeek(one)}: ${words.hours(one.minutes)}`}</title>
                        <text x={middle} y={top + 19} textAnchor="middle" data-dark={part > 0.5 || undefined}>
                          {shownIn(one)}
                        </text>
                      </>
                    )}
                  </g>
                );
              })}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
