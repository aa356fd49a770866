import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { dayMs } from "../../../platform/demo/demo.calendar";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { writeEquipment } from "./demo.equipment";

const buildings = [
  {
    name: "Citadel House",
    address: "Gulan Street 60, Erbil",
    time_zone: "Asia/Baghdad",
    floors: ["Ground floor", "First floor", "Second floor"],
  },
  {
    name: "Depot South",
    address: "Liman Mahallesi 12, Mersin",
    time_zone: "Europe/Istanbul",
    floors: ["Ground floor", "Gallery"],
  },
] as const;

/** One room per line: building | floor | name | area | seats | color | tools */
const roomLines = `
  0 | 0 | Citadel | 38 | 12 | teal | screen, video, step-free
  0 | 0 | Zab | 18 | 6 | blue | screen
  0 | 0 | Barzan | 24 | 8 | violet | screen, video
  0 | 1 | Lalish | 64 | 20 | amber | screen, video, microphone
  0 | 1 | Halgurd | 17 | 6 | green | screen, step-free
  0 | 1 | Safeen | 30 | 10 | orange | screen, video, whiteboard
  0 | 2 | Board room | 52 | 16 | rose | screen, video, microphone, phone
  0 | 2 | Quiet corner | 9 | 2 | grey | whiteboard
  1 | 0 | Dock 2 office | 20 | 6 | blue | screen
  1 | 0 | Drivers' room | 34 | 12 | green | whiteboard, step-free
  1 | 1 | Training room | 70 | 24 | amber | screen, microphone, step-free
  1 | 1 | Gallery | 22 | 8 | teal | screen, phone
`;

/** Hourly rates: per seat for rooms in the city, per type for cars. Rooms at the depot are free. */
const rates = { seat: 1.25, sedan: 6.5, suv: 9, van: 8, minibus: 11, truck: 18 } as const;

const usualRules = {
  opens_at: "07:00",
  closes_at: "20:00",
  open_days: [1, 2, 3, 4, 5, 6, 7],
  auto_approve: true,
  audience: "everyone",
  notice_minutes: 0,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  cross_day: false,
  version: 1,
};

const roomRules: Readonly<Record<string, Record<string, unknown>>> = {
  "Board room": { auto_approve: false, ahead_days: 90 },
  "Quiet corner": { longest_minutes: 120 },
  "Training room": { buffer_after_minutes: 30, ahead_days: 180 },
  Lalish: { buffer_after_minutes: 30, check_in_minutes: 15 },
  Citadel: { check_in_minutes: 15 },
  Barzan: { buffer_after_minutes: 15 },
};

/** One car per line: name | type | plate | color | seats | licence | km | days insured | days until inspection */
const carLines = `
  Ford Transit | minibus | 22 E 4417 | White | 9 | D1 | 84210 | 160 | 96
  Hyundai Staria | minibus | 22 D 1180 | Silver | 8 | B | 41877 | 301 | 212
  VW Transporter | van | 22 C 9052 | White | 3 | B | 132508 | 44 | 18
  Renault Trafic | van | 22 F 3117 | Blue | 6 | B | 66340 | 222 | 140
  Toyota Corolla | sedan | 22 A 5523 | Black | 4 | B | 58931 | 9 | 77
  Kia K5 | sedan | 22 B 7716 | Grey | 4 | B | 23604 | 190 | 330
  Toyota Land Cruiser | suv | 22 G 2090 | White | 7 | B | 97115 | 118 | 260
  Isuzu NPR | truck | 22 H 6604 | White | 3 | C1 | 204877 | 71 | 31
`;

const driverRows = [
  { key: "carlos", phone: "+964 750 555 0171", classes: ["B", "D1", "C1"], days: [7, 1, 2, 3, 4], expires: 640 },
  { key: "karwan", phone: "+964 750 555 0172", classes: ["B"], days: [7, 1, 2, 3, 4], expires: 24 },
  { name: "Khalid Hamid", phone: "+964 751 555 0173", classes: ["B", "D1"], days: [6, 7, 1, 2, 3, 4], expires: 410 },
  { name: "Bashar Rafiq", phone: "+964 751 555 0174", classes: ["B", "BE"], days: [7, 1, 2, 3, 4], expires: 900 },
] as const;

