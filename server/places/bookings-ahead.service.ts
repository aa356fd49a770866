import { sql } from "../platform/database/unit-of-work";

/** Bookings of a room, a car or a driver that aren't over: whoever takes it away moves or cancels them first. */
export const bookingsAhead = (kind: "room" | "car" | "driver") =>
  sql(
    `places.ahead.${kind}`,
    `SELECT 'bookings' AS kind, count(*)::int AS count,
       (array_agg(title ORDER BY starts_at) FILTER (WHERE NOT private))[1:3] AS names
     FROM booking WHERE tenant_id = current_tenant() AND ${kind}_id = $1 AND status IN ('pending', 'approved')
       AND ends_at > now() AND released_at IS NULL`,
  );
