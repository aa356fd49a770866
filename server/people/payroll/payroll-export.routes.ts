import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { wholeNumber } from "../../../shared/kernel/fields";
import { translatedNameIn } from "../../../shared/kernel/translations";
import { monthParam } from "../../../shared/people/payroll/payroll.contract";
import {
  baseColumn,
  columnKind,
  type DatedChange,
  type PayrollCell,
  type PayrollCells,
  type PayrollColumn,
} from "../../../shared/people/payroll/payroll.rules";
import { contractTypes } from "../../../shared/people/people/people.fields";
import type { Tx } from "../../platform/database/unit-of-work";
import { exportFormatField, serveSheets } from "../../platform/http/serve/serve-sheets";
import { validateInput, validateParams } from "../../platform/http/validate";
import type { Actor } from "../../platform/session";
import { plainCellValue, type Sheet, type SheetCell } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";
import { differenceTo, loadMonth, readClosing, readEarlier, removedPeople } from "./payroll.service";
import { Problem } from "../../../shared/kernel/problems";

const exportParams = object({ month: monthParam() });
const exportQuery = object({
  format: exportFormatField(),
  /** Number of a closing; by default the last one. */
  closing: wholeNumber(1, 1_000_000),
});

/**
 * `GET /payroll/:month/export`: the data exported by a closing of a month, the same on each call, with the guards of
 * `GET /payroll/:month/rows`.
 */
export function registerPayrollExportRoutes(app: FastifyInstance): void {
  const guards = { permission: "payroll-view" } as const;
  serveSheets(app, "/payroll/:month/export", guards, "payroll", async ({ tx, actor, text, request }) => {
    const { month } = validateParams(exportParams, request.params);
    const { format, closing } = validateInput(exportQuery, request.query);
    const file = await sheetsOfClosing(tx, actor, month, closing, text);
    return { file, cut: null, format, name: `payroll-${month}` };
  });
}

async function sheetsOfClosing(
  tx: Tx,
  actor: Actor,
  month: string,
  closing: number | undefined,
  text: Translate,
): Promise<Sheet[]> {
  const row = await loadMonth(tx, month);
  if (row.id === null || row.closing === 0) throw new Problem("notFound");
  const number = closing ?? row.closing;
  const { columns, rows } = await readClosing(tx, actor, row.id, number, null);
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const earlier = await readEarlier(tx, actor, row.id, number - 1, ids);
  const numberColumn = { key: "employee_id", name: null };
  const changes: SheetCell[][] = [];
  const cells = rows.map((one) => {
    const { added, before } = differenceTo(earlier, one.user_id, one.cells, columns);
    const who = [cellText(one.cells["employee_id"]), cellText(one.cells["name"] ?? one.user?.fullname)];
    if (added) changes.push([...who, text("payroll.addedRow"), null, null]);
    const changed = [numberColumn, ...columns].filter(({ key }) => key in before);
    for (const column of changed) {
      const values = [{ ...one.cells, ...before }, one.cells].map((of) => cellOfRow(column.key, of, text));
      changes.push([...who, columnTitle(column, text), ...values]);
    }
    const visibleCells = columns.map(({ key }) => cellOfRow(key, one.cells, text));
    const changeTexts = changed.map((column) =>
      text("payroll.changedCell", {
        column: columnTitle(column, text),
        before: shownText(cellOfRow(column.key, { ...one.cells, ...before }, text)),
        after: shownText(cellOfRow(column.key, one.cells, text)),
      }),
    );
    const difference = added ? text("payroll.addedRow") : changeTexts.join("; ");
    return [cellText(one.cells["employee_id"]), ...visibleCells, ...(earlier ? [difference] : [])];
  });
  const titles = [numberColumn, ...columns].map((column) => columnTitle(column, text));
  const sheetOf = (name: string, all: string[], content: SheetCell[][]): Sheet => ({
    name,
    titles: all,
    rows: content,
    widths: all.map((title) => Math.max(14, title.length + 2)),
  });
  if (!earlier) return [sheetOf(month, titles, cells)];
  for (const { employee_id, name } of await removedPeople(tx, { id: row.id, closing: number })) {
    changes.push([employee_id, name, text("payroll.removedRow"), null, null]);
    cells.push([employee_id, ...columns.map(({ key }) => (key === "name" ? name : null)), text("payroll.removedRow")]);
  }
  const heads = (["employee_id", "name", "field", "before", "after"] as const).map((key) =>
    text(`payroll.column.${key}`),
  );
  return [
    sheetOf(month, [...titles, text("payroll.column.changes")], cells),
    sheetOf(text("payroll.sheet.changes"), heads, changes),
  ];
}

const cellText = (cell: PayrollCell | undefined): string => (typeof cell === "object" ? "" : String(cell ?? ""));

function columnTitle({ key, name, inHours, currency }: PayrollColumn, text: Translate): string {
  if (!name) {
    const title = text(`payroll.column.${baseColumn(key)}`);
    return currency ? text("payroll.column.inCurrency", { name: title, currency }) : title;
  }
  const title = translatedNameIn(text.language, name);
  if (baseColumn(key) === "payout") return text("payroll.column.payoutInHours", { name: title });
  return inHours ? text("payroll.column.inHours", { name: title }) : title;
}

const hoursOf = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

/** Formats a cell for the sheet. Times are hours; several changes of a value are joined in one cell. */
function sheetCell(key: string, cell: PayrollCell, text: Translate): SheetCell {
  if (cell === null) return null;
  if (Array.isArray(cell)) return cell.map((change) => changeText(key, change, text)).join("; ");
  const kind = columnKind(key);
  if (kind === "minutes") return hoursOf(Number(cell));
  if (kind === "day") return { day: String(cell) };
  if (kind === "amount") return { amount: String(cell) };
  if (kind === "contract") return contractText(String(cell), text);
  return cell;
}

const changeText = (key: string, { on, before, after }: DatedChange, text: Translate): string =>
  text("payroll.changedOn", { day: on, before: valueText(key, before, text), after: valueText(key, after, text) });

/** A cell of a row. The difference is that of the rounded hours of the row, so that the file adds up. */
function cellOfRow(key: string, cells: PayrollCells, text: Translate): SheetCell {
  const { recorded, expected } = cells;
  if (key === "difference" && typeof recorded === "number" && typeof expected === "number")
    return Math.round((hoursOf(recorded) - hoursOf(expected)) * 100) / 100;
  return sheetCell(key, cells[key] ?? null, text);
}

function shownText(cell: SheetCell): string {
  const value = plainCellValue(cell);
  return value === "" ? "–" : String(value);
}

const valueText = (key: string, cell: PayrollCell, text: Translate): string => shownText(sheetCell(key, cell, text));

function contractText(value: string, text: Translate): string {
  const contract = contractTypes.find((type) => type === value);
  return contract ? text(`people.contract.${contract}`) : value;
}
