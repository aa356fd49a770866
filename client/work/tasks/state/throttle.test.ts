import { throttled } from "./throttle";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("throttled calls deliver the latest value per interval and always the last one", () => {
  const deliveredValues: number[] = [];
  const throttledPush = throttled<number>(100, (value) => deliveredValues.push(value));
  [1, 2, 3].forEach(throttledPush.call);
  expect(deliveredValues).toEqual([1]);
  jest.advanceTimersByTime(100);
  expect(deliveredValues).toEqual([1, 3]);
  throttledPush.call(4);
  jest.advanceTimersByTime(99);
  expect(deliveredValues).toEqual([1, 3]);
  jest.advanceTimersByTime(1);
  expect(deliveredValues).toEqual([1, 3, 4]);
  jest.advanceTimersByTime(500);
  throttledPush.call(5);
  expect(deliveredValues).toEqual([1, 3, 4, 5]);
});

test("no call follows after stop", () => {
  const deliveredValues: number[] = [];
  const throttledPush = throttled<number>(100, (value) => deliveredValues.push(value));
  throttledPush.call(1);
  throttledPush.call(2);
  throttledPush.stop();
  jest.advanceTimersByTime(1_000);
  expect(deliveredValues).toEqual([1]);
});
