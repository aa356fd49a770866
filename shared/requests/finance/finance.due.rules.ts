import { addDays } from "../../kernel/days";

/**
 * Returns the day until which a request must be paid: the due day, or else the day by which it is needed. SQL equivalent: `COALESCE(due_on,
 * needed_by)`.
 */
export const dueDayOf = ({ due_on, needed_by }: { due_on: string | null; needed_by: string | null }): string | null =>
  due_on ?? needed_by;

/** The day until which an invoice must be paid by the supplier's terms; null without an invoice date or terms. */
export const dueByTerms = (invoiceDate: string | null, days: number | null | undefined): string | null =>
  invoiceDate === null || days == null ? null : addDays(invoiceDate, days);

/** Filters of unpaid requests by their due day: before today, or within this number of days. */
export const dueFilters = { overdue: -1, week: 7, month: 30 } as const;
export type DueFilter = keyof typeof dueFilters;
