import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { writeBookings } from "./demo.bookings";
import { writeLentEquipment } from "./demo.equipment";
import { writePastBookings } from "./demo.past-bookings";
import { writePlaces } from "./demo.places";
import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

export function writeAllBookings({ log, tenant }: TenantDemo): void {
  const places = writePlaces(log, tenant);
  writeBookings(log, tenant, places);
  writePastBookings(log, tenant, places);
  writeLentEquipment(log, tenant, places.equipment);
  writeBookingRequests(log, tenant);
}

const decides = "azad";

function writeBookingRequests(log: DemoLog, tenant: DemoTenant): void {
  const waiting = (log.rows.booking ?? []).filter((row) => row.tenant_id === tenant.id && row.status === "pending");
  const users = new Map(log.rows.app_user?.map((user) => [user.id, user]));
  waiting.forEach((booking, place) => {
    const id = log.id("request");
    const at = isoInstantOf(tenant.now.getTime() - (1 + (place % 2)) * dayMs);
    log.add("request", {
      id,
      tenant_id: tenant.id,
      family: "booking",
      requester_id: booking.requester_id,
      department_id: users.get(booking.requester_id)?.department_id ?? null,
      type: booking.bookable_type === "room" ? `room-${Number(booking.room_id)}` : booking.car_type,
      status: "pending",
      title: booking.title,
      round: 1,
      step: 0,
      version: 2,
      sent_at: at,
      created_at: at,
      updated_at: at,
    });
    log.add("booking_request", { id, tenant_id: tenant.id, booking_id: booking.id });
    log.add("request_step", {
      id: log.id("request_step"),
      tenant_id: tenant.id,
      request_id: id,
      round: 1,
      position: 0,
      approver: "manager",
      route: "handed",
      approver_id: tenant.users.get(decides)?.id,
      state: "now",
      since: at,
    });
  });
}
