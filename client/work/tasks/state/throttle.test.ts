import { throttled } from "./throttle";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("throttled calls deliver the latest value per interval and always the last one", () => {
  const seen: number[] = [];
  const told = throttled<number>(100, (value) => seen.push(value));
  [1, 2, 3].forEach(told.call);
  expect(seen).toEqual([1]);
  jest.advanceTimersByTime(100);
  expect(seen).toEqual([1, 3]);
  told.call(4);
  jest.advanceTimersByTime(99);
  expect(seen).toEqual([1, 3]);
  jest.advanceTimersByTime(1);
  expect(seen).toEqual([1, 3, 4]);
  jest.advanceTimersByTime(500);
  told.call(5);
  expect(seen).toEqual([1, 3, 4, 5]);
});

test("no call follows after stop", () => {
  const seen: number[] = [];
  const told = throttled<number>(100, (value) => seen.push(value));
  told.call(1);
  told.call(2);
  told.stop();
  jest.advanceTimersByTime(1_000);
  expect(seen).toEqual([1]);
});
