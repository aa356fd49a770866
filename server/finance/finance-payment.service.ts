import type { InferType } from "yup";
import type { paySchema, settleSchema } from "../../shared/finance/finance.schema";
import { afterFinance, type FinanceAction, type FinanceStatus } from "../../shared/finance/finance.workflow";
import { homeAmount } from "../../shared/finance/finance.items.rules";
import { settlementOf } from "../../shared/finance/finance.settlement.rules";
import { userStream } from "../../shared/kernel/events";
import { compareAmounts, fitsCurrency } from "../../shared/kernel/money";
import { type FieldErrors, invalid, Problem } from "../../shared/kernel/problems";
import { changedRequest } from "../approvals/requests-changed.service";
import { refuseApprover } from "../approvals/four-eyes.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { lockedFinance } from "./finance-requests.service";
import { refuseOwn } from "./finance.policy";
import { type FinanceRow, moveFinance } from "./finance.sql";
import { nameOf } from "./finance.tell";

/** @throws Problem 409 when the workflow doesn't allow it now. */
function advance(request: FinanceRow, action: FinanceAction): FinanceStatus {
  const { status, step: at, settled } = request;
  const next = afterFinance({ status, steps: [], at, settled }, action);
  if (!next) throw new Problem("request.wrongState");
  return next.status as FinanceStatus;
}

async function move(tx: Tx, request: FinanceRow, status: FinanceStatus): Promise<FinanceRow> {
  const row = await tx.one<{ version: number }>(moveFinance, [request.id, status]);
  const moved = { ...request, status, version: row?.version ?? request.version };
  tx.noteChange(changedRequest, moved.id);
  return moved;
}

const today = sql(
  "finance.today",
  `SELECT tenant_today()::text AS today, (r.sent_at AT TIME ZONE t.time_zone)::date::text AS sent
   FROM request r JOIN tenant t ON t.id = r.tenant_id WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
const keepPayment = sql(
  "finance.keepPayment",
  `UPDATE finance_request SET paid_on = $2, paid_reference = $3, paid_by = $4, archive_from = $2,
     settled = CASE WHEN type = 'cash_advance' THEN false END
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const decidedBy = sql(
  "finance.decidedBy",
  `SELECT DISTINCT s.decided_by AS id FROM request_step s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.decided_by AND u.active AND NOT u.external
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1`,
);

/** The requester, everyone who decided, and whoever does it now. */
async function concerned(tx: Tx, actor: Actor, request: FinanceRow): Promise<number[]> {
  const deciders = await tx.rows<{ id: number }>(decidedBy, [request.id]);
  return [...new Set([request.requesterId, actor.id, ...deciders.map(({ id }) => id)])];
}

/** @throws Problem 404, 403 (own, or approved by who pays), 409 (not approved; stale), 422 (a day that is to come, or before it was sent). */
export async function payFinance(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, date, reference }: InferType<typeof paySchema>,
): Promise<void> {
  const request = await lockedFinance(tx, actor, id, version);
  refuseOwn(actor, request);
  const status = advance(request, "PAY");
  await refuseApprover(tx, actor, request);
  const days = (await tx.one<{ today: string; sent: string }>(today, [id])) as { today: string; sent: string };
  const day = date ?? days.today;
  if (day > days.today) throw invalid("date", "finance.future");
  if (day < days.sent) throw invalid("date", "finance.beforeSent");
  await tx.rows(keepPayment, [id, day, reference, actor.id]);
  // An advance of nothing needs no account.
  if (request.type === "cash_advance" && compareAmounts(request.amount, "0") > 0) {
    await tx.rows(addEntry, [id, "given", request.amount, reference, day, actor.id]);
  }
  const moved = await move(tx, request, status);
  for (const person of await concerned(tx, actor, request)) {
    tx.emit("request.paid", userStream(person), { ...nameOf(moved), date: day, reference });
  }
}

const addEntry = sql(
  "finance.addEntry",
  `INSERT INTO finance_entry (tenant_id, request_id, kind, amount, details, date, actor_id)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6)`,
);
const entriesOf = sql(
  "finance.entries",
  `SELECT e.id, e.kind, e.amount, e.details, e.date::text AS date,
     CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS by
   FROM finance_entry e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.request_id = $1 ORDER BY e.id`,
);
const keepSettlement = sql(
  "finance.keepSettlement",
  `UPDATE finance_request SET settled = $2, cost = $3 WHERE tenant_id = current_tenant() AND id = $1`,
);

export interface EntryRow {
  id: number;
  kind: "given" | "receipt" | "returned" | "reimbursed";
  amount: string;
  details: string | null;
  date: string;
  by: { id: number; fullname: string; image: string | null } | null;
}

/** What became of an advance so far, the oldest first. */
export const ledgerOf = (tx: Tx, requestId: number): Promise<EntryRow[]> => tx.rows<EntryRow>(entriesOf, [requestId]);

type Entry = Pick<EntryRow, "kind" | "amount">;

