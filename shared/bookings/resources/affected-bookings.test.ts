import { suggestReplacements } from "./affected-bookings";

const booking = (from: number, until: number, ...ids: number[]) => ({
  start_date: `2030-01-01T0${from}:00:00.000Z`,
  end_date: `2030-01-01T0${until}:00:00.000Z`,
  choices: ids.map((id) => ({ id })),
});

test("overlapping bookings get different suggestions, or null if none is left", () => {
  expect(
    suggestReplacements([booking(1, 3, 7, 8), booking(2, 4, 7, 8), booking(2, 3, 7, 8), booking(3, 4, 7)]),
  ).toEqual([7, 8, null, 7]);
});
