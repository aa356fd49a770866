import { Problem } from "../../../shared/kernel/problems";
import { Callers } from "./callers";

const share = { atOnce: 5, waiting: 5, calls: 2 };

/** The seconds after which a call is said to be welcome, or that it was let in. */
async function asked(callers: Callers, address: string) {
  try {
    (await callers.take(null, address))();
    return "let in";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.detail.retryAfterSeconds;
  }
}

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z") }));
afterEach(() => jest.useRealTimers());

test("whoever calls too often is told after how many seconds they are welcome, which is true", async () => {
  const callers = new Callers({ person: share, address: share });
  for (let n = 0; n < share.calls; n++) expect(await asked(callers, "10.0.0.1")).toBe("let in");
  expect(await asked(callers, "10.0.0.1")).toBe(10);
  expect(await asked(callers, "10.0.0.2")).toBe("let in");
  jest.advanceTimersByTime(3_500);
  expect(await asked(callers, "10.0.0.1")).toBe(7);
  jest.advanceTimersByTime(6_400);
  expect(await asked(callers, "10.0.0.1")).toBe(1);
  jest.advanceTimersByTime(1_000);
  expect(await asked(callers, "10.0.0.1")).toBe("let in");
});
