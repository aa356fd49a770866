import type { Actor } from "../platform/session";

/** Bookings are for the people of the organisation; those from outside see none, whatever their role allows. */
export const seesBookings = (actor: Pick<Actor, "permissions" | "external">): boolean =>
  !actor.external && actor.permissions.has("reservation-list");
