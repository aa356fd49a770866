import { withComments } from "../../approvals/approvals/requests.search";
import { findIn, personJson, type SearchSource } from "../../platform/search/search-source";

const isOwn = "b.requester_id = $1";
/** Comments on the request for a booking are read by its requester, not by the people invited to it. */
const byComment = `SELECT q.booking_id FROM (${findIn("request_comment")}) AS found (id)
  JOIN booking_request q ON q.tenant_id = current_tenant() AND q.id = found.id
  JOIN booking b ON b.tenant_id = current_tenant() AND b.id = q.booking_id AND ${isOwn}`;
const ofBooking = `SELECT q.id FROM booking_request q WHERE q.tenant_id = b.tenant_id AND q.booking_id = b.id AND ${isOwn}`;

const isInvited = (person: string) =>
  `(b.status IN ('pending', 'approved') AND EXISTS (SELECT FROM booking_participant i
     WHERE i.tenant_id = b.tenant_id AND i.booking_id = b.id AND i.user_id = ${person}))`;
const today = "date_trunc('day', now())";

/** Finds the bookings that the caller made or is invited to. Others are shown in the plan of the room or car. */
export const bookingSearch: SearchSource = {
  matches: [findIn("booking"), byComment],
  from: "booking b",
  id: "b.id",
  visible: `b.tenant_id = current_tenant() AND (${isOwn} OR ${isInvited("$1")})`,
  title: "fold(b.title)",
  mine: "true",
  done: "(b.ends_at < now() OR b.status IN ('rejected', 'cancelled', 'expired'))",
  at: "b.starts_at",
  // The nearest upcoming booking first: upcoming days are mirrored at today. A day, because pages must have the same order.
  rankedAt: `CASE WHEN b.ends_at < now() THEN b.starts_at ELSE ${today} - (b.starts_at - ${today}) END`,
  series: "b.series_id",
  ofPerson: `(b.requester_id = asked.person OR ${isInvited("asked.person")})`,
  joins: `JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
    LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id`,
  columns: {
    title: "b.title",
    type: "b.bookable_type",
    context: "COALESCE(r.name, c.name)",
    state: "b.status",
    person: personJson("u"),
    body: withComments("b.purpose", `IN (${ofBooking})`),
    day: "(b.starts_at AT TIME ZONE (SELECT time_zone FROM tenant WHERE id = b.tenant_id))::date",
  },
};
