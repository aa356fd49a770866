import { dayMs } from "../demo.calendar";
import type { DemoTenant } from "../demo.history";
import { type DemoLog, iso } from "../demo.rows";
import type { DemoPlaces } from "./demo.places";

const hourMs = 3_600_000;

/** What was driven: title of the booking | kilometres before and after | litres | what is said of it */
const driven: Readonly<Record<string, { km: [number, number]; litres?: number; note?: string }>> = {
  "Samples to Sulaymaniyah": {
    km: [132_508, 132_893],
    litres: 41.5,
    note: "Small scratch on the left door, was there before",
  },
  "Visit to Mendes": { km: [58_931, 58_968] },
};

interface Driven {
  id: number;
  title: string;
  car_id: number;
  driver_id: number | undefined;
  logged_by: number;
  /** Days since the epoch, and the hours of the booking in UTC. */
  day: number;
  hours: string;
}

/** The trip of a booking that is over. */
export function writeTrip(log: DemoLog, tenant: DemoTenant, { id, title, day, hours, ...row }: Driven): void {
  const known = driven[title];
  if (!known) return;
  const [from, until] = hours.split("-").map(Number) as [number, number];
  const [start_km, end_km] = known.km;
  log.add("trip", {
    ...row,
    tenant_id: tenant.id,
    booking_id: id,
    started_at: iso(day * dayMs + from * hourMs),
    ended_at: iso(day * dayMs + until * hourMs),
    start_km,
    end_km,
    fuel_litres: known.litres,
    note: known.note,
  });
}

/** What is on the road this hour, whenever that is: the van, set off half an hour ago. */
export function writeTodaysTrip(
  log: DemoLog,
  tenant: DemoTenant,
  { cars, drivers }: DemoPlaces,
  add: (row: Record<string, unknown>) => number,
): void {
  const quarter = 900_000;
  const now = Math.floor(tenant.now.getTime() / quarter) * quarter;
  const of = { car_id: cars.get("Renault Trafic"), driver_id: drivers.get("karwan") };
  const id = add({
    ...of,
    bookable_type: "car",
    car_type: "van",
    title: "Spare parts to Duhok",
    from_place: "Depot South",
    to_place: "Duhok workshop",
    driver_needed: true,
    status: "approved",
    requester_id: tenant.users.get("yusuf")?.id,
    decided_by: tenant.users.get("azad")?.id,
    decided_at: iso(now - dayMs),
    starts_at: iso(now - 2 * quarter),
    ends_at: iso(now + 12 * quarter),
  });
  log.add("trip", {
    ...of,
    tenant_id: tenant.id,
    booking_id: id,
    logged_by: tenant.users.get("karwan")?.id,
    started_at: iso(now - 2 * quarter),
    start_km: 66_340,
  });
}
