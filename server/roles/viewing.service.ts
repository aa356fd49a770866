import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { viewingMinutes } from "../../shared/roles/viewing.contract";
import { mayViewAs } from "../people/people.policy";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import { type Actor, sessionOf } from "../platform/session";

const personToSee = sql(
  "viewing.person",
  `SELECT r.code IS NOT DISTINCT FROM 'administrator' AND NOT u.external AS administrator
   FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.active`,
);
const roleToSee = sql(
  "viewing.role",
  `SELECT r.code IS NOT DISTINCT FROM 'administrator' AS administrator FROM role r
   WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
// What is over by its time gives its place to the next, with its end in the audit list.
const clear = sql(
  "viewing.clear",
  "DELETE FROM viewing WHERE tenant_id = current_tenant() AND session_id = $1 RETURNING user_id",
);
const insert = sql(
  "viewing.insert",
  `INSERT INTO viewing (tenant_id, session_id, viewer_id, user_id, role_id, expires_at)
   VALUES (current_tenant(), $1, $2, $3, $4, now() + make_interval(mins => $5)) RETURNING expires_at`,
);

interface Seen {
  user_id?: number | null | undefined;
  role_id?: number | null | undefined;
}

/**
 * From the next call on this session sees the product as somebody, or as a role.
 * @throws Problem 403 for tokens, for who is no administrator, and for another administrator; 422 for who isn't there or active.
 */
export async function beginViewing(tx: Tx, actor: Actor, { user_id, role_id }: Seen): Promise<Date> {
  const sessionId = sessionOf(actor);
  if (!mayViewAs(actor)) throw new Problem("viewing.notAdministrator");
  const [statement, id, field] = user_id ? [personToSee, user_id, "user_id"] : [roleToSee, role_id, "role_id"];
  const seen = await tx.one<{ administrator: boolean }>(statement, [id]);
  if (!seen) throw invalid(field as string, "field.unknown");
  if (seen.administrator) throw new Problem("viewing.administrator");
  await tx.rows(clear, [sessionId]);
  const row = await tx.one<{ expires_at: Date }>(insert, [
    sessionId,
    actor.id,
    user_id ?? null,
    role_id ?? null,
    viewingMinutes,
  ]);
  logSecurity(tx, { kind: "viewed_as", subjectId: user_id ?? null, facts: factsOf("created", role_id) });
  askAgain(tx, actor.id);
  return (row as { expires_at: Date }).expires_at;
}

/** This session sees as its own person again. */
export async function endViewing(tx: Tx, actor: Actor): Promise<void> {
  const [ended] = await tx.rows<{ user_id: number | null }>(clear, [sessionOf(actor)]);
  if (!ended) return;
  logSecurity(tx, { kind: "viewed_as", subjectId: ended.user_id, facts: factsOf("deleted", null) });
  askAgain(tx, actor.id);
}

const factsOf = (change: string, role: number | null | undefined) => ({ change, ...(role ? { role } : {}) });

/** Connections of the session come back as whom they see the product now. */
function askAgain(tx: Tx, viewerId: number): void {
  tx.emit("user.access_changed", userStream(viewerId), { id: viewerId });
}
