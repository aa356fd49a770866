import type { Permission } from "../../kernel/access";
import type { Trip } from "./trips.contract";
import type { PublicTrip } from "./trips.events";
import { acceptsNotes, applyTrip, isDrivenBy, isStartable, tripPermissionsOf } from "./trips.rules";

const driver = { id: 3, user_id: 7, fullname: "Omar", phone_number: null };
const requester = { id: 9, fullname: "Noor", image: null };
const log = {
  started_at: "2026-11-30T08:05:00.000Z",
  start_km: 1_000,
  ended_at: null as string | null,
  end_km: null as number | null,
  fuel_litres: null,
  note: "Scratch",
  photos: [],
};
const trip: Trip = {
  id: 1,
  title: "Depot",
  note: null,
  purpose: null,
  private: false,
  from_place: null,
  to_place: null,
  seats: null,
  start_date: "2026-11-30T08:00:00.000Z",
  end_date: "2026-11-30T12:00:00.000Z",
  requester,
  car: { id: 5, name: "Van", plate_number: "1", mileage: 1_000, image: null },
  driver,
  log: null,
  can: { start: false, end: false, note: false },
};
const reader = (id: number, ...permissions: Permission[]) => ({ id, permissions: new Set(permissions) });
const at = (time: string) => Date.parse(`2026-${time}:00.000Z`);

test("the driver drives, and without a driver the requester", () => {
  expect([7, 9].map((id) => isDrivenBy(trip, id))).toEqual([true, false]);
  expect([7, 9].map((id) => isDrivenBy({ ...trip, driver: null }, id))).toEqual([false, true]);
  expect(isDrivenBy({ driver: null, requester: null }, 9)).toBe(false);
});

test("a trip starts from two hours before its booking to a day after it", () => {
  const times = ["11-30T05:59", "11-30T06:00", "12-01T11:59", "12-01T12:00"];
  expect(times.map((time) => isStartable(trip, at(time)))).toEqual([false, true, true, false]);
});

test("notes are accepted from the start to seven days after the end", () => {
  const ended = { ...trip, log: { ...log, ended_at: "2026-11-30T11:00:00.000Z" } };
  expect(acceptsNotes(trip, at("11-30T09:00"))).toBe(false);
  expect(acceptsNotes({ ...trip, log }, at("12-30T09:00"))).toBe(true);
  expect(["12-07T10:59", "12-07T11:00"].map((time) => acceptsNotes(ended, at(time)))).toEqual([true, false]);
});

test("drivers and approvers start, end and note a trip in its states; others don't", () => {
  const now = at("11-30T09:00");
  const ended = { ...trip, log: { ...log, ended_at: "2026-11-30T11:00:00.000Z" } };
  for (const allowed of [reader(7), reader(1, "reservation-approve")]) {
    expect(tripPermissionsOf(trip, allowed, now)).toEqual({ start: true, end: false, note: false });
    expect(tripPermissionsOf(trip, allowed, at("11-29T09:00")).start).toBe(false);
    expect(tripPermissionsOf({ ...trip, log }, allowed, now)).toEqual({ start: false, end: true, note: true });
    expect(tripPermissionsOf(ended, allowed, now)).toEqual({ start: false, end: false, note: true });
  }
  const none = { start: false, end: false, note: false };
  for (const one of [trip, { ...trip, log }, ended]) expect(tripPermissionsOf(one, reader(9), now)).toEqual(none);
});

describe("an event of a trip", () => {
  const { note: _, photos: __, ...publicLog } = log;
  const started: PublicTrip = { id: 1, car_id: 5, ...publicLog };
  const apply = (trips: Trip[], received: PublicTrip) => applyTrip(trips, received, reader(7), at("11-30T09:00"));

  test("sets its log, keeps note and photos, and computes what the reader may do", () => {
    expect(apply([trip], started)[0]).toMatchObject({
      log: { start_km: 1_000, note: null, photos: [] },
      end_date: trip.end_date,
      can: { start: false, end: true, note: true },
    });
    const [ended] = apply([{ ...trip, log }], { ...started, ended_at: "2026-11-30T11:00:00.000Z", end_km: 1_080 });
    expect(ended).toMatchObject({
      log: { note: "Scratch", end_km: 1_080 },
      end_date: "2026-11-30T11:00:00.000Z",
      car: { mileage: 1_080 },
      can: { start: false, end: false, note: true },
    });
  });

  test("moves the end of the booking back, to a minute after its start at most", () => {
    const endsAfter = (ended_at: string) =>
      apply([{ ...trip, log }], { ...started, ended_at, end_km: 1_080 })[0]?.end_date;
    expect(endsAfter("2026-11-30T12:30:00.000Z")).toBe(trip.end_date);
    expect(endsAfter("2026-11-30T07:30:00.000Z")).toBe("2026-11-30T08:01:00.000Z");
  });

  test("updates the mileage of the car in other trips, never backwards, and no other car", () => {
    const other = { ...trip, id: 2 };
    const otherCar = { ...trip, id: 3, car: { ...trip.car, id: 6 } };
    const mileages = (received: PublicTrip) => apply([other, otherCar], received).map(({ car }) => car.mileage);
    expect(mileages({ ...started, start_km: 1_200 })).toEqual([1_200, 1_000]);
    expect(mileages({ ...started, start_km: 900 })).toEqual([1_000, 1_000]);
    expect(apply([other], started)[0]?.log).toBeNull();
  });
});
