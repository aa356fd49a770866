import type { DatabaseSeeder } from "../support/seed";

interface BookingSeedOptions {
  tenantId: number;
  requesterIds: readonly number[];
  rooms: number;
  onTheDay: number;
  day: string;
  earlier: number;
}

/**
 * Inserts rooms with a full day and years of bookings. Writes the slots directly, as the triggers would: a million single bookings would
 * take most of an hour.
 * @returns the room ids
 */
export async function seedBookings(seed: DatabaseSeeder, options: BookingSeedOptions): Promise<number[]> {
  const { tenantId, requesterIds, rooms, onTheDay, day, earlier } = options;
  const seededRooms = await seed.rows<{ id: string }>(
    `WITH b AS (INSERT INTO building (tenant_id, name, time_zone) VALUES ($1, 'Measured', 'UTC') RETURNING id),
       f AS (INSERT INTO floor (tenant_id, building_id, name) SELECT $1, id, 'Ground' FROM b RETURNING id, building_id)
     INSERT INTO room (tenant_id, building_id, floor_id, name, capacity, tools, auto_approve)
     SELECT $1, building_id, id, 'Room ' || g, 2 + g % 20, '{screen,whiteboard}', true FROM f, generate_series(1, $2::int) AS g
     RETURNING id`,
    [tenantId, rooms],
  );
  const ids = seededRooms.map(({ id }) => Number(id));
  // Generates bookings that don't overlap, one hour apart in each room.
  const plan = (count: number, first: string, direction: 1 | -1) => `
    SELECT (ARRAY[${ids.join(",")}]::bigint[])[1 + g % ${ids.length}] AS room_id,
      (ARRAY[${requesterIds.join(",")}]::bigint[])[1 + g % ${requesterIds.length}] AS requester_id,
      timestamptz '${first}' + ${direction} * (g / ${ids.length}) * interval '1 hour' AS starts_at
    FROM generate_series(0, ${count - 1}) AS g`;
  const write = (count: number, first: string, direction: 1 | -1, invited: number) => `
    BEGIN;
    SET LOCAL session_replication_role = replica;
    WITH made AS (
      INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at)
      SELECT ${tenantId}, 'room', room_id, requester_id, 'Weekly review', 'approved', starts_at, starts_at + interval '50 minutes'
      FROM (${plan(count, first, direction)}) AS p RETURNING id, room_id, requester_id, during
    ), slots AS (
      INSERT INTO occupied_slot (tenant_id, kind, room_id, booking_id, during, lane)
      SELECT ${tenantId}, 'booking', room_id, id, during, int8range(0, NULL) FROM made
    )
    INSERT INTO booking_participant (tenant_id, booking_id, user_id)
    SELECT ${tenantId}, made.id, p.id FROM made, LATERAL (
      SELECT u AS id FROM unnest(ARRAY[${requesterIds.join(",")}]::bigint[]) AS u
      WHERE u > made.requester_id ORDER BY u LIMIT ${invited}) AS p;
    COMMIT;`;
  await seed.rows(write(onTheDay, `${day}T07:00:00Z`, 1, 3));
  if (earlier > 0) await seed.rows(write(earlier, `${day}T00:00:00Z`, -1, 0));
  return ids;
}
