import { UserEntity } from "../../../server/people/people/user.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { wednesdayAt } from "./rooms";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const selectBookingRequest = sql(
  "test.bookingRequest",
  "SELECT id FROM booking_request WHERE tenant_id = current_tenant() AND booking_id = $1",
);

export const requestOfBooking = async (world: World, bookingId: number): Promise<number> =>
  (await world.tx((tx) => tx.one<{ id: number }>(selectBookingRequest, [bookingId])))?.id as number;

export const assignManager = (world: World): Promise<unknown> =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { managerId: world.manager.id }));

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
