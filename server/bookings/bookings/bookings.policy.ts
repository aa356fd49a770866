import type { Actor } from "../../platform/session";

/** External users see no bookings, whatever their role permits. */
export const canSeeBookings = (actor: Pick<Actor, "permissions" | "external">): boolean =>
  !actor.external && actor.permissions.has("reservation-list");
