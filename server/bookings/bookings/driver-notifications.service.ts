import { notifyEach, notifyUsers } from "../../communication/notifications/notify.service";
import { tripPath } from "../../../shared/bookings/bookings/bookings.rules";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { BookingRow } from "./bookings.present";
import { hideAuthorIfPrivate } from "./private-author.service";

const selectDriversWithAccount = sql(
  "bookings.driversWhoArePeople",
  "SELECT id, user_id FROM driver WHERE tenant_id = current_tenant() AND id = ANY($1) AND user_id IS NOT NULL",
  { notNull: ["user_id"] },
);

/**
 * Notifies drivers with an account that they were assigned or removed, except about their own action. For a series, one notification with
 * its first date is sent. Private bookings are sent without a title.
 */
export async function notifyDrivers(
  tx: Tx,
  actor: Pick<Actor, "id" | "fullname" | "image">,
  kind: "booking.driving" | "booking.notDriving",
  rows: readonly BookingRow[],
): Promise<void> {
  const firstRows = new Map<string, BookingRow & { driver_id: number }>();
  for (const row of rows) {
    const { driver_id, series_id, id } = row;
    if (driver_id === null) continue;
    const key = `${driver_id} ${series_id === null ? `one ${id}` : series_id}`;
    if (!firstRows.has(key)) firstRows.set(key, { ...row, driver_id });
  }
  if (firstRows.size === 0) return;
  const driverIds = [...new Set([...firstRows.values()].map(({ driver_id }) => driver_id))];
  const drivers = await tx.rows<{ id: number; user_id: number }>(selectDriversWithAccount, [driverIds]);
  const userOfDriver = new Map(drivers.map(({ id, user_id }) => [id, user_id]));
  const messages = [...firstRows.values()].flatMap((row) => {
    const userId = userOfDriver.get(row.driver_id);
    if (userId === undefined) return [];
    const title = row.private ? "" : row.title;
    return {
      kind,
      people: userId === actor.id ? [] : [{ id: userId, reason: null }],
      values: { title, private: row.private ? "yes" : "no", sender: "", key: "" },
      path: tripPath(row),
      subject: title,
      taskId: null,
      projectId: null,
    };
  });
  const { id, fullname, image } = actor;
  const hidden = rows.some((row) => row.private);
  const sender = hidden ? null : { id, fullname, image };
  await hideAuthorIfPrivate(hidden, tx, () => notifyEach(tx, { eventId: null, sender }, messages));
}

export async function notifyRemovedDrivers(
  tx: Tx,
  actor: Pick<Actor, "id" | "fullname" | "image">,
  before: readonly BookingRow[],
  after: readonly BookingRow[],
): Promise<void> {
  const drives = new Set(after.filter(({ driver_id }) => driver_id !== null).map(({ id }) => id));
  const removedFrom = before.filter(({ id }) => !drives.has(id));
  await notifyDrivers(tx, actor, "booking.notDriving", removedFrom);
}

/** SQL query for the users who assign drivers. */
export const driverAssignerIds = `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
  AND ${roleHoldsAny("u", "'{reservation-approve}'::text[]")} AND person_holds(u.id, 'reservation-approve') ORDER BY u.id`;

export interface AffectedTrips {
  /** The first trip. */
  id: number;
  /** Name of the driver. */
  name: string;
  count: number;
  /** Day of the first trip. */
  date: string;
  assigner_ids: number[];
}

export async function notifyDriverAssigners(
  tx: Tx,
  kind: "driver.awayWithTrips" | "driver.tripsWithoutDriver" | "driver.licenceUnknown",
  { id, name, count, date, assigner_ids }: AffectedTrips,
  eventId: number | null,
): Promise<void> {
  const message = {
    kind,
    people: assigner_ids.map((each) => ({ id: each, reason: null })),
    values: { name, count: String(count), date, sender: "", key: "" },
    path: tripPath({ id }),
    subject: name,
    taskId: null,
    projectId: null,
  };
  await notifyUsers(tx, { eventId, sender: null }, [message]);
}
