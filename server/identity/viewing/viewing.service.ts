import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { viewingMinutes } from "../../../shared/identity/viewing/viewing.contract";
import { mayViewAs } from "./viewing.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import { type Actor, requireSessionId } from "../../platform/session";

const selectPersonToView = sql(
  "viewing.person",
  `SELECT r.code IS NOT DISTINCT FROM 'administrator' AND NOT u.external AS administrator
   FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.active`,
);
const selectRoleToView = sql(
  "viewing.role",
  `SELECT r.code IS NOT DISTINCT FROM 'administrator' AS administrator FROM role r
   WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
// Stops viewing as another user in this session; called before a new view starts too. The audit log records the end.
const deleteViewing = sql(
  "viewing.clear",
  "DELETE FROM viewing WHERE tenant_id = current_tenant() AND session_id = $1 RETURNING user_id",
);
const insertViewing = sql(
  "viewing.insert",
  `INSERT INTO viewing (tenant_id, session_id, viewer_id, user_id, role_id, expires_at)
   VALUES (current_tenant(), $1, $2, $3, $4, now() + make_interval(mins => $5)) RETURNING expires_at`,
);

interface ViewingSubject {
  user_id?: number | null | undefined;
  role_id?: number | null | undefined;
}

/**
 * Starts viewing as a user or role in this session, from the next call on.
 * @throws Problem 403 for API tokens, for users who aren't administrators, and for viewing as another administrator; 422 for an unknown or
 *   inactive user.
 */
export async function beginViewing(tx: Tx, actor: Actor, { user_id, role_id }: ViewingSubject): Promise<Date> {
  const sessionId = requireSessionId(actor);
  if (!mayViewAs(actor)) throw new Problem("viewing.notAdministrator");
  const [statement, id, field] = user_id
    ? [selectPersonToView, user_id, "user_id"]
    : [selectRoleToView, role_id, "role_id"];
  const subject = await tx.one<{ administrator: boolean }>(statement, [id]);
  if (!subject) throw invalidFieldProblem(field as string, "field.unknown");
  if (subject.administrator) throw new Problem("viewing.administrator");
  await tx.rows(deleteViewing, [sessionId]);
  const row = await tx.one<{ expires_at: Date }>(insertViewing, [
    sessionId,
    actor.id,
    user_id ?? null,
    role_id ?? null,
    viewingMinutes,
  ]);
  logSecurity(tx, { kind: "viewed_as", subjectId: user_id ?? null, facts: factsOf("created", role_id) });
  emitAccessChanged(tx, actor.id);
  return (row as { expires_at: Date }).expires_at;
}

export async function endViewing(tx: Tx, actor: Actor): Promise<void> {
  const [ended] = await tx.rows<{ user_id: number | null }>(deleteViewing, [requireSessionId(actor)]);
  if (!ended) return;
  logSecurity(tx, { kind: "viewed_as", subjectId: ended.user_id, facts: factsOf("deleted", null) });
  emitAccessChanged(tx, actor.id);
}

const factsOf = (change: string, role: number | null | undefined) => ({ change, ...(role ? { role } : {}) });

/** Makes the administrator's connections reconnect with the new identity. */
function emitAccessChanged(tx: Tx, viewerId: number): void {
  tx.emit("user.access_changed", userStream(viewerId), { id: viewerId });
}
