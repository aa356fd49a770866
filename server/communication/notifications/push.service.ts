import { ECDH } from "node:crypto";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { subscribeToPush } from "../../../shared/communication/notifications/settings.contract";
import { isPushService } from "./push";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/** Limit of browsers per user; the oldest subscriptions are removed. */
const maxBrowsers = 20;

// Removes the endpoint from other users: after another user signs in at a browser, it gets no more notifications of the previous user.
const deleteOtherUsersSubscription = sql(
  "push.takeOver",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND endpoint = $2 AND user_id <> $1`,
);
const upsertSubscription = sql(
  "push.keep",
  `INSERT INTO push_subscription (tenant_id, user_id, endpoint, p256dh, auth, user_agent, session_id)
   VALUES (current_tenant(), $1, $2, $3, $4, left($5, 300), $6)
   ON CONFLICT (tenant_id, endpoint)
   DO UPDATE SET p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, session_id = EXCLUDED.session_id
   RETURNING (xmax = 0) AS fresh`,
);
const deleteOldestSubscriptions = sql(
  "push.makeRoom",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 AND id NOT IN (
     SELECT id FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY id DESC LIMIT $2)`,
);
const deleteSubscription = sql(
  "push.remove",
  `DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 AND endpoint = $2 RETURNING id`,
);

/** Checks the keys as RFC 8291 requires: an uncompressed P-256 point and a 16-byte secret; otherwise encryption would fail. */
function requireKeys({ p256dh, auth }: BodyOf<typeof subscribeToPush>["keys"]): void {
  const key = Buffer.from(p256dh, "base64url");
  if (key.length !== 65 || !isCurvePoint(key)) throw invalidFieldProblem("keys.p256dh", "field.invalid");
  if (Buffer.from(auth, "base64url").length !== 16) throw invalidFieldProblem("keys.auth", "field.invalid");
}

function isCurvePoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/**
 * Subscribes a browser for the lifetime of the session; the next sign-in at the browser renews it.
 * @throws Problem 422 when the endpoint isn't a known push service, or for invalid keys.
 */
export async function subscribeBrowser(
  tx: Tx,
  { id: userId, sessionId }: Pick<Actor, "id" | "sessionId">,
  { endpoint, keys }: BodyOf<typeof subscribeToPush>,
  { userAgent, origins }: { userAgent: string | undefined; origins: readonly string[] },
): Promise<void> {
  if (!isPushService(endpoint, origins)) throw invalidFieldProblem("endpoint", "notification.pushUnknown");
  requireKeys(keys);
  await tx.rows(deleteOtherUsersSubscription, [userId, endpoint]);
  const subscription = await tx.one<{ fresh: boolean }>(upsertSubscription, [
    userId,
    endpoint,
    keys.p256dh,
    keys.auth,
    userAgent ?? null,
    sessionId,
  ]);
  await tx.rows(deleteOldestSubscriptions, [userId, maxBrowsers]);
  if (subscription?.fresh) logSecurity(tx, { kind: "push_created" }); // later sign-ins at the browser only renew the subscription
  tx.emit("notification.settings", userStream(userId), {});
}

/** Idempotent: an unknown endpoint is not an error. */
export async function unsubscribeBrowser(tx: Tx, userId: number, endpoint: string): Promise<void> {
  if (await tx.one(deleteSubscription, [userId, endpoint]))
    logSecurity(tx, { kind: "push_ended", facts: { count: 1 } });
  tx.emit("notification.settings", userStream(userId), {});
}

const deleteSubscriptions = sql(
  "push.removeAll",
  "DELETE FROM push_subscription WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

/** Removes all browsers of a user, one of which may belong to an intruder. */
export async function unsubscribeAllBrowsers(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(deleteSubscriptions, [userId]);
  if (ended.length === 0) return;
  tx.emit("notification.settings", userStream(userId), {});
  logSecurity(tx, { kind: "push_ended", userId, facts: { count: ended.length } });
}
