import { consecutiveDays, type HalfDaySpan } from "./stretch.rules";

const half = (from: number): HalfDaySpan => ({ from, to: from + 1, days: 0.5 });
const halves = (from: number, count: number) => Array.from({ length: count }, (_, at) => half(from + at));
const leave = { from: 1_000, to: 1_004, days: 2 };

test("consecutiveDays counts adjacent leave on both sides, up to any working time", () => {
  const others = [half(1_006), half(998), half(1_004), half(995), half(1_005), half(999)];
  expect(consecutiveDays(leave, others, (from, to) => from === to)).toBe(2 + 3 * 0.5 + 2 * 0.5);
});

test("non-working days between two leaves connect them", () => {
  expect(consecutiveDays(leave, [half(994), half(1_010)], () => true)).toBe(3);
  expect(consecutiveDays(leave, [half(994), half(1_010)], (from) => from === 995)).toBe(2.5);
});

test("consecutiveDays checks each leave once", () => {
  let looks = 0;
  const others = [...halves(1_004, 120), ...halves(880, 120)];
  const isOff = (from: number, to: number) => (looks += 1) > 0 && from === to;
  expect(consecutiveDays(leave, others, isOff)).toBe(2 + 240 * 0.5);
  expect(looks).toBe(240);
});
