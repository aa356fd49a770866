import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  alwaysInAppTopics,
  type ChannelChoices,
  type NotificationTopic,
  notificationTopics,
  type Channels,
  channelsOf,
} from "../../../shared/communication/notifications/notifications.topics";
import { type NotificationKind, topicOf } from "../../../shared/communication/notifications/notifications.kinds";
import {
  clockTextOfMinute,
  parseMinuteOfDay,
  nextDigest,
  wallTime,
} from "../../../shared/communication/notifications/quiet.rules";
import type {
  NotificationSettings,
  SettingsChange,
} from "../../../shared/communication/notifications/settings.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { canSeeProject } from "../../work/access/projects.policy";
import { maxMutes } from "./mutes.service";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { notifyUsers } from "./notify.service";

/** Limit of test notifications per user and minute; each is sent to all the user's browsers. */
export const testsPerMinute = 5;
const tests = new RateLimiterMemory({ points: testsPerMinute, duration: 60 });

/**
 * Sends a test notification through all channels, regardless of the settings.
 * @throws Problem 429 with the seconds to wait when the limit per minute is exceeded.
 */
export async function sendTestNotification(tx: Tx, userId: number): Promise<void> {
  await tests.consume(`${tx.tenantId}/${userId}`).catch(({ msBeforeNext }: RateLimiterRes) => {
    throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
  });
  const people = [{ id: userId, reason: null }];
  const path = "/profile/notifications/settings";
  const about = { values: {}, path, subject: "", taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: null, atOnce: true }, [{ kind: "test", people, ...about }]);
}

export interface NotificationPreference {
  topics: ChannelChoices;
  digest_minute: number;
  digest_weekday: number;
  quiet: boolean;
  quiet_from: number;
  quiet_to: number;
  quiet_days: number[];
  mentions_through: boolean;
}

/** Columns for statements that join `notification_preference p`, with defaults when there is no row. */
export const preferenceColumns = `COALESCE(p.topics, '{}') AS topics, COALESCE(p.digest_minute, 510) AS digest_minute,
  COALESCE(p.digest_weekday, 0) AS digest_weekday, COALESCE(p.quiet, false) AS quiet,
  COALESCE(p.quiet_from, 1200) AS quiet_from, COALESCE(p.quiet_to, 420) AS quiet_to,
  COALESCE(p.quiet_days, '{}') AS quiet_days, COALESCE(p.mentions_through, true) AS mentions_through`;

/** Whether the user wants mail for the kind, immediately or in a digest. */
export function isWantedByMail(kind: NotificationKind, choices: ChannelChoices): boolean {
  const topic = topicOf[kind];
  return topic === null || channelsOf(topic, choices).email !== "off";
}

export const quietHoursOf = ({ quiet, quiet_from, quiet_to, quiet_days }: NotificationPreference) => ({
  on: quiet,
  from: quiet_from,
  to: quiet_to,
  days: quiet_days,
});

export const digestTimesOf = ({ digest_minute, digest_weekday }: NotificationPreference) => ({
  minute: digest_minute,
  weekday: digest_weekday,
});

const selectSettings = sql(
  "settings.read",
  `SELECT ${preferenceColumns}, u.email, COALESCE(u.time_zone, t.time_zone) AS time_zone,
     ARRAY(SELECT n.kind FROM notification n WHERE n.tenant_id = u.tenant_id AND n.user_id = u.id
        AND n.digest = 'daily' AND n.digest_id IS NULL AND (n.read_at IS NULL OR NOT n.shown)) AS waiting,
     ARRAY(SELECT s.endpoint FROM push_subscription s
           JOIN session ON session.tenant_id = s.tenant_id AND session.id = s.session_id AND session.expires_at > now()
           WHERE s.tenant_id = u.tenant_id AND s.user_id = u.id) AS endpoints
   FROM app_user u JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

const selectMutes = sql(
  "settings.mutes",
  `SELECT m.until,
     CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'title', p.title, 'color', p.color) END AS project,
     CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'key', o.code || '-' || t.number, 'title', t.title) END AS task
   FROM (SELECT * FROM notification_mute WHERE tenant_id = current_tenant() AND user_id = $1
           AND (until IS NULL OR until > now()) ORDER BY id DESC LIMIT $2) m
   LEFT JOIN project p ON p.tenant_id = m.tenant_id AND p.id = m.project_id
   LEFT JOIN task t ON t.tenant_id = m.tenant_id AND t.id = m.task_id
   LEFT JOIN project o ON o.tenant_id = t.tenant_id AND o.id = t.project_id
   WHERE ${canSeeProject("COALESCE(m.project_id, t.project_id)", "$1")}
   ORDER BY m.id`,
);

interface Row extends NotificationPreference {
  email: string;
  time_zone: string;
  waiting: NotificationKind[];
  endpoints: string[];
}

interface MuteRow {
  until: Date | null;
  project: NotificationSettings["mutes"][number]["project"];
  task: NotificationSettings["mutes"][number]["task"];
}

/** Data of the settings screen. Muted projects the user can't see any more have no name. */
export async function notificationSettingsOf(tx: Tx, userId: number, publicKey: string): Promise<NotificationSettings> {
  const [row, muted] = await Promise.all([
    tx.one<Row>(selectSettings, [userId]),
    tx.rows<MuteRow>(selectMutes, [userId, maxMutes]),
  ]);
  if (!row) throw new Error("The user of the session is missing");
  const now = wallTime(new Date(), row.time_zone);
  return {
    topics: notificationTopics.map((topic) => ({
      topic,
      ...channelsOf(topic, row.topics),
      in_app_locked: alwaysInAppTopics.includes(topic),
    })),
    digest: {
      time: clockTextOfMinute(row.digest_minute),
      weekday: row.digest_weekday,
      next_day: nextDigest("daily", digestTimesOf(row), quietHoursOf(row), now),
      waiting: row.waiting.filter((kind) => isWantedByMail(kind, row.topics)).length,
    },
    quiet: {
      on: row.quiet,
      from: clockTextOfMinute(row.quiet_from),
      to: clockTextOfMinute(row.quiet_to),
      days: row.quiet_days,
      mentions: row.mentions_through,
    },
    time_zone: row.time_zone,
    email: row.email,
    mutes: muted.map(({ until, ...record }) => ({ ...record, until: until?.toISOString() ?? null })),
    push: { public_key: publicKey, endpoints: row.endpoints },
  };
}

const insertPreference = sql(
  "settings.ensure",
  `INSERT INTO notification_preference (tenant_id, user_id) VALUES (current_tenant(), $1) ON CONFLICT DO NOTHING`,
);
const lockPreference = sql(
  "settings.lock",
  `SELECT topics FROM notification_preference WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);
