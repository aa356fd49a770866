import type { BookingReport, ReportRow } from "../../shared/booking-reports/booking-reports.contract";
import type { Sheet, SheetCell } from "../platform/spreadsheet";
import type { Translate } from "../platform/text";

const amountOf = (amount: string | null): SheetCell => (amount === null ? null : { amount });
const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

/** The bookings one by one: what a CSV file has, and the last sheet of a workbook. */
export function bookingsSheet(
  { currency }: Pick<BookingReport, "currency">,
  rows: readonly ReportRow[],
  total: number,
  text: Translate,
): Sheet {
  const lines = rows.map((row): SheetCell[] => [
    { day: row.day },
    row.from,
    row.until,
    text(`bookingReport.type.${row.bookable.type as "room"}`),
    row.bookable.name,
    row.title ?? text("bookingReport.private"),
    row.requester,
    row.department,
    hoursOf(row.minutes),
    row.no_show ? text("bookingReport.noShow") : null,
    amountOf(row.cost),
  ]);
  if (rows.length < total) lines.push([text("bookingReport.leftOut", { shown: rows.length, total })]);
  const titles = columnTitles(
    text,
    ["day", "from", "until", "type", "name", "title", "requester", "department", "hours", "noShow"],
    currency,
  );
  return { name: text("bookingReport.sheet.bookings"), titles, rows: lines };
}

/** The figures of the report, and what they are made of. */
export function reportSheets(report: BookingReport, bookings: Sheet, text: Translate): Sheet[] {
  const weekday = (day: number) => text(`bookingReport.weekday.${day as 1}`);
  return [
    {
      name: text("bookingReport.sheet.use"),
      titles: columnTitles(text, ["type", "name", "count", "hours", "openHours", "noShows"], report.currency),
      rows: report.resources.map((one) => [
        text(`bookingReport.type.${one.type as "room"}`),
        one.name,
        one.count,
        hoursOf(one.minutes),
        hoursOf(one.open_minutes),
        one.no_shows,
        amountOf(one.cost),
      ]),
    },
    {
      name: text("bookingReport.sheet.hours"),
      titles: columnTitles(text, ["weekday", "hour", "count", "hours"]),
      rows: report.hours.map((one) => [
        weekday(one.weekday),
        `${String(one.hour).padStart(2, "0")}:00`,
        one.count,
        hoursOf(one.minutes),
      ]),
    },
    {
      name: text("bookingReport.sheet.departments"),
      titles: columnTitles(text, ["department", "count", "hours"], report.currency),
      rows: report.departments.map((one) => [
        one.name ?? text("bookingReport.noDepartment"),
        one.count,
        hoursOf(one.minutes),
        amountOf(one.cost),
      ]),
    },
    bookings,
  ];
}

type Column =
  | "day"
  | "from"
  | "until"
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

/** With the cost at their end, where there is a currency to say it in. */
const columnTitles = (text: Translate, columns: readonly Column[], currency?: string | null): string[] => [
  ...columns.map((column) => text(`bookingReport.column.${column}`)),
  ...(currency === undefined ? [] : [text("bookingReport.column.cost", { currency: currency ?? "–" })]),
];
