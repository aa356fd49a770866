import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import { sql, type Tx } from "../platform/database/unit-of-work";

const invited = sql(
  "calendarMails.invited",
  "SELECT 1 AS invited FROM booking_invitation WHERE tenant_id = current_tenant() AND booking_id = $1 AND user_id = $2",
);

const toldByCalendar: readonly NotificationKind[] = [
  "booking.invited",
  "booking.changed",
  "booking.cancelled",
  "booking.driving",
  "booking.notDriving",
];

/** Whether a mail with the booking for their calendar tells somebody already: they don't get a second one in words. */
export async function calendarMailTells(
  tx: Tx,
  { kind, path }: { kind: NotificationKind; path: string },
  userId: number,
): Promise<boolean> {
  const id = /[?&](?:booking|trip)=(\d+)/.exec(path)?.[1];
  if (!id || !toldByCalendar.includes(kind)) return false;
  return (await tx.one(invited, [Number(id), userId])) !== undefined;
}
