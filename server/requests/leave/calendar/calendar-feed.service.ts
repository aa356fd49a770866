import type { Permission, PlanFeature } from "../../../../shared/kernel/access";
import type { CalendarFeed } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { Problem } from "../../../../shared/kernel/problems";
import {
  calendarFeedsIn,
  createFeedToken,
  type FeedDates,
  type FeedReader,
  feedReaderSql,
  presentFeedDates,
} from "../../../platform/calendar-feeds";
import type { Actor } from "../../../platform/session";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

const columns = "id, scope, created_at, used_at";
type Row = Pick<CalendarFeed, "id" | "scope"> & FeedDates;

const ofPerson = sql(
  "calendarFeed.ofPerson",
  `SELECT ${columns} FROM calendar_feed WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY scope`,
);
const upsertFeed = sql(
  "calendarFeed.upsert",
  `INSERT INTO calendar_feed (tenant_id, user_id, scope, token_hash) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, user_id, scope)
   DO UPDATE SET token_hash = EXCLUDED.token_hash, created_at = now(), used_at = NULL RETURNING ${columns}`,
);
const deleteFeedOfUser = sql(
  "calendarFeed.delete",
  `DELETE FROM calendar_feed WHERE tenant_id = current_tenant() AND id = $1 AND user_id = $2 RETURNING id`,
);

const present = ({ id, scope, ...dates }: Row): CalendarFeed => ({ id, scope, ...presentFeedDates(dates) });

export async function calendarFeedsOf(tx: Tx, actor: Actor): Promise<CalendarFeed[]> {
  return (await tx.rows<Row>(ofPerson, [actor.id])).map(present);
}

/**
 * Creates a feed URL, replacing an existing one of the same scope. Only its hash is stored, so the URL can't be returned again.
 * @throws Problem 401 when the session has just ended.
 */
export async function createLeaveFeed(
  tx: Tx,
  actor: Actor,
  scope: CalendarFeed["scope"],
  path = "/leave/calendar",
): Promise<CalendarFeed & { path: string }> {
  const { token, hash } = await createFeedToken(tx, actor, { scope });
  const row = (await tx.one<Row>(upsertFeed, [actor.id, scope, hash])) as Row;
  return { ...present(row), path: `${path}/${token}.ics` };
}

export async function revokeLeaveFeed(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await tx.one(deleteFeedOfUser, [id, actor.id]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

const removeOfScope = sql(
  "calendarFeed.removeOfScope",
  "DELETE FROM calendar_feed WHERE tenant_id = current_tenant() AND user_id = $1 AND scope = $2 RETURNING id",
);

export async function revokeFeedOfUser(tx: Tx, actor: Actor, scope: CalendarFeed["scope"]): Promise<void> {
  const deletedFeed = await tx.one(removeOfScope, [actor.id, scope]);
  if (deletedFeed) logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

const selectFeedReader = sql("calendarFeed.reader", feedReaderSql("calendar_feed", "f.scope"));
const feeds = calendarFeedsIn<Pick<CalendarFeed, "scope">>("calendarFeed", "calendar_feed", selectFeedReader);

export const revokeAllFeeds = feeds.revokeAll;

export type ScopedReader = FeedReader & Pick<CalendarFeed, "scope">;

interface Requirements {
  scopes: readonly CalendarFeed["scope"][];
  permission: Permission;
  feature?: PlanFeature;
}

/** @throws Problem 404 for an invalid or revoked URL; 423, 402 and 403 as for regular requests. */
export const resolveFeedReader = (tx: Tx, token: string, { scopes, ...needed }: Requirements): Promise<ScopedReader> =>
  feeds.resolve(tx, token, { ...needed, accepts: ({ scope }) => scopes.includes(scope) });
