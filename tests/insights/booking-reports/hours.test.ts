import { countUsedHours, type UsageTimes } from "../../../server/insights/booking-reports/booking-hours";
import * as quick from "../../../server/insights/booking-reports/booking-reports.sql";
import { type Random, randomFrom } from "../../../server/platform/demo/demo.random";
import { newRoom } from "../../bookings/bookings/rooms";
import { runsAll } from "../../run-size";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import * as slow from "./one-by-one.sql";

const server = testServer();

/** Zones whose clocks change at midnight, by half an hour, on other days, or never; and one with an offset of a quarter of an hour. */
const zones = ["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu", "UTC"];
const periods = [
  ["2026-02-25", "2026-04-12"],
  ["2026-09-25", "2026-11-08"],
] as const;
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

async function booked(world: World, { next, pick }: Random): Promise<number> {
  const people = [world.employee, world.manager, world.hr].map(({ id }) => id);
  const rows: object[] = [];
  for (const [n, time_zone] of [...zones, ...zones].entries()) {
    const room = await newRoom(world, `${time_zone} ${n}`, { time_zone, check_in_minutes: n % 2 ? 15 : null });
    await world.tx((tx) =>
      tx.manager.query("UPDATE room SET hourly_rate = $2, created_at = '2020-01-01' WHERE id = $1", [
        room,
        n % 3 ? 12.5 + n : null,
      ]),
    );
    for (const [first, last] of periods) {
      let at = Date.parse(`${first}T00:00:00Z`) - day;
      while (at < Date.parse(`${last}T00:00:00Z`) + 2 * day) {
        const length = pick([5 * minute, 50 * minute, hour, hour, 90 * minute, 3 * hour, 7 * hour, 26 * hour, 3 * day]);
        const until =
          at + (next() < 0.02 ? pick([7 * day, 9 * day, 30 * day]) : length) + Math.floor(next() * 4) * 18_000;
        rows.push({ room, by: pick(people), from: new Date(at), until: new Date(until), out: next() < 0.1 });
        at = until + pick([0, 0, 15 * minute, hour, 11 * hour, 25 * hour]);
      }
    }
  }
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at, released_at)
       SELECT current_tenant(), 'room', r.room, r.by, 'Shift', 'approved', r.from, r.until, CASE WHEN r.out THEN r.until END
       FROM jsonb_to_recordset($1::jsonb) AS r (room bigint, by bigint, "from" timestamptz, until timestamptz, out boolean)`,
      [JSON.stringify(rows)],
    ),
  );
  return rows.length;
}

interface Whole extends UsageTimes {
  resources: object[];
  departments: object[];
}

const seeds = runsAll ? [1, 2, 3, 4, 5] : [Number(process.env.SEED ?? 3)];
test.each(seeds)(
  "the report equals the unoptimized reference across clock changes (seed %i)",
  async (seed) => {
    const world = await server.world();
    const random = randomFrom(seed);
    const { next, pick } = random;
    expect(await booked(world, random)).toBeGreaterThan(500);
    const dayIn = (first: string, last: string) => {
      const days = (Date.parse(last) - Date.parse(first)) / day;
      return new Date(Date.parse(first) + Math.floor(next() * days) * day).toISOString().slice(0, 10);
    };
    const parts = periods.flatMap(([first, last]) => [
      [first, last],
      ...Array.from({ length: 6 }, () => [dayIn(first, last), dayIn(first, last)].sort() as [string, string]),
    ]);
    for (const [from, to] of parts) {
      const [compared, expected] = await world.tx(async (tx) => {
        const about = [from, to, null, null, 2];
        const { resources, departments, ...times } = (await tx.one<Whole>(quick.selectBookingReport, about)) as Whole;
        return [
          {
            resources,
            again: await tx.rows(quick.selectUsageByResource, about),
            departments,
            hours: countUsedHours(times),
          },
          {
            resources: await tx.rows(slow.selectUsageByResource, about),
            again: await tx.rows(slow.selectUsageByResource, about),
            departments: await tx.rows(slow.selectUsageByDepartment, about),
            hours: await tx.rows(slow.selectUsageByHour, about),
          },
        ];
      });
      expect({ from, to, ...compared }).toEqual({ from, to, ...expected });
      for (let n = 0; n < 4; n++) {
        const { weekday, hour: hourOfDay, count } = pick(compared?.hours ?? []);
        const behind = [from, to, null, null, 2, null, null, false, false, weekday, hourOfDay, 1, 0];
        const row = await world.tx((tx) => tx.one<{ total: number }>(quick.selectBookingsForReport, behind));
        expect([from, to, weekday, hourOfDay, row?.total]).toEqual([from, to, weekday, hourOfDay, count]);
      }
    }
  },
  runsAll ? 600_000 : 60_000,
);