/** The account of an advance: always from its ledger, never kept beside it. */
export function accountOf(entries: readonly Entry[], currency: string) {
  const of = (kind: EntryRow["kind"]) => entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
  const sum = (kind: EntryRow["kind"]) =>
    settlementOf({ given: "0", receipts: of(kind), returned: "0", reimbursed: "0" }, currency).spent;
  const account = { given: sum("given"), returned: sum("returned"), reimbursed: sum("reimbursed") };
  return settlementOf({ ...account, receipts: of("receipt") }, currency);
}

type Settling = InferType<typeof settleSchema>;

/**
 * Adds to the account of an advance. Nothing more is owed: it is settled, and its budget bears what was spent.
 * @throws Problem 404, 403 (own; reimbursing what one approved), 409 (not paid, settled already; stale), 422 (nothing; more than is owed).
 */
export async function settleFinance(tx: Tx, actor: Actor, id: number, input: Settling): Promise<void> {
  const request = await lockedFinance(tx, actor, id, input.version);
  refuseOwn(actor, request);
  const status = advance(request, "SETTLE");
  if (isSome(input.reimbursed)) await refuseApprover(tx, actor, request); // what is given back is paid as well
  const before = await ledgerOf(tx, id);
  const day = (await tx.one<{ today: string }>(today, [id]))?.today as string;
  const added = entriesIn(input, day);
  refuseUnfit(input, added, request.currency, day);
  refuseTooMuch(before, added, request.currency);
  for (const { kind, amount, details, date } of added) {
    await tx.rows(addEntry, [id, kind, amount, details, date, actor.id]);
  }
  const { settled, spent } = accountOf([...before, ...added], request.currency);
  const cost = settled ? homeAmount(spent, request.rate as string, request.homeCurrency as string) : request.homeAmount;
  await tx.rows(keepSettlement, [id, settled, cost]);
  const moved = await move(tx, { ...request, settled }, status);
  for (const person of await concerned(tx, actor, request)) {
    tx.emit("request.settled", userStream(person), { ...nameOf(moved), settled });
  }
}

const isSome = (amount: string | null | undefined): amount is string => !!amount && compareAmounts(amount, "0") > 0;

function entriesIn({ receipts = [], returned, reimbursed }: Settling, day: string) {
  return [
    ...receipts
      .filter(({ amount }) => isSome(amount))
      .map(({ details, amount, date }) => ({
        kind: "receipt" as const,
        amount: amount as string,
        details,
        date: date ?? day,
      })),
    ...(isSome(returned) ? [{ kind: "returned" as const, amount: returned, details: null, date: day }] : []),
    ...(isSome(reimbursed) ? [{ kind: "reimbursed" as const, amount: reimbursed, details: null, date: day }] : []),
  ];
}

/** @throws Problem 422: nothing at all, more decimals than the currency has, a day to come. */
function refuseUnfit(input: Settling, added: readonly Entry[], currency: string, day: string): void {
  const errors: FieldErrors = {};
  for (const [at, { amount, date }] of (input.receipts ?? []).entries()) {
    if (!fitsCurrency(amount as string, currency)) errors[`receipts.${at}.amount`] = ["finance.tooFine"];
    if (date && date > day) errors[`receipts.${at}.date`] = ["finance.future"];
  }
  for (const field of ["returned", "reimbursed"] as const) {
    const amount = input[field];
    if (amount && !fitsCurrency(amount, currency)) errors[field] = ["finance.tooFine"];
  }
  if (added.length === 0 && Object.keys(errors).length === 0) errors.receipts = ["finance.settleNothing"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Nobody brings back more than they still have, or gets more than they are owed. @throws Problem 422. */
function refuseTooMuch(before: readonly Entry[], added: readonly Entry[], currency: string): void {
  const owed = accountOf([...before, ...added.filter(({ kind }) => kind === "receipt")], currency);
  const sumOf = (kind: EntryRow["kind"]) => added.find((entry) => entry.kind === kind)?.amount ?? "0";
  if (compareAmounts(sumOf("returned"), owed.to_return) > 0) throw invalid("returned", "finance.returnedTooMuch");
  if (compareAmounts(sumOf("reimbursed"), owed.to_reimburse) > 0)
    throw invalid("reimbursed", "finance.reimbursedTooMuch");
}

const putAway = sql(
  "finance.putAway",
  `UPDATE finance_request SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);
const takeBack = sql(
  "finance.takeBack",
  `UPDATE finance_request SET archived_at = NULL, archive_from = tenant_today()
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Moves one request to the archive, without waiting for its day. @throws Problem 404, 409 (not paid, not settled; stale). */
export async function archiveFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await lockedFinance(tx, actor, id, version);
  const status = advance(request, "ARCHIVE");
  await tx.rows(putAway, [id]);
  tx.emit("request.archived", userStream(request.requesterId), nameOf(await move(tx, request, status)));
}

/** Takes it back; its days begin anew. @throws Problem 404, 409. */
export async function restoreFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await lockedFinance(tx, actor, id, version);
  const status = advance(request, "RESTORE");
  await tx.rows(takeBack, [id]);
  tx.emit("request.restored", userStream(request.requesterId), nameOf(await move(tx, request, status)));
}
