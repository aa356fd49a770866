import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { writeBookingRequests } from "./demo.booking-requests";
import { writeBookings } from "./demo.bookings";
import { writeLentEquipment } from "./demo.equipment";
import { writePastBookings } from "./demo.past-bookings";
import { writePlaces } from "./demo.places";

export function writeAllBookings({ log, tenant }: TenantDemo): void {
  const places = writePlaces(log, tenant);
  writeBookings(log, tenant, places);
  writePastBookings(log, tenant, places);
  writeLentEquipment(log, tenant, places.equipment);
  writeBookingRequests(log, tenant);
}
