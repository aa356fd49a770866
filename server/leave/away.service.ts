import { emitPerson } from "../people/change-person.service";
import { sql, type Tx } from "../platform/database/unit-of-work";

const ofToday = sql(
  "leave.awayToday",
  `SELECT l.user_id FROM leave_request l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = $1 AND u.active AND tenant_today() BETWEEN l.start_date AND l.end_date`,
);

/**
 * Leave of today was decided, entered or taken back: the directory and the organization chart say who is away, and are told to read its
 * person again. Nothing is said of the leave itself, and nothing at all of another day's.
 */
export async function tellAwayToday(tx: Tx, requestId: number): Promise<void> {
  const leave = await tx.one<{ user_id: number }>(ofToday, [requestId]);
  if (leave) await emitPerson(tx, "user.updated", leave.user_id);
}
