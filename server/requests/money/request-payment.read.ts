import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectTodayAndSendingDay = sql(
  "finance.today",
  `SELECT tenant_today()::text AS today, (r.sent_at AT TIME ZONE t.time_zone)::date::text AS sent
   FROM request r JOIN tenant t ON t.id = r.tenant_id WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);

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
