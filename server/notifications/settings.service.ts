import { userStream } from "../../shared/kernel/events";
import { invalid } from "../../shared/kernel/problems";
import {
  alwaysInApp,
  type ChosenWays,
  type Topic,
  topics,
  type Ways,
  waysOf,
} from "../../shared/notifications/notifications.topics";
import { clockOfMinute, minuteOf, nextDigest, wallTime } from "../../shared/notifications/quiet.rules";
import type { NotificationSettings, SettingsChange } from "../../shared/notifications/settings.contract";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { seesProject } from "../projects/projects-seen.policy";
import { mostMutes } from "./mutes.service";

/** A person's choices; without a row they are as usual. */
export interface Preference {
  topics: ChosenWays;
  digest_minute: number;
  digest_weekday: number;
  quiet: boolean;
  quiet_from: number;
  quiet_to: number;
  quiet_days: number[];
  mentions_through: boolean;
}

/** For statements that join `notification_preference p`: as usual where there is no row. */
export const preferenceColumns = `COALESCE(p.topics, '{}') AS topics, COALESCE(p.digest_minute, 510) AS digest_minute,
  COALESCE(p.digest_weekday, 0) AS digest_weekday, COALESCE(p.quiet, false) AS quiet,
  COALESCE(p.quiet_from, 1200) AS quiet_from, COALESCE(p.quiet_to, 420) AS quiet_to,
  COALESCE(p.quiet_days, '{}') AS quiet_days, COALESCE(p.mentions_through, true) AS mentions_through`;

export const quietOf = ({ quiet, quiet_from, quiet_to, quiet_days }: Preference) => ({
  on: quiet,
  from: quiet_from,
  to: quiet_to,
  days: quiet_days,
});

export const digestTimesOf = ({ digest_minute, digest_weekday }: Preference) => ({
  minute: digest_minute,
  weekday: digest_weekday,
});

const read = sql(
  "settings.read",
  `SELECT ${preferenceColumns}, u.email, COALESCE(u.time_zone, t.time_zone) AS time_zone,
     (SELECT count(*)::int FROM notification n WHERE n.tenant_id = u.tenant_id AND n.user_id = u.id
        AND n.digest = 'daily' AND n.digest_id IS NULL AND (n.read_at IS NULL OR NOT n.shown)) AS waiting,
     ARRAY(SELECT s.endpoint FROM push_subscription s
           JOIN session ON session.tenant_id = s.tenant_id AND session.id = s.session_id AND session.expires_at > now()
           WHERE s.tenant_id = u.tenant_id AND s.user_id = u.id) AS endpoints
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

const mutes = sql(
  "settings.mutes",
  `SELECT m.until,
     CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title, 'color', p.color) END AS project,
     CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'key', o.code || '-' || t.number, 'title', t.title) END AS task
   FROM (SELECT * FROM notification_mute WHERE tenant_id = current_tenant() AND user_id = $1
           AND (until IS NULL OR until > now()) ORDER BY id DESC LIMIT $2) m
   LEFT JOIN project p ON p.tenant_id = m.tenant_id AND p.id = m.project_id
   LEFT JOIN task t ON t.tenant_id = m.tenant_id AND t.id = m.task_id
   LEFT JOIN project o ON o.tenant_id = t.tenant_id AND o.id = t.project_id
   WHERE ${seesProject("COALESCE(m.project_id, t.project_id)", "$1")}
   ORDER BY m.id`,
);

interface Row extends Preference {
  email: string;
  time_zone: string;
  waiting: number;
  endpoints: string[];
}

interface MuteRow {
  until: Date | null;
  project: NotificationSettings["mutes"][number]["project"];
  task: NotificationSettings["mutes"][number]["task"];
}

/** Everything that the settings' screen shows. What is muted of projects that aren't theirs any more stays unnamed. */
export async function settingsOf(tx: Tx, userId: number, publicKey: string): Promise<NotificationSettings> {
  const [row, muted] = await Promise.all([tx.one<Row>(read, [userId]), tx.rows<MuteRow>(mutes, [userId, mostMutes])]);
  if (!row) throw new Error("A session without its person");
  const now = wallTime(new Date(), row.time_zone);
  return {
    topics: topics.map((topic) => ({
      topic,
      ...waysOf(topic, row.topics),
      in_app_locked: alwaysInApp.includes(topic),
    })),
    digest: {
      time: clockOfMinute(row.digest_minute),
      weekday: row.digest_weekday,
      next_day: nextDigest("daily", digestTimesOf(row), quietOf(row), now),
      waiting: row.waiting,
    },
    quiet: {
      on: row.quiet,
      from: clockOfMinute(row.quiet_from),
      to: clockOfMinute(row.quiet_to),
      days: row.quiet_days,
      mentions: row.mentions_through,
    },
    time_zone: row.time_zone,
    email: row.email,
    mutes: muted.map(({ until, ...what }) => ({ ...what, until: until?.toISOString() ?? null })),
    push: { public_key: publicKey, endpoints: row.endpoints },
  };
}

const ensure = sql(
  "settings.ensure",
  `INSERT INTO notification_preference (tenant_id, user_id) VALUES (current_tenant(), $1) ON CONFLICT DO NOTHING`,
);
const lock = sql(
  "settings.lock",
  `SELECT topics FROM notification_preference WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);
