import type { Permission } from "../../kernel/access";
import { addDays, daysFrom } from "../../kernel/days";
import type { Period } from "../../kernel/periods.rules";
import type { NamedRecord } from "../../kernel/translations";

/**
 * Columns after the personnel number, in their default order, with the kind of their values. `leave` has a column for each leave type
 * (`leave:12`), and `expenses` one for each currency (`expenses:EUR`). Times are in minutes.
 */
export const payrollColumnKinds = {
  name: "text",
  department: "text",
  contract: "contract",
  weekly_hours: "minutes",
  expected: "minutes",
  recorded: "minutes",
  difference: "minutes",
  leave: "days",
  unpaid: "days",
  payout: "days",
  joined: "day",
  left: "day",
  contract_change: "contract",
  schedule_change: "minutes",
  salary: "amount",
  currency: "text",
  salary_change: "text",
  expenses: "amount",
} as const;
export type PayrollColumnKey = keyof typeof payrollColumnKinds;
export type PayrollColumnKind = (typeof payrollColumnKinds)[PayrollColumnKey];
export const payrollColumnKeys = Object.keys(payrollColumnKinds) as PayrollColumnKey[];

/**
 * Columns that settle what they contain: closing the month pays these records. They are exported only if they are chosen, by users with
 * the permission.
 */
export const settlingColumns: Readonly<Partial<Record<PayrollColumnKey, Permission>>> = { expenses: "expense-pay" };
export const defaultPayrollColumns = payrollColumnKeys.filter((key) => !(key in settlingColumns));

/** Columns for readers who may see salaries. */
export const salaryColumns: ReadonlySet<string> = new Set(["salary", "currency", "salary_change"]);

/** A column of an export; `name` is set for columns of records such as leave types. */
export interface PayrollColumn {
  key: string;
  name: NamedRecord | null;
  /** Set if the values of a leave type are hours instead of days. */
  inHours?: boolean;
  /** Set if the values are amounts in this currency. */
  currency?: string;
}

/** Returns the configured column that a column of an export belongs to. */
export const baseColumn = (key: string) => key.replace(/:.*/, "") as PayrollColumnKey;

export const columnKind = (key: string): PayrollColumnKind => payrollColumnKinds[baseColumn(key)] ?? "text";

/** A record that is part of a value. */
export interface PayrollReason {
  column: string;
  /** Id of the request. */
  id: number;
  number: string;
  amount: string;
}

/** A value that changed within the month. */
export interface DatedChange {
  on: string;
  before: string | null;
  after: string | null;
}

export type PayrollCell = string | number | null | DatedChange[];
export type PayrollCells = Record<string, PayrollCell>;

/** Returns the first and last day of a month written as `2026-11`. */
export function periodOfMonth(month: string): Period {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: last };
}

/** A value in force from a day. `until` is its last day, or null if there is no end. */
export interface DatedValue<Value> {
  from: string;
  until: string | null;
  value: Value;
}

/** Returns the value on a day; undefined if no value is in force. */
export const valueOn = <Value>(values: readonly DatedValue<Value>[], day: string): Value | undefined =>
  values.find(({ from, until }) => from <= day && (until === null || day <= until))?.value;

/** The values after a change that takes effect on a day, which applies to that day and later ones. */
export const changedFrom = <Value>(
  values: readonly DatedValue<Value>[],
  on: string,
  change: (value: Value) => Value,
): DatedValue<Value>[] =>
  values.flatMap((dated) => {
    const { from, until, value } = dated;
    if (until !== null && until < on) return [dated];
    if (from >= on) return [{ ...dated, value: change(value) }];
    return [
      { from, until: addDays(on, -1), value },
      { from: on, until, value: change(value) },
    ];
  });

/** Returns the days of a period on which a value differs from the day before. A day on which a value begins or ends isn't a change. */
export function changesIn(period: Period, valueOf: (day: string) => string | null | undefined): DatedChange[] {
  return daysFrom(period.from, period.to).flatMap((on) => {
    const [before, after] = [valueOf(addDays(on, -1)), valueOf(on)];
    return before === undefined || after === undefined || before === after ? [] : [{ on, before, after }];
  });
}

/** Returns the first and last days of employment in a period. Calls `isEmployed` for the days in and around the period. */
export function employmentIn(period: Period, isEmployed: (day: string) => boolean) {
  const days = daysFrom(period.from, period.to).filter(isEmployed);
  return {
    /** Days of employment. */
    days,
    joined: days.findLast((day) => !isEmployed(addDays(day, -1))) ?? null,
    left: days.findLast((day) => !isEmployed(addDays(day, 1))) ?? null,
  };
}

/** Columns that are replaced by those of their records. */
const recordColumns: ReadonlySet<PayrollColumnKey> = new Set(["leave", "expenses"]);

/** Returns the columns of an export: the configured columns, each with the columns of its records. */
export const exportedColumns = (
  configured: readonly PayrollColumnKey[],
  ofRecords: readonly PayrollColumn[],
): PayrollColumn[] =>
  configured.flatMap((key) => [
    ...(recordColumns.has(key) ? [] : [{ key, name: null }]),
    ...ofRecords.filter((column) => baseColumn(column.key) === key),
  ]);

const isEmpty = (cell: PayrollCell | undefined) =>
  cell === undefined || cell === null || cell === 0 || (Array.isArray(cell) && cell.length === 0);

const isSame = (one: PayrollCell | undefined, other: PayrollCell | undefined): boolean => {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return (
    one.length === other.length &&
    one.every(({ on, before, after }, at) => {
      const counterpart = other[at];
      return on === counterpart?.on && before === counterpart.before && after === counterpart.after;
    })
  );
};

/** Returns the old values of the cells that differ. Missing, empty and zero values are equal. Only `keys` are compared. */
export function changedCells(before: PayrollCells, after: PayrollCells, keys: readonly string[]): PayrollCells {
  return Object.fromEntries(
    keys.flatMap((key) => (isSame(before[key], after[key]) ? [] : [[key, before[key] ?? null]])),
  );
}
