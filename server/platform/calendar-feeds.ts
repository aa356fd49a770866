import { randomBytes } from "node:crypto";
import type { Permission, PlanFeature } from "../../shared/kernel/access";
import type { Language } from "../../shared/kernel/languages";
import { type WeekSettings, weekSettingsOf, type WeekStart } from "../../shared/kernel/week";
import { Problem } from "../../shared/kernel/problems";
import type { SecurityDetails } from "../../shared/kernel/security";
import { logSecurity } from "./security-log";
import { sql, type StatementFor, type Tx } from "./database/unit-of-work";
import { type Actor, permissionsOf, requireActiveTenant, tokenHash } from "./session";

/** The user of a feed with their current permissions, and the days that feeds contain. */
export interface FeedReader {
  id: number;
  fullname: string;
  language: Language | null;
  external: boolean;
  permissions: ReadonlySet<Permission>;
  /** Week settings of the user, by default the settings of the language. */
  week: WeekSettings;
  from: string;
  to: string;
}

interface ReaderRow extends Omit<FeedReader, "permissions" | "week"> {
  week_start: WeekStart | null;
  feed_id: number;
  role_code: string | null;
  permissions: Permission[];
  features: PlanFeature[];
  plan_expired: boolean;
}

interface FeedRequirements<Own> {
  /** Whether the address belongs to this calendar. */
  accepts?: (own: Own) => boolean;
  permission?: Permission;
  feature?: PlanFeature;
}

// Serializes with password changes, which end sessions: a feed created by a session that has just ended would outlive it.
const lockPerson = sql(
  "calendarFeed.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const sessionExists = sql(
  "calendarFeed.stillThere",
  `SELECT id FROM session WHERE tenant_id = current_tenant() AND id = $1
   UNION ALL SELECT id FROM api_token WHERE tenant_id = current_tenant() AND id = $2`,
);

/**
 * A token for a new feed address. It is returned only this once, because only its hash is stored.
 * @throws Problem 401 when the session has just ended.
 */
export async function createFeedToken(
  tx: Tx,
  actor: Actor,
  facts: SecurityDetails,
): Promise<{ token: string; hash: Buffer }> {
  await tx.rows(lockPerson, [actor.id]);
  if (!(await tx.one(sessionExists, [actor.sessionId, actor.apiToken?.id]))) throw new Problem("session.required");
  const token = randomBytes(32).toString("base64url");
  logSecurity(tx, { kind: "feed_created", facts });
  return { token, hash: tokenHash(token) };
}

export interface FeedDates {
  created_at: Date;
  used_at: Date | null;
}

export const presentFeedDates = ({ created_at, used_at }: FeedDates) => ({
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
});

type FeedTable = "calendar_feed" | "task_feed";

/**
 * SQL that selects a feed's user by the hash $1 of its token. `columns` are the columns of the table, as `f`, that define the feed's
 * contents.
 */
export const feedReaderSql = (table: FeedTable, columns: string): string =>
  `SELECT f.id AS feed_id, ${columns}, u.id, u.fullname, COALESCE(u.language, t.default_language) AS language, u.external, u.week_start, r.code AS role_code, r.permissions, p.features,
          plan_is_over(t.plan_ends_at, t.auto_renew) AS plan_expired,
          (tenant_today() - 90)::text AS from, (tenant_today() + 400)::text AS to
   FROM ${table} f
   JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.user_id AND u.active
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = f.tenant_id
   JOIN plan p ON p.id = t.plan_id
   WHERE f.tenant_id = current_tenant() AND f.token_hash = $1`;

/** Creates the functions that read and end the feeds of users. `reader` is a statement with the text of `feedReaderSql`. */
export function calendarFeedsIn<Own extends object>(
  name: string,
  table: FeedTable,
  reader: StatementFor<ReaderRow & Own>,
) {
  // Records the last use, at most once per hour because calendar clients poll every few minutes.
  const markFeedUsed = sql(
    `${name}.used`,
    `UPDATE ${table} SET used_at = now() WHERE tenant_id = current_tenant() AND id = $1
       AND (used_at IS NULL OR used_at < now() - interval '1 hour')`,
  );
  const deleteFeeds = sql(
    `${name}.deleteAll`,
    `DELETE FROM ${table} WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id`,
  );
  return {
    /**
     * Resolves a feed URL to its user with their current permissions.
     * @throws Problem 404 for an invalid or revoked URL; 423, 402 and 403 as for regular requests.
     */
    async resolve(tx: Tx, token: string, needed: FeedRequirements<Own>): Promise<FeedReader & Own> {
      await requireActiveTenant(tx);
      const row = await tx.one<ReaderRow & Own>(reader, [tokenHash(token)]);
      if (!row || needed.accepts?.(row) === false) throw new Problem("notFound");
      if (row.plan_expired) throw new Problem("plan.expired");
      if (needed.feature && !row.features.includes(needed.feature)) throw new Problem("feature_not_in_plan");
      const permissions = permissionsOf(row);
      if (needed.permission && !permissions.has(needed.permission)) throw new Problem("permission.denied");
      await tx.rows(markFeedUsed, [row.feed_id]);
      return { ...row, permissions, week: weekSettingsOf(row.language ?? "en", row.week_start) };
    },

    /** Deletes all feeds of a user, since an intruder may have created one. */
    async revokeAll(tx: Tx, userId: number): Promise<void> {
      const ended = await tx.rows(deleteFeeds, [userId]);
      if (ended.length > 0) logSecurity(tx, { kind: "feed_ended", userId, facts: { count: ended.length } });
    },
  };
}