const update = sql(
  "settings.update",
  `UPDATE notification_preference SET topics = $2, digest_minute = COALESCE($3, digest_minute),
     digest_weekday = COALESCE($4, digest_weekday), quiet = COALESCE($5, quiet), quiet_from = COALESCE($6, quiet_from),
     quiet_to = COALESCE($7, quiet_to), quiet_days = COALESCE($8::int[], quiet_days),
     mentions_through = COALESCE($9, mentions_through)
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);

/** Two tabs at once lose nothing of each other: what isn't sent stays. */
async function write(tx: Tx, userId: number, ways: ChosenWays, others: readonly unknown[] = []): Promise<void> {
  const known = (await tx.one<{ topics: ChosenWays }>(lock, [userId]))?.topics ?? {};
  const merged = { ...known };
  for (const [topic, change] of Object.entries(ways) as [Topic, Partial<Ways>][]) {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    merged[topic] = { ...known[topic], ...Object.fromEntries(given) };
  }
  const rest = Array.from({ length: 7 }, (_, at) => others[at] ?? null);
  await tx.rows(update, [userId, JSON.stringify(merged), ...rest]);
}

/** @throws Problem 422 for what can't be switched off. */
export async function changeSettings(tx: Tx, userId: number, change: SettingsChange): Promise<void> {
  const ways = (change.topics ?? {}) as ChosenWays;
  for (const topic of alwaysInApp) {
    if (ways[topic]?.in_app === false) throw invalid(`topics.${topic}.in_app`, "notification.alwaysInApp");
  }
  const { quiet } = change;
  const minute = (text: string | undefined) => (text ? minuteOf(text) : null);
  await tx.rows(ensure, [userId]);
  const given = Object.fromEntries(Object.entries(ways).filter(([, value]) => value !== undefined));
  await write(tx, userId, given, [
    minute(change.digest_time),
    change.digest_weekday,
    quiet?.on,
    minute(quiet?.from),
    minute(quiet?.to),
    quiet?.days && [...new Set(quiet.days)].sort((a, b) => a - b),
    quiet?.mentions,
  ]);
  tx.emit("notification.settings", userStream(userId), {});
}

/** Changes ways by what they are at this moment. */
export async function changeWays(
  tx: Tx,
  userId: number,
  change: (ways: (topic: Topic) => Ways) => ChosenWays,
): Promise<void> {
  await tx.rows(ensure, [userId]);
  const known = (await tx.one<{ topics: ChosenWays }>(lock, [userId]))?.topics;
  await write(
    tx,
    userId,
    change((topic) => waysOf(topic, known)),
  );
}
