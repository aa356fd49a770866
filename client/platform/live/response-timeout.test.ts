import { responseTimeoutMs, ResponseTimeout } from "./response-timeout";

function waiting() {
  const lost = jest.fn();
  return { lost, patience: new ResponseTimeout(lost) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("the connection counts as lost only if no response arrives in time", () => {
  const { lost, patience } = waiting();
  const first = patience.asked();
  jest.advanceTimersByTime(responseTimeoutMs - 1);
  const second = patience.asked();
  expect(first()).toBe(true);
  jest.advanceTimersByTime(responseTimeoutMs - 1);
  expect(lost).not.toHaveBeenCalled();
  expect(second()).toBe(true);
  jest.advanceTimersByTime(10 * responseTimeoutMs);
  expect(lost).not.toHaveBeenCalled();
  patience.asked();
  jest.advanceTimersByTime(responseTimeoutMs);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("a late response to an earlier connection doesn't affect the current one", () => {
  const { lost, patience } = waiting();
  const late = patience.asked();
  patience.over();
  jest.advanceTimersByTime(responseTimeoutMs);
  expect(lost).not.toHaveBeenCalled();
  const own = patience.asked();
  expect(late()).toBe(false);
  jest.advanceTimersByTime(responseTimeoutMs);
  expect(lost).toHaveBeenCalledTimes(1);
  expect(own()).toBe(true);
});

test("the timeout doubles per lost connection up to a limit", () => {
  const { lost, patience } = waiting();
  for (const ms of [5_000, 10_000, 20_000, 40_000, 40_000]) {
    patience.asked();
    jest.advanceTimersByTime(ms - 1);
    expect(lost).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(lost).toHaveBeenCalledTimes(1);
    lost.mockClear();
    patience.over();
  }
  patience.restored();
  patience.asked();
  jest.advanceTimersByTime(responseTimeoutMs);
  expect(lost).toHaveBeenCalledTimes(1);
});
