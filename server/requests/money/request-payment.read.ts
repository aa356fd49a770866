import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { RequestRow } from "../../approvals/approvals/request.entity";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

const selectTodayAndSendingDay = sql(
  "finance.today",
  `SELECT tenant_today()::text AS today, (r.sent_at AT TIME ZONE t.time_zone)::date::text AS sent
   FROM request r JOIN tenant t ON t.id = r.tenant_id WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
const decidedBy = sql(
  "finance.decidedBy",
  `SELECT DISTINCT s.decided_by AS id FROM request_step s
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.decided_by AND u.active AND NOT u.external
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1`,
  { notNull: ["id"] },
);

/** The requester, the deciders who still have access, and the actor. */
export async function involvedUsers(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: Pick<RequestRow, "id" | "requesterId">,
): Promise<number[]> {
  const deciders = await tx.rows<{ id: number }>(decidedBy, [request.id]);
  return [...new Set([request.requesterId, actor.id, ...deciders.map(({ id }) => id)])];
}

/** @throws Problem 422 for a day in the future or before the request was sent. */
export async function paymentDay(tx: Tx, requestId: number, date: string | null | undefined): Promise<string> {
  const days = (await tx.one<{ today: string; sent: string }>(selectTodayAndSendingDay, [requestId])) as {
    today: string;
    sent: string;
  };
  const day = date ?? days.today;
  if (day > days.today) throw invalidFieldProblem("date", "finance.future");
  if (day < days.sent) throw invalidFieldProblem("date", "finance.beforeSent");
  return day;
}
