import type { BookingReport, ReportRow } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { isMadeAtDoor } from "../../../shared/bookings/resources/made-at-door.rules";
import type { Sheet, SheetCell } from "../../platform/spreadsheet";
import { hoursOfLines } from "../../../shared/work/time/hours.rules";
import type { Translate } from "../../platform/text";

const amountOf = (amount: string | null): SheetCell => (amount === null ? null : { amount });
const hoursOfAll = (rows: readonly { minutes: number }[]) => hoursOfLines(rows.map(({ minutes }) => minutes));

export function bookingsSheet(
  { currency }: Pick<BookingReport, "currency">,
  rows: readonly ReportRow[],
  total: number,
  text: Translate,
): Sheet {
  const hours = hoursOfAll(rows);
  const lines = rows.map((row, at): SheetCell[] => [
    { day: row.day },
    row.from,
    { day: row.last_day },
    row.until,
    row.time_zone,
    text(`bookingReport.type.${row.bookable.type as "room"}`),
    row.bookable.name,
    row.title ?? text("bookingReport.private"),
    row.requester ?? (isMadeAtDoor(row) ? text("booking.byDoor") : null),
    row.department,
    hours[at] as number,
    row.no_show ? text("bookingReport.noShow") : null,
    amountOf(row.cost),
  ]);
  if (rows.length < total) lines.push([text("bookingReport.leftOut", { shown: rows.length, total })]);
  const titles = columnTitles(
    text,
    ["day", "from", "lastDay", "until", "zone", "type", "name", "title", "requester", "department", "hours", "noShow"],
    currency,
  );
  return { name: text("bookingReport.sheet.bookings"), titles, rows: lines };
}

export function reportSheets(report: BookingReport, bookings: Sheet, text: Translate): Sheet[] {
  const hours = {
    resources: hoursOfAll(report.resources),
    open: hoursOfLines(report.resources.map((one) => one.open_minutes)),
    hours: hoursOfAll(report.hours),
    departments: hoursOfAll(report.departments),
  };
  const weekday = (day: number) => text(`bookingReport.weekday.${day as 1}`);
  return [
    {
      name: text("bookingReport.sheet.use"),
      titles: columnTitles(text, ["type", "name", "count", "hours", "openHours", "noShows"], report.currency),
      rows: report.resources.map((one, at) => [
        text(`bookingReport.type.${one.type as "room"}`),
        one.name,
        one.count,
        hours.resources[at] as number,
        hours.open[at] as number,
        one.no_shows,
        amountOf(one.cost),
      ]),
    },
    {
      name: text("bookingReport.sheet.hours"),
      titles: columnTitles(text, ["weekday", "hour", "count", "hours"]),
      rows: report.hours.map((one, at) => [
        weekday(one.weekday),
        `${String(one.hour).padStart(2, "0")}:00`,
        one.count,
        hours.hours[at] as number,
      ]),
    },
    {
      name: text("bookingReport.sheet.departments"),
      titles: columnTitles(text, ["department", "count", "hours"], report.currency),
      rows: report.departments.map((one, at) => [
        one.name ?? text("bookingReport.noDepartment"),
        one.count,
        hours.departments[at] as number,
        amountOf(one.cost),
      ]),
    },
    bookings,
  ];
}

type Column =
  | "day"
  | "from"
  | "lastDay"
  | "until"
  | "zone"
  | "type"
  | "name"
  | "title"
  | "requester"
  | "department"
  | "hours"
  | "openHours"
  | "noShow"
  | "noShows"
  | "count"
  | "weekday"
  | "hour";

const columnTitles = (text: Translate, columns: readonly Column[], currency?: string | null): string[] => [
  ...columns.map((column) => text(`bookingReport.column.${column}`)),
  ...(currency === undefined ? [] : [text("bookingReport.column.cost", { currency: currency ?? "–" })]),
];
