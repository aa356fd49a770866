import type { Span } from "../../../../shared/kernel/local-span";
import { seededRandom } from "../../../../tests/support/random";
import { findTimes, type SearchedPerson, stepMs, workingPeriods } from "./common-times";

const utc = (time: string) => Date.parse(`2026-03-${time}:00Z`);
const week = { weekend: [0, 6], minutesPerDay: 480 };
const hours = { start: 9 * 3_600_000, end: 17 * 3_600_000, schedules: [], week, partsOff: new Map<string, number>() };

test("working hours follow a person's clock when it changes, and skip days off", () => {
  // The clock in Berlin goes forward on Sunday 29 March 2026.
  const period = { from: utc("27T00:00"), until: utc("31T00:00") };
  expect(workingPeriods(period, { ...hours, timeZone: "Europe/Berlin" })).toEqual([
    { from: utc("27T08:00"), until: utc("27T16:00") },
    { from: utc("30T07:00"), until: utc("30T15:00") },
    { from: utc("31T07:00"), until: utc("31T15:00") },
  ]);
  const partsOff = new Map([["2026-03-30", 1]]);
  expect(workingPeriods(period, { ...hours, partsOff, timeZone: "Europe/Berlin" })).toHaveLength(2);
});

const overlap = (one: Span, other: Span) => Math.max(one.from, other.from) < Math.min(one.until, other.until);

describe.each(Array.from({ length: 200 }, (_, seed) => seed))("common times of seed %i", (seed) => {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const steps = 8 + below(30);
  const period = { from: 0, until: steps * stepMs };
  const span = (): Span => {
    const from = below(steps) * stepMs + below(2) * 600_000;
    return { from, until: from + (1 + below(6)) * 900_000 };
  };
  const spans = (most: number) => Array.from({ length: below(most) }, span);
  const people = Array.from({ length: 1 + below(4) }, (_, id): SearchedPerson => {
    const noon = below(steps) * stepMs;
    const working = random() < 0.3 ? [{ from: 0, until: noon }] : [period];
    return { id, busy: spans(5), away: spans(2), working };
  });
  const rooms = Array.from({ length: below(3) }, (_, id) => ({ id, taken: spans(8) }));
  const lengthMs = (1 + below(4)) * stepMs;
  const roomFor = (slot: Span) => rooms.find(({ taken }) => !taken.some((each) => overlap(each, slot))) ?? null;

  // The plain walker checks each minute of each slot.
  const stateOf = ({ busy, away, working }: SearchedPerson, slot: Span) => {
    let state = "free";
    for (let at = slot.from; at < slot.until; at += 60_000) {
      const isIn = (each: Span) => each.from < at + 60_000 && at < each.until;
      const isWorking = working.some((each) => each.from <= at && at + 60_000 <= each.until);
      if (away.some(isIn) || !isWorking) return "away";
      if (busy.some(isIn)) state = "busy";
    }
    return state;
  };
  const walked = Array.from({ length: steps }, (_, n) => ({ from: n * stepMs, until: n * stepMs + lengthMs }))
    .filter(({ until }) => until <= period.until)
    .map((slot) => {
      const missing = people.flatMap((person) => {
        const state = stateOf(person, slot);
        return state === "free" ? [] : [{ id: person.id, state }];
      });
      const room = roomFor(slot);
      return { ...slot, room, missing, score: missing.length + (room ? 0 : 1) };
    })
    .filter(({ missing }) => missing.length < people.length);
  const least = Math.min(...walked.map(({ score }) => score));
  const best = walked.filter(({ score }) => score === least);
  const times = findTimes({ period, lengthMs, people, roomFor, maxTimes: 100 });

  test("are those that a minute-by-minute walk finds, with the fewest people missing", () => {
    for (const time of times) {
      const same = best.find(({ from }) => from === time.from);
      expect(time).toEqual(same && { from: same.from, until: same.until, room: same.room, missing: same.missing });
    }
    const froms = times.map(({ from }) => from);
    expect(froms).toEqual([...froms].sort((a, b) => a - b));
  });

  test("don't overlap, and leave out only times that overlap a found one", () => {
    for (const [n, time] of times.entries())
      expect(times.slice(n + 1).some((other) => overlap(time, other))).toBe(false);
    for (const slot of best) expect(times.some((time) => overlap(time, slot))).toBe(true);
  });
});

test("the number of times is limited to the earliest", () => {
  const person = { id: 1, busy: [], away: [], working: [{ from: 0, until: 20 * stepMs }] };
  const times = findTimes({
    period: { from: 0, until: 20 * stepMs },
    lengthMs: stepMs,
    people: [person],
    roomFor: () => "room",
    maxTimes: 3,
  });
  expect(times.map(({ from }) => from)).toEqual([0, stepMs, 2 * stepMs]);
});
