import type { DocumentFields } from "../../../shared/approvals/documents/document-fields";
import { localDayIn } from "../../../shared/kernel/days";
import type { Language } from "../../../shared/kernel/languages";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import { serializeCsv } from "../../../shared/kernel/text/csv";
import { presentWithSteps } from "../../approvals/approvals/approvals.present";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Sheet, SheetCell } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";

/**
 * Limits of an Excel file, which is built in memory: `xlsx` requests, and `lines` rows of all sheets, because a request may have hundreds
 * of rows. CSV files contain all rows and are read in pages of `page` requests.
 */
export const exportSizes = { xlsx: 5_000, lines: 20_000, page: 1_000 };

export const amountOf = (amount: string | null): SheetCell => (amount === null ? null : { amount });
export const dayOf = (day: string | null | undefined): SheetCell => (day ? { day: day.slice(0, 10) } : null);

const tenantTimeZoneStatement = sql(
  "documents.timeZone",
  `SELECT time_zone AS "timeZone" FROM tenant WHERE id = current_tenant()`,
);

/** Returns the cell of a moment's day in the organization's time zone. */
export async function momentDayOf(tx: Tx): Promise<(moment: string | null) => SheetCell> {
  const zone = (await tx.one<{ timeZone: string }>(tenantTimeZoneStatement))?.timeZone ?? "UTC";
  return (moment) => (moment ? { day: localDayIn(zone, new Date(moment)) } : null);
}

/** Widths of a document's fields by the name of their column. */
export const exportedWidths = <Fields extends DocumentFields>(fields: Fields) =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ exported }) => (exported ? [[exported.name, exported.width]] : [])),
  ) as Record<ExportedColumn<Fields>, number>;

/** Cells of a document's fields by the name of their column. */
export const exportedCells = <Fields extends DocumentFields>(
  fields: Fields,
  record: { readonly [Name in keyof Fields]?: string | number | null },
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { exported, kind }]) => {
      const value = record[name] ?? null;
      return exported ? [[exported.name, kind === "day" ? dayOf(value as string | null) : value]] : [];
    }),
  ) as Record<ExportedColumn<Fields>, SheetCell>;

type ExportedColumn<Fields extends DocumentFields> = NonNullable<Fields[keyof Fields]["exported"]>["name"];

/** CSV without the byte order mark, which only the first part of a file may have. */
export const csvPart = (lines: SheetCell[][], language: Language): Buffer =>
  Buffer.from(serializeCsv(lines, language).slice(1));

export const linesOfAll = (requests: readonly { lines: number }[]): number =>
  requests.reduce((sum, { lines }) => sum + lines, 0);

/** The first requests, with at most so many rows together. */
export function withinLines<Counted extends { lines: number }>(requests: readonly Counted[], most: number): Counted[] {
  let sum = 0;
  const over = requests.findIndex(({ lines }) => {
    sum += lines;
    return sum > most;
  });
  return over < 0 ? [...requests] : requests.slice(0, over);
}

/** A sheet with columns of these widths; their names and that of the sheet are keys of `document.column` and `document`. */
export const sheetOf = (
  text: Translate,
  name: string,
  columns: Readonly<Record<string, number>>,
  rows: SheetCell[][] = [],
): Sheet => ({
  name: text(`document.${name}`),
  titles: Object.keys(columns).map((column) => text(`document.column.${column}`)),
  widths: Object.values(columns),
  rows,
});

const approvalColumns = { number: 16, decision: 20, decidedBy: 24, onBehalfOf: 24, decidedOn: 12, note: 40 } as const;

export const approvalsSheet = (text: Translate): Sheet => sheetOf(text, "way", approvalColumns);

export async function approvalLines(
  tx: Tx,
  requests: readonly { id: number; code: string | null }[],
  text: Translate,
): Promise<SheetCell[][]> {
  const dayOfMoment = await momentDayOf(tx);
  const lines = await presentWithSteps(tx, requests, ({ code }, steps) =>
    steps.map((step): SheetCell[] => [
      code,
      text(`document.step.${step.state}`),
      (step.decided_by ?? step.approver)?.fullname ?? (step.role ? roleNameIn(text, step.role.name) : null),
      step.on_behalf_of?.fullname ?? null,
      dayOfMoment(step.decided_at),
      step.note,
    ]),
  );
  return lines.flat();
}
