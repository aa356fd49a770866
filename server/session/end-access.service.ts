import { userStream } from "../../shared/kernel/events";
import { stopReports } from "../analytics/reports.service";
import { revokeAllFeeds } from "../leave/calendar-feed.service";
import { unsubscribeAll } from "../notifications/push.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import { revokeAllApiTokens } from "./api-token.service";
import { forgetSteps } from "./sign-in-step.service";

const endSessions = sql(
  "access.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
/** Nobody looks through the eyes of who is gone. */
const endViewings = sql(
  "access.endViewings",
  "DELETE FROM viewing WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING viewer_id",
);
const spendLinks = sql(
  "access.spendLinks",
  "UPDATE password_reset SET used_at = now() WHERE tenant_id = current_tenant() AND user_id = $1 AND used_at IS NULL",
);

/** What was sent to an address that isn't theirs (any more) sets nobody's password: invitations and links for a new one. */
export async function spendMailedLinks(tx: Tx, userId: number): Promise<void> {
  await tx.rows(spendLinks, [userId]);
}

/**
 * Ends everything by which somebody comes in, or by which something of the organisation reaches them: sessions with their
 * sockets, links of mails, addresses for calendar programs, push messages, personal tokens, reports by mail.
 */
export async function endAccess(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows<{ id: number }>(endSessions, [userId]);
  if (ended.length > 0) {
    tx.emit("session.ended", userStream(userId), { session_ids: ended.map(({ id }) => id) });
    logSecurity(tx, { kind: "session_ended", subjectId: userId, facts: { count: ended.length } });
  }
  const viewers = await tx.rows<{ viewer_id: number }>(endViewings, [userId]);
  for (const { viewer_id: id } of viewers) tx.emit("user.access_changed", userStream(id), { id });
  await spendMailedLinks(tx, userId);
  await forgetSteps(tx, userId);
  await unsubscribeAll(tx, userId);
  await revokeAllFeeds(tx, userId);
  await revokeAllApiTokens(tx, userId);
  await stopReports(tx, userId);
}