const updatePreference = sql(
  "settings.update",
  `UPDATE notification_preference SET topics = $2, digest_minute = COALESCE($3, digest_minute),
     digest_weekday = COALESCE($4, digest_weekday), quiet = COALESCE($5, quiet), quiet_from = COALESCE($6, quiet_from),
     quiet_to = COALESCE($7, quiet_to), quiet_days = COALESCE($8::int[], quiet_days),
     mentions_through = COALESCE($9, mentions_through)
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);

/** Checks at once whether deliveries that wait for the end of quiet hours can be sent. */
const recheckHeldDeliveries = sql(
  "settings.recheckHeld",
  `UPDATE notification_delivery SET due_at = now()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND done_at IS NULL AND outcome = 'quiet'`,
);

/** Merges the changes into the stored settings, so that two tabs don't overwrite each other. */
async function write(tx: Tx, userId: number, choices: ChannelChoices, others: readonly unknown[] = []): Promise<void> {
  const stored = (await tx.one<{ topics: ChannelChoices }>(lockPreference, [userId]))?.topics ?? {};
  const merged = { ...stored };
  for (const [topic, change] of Object.entries(choices) as [NotificationTopic, Partial<Channels>][]) {
    const changedChannels = Object.entries(change).filter(([, value]) => value !== undefined);
    merged[topic] = { ...stored[topic], ...Object.fromEntries(changedChannels) };
  }
  const rest = Array.from({ length: 7 }, (_, at) => others[at] ?? null);
  await tx.rows(updatePreference, [userId, JSON.stringify(merged), ...rest]);
}

/** @throws Problem 422 for topics that can't be disabled. */
export async function changeSettings(tx: Tx, userId: number, change: SettingsChange): Promise<void> {
  const choices = (change.topics ?? {}) as ChannelChoices;
  for (const topic of alwaysInAppTopics) {
    if (choices[topic]?.in_app === false)
      throw invalidFieldProblem(`topics.${topic}.in_app`, "notification.alwaysInApp");
  }
  const { quiet } = change;
  const minute = (text: string | undefined) => (text ? parseMinuteOfDay(text) : null);
  await tx.rows(insertPreference, [userId]);
  const changedTopics = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
  await write(tx, userId, changedTopics, [
    minute(change.digest_time),
    change.digest_weekday,
    quiet?.on,
    minute(quiet?.from),
    minute(quiet?.to),
    quiet?.days && [...new Set(quiet.days)].sort((a, b) => a - b),
    quiet?.mentions,
  ]);
  if (quiet) await tx.rows(recheckHeldDeliveries, [userId]);
  tx.emit("notification.settings", userStream(userId), {});
}

export async function changeChannels(
  tx: Tx,
  userId: number,
  change: (channels: (topic: NotificationTopic) => Channels) => ChannelChoices,
): Promise<void> {
  await tx.rows(insertPreference, [userId]);
  const stored = (await tx.one<{ topics: ChannelChoices }>(lockPreference, [userId]))?.topics;
  await write(
    tx,
    userId,
    change((topic) => channelsOf(topic, stored)),
  );
}
