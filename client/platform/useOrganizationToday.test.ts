import { startClock } from "./now";
import { onEachNewDay } from "./useOrganizationToday";

const turned: string[] = [];
const days: string[] = [];

beforeEach(() => {
  jest.useFakeTimers({ now: new Date("2026-11-21T20:58:00Z") });
  startClock();
  turned.length = 0;
  days.length = 0;
});
afterEach(() => jest.useRealTimers());

const minutes = (count: number) => jest.advanceTimersByTime(count * 60_000);

test("emits each new day in the tenant's time zone once, a minute after midnight", () => {
  jest.advanceTimersByTime(30_000); // the clock's first tick, since its value is from another test
  const stopBaghdad = onEachNewDay("Asia/Baghdad", (day) => turned.push(day));
  const stopUtc = onEachNewDay("UTC", (day) => days.push(day));
  minutes(2);
  expect(turned).toEqual([]); // half a minute after midnight in Baghdad, still within the grace period
  minutes(1);
  expect(turned).toEqual(["2026-11-22"]);
  minutes(60);
  expect([turned, days]).toEqual([["2026-11-22"], []]);
  minutes(24 * 60);
  expect([turned, days]).toEqual([["2026-11-22", "2026-11-23"], ["2026-11-22"]]);
  stopBaghdad();
  stopUtc();
});

test("a listener gets only later days, and after sleep only the current day", () => {
  minutes(5);
  const stopBaghdad = onEachNewDay("Asia/Baghdad", (day) => turned.push(day));
  minutes(60);
  expect(turned).toEqual([]);
  jest.setSystemTime(new Date("2026-11-24T07:00:00Z"));
  minutes(1);
  expect(turned).toEqual(["2026-11-24"]);
  stopBaghdad();
  minutes(48 * 60);
  expect(turned).toEqual(["2026-11-24"]);
});
