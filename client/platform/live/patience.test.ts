import { answerPatienceMs, Patience } from "./patience";

/** What tells that a connection only looks like one, as a clock that is set goes on. */
function waiting() {
  const lost = jest.fn();
  return { lost, patience: new Patience(lost) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("an answer shows that the connection lives; without one it is lost", () => {
  const { lost, patience } = waiting();
  const first = patience.asked();
  jest.advanceTimersByTime(answerPatienceMs - 1);
  const second = patience.asked();
  expect(first()).toBe(true);
  jest.advanceTimersByTime(answerPatienceMs - 1);
  expect(lost).not.toHaveBeenCalled();
  expect(second()).toBe(true);
  jest.advanceTimersByTime(10 * answerPatienceMs);
  expect(lost).not.toHaveBeenCalled();
  patience.asked();
  jest.advanceTimersByTime(answerPatienceMs);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("what was asked over a connection that is gone is answered in vain, and says nothing of the one after it", () => {
  const { lost, patience } = waiting();
  const late = patience.asked();
  patience.over();
  jest.advanceTimersByTime(answerPatienceMs);
  expect(lost).not.toHaveBeenCalled();
  const own = patience.asked();
  expect(late()).toBe(false);
  jest.advanceTimersByTime(answerPatienceMs);
  expect(lost).toHaveBeenCalledTimes(1);
  expect(own()).toBe(true);
});

test("each connection that is lost gets more time than the one before, up to a limit, until all was answered", () => {
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
  jest.advanceTimersByTime(answerPatienceMs);
  expect(lost).toHaveBeenCalledTimes(1);
});
