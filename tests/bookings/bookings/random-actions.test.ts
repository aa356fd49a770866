import { permissions } from "../../../shared/access";
import type { Booking, BookingWithPermissions } from "../../../shared/bookings/bookings/bookings.contract";
import { bookingPermissionsOf, applyBookings } from "../../../shared/bookings/bookings/bookings.rules";
import { expandGrid } from "../../../shared/bookings/bookings/grid.rules";
import { releaseNoShows } from "../../../server/bookings/bookings/bookings-due.service";
import { randomFrom } from "../../../server/platform/demo/demo.random";
import { sql } from "../../../server/platform/database/unit-of-work";
import { runsAll } from "../../run-size";
import type { Answer } from "../../support/api";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();
let world: World;
let rooms: number[];
beforeEach(async () => {
  world = await server.world();
  rooms = [
    await newRoom(world, "Zab", { check_in_minutes: 15 }),
    await newRoom(world, "Barzan", { buffer_after_minutes: 15, check_in_minutes: 30 }),
    await newRoom(world, "Tigris", { auto_approve: false }),
  ];
});

const selectBookingsDuringOutages = sql(
  "test.bookedWhileOut",
  `SELECT b.id FROM booking b JOIN outage o ON o.tenant_id = b.tenant_id AND o.room_id = b.room_id
     AND b.starts_at < o.ends_at AND o.starts_at < b.ends_at
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved')`,
);
const bookedWhileOut = () => world.tx((tx) => tx.rows(selectBookingsDuringOutages));

const day = { start_date: wednesdayAt("00:00"), end_date: wednesdayAt("23:59") };
const read = async () =>
  expandGrid(
    requireOk(await world.api(world.manager).get("/reservations/grid", { query: { bookable_type: "room", ...day } }))
      .body.data,
  );

function actions(next: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const admin = world.api(world.admin);
  const people = [world.employee, world.hr, world.finance].map((person) => world.api(person));
  const ids: number[] = [];
  const outages: number[] = [];
  const time = () => {
    const hour = 8 + Math.floor(next() * 9);
    const clock = (h: number) => wednesdayAt(`${String(h).padStart(2, "0")}:${pick(["00", "30"])}`);
    return { start_date: clock(hour), end_date: clock(hour + 1) };
  };
  const book = (overrides: object = {}) => ({
    title: "Sprint review",
    bookable_type: "room",
    bookable_id: pick(rooms),
    private: next() < 0.2,
    ...time(),
    ...overrides,
  });
  const recordCreatedIds = (answer: Answer) => {
    if (answer.status === 201) ids.push(...answer.body.dates.map(({ id }: { id: number }) => id));
    return answer.status;
  };
  const of = (call: (id: number) => Promise<Answer>) => async () =>
    ids.length === 0 ? 404 : (await call(pick(ids))).status;
  const all: Record<string, [weight: number, run: () => Promise<number>]> = {
    book: [30, async () => recordCreatedIds(await pick(people).post("/booking", book()))],
    basket: [
      6,
      async () => {
        const basket = [{ bookable_type: "room", bookable_id: pick(rooms) }];
        return recordCreatedIds(await pick(people).post("/booking", book({ basket })));
      },
    ],
    series: [
      8,
      async () => recordCreatedIds(await pick(people).post("/booking", book({ repeat: "daily", repeat_count: 3 }))),
    ],
    editSeries: [8, of((id) => admin.put(`/booking/${id}`, { ...time(), scope: "all", overwrite: next() < 0.5 }))],
    move: [16, of((id) => admin.put(`/booking/${id}`, { ...time(), bookable_id: pick(rooms) }))],
    approve: [8, of((id) => admin.put(`/booking/${id}/approve`, {}))],
    reject: [3, of((id) => admin.put(`/booking/${id}/reject`, { reason: "Full" }))],
    cancel: [8, of((id) => pick([admin, ...people]).delete(`/booking/${id}`, { scope: pick(["this", "following"]) }))],
    outOfOrder: [
      8,
      async () => {
        const outage = { room_id: pick(rooms), ...time(), reason: "Painted" };
        const listed = await admin.post("/outage", outage);
        const rows = (listed.body.data?.bookings ?? []) as { id: number; suggested: number | null }[];
        const bookings = rows.map(({ id, suggested }) => ({ id, to: next() < 0.7 ? suggested : null }));
        const answer = listed.status === 409 ? await admin.post("/outage", { ...outage, bookings }) : listed;
        if (answer.status === 201) outages.push(answer.body.data.id);
        return answer.status;
      },
    ],
    backInOrder: [3, async () => (outages.length > 0 ? (await admin.delete(`/outage/${outages.pop()}`)).status : 404)],
    release: [
      5,
      async () => {
        const { start_date } = time();
        await world.tx((tx) => releaseNoShows(tx, new Date(Date.parse(start_date) + 35 * 60_000)));
        return 200;
      },
    ],
  };
  const names = Object.entries(all).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));
  return async (): Promise<[name: string, status: number]> => {
    const name = pick(names);
    return [name, await (all[name] as (typeof all)[string])[1]()];
  };
}

const seeds = runsAll ? [1, 2, 3, 4, 5, 6, 7, 8] : [Number(process.env.SEED ?? 7)];

test.each(seeds)(
  "random actions never double-book and events rebuild the grid (seed %i)",
  async (seed) => {
    const step = actions(randomFrom(seed).next);
    const before = await read();
    const mark = server.published.length;
    const statusesByAction = new Map<string, Set<number>>();
    const runs = runsAll ? 120 : 25;
    for (let n = 0; n < runs; n++) {
      for (const [name, status] of await Promise.all([step(), step(), step(), step()])) {
        expect([name, [200, 201, 403, 404, 409, 422].includes(status)]).toEqual([name, true]);
        statusesByAction.set(name, (statusesByAction.get(name) ?? new Set()).add(status));
      }
      if (n % 4 === 0 || n === runs - 1)
        expect([await doubleBookings(world), await bookedWhileOut()]).toEqual([[], []]);
    }
    // Each of these actions must have succeeded at least once, or the run proves nothing.
    for (const name of ["book", "move", "outOfOrder", "release"])
      expect([name, [...(statusesByAction.get(name) ?? [])].some((status) => status < 300)]).toEqual([name, true]);
    // The manager's grid with all events applied must equal a fresh read.
    const reader = { id: world.manager.id, permissions: new Set(permissions) };
    const rowOf = (booking: Booking) => ({ ...booking, can: bookingPermissionsOf(booking, reader, 0, false) });
    const shows = ({ start_date, end_date }: Booking) => start_date < day.end_date && end_date > day.start_date;
    const emitted = world
      .events(mark)
      .filter(({ stream, event }) => stream.startsWith("rooms:") && event.type.startsWith("booking."));
    const brought = emitted.reduce(
      (rows, { event }) => applyBookings(rows, (event.data as { bookings: Booking[] }).bookings, shows, rowOf),
      before.bookings,
    );
    const without = (rows: BookingWithPermissions[]) => rows.map(({ can, ...booking }) => booking);
    expect(without(brought)).toEqual(without((await read()).bookings));
  },
  runsAll ? 600_000 : 120_000,
);
