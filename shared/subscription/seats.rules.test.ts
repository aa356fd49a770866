import { crossesSeatLimit } from "./seats.rules";

test("of ten accounts in use one after the other the limit is near once, and reached once", () => {
  const crossed = Array.from({ length: 10 }, (_, at) => at + 1).filter((now) => crossesSeatLimit(10, now - 1, now));
  expect(crossed).toEqual([9, 10]);
});

test("of thirty it is near with the third last, and an import may jump over it", () => {
  const crossed = Array.from({ length: 30 }, (_, at) => at + 1).filter((now) => crossesSeatLimit(30, now - 1, now));
  expect(crossed).toEqual([27, 30]);
  expect(crossesSeatLimit(30, 5, 29)).toBe(true);
  expect(crossesSeatLimit(30, 5, 26)).toBe(false);
});

test("nothing is crossed where nobody is added, beyond the limit, or when somebody goes", () => {
  expect(crossesSeatLimit(10, 9, 9)).toBe(false);
  expect(crossesSeatLimit(10, 11, 12)).toBe(false);
  expect(crossesSeatLimit(10, 10, 9)).toBe(false);
  expect(crossesSeatLimit(1, 0, 1)).toBe(true);
});
