import { suggestions } from "./affected";

const booking = (from: number, until: number, ...ids: number[]) => ({
  start_date: `2030-01-01T0${from}:00:00.000Z`,
  end_date: `2030-01-01T0${until}:00:00.000Z`,
  choices: ids.map((id) => ({ id })),
});

test("two that overlap are suggested different ones, back to back the same; where nothing is left, none", () => {
  expect(suggestions([booking(1, 3, 7, 8), booking(2, 4, 7, 8), booking(2, 3, 7, 8), booking(3, 4, 7)])).toEqual([
    7,
    8,
    null,
    7,
  ]);
});
