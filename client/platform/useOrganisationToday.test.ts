import { startClock } from "./now";
import { onEachDay } from "./useOrganisationToday";

const turned: string[] = [];
const told: string[] = [];

beforeEach(() => {
  jest.useFakeTimers({ now: new Date("2026-11-21T20:58:00Z") });
  startClock();
  turned.length = 0;
  told.length = 0;
});
afterEach(() => jest.useRealTimers());

const minutes = (count: number) => jest.advanceTimersByTime(count * 60_000);

test("a screen that stays open hears once of each day that begins where the organisation is, a minute later", () => {
  jest.advanceTimersByTime(30_000); // the clock's first tick: what it showed before was another test's
  const there = onEachDay("Asia/Baghdad", (day) => turned.push(day));
  const elsewhere = onEachDay("UTC", (day) => told.push(day));
  minutes(2);
  expect(turned).toEqual([]); // half a minute after midnight in Baghdad: clocks that go ahead are there already
  minutes(1);
  expect(turned).toEqual(["2026-11-22"]);
  minutes(60);
  expect([turned, told]).toEqual([["2026-11-22"], []]);
  minutes(24 * 60);
  expect([turned, told]).toEqual([["2026-11-22", "2026-11-23"], ["2026-11-22"]]);
  there();
  elsewhere();
});

test("whoever comes later hears of the next day, and a computer that slept over two nights of the day it is", () => {
  minutes(5);
  const there = onEachDay("Asia/Baghdad", (day) => turned.push(day));
  minutes(60);
  expect(turned).toEqual([]);
  jest.setSystemTime(new Date("2026-11-24T07:00:00Z"));
  minutes(1);
  expect(turned).toEqual(["2026-11-24"]);
  there();
  minutes(48 * 60);
  expect(turned).toEqual(["2026-11-24"]);
});
