import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import type { DemoPlaces } from "./demo.places";
import { writeTodaysTrip, writeTrip } from "./demo.trips";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

const hourMs = 3_600_000;

/** Weekly bookings: room | weekdays, 1 is Monday | hours in UTC | title | user | participants */
const weekly = `
  Citadel       | 1 2 3 4 5 | 6.5-7.25  | Ops stand-up            | yusuf  | bahar karwan piotr
  Citadel       | 1 3       | 8-9.5     | Release sprint review   | amira  | dara minseo omar rezan
  Citadel       | 4 5       | 11-13     | Carrier workshop        | ruben  | anna hiwa
  Zab           | 1 5       | 7-8.5     | Interview               | sarah  | jonas
  Zab           | 1 3       | 10-11     | Rate table              | anna   | hiwa david
  Zab           | 3         | 12-13     | Payroll check           | ingrid | mei
  Barzan        | 2         | 6-10      | Data protection training| jonas  | nora tobias hana
  Barzan        | 4 5       | 12-13     | Customs papers          | mariam | viktor
  Lalish        | 1         | 7.5-10    | Board of directors      | soran  | shilan ruben ingrid
  Lalish        | 4         | 13-14.5   | All hands rehearsal     | layla  | grace
  Halgurd       | 2 4 5     | 9-9.5     | 1:1 Amira and Dara      | amira  | dara
  Halgurd       | 1 3       | 11-12     | Client call             | ruben  | anna
  Safeen        | 1 2 3 4 5 | 5.5-6.5   | Shift handover          | karwan | yusuf
  Safeen        | 3         | 9.5-11    | Design critique         | dara   | minseo nora
  Safeen        | 1         | 12.5-14   | Service retrospective   | grace  | avin samir elif
  Dock 2 office | 2         | 7.5-12    | Stock count             | piotr  | bahar
  Dock 2 office | 4 5       | 7-8       | Route planning          | viktor | zainab azad
  Drivers' room | 1 2 3 4 5 | 4.5-5     | Morning briefing        | azad   | viktor carlos
  Training room | 3         | 7.5-11    | Forklift refresher      | yusuf  | karwan
  Gallery       | 1 4       | 9-10      | Social media            | nora   | anna
`;

/** Columns: room | days from today | hours in UTC | title | user | flags */
const single = `
  Board room    | 2 | 10-12  | Budget round            | ingrid | pending
  Board room    | 5 | 11-13  | Supervisory board       | soran  | pending
  Quiet corner  | 0 | 7-8    | Doctor's call           | dara   | private
  Quiet corner  | 1 | 12-13  | References of a candidate | sarah | private
  Gallery       | 3 | 12-13.5| New depot, tour by video| bahar  |
`;

/** Columns: car type | days from today | hours in UTC | title | from | to | requester | car | driver */
const trips = `
  van     | -2 | 5-9   | Samples to Sulaymaniyah | Citadel House | Sulaymaniyah depot | hiwa   | VW Transporter | karwan
  sedan   | -1 | 7-10  | Visit to Mendes         | Citadel House | Erbil airport      | anna   | Toyota Corolla |
  sedan   | 1  | 6-8   | Fetch Ms Mendes         | Citadel House | Erbil airport      | ruben  | Toyota Corolla | Khalid Hamid
  minibus | 2  | 5-12  | Excursion of the depot  | Depot South   | Mersin harbour     | yusuf  | Ford Transit   | carlos
  sedan   | 3  | 8-11  | Notary                  | Citadel House | City centre        | ingrid |                |
  van     | 4  | 6-10  | Desks for the new depot | Depot South   | New depot          | bahar  |                |
  suv     | 6  | 5-13  | Border inspection       | Citadel House | Ibrahim Khalil     | mariam |                |
`;

export const parseCells = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()) as [string, ...string[]]);

export function writeBookings(log: DemoLog, tenant: DemoTenant, places: DemoPlaces): void {
  const { rooms, cars, drivers } = places;
  const today = Math.floor(tenant.now.getTime() / dayMs);
  const userOf = (key: string) => tenant.users.get(key)?.id as number;
  const buffers: Readonly<Record<string, number>> = { "Training room": 30, Lalish: 30, Barzan: 15 };
  /** Moves an offset to the nearest working day, away from today. */
  const workday = (day: number) => {
    const weekday = (today + day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) return day;
    return day < 0 ? day - (weekday === 0 ? 2 : 1) : day + (weekday === 0 ? 1 : 2);
  };
  const at = (day: number, hours: string | undefined) => isoInstantOf((today + day) * dayMs + Number(hours) * hourMs);
  const addRow = (row: Record<string, unknown>) => {
    const id = log.id("booking");
    log.add("booking", {
      id,
      tenant_id: tenant.id,
      driver_needed: false,
      private: false,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      series_changed: false,
      equipment_ids: [],
      version: 1,
      ...row,
    });
    return id;
  };
  const add = (row: Record<string, unknown>, day: number, hours: string) => {
    const [from, until] = hours.split("-");
    return addRow({ starts_at: at(day, from), ends_at: at(day, until), ...row });
  };
  for (const [room, days, hours, title, who, guests] of parseCells(weekly)) {
    for (let day = -7; day <= 14; day++) {
      if (!days?.split(" ").includes(String((today + day + 4) % 7))) continue;
      const facts = { bookable_type: "room", room_id: rooms.get(room), status: "approved" };
      const buffer_after_minutes = buffers[room] ?? 0;
      const row = { ...facts, title, requester_id: userOf(who as string), buffer_after_minutes };
      const id = add(row, day, hours as string);
      for (const guest of guests?.split(" ") ?? []) {
        log.add("booking_participant", { tenant_id: tenant.id, booking_id: id, user_id: userOf(guest) });
      }
    }
  }
  for (const [room, day, hours, title, who, remark] of parseCells(single)) {
    const status = remark === "pending" ? "pending" : "approved";
    const facts = { bookable_type: "room", room_id: rooms.get(room), private: remark === "private" };
    add({ ...facts, title, status, requester_id: userOf(who as string) }, workday(Number(day)), hours as string);
  }
  for (const [type, offset, hours, title, from_place, to_place, who, car, driver] of parseCells(trips)) {
    const day = workday(Number(offset));
    const assigned = car ? { car_id: cars.get(car), driver_id: driver ? drivers.get(driver) : undefined } : {};
    const facts = { bookable_type: "car", car_type: type, from_place, to_place, driver_needed: Boolean(driver) };
    const decided = car ? { decided_by: userOf("azad"), decided_at: at(day, "-20") } : {};
    const status = car ? "approved" : "pending";
    const requester_id = userOf(who as string);
    const row = { ...facts, ...assigned, ...decided, title, status, requester_id };
    const id = add(row, day, hours as string);
    const when = { day: today + day, hours: hours as string };
    if (car && day < 0) {
      const of = { car_id: cars.get(car) as number, driver_id: driver ? drivers.get(driver) : undefined };
      writeTrip(log, tenant, { id, title: title as string, ...of, logged_by: requester_id, ...when });
    }
  }
  writeTodaysTrip(log, tenant, places, addRow);
}
