import type { Permission } from "../../kernel/access";
import { isMadeAtDoor } from "../resources/made-at-door.rules";
import { isStepFree } from "../rooms/step-free.rules";
import type { Booking } from "./bookings.contract";
import {
  alternativeSlotsIn,
  applyBookings,
  type BookingFacts,
  bookingPath,
  bookingPermissionsOf,
  bookingRights,
  mayBeApprover,
  needsNewApproval,
  publicBooking,
  seatsNeeded,
  tripPath,
} from "./bookings.rules";

const minute = 60_000;
const start = Date.parse("2027-03-03T09:00:00Z");
const end = start + 60 * minute;

interface Case {
  status?: BookingFacts["status"];
  type?: BookingFacts["bookable_type"];
  checkedIn?: boolean;
  own?: boolean;
  invited?: boolean;
  may?: Permission[];
  now?: number;
  isApprover?: boolean;
}
const create: Permission[] = ["reservation-create"];
const approve: Permission[] = ["reservation-approve"];
function can({
  status = "approved",
  type = "room",
  checkedIn = false,
  own = true,
  invited = false,
  may = create,
  now = start,
  isApprover = true,
}: Case) {
  const facts: BookingFacts = {
    status,
    bookable_type: type,
    checked_in_at: checkedIn ? "2027-03-03T09:01:00Z" : null,
    from: start,
    until: end,
    requesterId: own ? 1 : 2,
    participants: invited ? [{ id: 1 }] : [],
  };
  const rights = bookingRights(facts, { id: 1, permissions: new Set(may) }, now, isApprover);
  return Object.entries(rights)
    .filter(([, isAllowed]) => isAllowed)
    .map(([right]) => right)
    .join(" ");
}

const before = start - 15 * minute;
test.each<[rights: string, cases: Case[]]>([
  ["edit cancel check_in", [{}, { now: before }, { now: end - 1 }, { invited: true }]],
  ["edit cancel", [{ now: before - 1 }, { status: "pending" }, { type: "car" }, { checkedIn: true }]],
  ["", [{ now: end }, { now: end + minute }, { status: "cancelled" }, { status: "rejected" }, { status: "expired" }]],
  ["", [{ may: [] }, { own: false }, { own: false, may: [] }, { status: "pending", own: false }]],
  [
    "check_in answer",
    [
      { own: false, invited: true },
      { own: false, invited: true, may: [] },
      { own: false, invited: true, now: before },
    ],
  ],
  [
    "answer",
    [
      { own: false, invited: true, now: before - 1 },
      { own: false, invited: true, status: "pending" },
      { own: false, invited: true, type: "car" },
    ],
  ],
  [
    "",
    [
      { own: false, invited: true, now: end },
      { own: false, invited: true, status: "cancelled" },
    ],
  ],
  ["check_in", [{ own: false, may: approve }, { may: approve }]],
  ["", [{ own: false, may: approve, status: "pending", isApprover: false }]],
  [
    "approve reject",
    [
      { own: false, may: approve, status: "pending" },
      { own: false, may: approve, status: "pending", now: end - 1 },
    ],
  ],
  [
    "",
    [
      { own: false, may: approve, status: "pending", now: end },
      { own: false, may: approve, checkedIn: true },
      { own: false, may: approve, type: "car" },
    ],
  ],
  ["edit cancel check_in", [{ own: false, may: [...approve, ...create] }]],
  ["edit cancel approve reject", [{ own: false, may: [...approve, ...create], status: "pending" }]],
])("returns the expected permissions for %j", (rights, cases) => {
  expect(cases.map((each) => [each, can(each)])).toEqual(cases.map((each) => [each, rights]));
});

test("seatsNeeded counts the requester, participants and external guests", () => {
  expect(seatsNeeded({ participants: [] })).toBe(1);
  expect(seatsNeeded({ participants: ["3", "4"], guests: ["a@b.test"] })).toBe(4);
});

