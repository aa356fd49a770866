import { type DomainEvents, userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { type MoneyAction, moneyProgressAfter, type MoneyStatus } from "../../../shared/requests/money/money.workflow";
import { requestChangeKey } from "../../approvals/approvals/approvals.events";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { PaidRequestRow } from "./paid-request.entity";

const takeNextNumber = sql(
  "money.takeNumber",
  `INSERT INTO finance_number AS n (tenant_id, type, year, last)
   VALUES (current_tenant(), $1, extract(year FROM tenant_today())::smallint, 1)
   ON CONFLICT (tenant_id, type, year) DO UPDATE SET last = n.last + 1
   RETURNING year, last`,
);
const updateStatus = sql(
  "money.updateStatus",
  `UPDATE request SET status = $2, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);
const decidedBy = sql(
  "money.decidedBy",
  `SELECT DISTINCT s.decided_by AS id FROM request_step s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.decided_by AND u.active AND NOT u.external
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1`,
  { notNull: ["id"] },
);

/**
 * Next number of the current year in the tenant's time zone, which the row lock keeps from other senders until the commit. Nulls for a
 * request that has a number.
 */
export async function takeNumber(tx: Tx, { code, type }: PaidRequestRow) {
  const number = code === null ? await tx.one<{ year: number; last: number }>(takeNextNumber, [type]) : undefined;
  return number ?? { year: null, last: null };
}

/** Status after the approval's follow-up `action`. @throws Problem 409 when the request's status doesn't allow it. */
export function statusAfter(
  { status, step: at, settled = null }: PaidRequestRow & { settled?: boolean | null },
  action: MoneyAction,
): MoneyStatus {
  const next = moneyProgressAfter({ status, steps: [], at, settled }, action);
  if (!next) throw new Problem("request.wrongState");
  return next.status as MoneyStatus;
}

/** Stores the status. @returns the request with its new version. */
export async function storeStatus<Row extends PaidRequestRow>(tx: Tx, request: Row, status: MoneyStatus): Promise<Row> {
  const row = await tx.one<{ version: number }>(updateStatus, [request.id, status]);
  tx.markChanged(requestChangeKey, request.id);
  return { ...request, status, version: row?.version ?? request.version };
}

/** Requester, number and display title of a request in its events. */
export const namesInEvents = ({ requester, code, title }: PaidRequestRow) => ({
  requester,
  number: code ?? "",
  title: [code, title].filter(Boolean).join(" "),
});

/** Emits an event to the requester, the deciders who still have access, and the actor. */
export async function emitToInvolved<Type extends keyof DomainEvents & string>(
  tx: Tx,
  actor: Pick<Actor, "id">,
  { id, requesterId }: PaidRequestRow,
  type: Type,
  data: DomainEvents[Type],
): Promise<void> {
  const deciders = await tx.rows<{ id: number }>(decidedBy, [id]);
  for (const userId of new Set([requesterId, actor.id, ...deciders.map((decider) => decider.id)]))
    tx.emit(type, userStream(userId), data);
}
