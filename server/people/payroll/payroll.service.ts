import { hash } from "node:crypto";
import type { InferType } from "yup";
import type { Period } from "../../../shared/kernel/periods.rules";
import { type Page, pageMetaOf } from "../../../shared/kernel/paging";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { directoryStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type {
  closePayrollSchema,
  listPayrollMonths,
  listPayrollRows,
  PayrollColumnSetting,
  PayrollDetail,
  PayrollMonth,
  payrollColumnsSchema,
  payrollOfUser,
  reopenPayrollSchema,
} from "../../../shared/people/payroll/payroll.contract";
import { payrollStream } from "../../../shared/people/payroll/payroll.events";
import {
  baseColumn,
  changedCells,
  type PayrollCells,
  type PayrollColumn,
  type PayrollReason,
  periodOfMonth,
  salaryColumns,
  settlingColumns,
} from "../../../shared/people/payroll/payroll.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import { canReadAllFields } from "../people/people.policy";
import { setPrivateReaderFor } from "../people/private-reader";
import { loadVisibleUser } from "../people/read-person.service";
import { readOpenPoints } from "./payroll-points.service";
import { columnSetting, computePackage, type PackageRow } from "./payroll-package.service";
import { type LockedMonth, payrollSources } from "./payroll.slots";
import * as statements from "./payroll.sql";
import type { ClosingRow, MonthRow, StoredRow, UserRow } from "./payroll.sql";

const mayClose = (actor: Actor) => !actor.external && actor.permissions.has("payroll-close");

const presentMonth = ({ id: _, closed_at, ...month }: MonthRow): PayrollMonth => ({
  ...month,
  closed_at: closed_at?.toISOString() ?? null,
});

export async function listMonths(tx: Tx, actor: Actor): Promise<ReplyOf<typeof listPayrollMonths>> {
  const rows = await tx.rows<MonthRow>(statements.selectMonths);
  const position = await streamPosition(tx, payrollStream(tx.tenantId));
  return { data: rows.map(presentMonth), can: { configure: mayClose(actor) }, ...position };
}

/** @throws Problem 404 for a month that hasn't begun. */
export async function loadMonth(tx: Tx, month: string): Promise<MonthRow> {
  const row = await tx.one<MonthRow>(statements.selectMonthByDay, [periodOfMonth(month).from]);
  if (!row) throw new Problem("notFound");
  return row;
}

export async function readMonth(tx: Tx, actor: Actor, month: string, withContent = false): Promise<PayrollDetail> {
  const row = await loadMonth(tx, month);
  const open = row.state === "open";
  const noPoints = { points: [], token: "", owedCount: 0 };
  const { points, token, owedCount } = open ? await readOpenPoints(tx, periodOfMonth(month)) : noPoints;
  const closings = await tx.rows<ClosingRow>(statements.selectClosingsOfMonth, [row.id]);
  const canClose = open && mayClose(actor) && canReadAllFields(actor);
  return {
    ...presentMonth(row),
    points,
    token,
    content: canClose && withContent ? await fingerprintOf(tx, actor, month) : "",
    to_settle: owedCount,
    closings: closings.map(({ closed_at, reopened_at, ...closing }) => ({
      ...closing,
      closed_at: closed_at.toISOString(),
      reopened_at: reopened_at?.toISOString() ?? null,
    })),
    removed: open ? [] : (await removedPeople(tx, row)).map(({ name }) => name),
    late: open ? { joined: [], left: [] } : await latePeople(tx, row, periodOfMonth(month)),
    can: {
      close: canClose,
      reopen: !open && mayClose(actor),
      configure: mayClose(actor),
    },
    ...(await streamPosition(tx, payrollStream(tx.tenantId))),
  };
}

export const removedPeople = (tx: Tx, { id, closing }: Pick<MonthRow, "id" | "closing">) =>
  tx.rows<{ name: string; employee_id: string | null }>(statements.selectRemovedPeople, [id, closing - 1, closing]);

async function latePeople(tx: Tx, { id, closing }: Pick<MonthRow, "id" | "closing">, { from, to }: Period) {
  const rows = await tx.rows<{ kind: "joined" | "left"; name: string }>(statements.selectLatePeople, [
    id,
    closing,
    from,
    to,
  ]);
  const namesOf = (kind: "joined" | "left") => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  return { joined: namesOf("joined"), left: namesOf("left") };
}

/** Columns that the actor may see. */
export const readableColumns = (actor: Actor, columns: readonly PayrollColumn[]): PayrollColumn[] =>
  columns.filter(({ key }) => canReadAllFields(actor) || !salaryColumns.has(key));

const cellsOf = (cells: PayrollCells, columns: readonly { key: string }[]): PayrollCells =>
  Object.fromEntries(["employee_id", ...columns.map(({ key }) => key)].map((key) => [key, cells[key] ?? null]));

const reasonsOf = (reasons: readonly PayrollReason[], columns: readonly PayrollColumn[]): PayrollReason[] =>
  reasons.filter(({ column }) => columns.some(({ key }) => key === column));

export async function listRows(
  tx: Tx,
  actor: Actor,
  month: string,
  page: Page,
): Promise<ReplyOf<typeof listPayrollRows>> {
  const row = await loadMonth(tx, month);
  const position = await streamPosition(tx, directoryStream(tx.tenantId));
  if (row.state === "closed" && row.id !== null) {
    const { columns, rows, total } = await readClosing(tx, actor, row.id, row.closing, page);
    const ids = rows.flatMap(({ user_id }) => user_id ?? []);
    const before = await readEarlier(tx, actor, row.id, row.closing - 1, ids);
    const present = await computePackage(tx, actor, periodOfMonth(month), null, ids);
    const now = new Map(present.rows.map((one) => [one.user.id, one]));
    const data = rows.map(({ position, user_id, user, cells }) => {
      const live = now.get(user_id ?? 0);
      const since = live ? changedCells(live.cells, cells, comparedKeys(columns)) : {};
      return {
        position,
        user,
        cells: cellsOf(cells, columns),
        ...differenceTo(before, user_id, cells, columns),
        now: since,
        reasons: reasonsOf(live?.reasons ?? [], columns),
      };
    });
    return { columns, data, meta: pageMetaOf(page, total), ...position };
  }
  const present = await computePackage(tx, actor, periodOfMonth(month), page);
  const columns = readableColumns(actor, present.columns);
  const ids = present.rows.map(({ user }) => user.id);
  const before = row.id === null ? null : await readEarlier(tx, actor, row.id, row.closing, ids);
  const data = present.rows.map(({ user, cells, reasons }, at) => ({
    position: page.offset + at + 1,
    user,
    cells: cellsOf(cells, columns),
    ...differenceTo(before, user.id, cells, columns),
    now: {},
    reasons: reasonsOf(reasons, columns),
  }));
  return { columns, data, meta: pageMetaOf(page, present.total), ...position };
}

/** Changes with every value that closing the month would export. Names are left out, as in comparisons of exports. */
async function fingerprintOf(tx: Tx, actor: Actor, month: string): Promise<string> {
  const { columns, rows } = await computePackage(tx, actor, periodOfMonth(month), null);
  const keys = comparedKeys(columns);
  const values = rows.map(({ user, cells }) => [user.id, keys.map((key) => cells[key] ?? null)]);
  return hash("sha256", JSON.stringify([keys, values]), "base64url");
}

export interface EarlierExport {
  columns: PayrollColumn[];
  rows: ReadonlyMap<number, PayrollCells>;
}

/** Rows of users in an earlier closing; null if there was none. */
export async function readEarlier(
  tx: Tx,
  actor: Actor,
  monthId: number,
  number: number,
  userIds: readonly number[],
): Promise<EarlierExport | null> {
  if (number === 0) return null;
  const { columns, rows } = await readClosing(tx, actor, monthId, number, null, userIds);
  return { columns, rows: new Map(rows.flatMap(({ user_id, cells }) => (user_id === null ? [] : [[user_id, cells]]))) };
}

/** Keys of the cells to compare. Names are left out, because they don't affect the payroll. */
const comparedKeys = (columns: readonly PayrollColumn[]) => [
  "employee_id",
  ...columns.map(({ key }) => key).filter((key) => key !== "name"),
];

/** Returns the difference between a row and an earlier export, in the columns that both have. */
export function differenceTo(
  earlier: EarlierExport | null,
  userId: number | null,
  cells: PayrollCells,
  columns: readonly PayrollColumn[],
): { added: boolean; before: PayrollCells } {
  if (!earlier || userId === null) return { added: false, before: {} };
  const old = earlier.rows.get(userId);
  if (!old) return { added: true, before: {} };
  // A leave type without days may be missing in one of the exports, unlike a column that wasn't chosen.
  const had = new Set(earlier.columns.map(({ key }) => baseColumn(key)));
  const both = comparedKeys(columns.filter(({ key }) => had.has(baseColumn(key))));
  return { added: false, before: changedCells(old, cells, both) };
}

/** Returns the rows of a closing; all rows if no page is given. */
export async function readClosing(
  tx: Tx,
  actor: Actor,
  monthId: number,
  number: number,
  page: Pick<Page, "perPage" | "offset"> | null,
  userIds: readonly number[] | null = null,
): Promise<{ columns: PayrollColumn[]; rows: StoredRow[]; total: number }> {
  const found = await tx.one<{ columns: PayrollColumn[] }>(statements.selectColumnsOfClosing, [monthId, number]);
  if (!found) throw new Problem("notFound");
  await setPrivateReaderFor(tx, actor);
  const values = [monthId, number, userIds, page?.perPage ?? null, page?.offset ?? 0];
  const rows = await tx.rows<StoredRow>(statements.selectRowsOfClosing, values);
  return { columns: readableColumns(actor, found.columns), rows, total: rows[0]?.total ?? 0 };
}

/**
 * Stores what is exported and closes the month. The export contains salaries, so only users who may see them can close.
 * @throws Problem 404; 403; 409 when the month was closed or reopened meanwhile, when open points aren't confirmed, the claims that would be
 *   paid or the rows have changed, or when the actor approved one of them.
 */
export async function closeMonth(
  tx: Tx,
  actor: Actor,
  month: string,
  { closing, accepted, content }: InferType<typeof closePayrollSchema>,
): Promise<PayrollDetail> {
  await loadMonth(tx, month);
  if (!canReadAllFields(actor)) throw new Problem("permission.denied");
  const period = periodOfMonth(month);
  await tx.rows(statements.insertMonth, [period.from]);
  const locked = await lockMonth(tx, actor, month, "open", closing);
  const { points, token } = await readOpenPoints(tx, period);
  if (token !== (accepted ?? ""))
    throw new Problem("payroll.openPoints", { record: await readMonth(tx, actor, month) });
  // Compared before the claims are settled, because the refusal returns the month as it is.
  if (content !== undefined && content !== (await fingerprintOf(tx, actor, month)))
    throw new Problem("payroll.changed", { record: await readMonth(tx, actor, month, true) });
  const { columns, rows } = await computePackage(tx, actor, period, null, null, lockedMonth(locked.id, month));
  const number = closing + 1;
  const counts = Object.fromEntries(points.map(({ kind, count }) => [kind, count]));
  await tx.rows(statements.insertClosing, [
    locked.id,
    number,
    actor.id,
    JSON.stringify(counts),
    JSON.stringify(columns),
  ]);
  const open = columns.filter(({ key }) => !salaryColumns.has(key));
  const pay = columns.filter(({ key }) => salaryColumns.has(key));
  const stored = (row: PackageRow, at: number, cells: PayrollCells) => ({
    position: at + 1,
    user_id: row.user.id,
    cells,
  });
  const storedRows = rows.map((row, at) => stored(row, at, cellsOf(row.cells, open)));
  await tx.rows(statements.insertRows, [locked.id, number, JSON.stringify(storedRows)]);
  const salaries = rows.map((row, at) =>
    stored(row, at, Object.fromEntries(pay.map(({ key }) => [key, row.cells[key] ?? null]))),
  );
  if (pay.length > 0) await tx.rows(statements.insertSalaries, [locked.id, number, JSON.stringify(salaries)]);
  await tx.rows(statements.updateMonthState, [locked.id, "closed", number]);
  tx.emit("payroll.closed", payrollStream(tx.tenantId), { month });
  return readMonth(tx, actor, month);
}

/**
 * Reopens a month; exported data is kept.
 * @throws Problem 404; 409 when the month was closed or reopened meanwhile.
 */
export async function reopenMonth(
  tx: Tx,
  actor: Actor,
  month: string,
  { closing, reason }: InferType<typeof reopenPayrollSchema>,
): Promise<PayrollDetail> {
  await loadMonth(tx, month);
  const locked = await lockMonth(tx, actor, month, "closed", closing);
  await tx.rows(statements.updateClosingReopened, [locked.id, closing, actor.id, reason]);
  await tx.rows(statements.updateMonthState, [locked.id, "open", closing]);
  for (const { settling } of payrollSources.filling) await settling?.reopen(tx, actor, lockedMonth(locked.id, month));
  tx.emit("payroll.reopened", payrollStream(tx.tenantId), { month });
  return readMonth(tx, actor, month);
}

const lockedMonth = (id: number, name: string): LockedMonth => ({ id, name, ...periodOfMonth(name) });

async function lockMonth(tx: Tx, actor: Actor, month: string, state: MonthRow["state"], closing: number) {
  const locked = await tx.one<{ id: number; state: MonthRow["state"]; closing: number }>(statements.lockMonth, [
    periodOfMonth(month).from,
  ]);
  if (locked?.state !== state || locked.closing !== closing)
    throw new Problem("payroll.wrongState", { record: await readMonth(tx, actor, month) });
  return locked;
}

/** @throws Problem 403 for adding a column that settles; 409 with the present columns when another user has changed them. */
export async function saveColumns(
  tx: Tx,
  actor: Pick<Actor, "permissions">,
  { columns, version = 0 }: InferType<typeof payrollColumnsSchema>,
): Promise<PayrollColumnSetting> {
  const before = await columnSetting(tx);
  for (const column of columns) {
    const needed = settlingColumns[column];
    if (needed && !before.columns.includes(column) && !actor.permissions.has(needed))
      throw new Problem("permission.denied");
  }
  if (!(await tx.one(statements.upsertColumns, [columns, version])))
    throw new Problem("organization.stale", { record: await columnSetting(tx) });
  const saved = await columnSetting(tx);
  tx.emit("payroll.columns_changed", payrollStream(tx.tenantId), { version: saved.version });
  return saved;
}

/** @throws Problem 404 when the actor can't see the user, or neither is the user nor may see the payroll. */
export async function exportedOfUser(
  tx: Tx,
  actor: Actor,
  userId: number,
): Promise<ReplyOf<typeof payrollOfUser>["data"]> {
  await loadVisibleUser(tx, actor, userId);
  const own = userId === actor.id;
  if (!own && (actor.external || !actor.permissions.has("payroll-view"))) throw new Problem("notFound");
  await setPrivateReaderFor(tx, actor);
  const rows = await tx.rows<UserRow>(statements.selectRowsOfUser, [userId]);
  return rows.map(({ closed_at, columns, cells, ...row }) => {
    const readable = own ? columns : readableColumns(actor, columns);
    return { ...row, closed_at: closed_at.toISOString(), columns: readable, cells: cellsOf(cells, readable) };
  });
}