const booking: Booking = {
  id: 1,
  title: "Review",
  note: "Bring plans",
  private: false,
  bookable_type: "room",
  bookable_id: 5,
  car_type: null,
  equipment: [{ id: 8, name: "Projector" }],
  seats: null,
  from_place: "Harbour",
  to_place: "Depot",
  purpose: "Delivery",
  driver_needed: false,
  car_id: null,
  driver_id: null,
  start_date: new Date(start).toISOString(),
  end_date: new Date(end).toISOString(),
  time_zone: "UTC",
  busy_from: new Date(start).toISOString(),
  busy_until: new Date(end).toISOString(),
  status: "approved",
  decision_reason: "The room is closed",
  series_id: 3,
  basket_id: 4,
  participants: [{ id: 2, fullname: "Omar", image: null, answer: null }],
  requester: { id: 1, fullname: "Noor", image: null },
  checked_in_at: null,
  released_at: null,
  version: 6,
};
const reader = (id: number, ...permissions: Permission[]) => ({ id, permissions: new Set(permissions) });

test("permissions of a booking are those of its times, requester and participants", () => {
  const none = { edit: false, cancel: false, approve: false, reject: false, check_in: false, answer: false };
  const rights = (id: number, one = booking, now = start) =>
    bookingPermissionsOf(one, reader(id, "reservation-create"), now, false);
  expect(rights(1)).toEqual({ ...none, edit: true, cancel: true, check_in: true });
  expect(rights(2)).toEqual({ ...none, check_in: true, answer: true });
  expect(rights(1, { ...booking, requester: null })).toEqual(none);
  expect(rights(1, booking, end)).toEqual(none);
  expect(rights(1, booking, before - 1).check_in).toBe(false);
});

test("managers may be approvers of others' pending bookings that haven't ended", () => {
  const pending: Booking = { ...booking, status: "pending" };
  const may = (one: Booking, now = start, who = reader(2, "reservation-approve")) => mayBeApprover(one, who, now);
  expect([may(pending), may(pending, end - 1), may({ ...pending, requester: null })]).toEqual([true, true, true]);
  expect([may(pending, end), may(booking), may({ ...booking, status: "cancelled" })]).toEqual([false, false, false]);
  expect(may(pending, start, reader(1, "reservation-approve"))).toBe(false);
  expect(may(pending, start, reader(2, "reservation-create"))).toBe(false);
});

test("other users see no decision reason, and of a private booking only its time", () => {
  expect(publicBooking(booking)).toEqual({ ...booking, decision_reason: null });
  const undecided = { ...booking, decision_reason: null };
  expect(publicBooking(undecided)).toBe(undecided);
  expect(publicBooking({ ...booking, private: true })).toEqual({
    ...booking,
    private: true,
    title: null,
    note: null,
    from_place: null,
    to_place: null,
    purpose: null,
    decision_reason: null,
    series_id: null,
    basket_id: null,
    participants: [],
    requester: null,
  });
});

describe("events of bookings change a list", () => {
  const list = [booking, { ...booking, id: 2, start_date: new Date(end).toISOString() }];
  const apply = (received: Partial<Booking>[], shows = (_: Booking) => true, rows = list) =>
    applyBookings(
      rows,
      received.map((one) => ({ ...booking, ...one })),
      shows,
      (one) => one,
    );
  const earlier = new Date(start - minute).toISOString();

  test("new bookings are inserted by start, then by id", () => {
    const rows = apply([{ id: 7 }, { id: 9, start_date: earlier }, { id: 8, start_date: new Date(end).toISOString() }]);
    expect(rows.map(({ id }) => id)).toEqual([9, 1, 7, 2, 8]);
  });

  test("newer versions replace the row, moved ones change their place", () => {
    const rows = apply([{ id: 2, version: 7, start_date: earlier, title: "Moved" }]);
    expect(rows.map(({ id, title }) => [id, title])).toEqual([
      [2, "Moved"],
      [1, "Review"],
    ]);
  });

  test("older and equal versions change nothing, and the array stays the same", () => {
    expect(apply([])).toBe(list);
    expect(apply([{ version: 5, title: "Old" }])).toBe(list);
    expect(apply([{ title: "Same version" }])).toBe(list);
    expect(apply([{ decision_reason: null }])).toBe(list);
  });

  test("bookings that end or aren't shown leave the list; unknown ones don't enter it", () => {
    expect(apply([{ version: 7, status: "cancelled" }]).map(({ id }) => id)).toEqual([2]);
    expect(apply([{ version: 7 }], () => false).map(({ id }) => id)).toEqual([2]);
    expect(apply([{ id: 7, status: "rejected" }])).toBe(list);
    expect(apply([{ id: 7 }], ({ id }) => id !== 7)).toBe(list);
  });

  test("a decision reason of the same version is added", () => {
    const rows = apply([{}], undefined, [{ ...booking, decision_reason: null }]);
    expect(rows[0]?.decision_reason).toBe("The room is closed");
  });

  test("private details arrive with the same version and survive later public events", () => {
    const secret: Booking = { ...booking, private: true };
    const busy = publicBooking(secret);
    const [withDetails] = apply([secret], undefined, [busy]);
    expect(withDetails).toEqual(secret);
    const [later] = apply([{ ...busy, version: 7, end_date: new Date(end + minute).toISOString() }], undefined, [
      secret,
    ]);
    expect(later).toEqual({
      ...busy,
      version: 7,
      end_date: new Date(end + minute).toISOString(),
      title: "Review",
      note: "Bring plans",
      participants: booking.participants,
      requester: booking.requester,
      series_id: 3,
      basket_id: 4,
    });
    expect(apply([{ ...busy, version: 7 }], undefined, [busy])[0]).toEqual({ ...busy, version: 7 });
    expect(apply([{ ...secret, version: 7, title: "New" }], undefined, [secret])[0]?.title).toBe("New");
    expect(apply([{ ...booking, version: 7, title: null }], undefined, [secret])[0]?.title).toBeNull();
  });
});

