import { userStream } from "../../../shared/kernel/events";
import { unsubscribeAllBrowsers } from "../../communication/notifications/push.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import { revokeSecretLinks, stopDeliveries } from "./session.slots";
import { revokeAllApiTokens } from "./api-token.service";
import { deleteSignInSteps } from "./sign-in-step.service";

const deleteSessions = sql(
  "access.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
const deleteViewings = sql(
  "access.endViewings",
  "DELETE FROM viewing WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING viewer_id",
);
const markLinksUsed = sql(
  "access.spendLinks",
  "UPDATE password_reset SET used_at = now() WHERE tenant_id = current_tenant() AND user_id = $1 AND used_at IS NULL",
);

/** Invalidates invitations and reset links, since the address they were sent to is no longer the user's. */
export async function invalidateMailedLinks(tx: Tx, userId: number): Promise<void> {
  await tx.rows(markLinksUsed, [userId]);
}

/**
 * Ends all access of a user and all deliveries to them: sessions with their sockets, mailed links, calendar URLs, push messages, personal
 * tokens, and reports by mail.
 */
export async function endAccess(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows<{ id: number }>(deleteSessions, [userId]);
  if (ended.length > 0) {
    tx.emit("session.ended", userStream(userId), { session_ids: ended.map(({ id }) => id) });
    logSecurity(tx, { kind: "session_ended", subjectId: userId, facts: { count: ended.length } });
  }
  const viewers = await tx.rows<{ viewer_id: number }>(deleteViewings, [userId]);
  for (const { viewer_id: id } of viewers) tx.emit("user.access_changed", userStream(id), { id });
  await invalidateMailedLinks(tx, userId);
  await deleteSignInSteps(tx, userId);
  await unsubscribeAllBrowsers(tx, userId);
  for (const revoke of revokeSecretLinks.filling) await revoke(tx, userId);
  await revokeAllApiTokens(tx, userId);
  await stopDeliveries.filling(tx, userId);
}
