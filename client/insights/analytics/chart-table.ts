import { useMemo } from "react";
import type { TableCell } from "../../../shared/kernel/text/csv";
import { roundToHours } from "../../../shared/work/time/hours.rules";
import { useFormat } from "../../platform/intl/useText";
import { useDuration } from "../../ui/fields/useDuration";
import { useDaysText } from "./useDaysText";

/** Type of a column's values. Text is the default; days are `YYYY-MM-DD`, months `YYYY-MM`, and instants ISO 8601. */
export type ColumnFormat =
  | "number"
  | "minutes"
  | "durationInDays"
  | "percent"
  | "day"
  | "month"
  | "instant"
  | { currency: string };

export interface ChartColumn {
  name: string;
  format?: ColumnFormat;
}

export interface ChartCell {
  value: string | number | null;
  /** Shown instead of the formatted value. */
  text?: string;
  /** `query` is the address of the list of records behind the cell; `to` is the path of a page that the cell links to. */
  query?: string;
  to?: string;
}

/** Chart data as rows: for screen readers, for the table view and for the CSV export. */
export interface ChartTable {
  columns: readonly ChartColumn[];
  rows: readonly (readonly (string | number | null | ChartCell)[])[];
  sortable?: boolean;
}

type Cell = ChartTable["rows"][number][number];

export const cellOf = (cell: Cell | undefined): ChartCell =>
  typeof cell === "object" && cell !== null ? cell : { value: cell ?? null };

/** Formats cells for the screen. */
export function useCellText(): (cell: Cell, format: ColumnFormat | undefined) => string {
  const { number, percent, money, day, dateTime } = useFormat();
  const duration = useDuration();
  const days = useDaysText();
  return useMemo(() => {
    const formats = {
      number: (value: number) => number(value, { maximumFractionDigits: 1 }),
      minutes: duration,
      durationInDays: days,
      percent: (value: number) => percent(value),
    };
    return (cell, format) => {
      const { value, text } = cellOf(cell);
      if (text !== undefined) return text;
      if (value === null) return "–";
      if (format === undefined) return String(value);
      if (typeof format === "object") return money(String(value), format.currency);
      if (format === "day") return day(String(value), "medium");
      if (format === "month") return day(`${value}-01`, "monthYear");
      return format === "instant" ? dateTime(String(value)) : formats[format](Number(value));
    };
  }, [number, percent, money, day, dateTime, duration, days]);
}

/** Rows of the CSV file: numbers that programs can calculate with, and their units in the head. */
export const csvRowsOf = ({ columns, rows }: ChartTable): TableCell[][] => [
  columns.map(({ name, format }) => {
    const unit = unitOf(format);
    return unit ? `${name} (${unit})` : name;
  }),
  ...rows.map((row) => columns.map(({ format }, at) => csvCellOf(cellOf(row[at]).value, format))),
];

function unitOf(format: ColumnFormat | undefined): string | null {
  if (typeof format === "object") return format.currency;
  if (format === "minutes") return "h";
  if (format === "durationInDays") return "d";
  return format === "percent" ? "%" : null;
}

function csvCellOf(value: string | number | null, format: ColumnFormat | undefined): TableCell {
  if (value === null || format === undefined) return value;
  if (typeof format === "object") return { amount: String(value) };
  if (format === "day" || format === "month" || format === "instant") return { day: String(value) };
  return format === "minutes" ? roundToHours(Number(value)) : Math.round(Number(value) * 100) / 100;
}