describe("alternatives in the same room", () => {
  const at = (from: number, until: number) => ({ from: start + from * minute, until: start + until * minute });
  const alternatives = (...slots: { from: number; until: number }[]) =>
    alternativeSlotsIn(at(0, 60), slots).map(({ kind, from, until }) => [
      kind,
      (from - start) / minute,
      (until - start) / minute,
    ]);

  test("are the nearest earlier and later slots, half an hour away at most", () => {
    expect(alternatives(at(50, 90))).toEqual([
      ["earlier", -15, 45],
      ["shorter", 0, 50],
    ]);
    expect(alternatives(at(-60, 15))).toEqual([["later", 15, 75]]);
    expect(alternatives(at(-60, 20))).toEqual([["later", 30, 90]]);
    expect(alternatives(at(-60, 31))).toEqual([]);
    expect(alternatives(at(30, 90))).toEqual([
      ["earlier", -30, 30],
      ["shorter", 0, 30],
    ]);
    expect(alternatives(at(45, 75))).toEqual([
      ["earlier", -15, 45],
      ["shorter", 0, 45],
    ]);
  });

  test("a shorter slot ends where the next booking begins and lasts 15 minutes at least", () => {
    expect(alternatives(at(15, 90), at(40, 50), at(-90, 0))).toEqual([["shorter", 0, 15]]);
    expect(alternatives(at(14, 90), at(-90, 0))).toEqual([]);
    expect(alternatives(at(-30, 10), at(40, 90))).toEqual([]);
  });
});

test("a changed trip needs a new approval unless it only needs fewer seats", () => {
  const trip = { car_type: "van", from_place: "Harbour", to_place: "Depot", seats: 3, driver_needed: true };
  const needed = (change: Partial<Parameters<typeof needsNewApproval>[1]>) =>
    needsNewApproval(trip, { ...trip, ...change });
  expect([{}, { seats: 2 }, { seats: null }].map(needed)).toEqual([false, false, false]);
  expect(
    [{ car_type: null }, { from_place: "Port" }, { to_place: null }, { seats: 4 }, { driver_needed: false }].map(
      needed,
    ),
  ).toEqual([true, true, true, true, true]);
  expect(needsNewApproval({ ...trip, seats: null }, trip)).toBe(true);
});

test("a trip has its own address", () => {
  expect(tripPath({ id: 12 })).toBe("/driver-reservation?trip=12");
});

test("bookings of door screens have a title and no requester", () => {
  const { requester } = booking;
  expect(
    [
      { title: "Now", requester: null },
      { title: "Now", requester },
      { title: null, requester: null },
    ].map(isMadeAtDoor),
  ).toEqual([true, false, false]);
});

test("a room is step-free if one of its features says so in any language", () => {
  expect([[], ["Screen"], ["Screen", "Wheelchair access"], ["Barrierefreier Zugang"]].map(isStepFree)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("the path of a booking has the tenant's day, which the grids show", () => {
  const booking = { id: 7, bookable_type: "room", start_date: "2027-03-03T22:00:00.000Z" } as const;
  expect(bookingPath(booking, "UTC")).toBe("/room-reservation?day=2027-03-03&booking=7");
  expect(bookingPath(booking, "Asia/Baghdad")).toBe("/room-reservation?day=2027-03-04&booking=7");
});
