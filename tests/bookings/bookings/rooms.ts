import { sql } from "../../../server/platform/database/unit-of-work";
import type { World } from "../../support/world";

const insertRoom = sql(
  "test.room",
  `WITH b AS (INSERT INTO building (tenant_id, name, time_zone) VALUES (current_tenant(), 'House ' || $1, $2) RETURNING id),
   f AS (INSERT INTO floor (tenant_id, building_id, name) SELECT current_tenant(), id, 'Ground' FROM b RETURNING id, building_id)
   INSERT INTO room (tenant_id, building_id, floor_id, name, capacity, auto_approve, audience, notice_minutes, ahead_days,
     longest_minutes, buffer_before_minutes, buffer_after_minutes, cross_day, opens_at, closes_at, check_in_minutes)
   SELECT current_tenant(), building_id, id, $1, r.capacity, r.auto_approve, r.audience, r.notice_minutes, r.ahead_days,
     r.longest_minutes, r.buffer_before_minutes, r.buffer_after_minutes, r.cross_day, r.opens_at, r.closes_at, r.check_in_minutes
   FROM f, jsonb_to_record($3::jsonb) AS r (capacity int, auto_approve boolean, audience text, notice_minutes int,
     ahead_days int, longest_minutes int, buffer_before_minutes int, buffer_after_minutes int, cross_day boolean, opens_at time,
     closes_at time, check_in_minutes int)
   RETURNING id`,
);

const usual = {
  capacity: 8,
  auto_approve: true,
  audience: "everyone",
  notice_minutes: 0,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  cross_day: false,
};

export async function newRoom(world: World, name: string, rules: Record<string, unknown> = {}): Promise<number> {
  const { time_zone = "UTC", ...rest } = rules;
  const values = [name, time_zone, JSON.stringify({ ...usual, ...rest })];
  return (await world.tx((tx) => tx.one<{ id: number }>(insertRoom, values)))?.id as number;
}

const dayMs = 86_400_000;

export function wednesdayAt(time: string, weeks = 3): string {
  const now = new Date();
  const wednesday = now.getTime() + (((3 - now.getUTCDay() + 7) % 7) + 7 * weeks) * dayMs;
  return `${new Date(wednesday).toISOString().slice(0, 10)}T${time}:00.000Z`;
}

const selectOverlaps = sql(
  "test.overlaps",
  `SELECT a.id AS one, b.id AS other FROM booking a JOIN booking b ON b.tenant_id = a.tenant_id AND b.id > a.id
     AND (a.room_id = b.room_id OR (a.status = 'approved' AND b.status = 'approved' AND (a.car_id = b.car_id OR a.driver_id = b.driver_id)))
     AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
   WHERE a.tenant_id = current_tenant() AND a.status IN ('pending', 'approved') AND b.status IN ('pending', 'approved')`,
);

/** Finds double bookings without using the constraint that forbids them. */
export const doubleBookings = (world: World): Promise<unknown[]> => world.tx((tx) => tx.rows(selectOverlaps));
