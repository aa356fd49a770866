import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import { notifyEach } from "../../communication/notifications/notify.service";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";

type What = "insurance" | "inspection" | "licence";

interface Due {
  what: What;
  name: string;
  driver_id: number | null;
  ends_on: string;
  days_left: number;
  people: number[];
}

/** Reminders per transaction, each sent to every user who manages cars or drivers. Callers repeat while a batch is full. */
export const expiryBatchSize = 10;

const holdersOf = (permission: string) => `ARRAY(SELECT u.id FROM app_user u
  WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND ${roleHoldsAny("u", `'{${permission}}'::text[]`)}
    AND person_holds(u.id, '${permission}') ORDER BY u.id)`;

/**
 * Expiry dates within 30 days before or after today that have no reminder yet at their stage (30 or 7 days). After missed runs only the
 * later stage is sent. $1 now. The unique constraint lets only one of two workers insert.
 */
const insertExpiryReminders = sql(
  "expiry.remind",
  `WITH ends AS (
     SELECT 'insurance' AS what, id AS car_id, NULL::bigint AS driver_id, name || ' ' || plate_number AS name, insured_until AS ends_on
       FROM car WHERE tenant_id = current_tenant() AND deleted_at IS NULL
     UNION ALL
     SELECT 'inspection', id, NULL, name || ' ' || plate_number, inspected_until
       FROM car WHERE tenant_id = current_tenant() AND deleted_at IS NULL
     UNION ALL
     SELECT 'licence', NULL, d.id, COALESCE(u.fullname, d.fullname), d.licence_expires_on
       FROM driver d LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
       WHERE d.tenant_id = current_tenant() AND d.deleted_at IS NULL
   ), due AS (
     SELECT e.*, e.ends_on - today AS days_left, CASE WHEN e.ends_on - today <= 7 THEN 7 ELSE 30 END AS days
     FROM ends e, tenant t, LATERAL (SELECT ($1::timestamptz AT TIME ZONE t.time_zone)::date AS today) AS clock
     WHERE t.id = current_tenant() AND e.ends_on BETWEEN today - 30 AND today + 30
       AND NOT EXISTS (SELECT FROM expiry_reminder r WHERE r.tenant_id = current_tenant() AND r.what = e.what AND r.ends_on = e.ends_on
         AND r.car_id IS NOT DISTINCT FROM e.car_id AND r.driver_id IS NOT DISTINCT FROM e.driver_id
         AND r.days = CASE WHEN e.ends_on - today <= 7 THEN 7 ELSE 30 END)
     ORDER BY e.ends_on, e.name, e.what LIMIT ${expiryBatchSize}
   ), reminded AS (
     INSERT INTO expiry_reminder (tenant_id, car_id, driver_id, what, ends_on, days)
     SELECT current_tenant(), car_id, driver_id, what, ends_on, days FROM due
     ON CONFLICT ON CONSTRAINT expiry_reminder_once DO NOTHING
     RETURNING car_id, driver_id, what
   )
   SELECT d.what, d.name, d.driver_id, d.ends_on::text AS ends_on, d.days_left,
     CASE WHEN d.what = 'licence' THEN ${holdersOf("driver-edit")} ELSE ${holdersOf("car-edit")} END AS people
   FROM due d JOIN reminded USING (what)
   WHERE reminded.car_id IS NOT DISTINCT FROM d.car_id AND reminded.driver_id IS NOT DISTINCT FROM d.driver_id
   ORDER BY d.ends_on, d.name, d.what`,
);

const kindOf: Record<What, NotificationKind> = {
  insurance: "car.insuranceEnds",
  inspection: "car.inspectionEnds",
  licence: "driver.licenceEnds",
};

/**
 * Notifies users who manage cars or drivers that an insurance, inspection or license expires: once 30 days and once 7 days before.
 * Idempotent; processes one batch.
 * @returns the number of reminders.
 */
export async function remindOfExpiry(tx: Tx, now: Date): Promise<number> {
  const due = await tx.rows<Due>(insertExpiryReminders, [now]);
  const messages = due.map(({ what, name, driver_id, ends_on, days_left, people }) => ({
    kind: kindOf[what],
    people: people.map((id) => ({ id, reason: null })),
    values: { name, date: ends_on, over: days_left < 0 ? "yes" : "no", sender: "", key: "" },
    // Includes the name because notifications with the same path are grouped.
    path: driver_id === null ? `/cars?q=${encodeURIComponent(name)}` : `/driver/edit/${driver_id}`,
    subject: name,
    taskId: null,
    projectId: null,
  }));
  await notifyEach(tx, { eventId: null, sender: null, atOnce: true }, messages);
  return due.length;
}
