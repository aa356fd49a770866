import { ECDH } from "node:crypto";
import type { BodyOf } from "../../shared/kernel/endpoint";
import { userStream } from "../../shared/kernel/events";
import { invalid } from "../../shared/kernel/problems";
import type { subscribeToPush } from "../../shared/notifications/settings.contract";
import { isPushService } from "../platform/mail/push";
import type { Actor } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** Enough for anyone's browsers; the oldest make room. */
const browsersAtMost = 20;

// Whoever signs in at a browser after someone else takes it over: nothing that waits for the other goes there.
const takeOver = sql(
  "push.takeOver",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND endpoint = $2 AND user_id <> $1`,
);
const keep = sql(
  "push.keep",
  `INSERT INTO push_subscription (tenant_id, user_id, endpoint, p256dh, auth, user_agent, session_id)
   VALUES (current_tenant(), $1, $2, $3, $4, left($5, 300), $6)
   ON CONFLICT (tenant_id, endpoint)
   DO UPDATE SET p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, session_id = EXCLUDED.session_id
   RETURNING (xmax = 0) AS fresh`,
);
const makeRoom = sql(
  "push.makeRoom",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 AND id NOT IN (
     SELECT id FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY id DESC LIMIT $2)`,
);
const remove = sql(
  "push.remove",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 AND endpoint = $2 RETURNING id`,
);

/** RFC 8291: a point on P-256, whole, and sixteen bytes. With anything else nothing can be encrypted. */
function requireKeys({ p256dh, auth }: BodyOf<typeof subscribeToPush>["keys"]): void {
  const key = Buffer.from(p256dh, "base64url");
  if (key.length !== 65 || !isPoint(key)) throw invalid("keys.p256dh", "field.invalid");
  if (Buffer.from(auth, "base64url").length !== 16) throw invalid("keys.auth", "field.invalid");
}

function isPoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/**
 * It lives as long as the session does; the same browser's next sign-in moves it on.
 * @throws Problem 422 when the address is no push service's, or the keys are none.
 */
export async function subscribe(
  tx: Tx,
  { id: userId, sessionId }: Pick<Actor, "id" | "sessionId">,
  { endpoint, keys }: BodyOf<typeof subscribeToPush>,
  { userAgent, origins }: { userAgent: string | undefined; origins: readonly string[] },
): Promise<void> {
  if (!isPushService(endpoint, origins)) throw invalid("endpoint", "notification.pushUnknown");
  requireKeys(keys);
  await tx.rows(takeOver, [userId, endpoint]);
  const kept = await tx.one<{ fresh: boolean }>(keep, [
    userId,
    endpoint,
    keys.p256dh,
    keys.auth,
    userAgent ?? null,
    sessionId,
  ]);
  await tx.rows(makeRoom, [userId, browsersAtMost]);
  if (kept?.fresh) logSecurity(tx, { kind: "push_created" }); // every sign-in at the browser moves it on
  tx.emit("notification.settings", userStream(userId), {});
}

/** What isn't there is gone already. */
export async function unsubscribe(tx: Tx, userId: number, endpoint: string): Promise<void> {
  if (await tx.one(remove, [userId, endpoint])) logSecurity(tx, { kind: "push_ended", facts: { count: 1 } });
  tx.emit("notification.settings", userStream(userId), {});
}

const removeAll = sql(
  "push.removeAll",
  "DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

/** All of a person's browsers: one of them may be somebody else's. */
export async function unsubscribeAll(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(removeAll, [userId]);
  if (ended.length === 0) return;
  tx.emit("notification.settings", userStream(userId), {});
  logSecurity(tx, { kind: "push_ended", userId, facts: { count: ended.length } });
}
