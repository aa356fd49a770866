import { UserEntity } from "../../../server/people/people/user.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { wednesdayAt } from "./rooms";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const selectBookingRequest = sql(
  "test.bookingRequest",
  "SELECT id FROM booking_request WHERE tenant_id = current_tenant() AND booking_id = $1",
);

export const requestOfBooking = async (world: World, bookingId: number): Promise<number> =>
  (await world.tx((tx) => tx.one<{ id: number }>(selectBookingRequest, [bookingId])))?.id as number;

export const assignManager = (world: World): Promise<unknown> =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { managerId: world.manager.id }));

interface LeaveColumns {
  status?: string;
  live?: boolean;
  from_noon?: boolean;
  to_noon?: boolean;
  /** Start and end of leave of some hours. */
  times?: [string, string];
}

/** Inserts leave on one day without counting days. A change of leave is approved, but not `live`. */
export const insertLeave = (
  world: World,
  person: Person,
  type: number,
  day: string,
  { status = "approved", live = true, from_noon = false, to_noon = false, times }: LeaveColumns = {},
): Promise<unknown> =>
  world.tx((tx) =>
    tx.manager.query(
      `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
         VALUES (current_tenant(), 'leave', $1, $2::bigint::text, $3, now()) RETURNING id)
       INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live, from_noon, to_noon,
         start_time, end_time, part_minutes)
       SELECT id, current_tenant(), $1, $2, $4::date, $4::date, 1, $5, COALESCE($8::time >= '12:00', $6), COALESCE($9::time <= '12:00', $7),
         $8, $9, (extract(epoch FROM $9::time - $8::time) / 60)::smallint FROM r`,
      [person.id, type, status, day, live, from_noon, to_noon, times?.[0] ?? null, times?.[1] ?? null],
    ),
  );

interface BookingRequest {
  id: number;
  booking: number;
}

export function requestRooms(world: World, room: number): () => Promise<BookingRequest> {
  let weeks = 2;
  return async () => {
    weeks += 1;
    const times = { start_date: wednesdayAt("09:00", weeks), end_date: wednesdayAt("10:00", weeks) };
    const body = { title: "Budget round", bookable_type: "room", bookable_id: room, ...times };
    const booking = requireOk(await world.api(world.employee).post("/booking", body)).body.data.id as number;
    return { id: await requestOfBooking(world, booking), booking };
  };
}
