import { lockInboxes } from "../../../server/communication/notifications/notifications.service";
import {
  digestTimesOf,
  type NotificationPreference,
  preferenceColumns,
  quietHoursOf,
} from "../../../server/communication/notifications/settings.service";
import { sql, type Tx, type UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { type DigestCadence, lastDigest, wallTime } from "../../../shared/communication/notifications/quiet.rules";

interface DigestReader extends NotificationPreference {
  id: number;
  cadence: DigestCadence;
  time_zone: string;
}

const selectDigestReaders = sql(
  "digests.waiting",
  `SELECT ${preferenceColumns}, u.id, w.digest AS cadence, COALESCE(u.time_zone, t.time_zone) AS time_zone
   FROM (SELECT DISTINCT tenant_id, user_id, digest FROM notification
         WHERE tenant_id = current_tenant() AND digest IS NOT NULL AND digest_id IS NULL) AS w
   JOIN app_user u ON u.tenant_id = w.tenant_id AND u.id = w.user_id AND u.active
   JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN notification_preference p ON p.tenant_id = u.tenant_id AND p.user_id = u.id ORDER BY u.id`,
  { notNull: ["cadence"] },
);

// The unique key lets only one of several workers create the digest. The digest, its content and its delivery are written in one statement.
const insertDigest = sql(
  "digests.make",
  `WITH made AS (
     INSERT INTO notification_digest (tenant_id, user_id, cadence, period)
     SELECT current_tenant(), $1, $2, $3 WHERE EXISTS (SELECT FROM notification
       WHERE tenant_id = current_tenant() AND user_id = $1 AND digest = $2 AND digest_id IS NULL
         AND created_at < ($3::date + make_interval(mins => $4)) AT TIME ZONE $5)
     ON CONFLICT DO NOTHING RETURNING id
   ), taken AS (
     UPDATE notification n SET digest_id = made.id FROM made
     WHERE n.tenant_id = current_tenant() AND n.user_id = $1 AND n.digest = $2 AND n.digest_id IS NULL
   )
   INSERT INTO notification_delivery (tenant_id, user_id, channel, digest_id, due_at)
   SELECT current_tenant(), $1, 'mail', id, now() FROM made RETURNING id`,
);

/**
 * Creates due digests, once per user, cadence and day. If digests were missed, the latest one contains all pending notifications.
 * @returns the number of created digests
 */
export async function createDigests(unitOfWork: UnitOfWork, tenantId: number, now: Date): Promise<number> {
  const people = await unitOfWork({ tenantId }, (tx) => tx.rows<DigestReader>(selectDigestReaders));
  let count = 0;
  for (const person of people) {
    const period = lastDigest(
      person.cadence,
      digestTimesOf(person),
      quietHoursOf(person),
      wallTime(now, person.time_zone),
    );
    if (period !== null) count += await unitOfWork({ tenantId }, (tx) => createDigest(tx, person, period));
  }
  return count;
}

async function createDigest(
  tx: Tx,
  { id, cadence, digest_minute, time_zone }: DigestReader,
  period: string,
): Promise<number> {
  await lockInboxes(tx, [id]);
  return (await tx.rows(insertDigest, [id, cadence, period, digest_minute, time_zone])).length;
}
