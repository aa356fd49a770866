import type { Alternative, BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { type BookingValues, changedBookingFields, fieldsOfAlternative, initialBookingValues } from "./booking-values";

const [from, until] = [Date.parse("2026-11-19T09:00Z"), Date.parse("2026-11-19T10:00Z")];
const input = { resourceId: 3, from, until, bookingId: null, booking: null };
const roomValues = (overrides: Partial<BookingValues> = {}): BookingValues => ({
  ...initialBookingValues("room", input, [], "Private"),
  ...overrides,
});
const alternative = (overrides: Partial<Alternative>): Alternative => ({
  kind: "room",
  bookable_id: 9,
  name: "R-009",
  start_date: "2026-11-19T11:00:00.000Z",
  end_date: "2026-11-19T12:00:00.000Z",
  needs_approval: false,
  ...overrides,
});

describe("initial values", () => {
  test("a booking without a readable title has the given one, a new booking has none", () => {
    const booking = { title: null, participants: [], equipment: [] } as unknown as BookingWithPermissions;
    expect(initialBookingValues("room", { ...input, booking }, [], "Private").title).toBe("Private");
    expect(roomValues().title).toBe("");
  });

  test("the additional equipment of a booked piece doesn't contain the piece itself", () => {
    const booking = { bookable_id: 4, participants: [], equipment: [{ id: 4 }, { id: 5 }] } as unknown;
    const values = initialBookingValues(
      "equipment",
      { ...input, booking: booking as BookingWithPermissions },
      [],
      "Private",
    );
    expect(values).toMatchObject({ bookable_id: "4", equipment: ["5"] });
  });
});

const times = { start_date: "2026-11-19T09:00:00.000Z", end_date: "2026-11-19T10:00:00.000Z" };

test("a later start keeps the end, which is sent with it", () => {
  const values = { ...times, start_date: "2026-11-19T09:30:00.000Z" };
  expect(changedBookingFields(values, times)).toEqual(values);
});

test("only fields with a different content are changed", () => {
  const before = { ...times, title: "Review", participants: ["1"], note: undefined };
  expect(changedBookingFields({ ...before, participants: ["1", "2"] }, before)).toEqual({
    participants: ["1", "2"],
  });
});

test("an emptied field is sent as null, because a missing one stays unchanged", () => {
  expect(changedBookingFields({ ...times, seats: undefined }, { ...times, seats: 3 })).toEqual({ seats: null });
});

describe("fields of an alternative", () => {
  test("another room replaces the booked one, with its time", () => {
    expect(fieldsOfAlternative(roomValues(), alternative({}))).toEqual({
      bookable_id: "9",
      start_date: "2026-11-19T11:00:00.000Z",
      end_date: "2026-11-19T12:00:00.000Z",
    });
  });

  test("another room replaces the taken one in the basket and keeps the booked room", () => {
    const basket = [
      { bookable_type: "room" as const, bookable_id: "5" },
      { bookable_type: "room" as const, bookable_id: "6" },
    ];
    const fields = fieldsOfAlternative(roomValues({ basket }), alternative({ instead_of: 6 }));
    expect(fields.basket?.map(({ bookable_id }) => bookable_id)).toEqual(["5", "9"]);
    expect(fields).not.toHaveProperty("bookable_id");
  });

  test("another piece replaces the taken one everywhere without duplicates", () => {
    const fields = fieldsOfAlternative(
      roomValues({
        equipment: ["4", "9"],
        basket: [{ bookable_type: "room", bookable_id: "5", equipment: ["4"] }, { bookable_type: "car" }],
      }),
      alternative({ kind: "equipment", instead_of: 4 }),
    );
    expect(fields).toEqual({
      equipment: ["9"],
      basket: [{ bookable_type: "room", bookable_id: "5", equipment: ["9"] }, { bookable_type: "car" }],
    });
  });

  test("another piece replaces the booked piece", () => {
    const values = roomValues({ bookable_type: "equipment", bookable_id: "4" });
    expect(fieldsOfAlternative(values, alternative({ kind: "equipment", instead_of: 4 })).bookable_id).toBe("9");
  });
});
