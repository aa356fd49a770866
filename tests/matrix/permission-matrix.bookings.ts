import { wednesdayAt, newRoom } from "../bookings/bookings/rooms";
import { sql } from "../../server/platform/database/unit-of-work";
import type { World } from "../support/world";
import { requireOk } from "../work/tasks/board";
import { type MatrixRecord, putCall, type MatrixSubject } from "./permission-matrix";

const updateBookingToPast = sql(
  "test.canPast",
  `UPDATE booking SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const minute = (n: number) => new Date(Date.now() + n * 60_000).toISOString();

const insertManagerRole = sql(
  "test.canLooksAfter",
  `WITH r AS (INSERT INTO role (tenant_id, name, permissions)
     VALUES (current_tenant(), 'Front desk', ARRAY['reservation-list', 'reservation-create', 'reservation-approve']) RETURNING id)
   UPDATE app_user SET role_id = (SELECT id FROM r) WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Each booking has its own room. Readers: the requester, a participant, the approver, a booking manager who isn't the approver, and a user
 * without any relation to the booking.
 */
export async function bookingSubject(world: World): Promise<MatrixSubject> {
  const [owner, admin] = [world.api(world.employee), world.api(world.admin)];
  const [guest, stranger] = [await world.person("employee"), await world.person("employee")];
  const unasked = await world.person("employee");
  await world.tx((tx) => tx.rows(insertManagerRole, [unasked.id]));
  let rooms = 0;
  const createBooking =
    (rules: object, overrides: object = {}, who = owner) =>
    async (): Promise<MatrixRecord> => {
      const room = await newRoom(world, `Can ${++rooms}`, { cross_day: true, ...rules });
      const input = { title: "Review", bookable_type: "room", bookable_id: room, participants: [guest.id] };
      const when = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
      const { id } = requireOk(await who.post("/booking", { ...input, ...when, ...overrides })).body.data;
      return { id, url: `/booking/${id}`, more: {} };
    };
  const approved = createBooking({});
  const pending = createBooking({ auto_approve: false });
  const then = (make: () => Promise<MatrixRecord>, change: (record: MatrixRecord) => Promise<unknown>) => async () => {
    const record = await make();
    await change(record);
    return record;
  };
  return {
    readers: {
      owner,
      guest: world.api(guest),
      admin,
      stranger: world.api(stranger),
      unasked: world.api(unasked),
      external: world.api(world.external),
    },
    states: {
      approved,
      pending,
      pending_of_who_decides: createBooking({ auto_approve: false }, {}, admin),
      private: createBooking({}, { private: true }),
      going_on: createBooking({}, { start_date: minute(-5), end_date: minute(60) }),
      cancelled: then(approved, async ({ url }) => requireOk(await owner.delete(url))),
      rejected: then(pending, async ({ url }) => requireOk(await admin.put(`${url}/reject`, { reason: "Full" }))),
      over: then(approved, ({ id }) => world.tx((tx) => tx.rows(updateBookingToPast, [id]))),
    },
    calls: {
      // Rules of private bookings are in tests/bookings/bookings/private.test.ts.
      edit: ({ url }, as) => as.put(url, { seats: 3 }),
      cancel: ({ url }, as) => as.delete(url),
      approve: putCall("approve"),
      reject: putCall("reject", { reason: "Full" }),
      check_in: putCall("check-in"),
      answer: putCall("answer", { answer: "maybe" }),
    },
  };
}
