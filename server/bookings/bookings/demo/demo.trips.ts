import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { DemoPlaces } from "./demo.places";

const hourMs = 3_600_000;

/** Past trips: booking title | kilometres before and after | litres | note */
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
  /** `day` is days since the epoch, `hours` are in UTC. */
  day: number;
  hours: string;
}

export function writeTrip(log: DemoLog, tenant: DemoTenant, { id, title, day, hours, ...row }: Driven): void {
  const drive = driven[title];
  if (!drive) return;
  const [from, until] = hours.split("-").map(Number) as [number, number];
  const [start_km, end_km] = drive.km;
  log.add("trip", {
    ...row,
    tenant_id: tenant.id,
    booking_id: id,
    started_at: isoInstantOf(day * dayMs + from * hourMs),
    ended_at: isoInstantOf(day * dayMs + until * hourMs),
    start_km,
    end_km,
    fuel_litres: drive.litres,
    note: drive.note,
  });
}

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
    decided_at: isoInstantOf(now - dayMs),
    starts_at: isoInstantOf(now - 2 * quarter),
    ends_at: isoInstantOf(now + 12 * quarter),
  });
  log.add("trip", {
    ...of,
    tenant_id: tenant.id,
    booking_id: id,
    logged_by: tenant.users.get("karwan")?.id,
    started_at: isoInstantOf(now - 2 * quarter),
    start_km: 66_340,
  });
}
