import { emitPerson } from "../../../people/people/change-person.service";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

const ofToday = sql(
  "leave.awayToday",
  `SELECT l.user_id FROM leave_request l JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   WHERE l.tenant_id = current_tenant() AND l.id = $1 AND u.active AND tenant_today() BETWEEN l.start_date AND l.end_date`,
);

/**
 * Makes the directory and the organization chart reload the employee when leave that includes today is decided, entered or cancelled. The
 * event contains no details of the leave.
 */
export async function emitAbsenceToday(tx: Tx, requestId: number): Promise<void> {
  const leave = await tx.one<{ user_id: number }>(ofToday, [requestId]);
  if (leave) await emitPerson(tx, "user.updated", leave.user_id);
}
