import { UserEntity } from "../../server/people/user.entity";
import { sql } from "../../server/platform/database/unit-of-work";
import { at } from "../bookings/rooms";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const requestOf = sql(
  "test.bookingRequest",
  "SELECT id FROM booking_request WHERE tenant_id = current_tenant() AND booking_id = $1",
);

/** The request of a booking. */
export const requestOfBooking = async (world: World, bookingId: number): Promise<number> =>
  (await world.tx((tx) => tx.one<{ id: number }>(requestOf, [bookingId])))?.id as number;

/** The employee's manager is asked. */
export const managed = (world: World): Promise<unknown> =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { parentId: world.manager.id }));

interface Asked {
  /** Of the request. */
  id: number;
  booking: number;
}

/** The employee asks for a room that somebody grants, each time a day later. */
export function grantedRoom(world: World, room: number): () => Promise<Asked> {
  let weeks = 2;
  return async () => {
    weeks += 1;
    const times = { start_date: at("09:00", weeks), end_date: at("10:00", weeks) };
    const body = { title: "Budget round", bookable_type: "room", bookable_id: room, ...times };
    const booking = ok(await world.api(world.employee).post("/booking", body)).body.data.id as number;
    return { id: await requestOfBooking(world, booking), booking };
  };
}
