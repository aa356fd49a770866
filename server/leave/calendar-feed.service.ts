import { randomBytes } from "node:crypto";
import type { CalendarFeed, FeedScope } from "../../shared/leave/leave-calendar.contract";
import type { Permission } from "../../shared/kernel/permissions";
import type { Language } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { type Actor, permissionsOf, requireActiveTenant, tokenHash } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";

const columns = "id, scope, created_at, used_at";
type Row = Pick<CalendarFeed, "id" | "scope"> & { created_at: Date; used_at: Date | null };

const ofPerson = sql(
  "calendarFeed.ofPerson",
  `SELECT ${columns} FROM calendar_feed WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY scope`,
);
const upsert = sql(
  "calendarFeed.upsert",
  `INSERT INTO calendar_feed (tenant_id, user_id, scope, token_hash) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, user_id, scope)
   DO UPDATE SET token_hash = EXCLUDED.token_hash, created_at = now(), used_at = NULL RETURNING ${columns}`,
);
// Whoever has changed their password this moment has ended what was open: what such a session asks for would outlive that.
const lockPerson = sql(
  "calendarFeed.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const stillThere = sql(
  "calendarFeed.stillThere",
  `SELECT id FROM session WHERE tenant_id = current_tenant() AND id = $1
   UNION ALL SELECT id FROM api_token WHERE tenant_id = current_tenant() AND id = $2`,
);
const remove = sql(
  "calendarFeed.delete",
  `DELETE FROM calendar_feed WHERE tenant_id = current_tenant() AND id = $1 AND user_id = $2 RETURNING id`,
);

const present = ({ id, scope, created_at, used_at }: Row): CalendarFeed => ({
  id,
  scope,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
});

export async function feedsOf(tx: Tx, actor: Actor): Promise<CalendarFeed[]> {
  return (await tx.rows<Row>(ofPerson, [actor.id])).map(present);
}

/**
 * A new address, told this once: only its hash is kept. One of the same kind that was there counts no more.
 * @throws Problem 401 when the session has just ended.
 */
export async function createFeed(tx: Tx, actor: Actor, scope: FeedScope): Promise<CalendarFeed & { path: string }> {
  await tx.rows(lockPerson, [actor.id]);
  if (!(await tx.one(stillThere, [actor.sessionId, actor.apiToken?.id]))) throw new Problem("session.required");
  const token = randomBytes(32).toString("base64url");
  const row = (await tx.one<Row>(upsert, [actor.id, scope, tokenHash(token)])) as Row;
  logSecurity(tx, { kind: "feed_created", facts: { scope } });
  return { ...present(row), path: `/leave/calendar/${token}.ics` };
}

/** @throws Problem 404 for another's. */
export async function revokeFeed(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await tx.one(remove, [id, actor.id]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

const reader = sql(
  "calendarFeed.reader",
  `SELECT f.id AS feed_id, f.scope, u.id, u.fullname, COALESCE(u.language, t.default_language) AS language, u.external, r.code AS role_code, r.permissions, p.features,
          plan_is_over(t.plan_ends_at, t.auto_renew) AS plan_expired,
          (tenant_today() - 90)::text AS from, (tenant_today() + 400)::text AS to
   FROM calendar_feed f
   JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.user_id AND u.active
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = f.tenant_id
   JOIN plan p ON p.id = t.plan_id
   WHERE f.tenant_id = current_tenant() AND f.token_hash = $1`,
);
// Not at each reading: programs ask every few minutes.
const used = sql(
  "calendarFeed.used",
  `UPDATE calendar_feed SET used_at = now() WHERE tenant_id = current_tenant() AND id = $1
     AND (used_at IS NULL OR used_at < now() - interval '1 hour')`,
);

const removeAll = sql(
  "calendarFeed.deleteAll",
  "DELETE FROM calendar_feed WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

/** All of a person's addresses: one of them may have been made by somebody else. */
export async function revokeAllFeeds(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(removeAll, [userId]);
  if (ended.length > 0) logSecurity(tx, { kind: "feed_ended", userId, facts: { count: ended.length } });
}

export interface FeedReader {
  scope: FeedScope;
  id: number;
  fullname: string;
  language: Language | null;
  permissions: ReadonlySet<Permission>;
  /** The days that a calendar program is told of. */
  from: string;
  to: string;
}

interface ReaderRow extends Omit<FeedReader, "permissions"> {
  feed_id: number;
  external: boolean;
  role_code: string | null;
  permissions: Permission[];
  features: PlanFeature[];
  plan_expired: boolean;
}

/**
 * Whose calendar an address is, with what they may see now: a role that was taken away counts here as well.
 * @throws Problem 404 for an address that isn't, or isn't any more; 423, 402, 403 as everywhere.
 */
export async function readerOf(tx: Tx, token: string): Promise<FeedReader> {
  await requireActiveTenant(tx);
  const row = await tx.one<ReaderRow>(reader, [tokenHash(token)]);
  if (!row) throw new Problem("notFound");
  if (row.plan_expired) throw new Problem("plan.expired");
  if (!row.features.includes("leave_management")) throw new Problem("feature_not_in_plan");
  const permissions = permissionsOf(row);
  if (!permissions.has("leave-request-list")) throw new Problem("permission.denied");
  await tx.rows(used, [row.feed_id]);
  const { scope, id, fullname, language, from, to } = row;
  return { scope, id, fullname, language, permissions, from, to };
}
