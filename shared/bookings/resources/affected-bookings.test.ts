import { suggestReplacements } from "./affected-bookings";

const booking = (from: number, until: number, ...ids: number[]) => ({
  start_date: `2030-01-01T0${from}:00:00.000Z`,
  end_date: `2030-01-01T0${until}:00:00.000Z`,
  choices: ids.map((id) => ({ id })),
});

test("bookings of a resource are suggested at least its longer buffer apart", () => {
  const withBuffer = (from: number, until: number, buffer_minutes: number) => ({
    ...booking(from, until),
    choices: [{ id: 7, buffer_minutes }, { id: 8 }],
  });
  expect(suggestReplacements([withBuffer(1, 2, 61), withBuffer(3, 4, 61), withBuffer(4, 5, 61)])).toEqual([7, 8, 7]);
  expect(suggestReplacements([withBuffer(1, 2, 60), withBuffer(3, 4, 60)])).toEqual([7, 7]);
});

test("overlapping bookings get different suggestions, or null if none is left", () => {
  expect(
    suggestReplacements([booking(1, 3, 7, 8), booking(2, 4, 7, 8), booking(2, 3, 7, 8), booking(3, 4, 7)]),
  ).toEqual([7, 8, null, 7]);
});
