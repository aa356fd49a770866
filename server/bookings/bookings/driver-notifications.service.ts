import { notifyEach } from "../../communication/notifications/notify.service";
import { tripPath } from "../../../shared/bookings/bookings/bookings.rules";
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
  const ofDriver = new Map<number, BookingRow>();
  for (const row of rows) {
    if (row.driver_id !== null && !ofDriver.has(row.driver_id)) ofDriver.set(row.driver_id, row);
  }
  if (ofDriver.size === 0) return;
  const drivers = await tx.rows<{ id: number; user_id: number }>(selectDriversWithAccount, [[...ofDriver.keys()]]);
  const messages = drivers.map(({ id, user_id }) => {
    const row = ofDriver.get(id) as BookingRow;
    const title = row.private ? "" : row.title;
    return {
      kind,
      people: user_id === actor.id ? [] : [{ id: user_id, reason: null }],
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