const cellsOf = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

export interface DemoPlaces {
  rooms: ReadonlyMap<string, number>;
  cars: ReadonlyMap<string, number>;
  drivers: ReadonlyMap<string, number>;
  equipment: ReadonlyMap<string, number>;
}

export function writePlaces(log: DemoLog, tenant: DemoTenant): DemoPlaces {
  const houses = writeBuildings(log, tenant);
  const rooms = writeRooms(log, tenant, houses);
  const equipment = writeEquipment(log, tenant, houses);
  const cars = writeCars(log, tenant);
  const drivers = writeDrivers(log, tenant);
  log.add("outage", {
    id: log.id("outage"),
    tenant_id: tenant.id,
    car_id: cars.get("Kia K5"),
    starts_at: isoInstantOf(tenant.now.getTime() - dayMs),
    ends_at: isoInstantOf(tenant.now.getTime() + 4 * dayMs),
    reason: "In the workshop: brakes",
    created_by: tenant.users.get("azad")?.id,
  });
  return { rooms, cars, drivers, equipment };
}

function writeBuildings(log: DemoLog, tenant: DemoTenant) {
  return buildings.map(({ floors, ...row }) => {
    const id = log.id("building");
    log.add("building", { id, tenant_id: tenant.id, version: 1, ...row });
    const floorIds = floors.map((name, level) => {
      const floor = log.id("floor");
      log.add("floor", { id: floor, tenant_id: tenant.id, building_id: id, name, level, version: 1 });
      return floor;
    });
    return { id, floorIds };
  });
}

function writeRooms(log: DemoLog, tenant: DemoTenant, places: ReturnType<typeof writeBuildings>): Map<string, number> {
  const ids = new Map<string, number>();
  for (const [building, floor, name, area, capacity, color, tools] of cellsOf(roomLines)) {
    const place = places[Number(building)];
    const id = log.id("room");
    ids.set(name as string, id);
    log.add("room", {
      id,
      tenant_id: tenant.id,
      building_id: place?.id,
      floor_id: place?.floorIds[Number(floor)],
      name,
      area,
      capacity: Number(capacity),
      tools: tools?.split(", "),
      color,
      hourly_rate: building === "0" ? rates.seat * Number(capacity) : null,
      ...usualRules,
      ...roomRules[name as string],
    });
  }
  return ids;
}

function writeCars(log: DemoLog, tenant: DemoTenant): Map<string, number> {
  const ids = new Map<string, number>();
  const inDays = (days: string | undefined) => isoInstantOf(tenant.now.getTime() + Number(days) * dayMs).slice(0, 10);
  for (const [name, type, plate, color, seats, licence, km, insured, inspected] of cellsOf(carLines)) {
    const id = log.id("car");
    ids.set(name as string, id);
    log.add("car", {
      id,
      tenant_id: tenant.id,
      name,
      type,
      plate_number: plate,
      color,
      seats: Number(seats),
      licence_class: licence,
      mileage: Number(km),
      hourly_rate: rates[type as "van"],
      insured_until: inDays(insured),
      inspected_until: inDays(inspected),
      version: 1,
    });
  }
  return ids;
}

function writeDrivers(log: DemoLog, tenant: DemoTenant): Map<string, number> {
  const ids = new Map<string, number>();
  for (const driver of driverRows) {
    const id = log.id("driver");
    const user = "key" in driver ? tenant.users.get(driver.key)?.id : undefined;
    ids.set("key" in driver ? driver.key : driver.name, id);
    log.add("driver", {
      id,
      tenant_id: tenant.id,
      user_id: user,
      fullname: "name" in driver ? driver.name : null,
      phone_number: driver.phone,
      licence_classes: driver.classes,
      licence_expires_on: isoInstantOf(tenant.now.getTime() + driver.expires * dayMs).slice(0, 10),
      works_from: "06:00",
      works_until: "18:00",
      work_days: driver.days,
      version: 1,
    });
  }
  return ids;
}
