import fc from "fast-check";
import type { LiveEvent } from "./events";
import { gapTimeoutMs, Sequencer } from "./streams";

const event = (revision: number): LiveEvent => ({ revision, id: revision, type: "x", actor: null, at: "", data: {} });
const revisions = (events: readonly LiveEvent[]) => events.map(({ revision }) => revision);

function clock() {
  let now = 0;
  let next = 1;
  const timers = new Map<number, { at: number; run: () => void }>();
  return {
    setTimer: (run: () => void, ms: number) => {
      timers.set(next, { at: now + ms, run });
      return next++;
    },
    clearTimer: (timer: never) => void timers.delete(timer),
    waiting: () => timers.size,
    pass(ms: number) {
      now += ms;
      for (const [id, { at, run }] of timers) {
        if (at > now || !timers.delete(id)) continue;
        run();
      }
    },
  };
}

function sequencer(since: number) {
  const time = clock();
  const requested: number[] = [];
  const { setTimer, clearTimer } = time;
  const it = new Sequencer({ since, onGap: (from) => requested.push(from), setTimer, clearTimer });
  return { it, time, requested };
}

test("the sequencer releases events in order immediately and drops repeated events", () => {
  const { it } = sequencer(5);
  expect(revisions(it.push([event(6)]))).toEqual([6]);
  expect(revisions(it.push([event(4), event(5), event(6), event(7)]))).toEqual([7]);
  expect(it.revision).toBe(7);
});

test("a repeated event does not trigger a request for missed events", () => {
  const { it, time, requested } = sequencer(0);
  it.push([event(1)]);
  it.push([event(1)]);
  expect(time.waiting()).toBe(0);
  time.pass(gapTimeoutMs * 3);
  expect(requested).toEqual([]);
});

test("an early event is held back until the missing events arrive", () => {
  const { it, time, requested } = sequencer(0);
  expect(it.push([event(3), event(2)])).toEqual([]);
  time.pass(gapTimeoutMs - 1);
  expect(revisions(it.push([event(1)]))).toEqual([1, 2, 3]);
  time.pass(10_000);
  expect(requested).toEqual([]);
  expect(time.waiting()).toBe(0);
});

test("missing events are requested repeatedly, from the last released revision", () => {
  const { it, time, requested } = sequencer(10);
  it.push([event(13)]);
  time.pass(gapTimeoutMs);
  time.pass(gapTimeoutMs);
  expect(requested).toEqual([10, 10]);
  expect(revisions(it.push([event(11)]))).toEqual([11]);
  time.pass(gapTimeoutMs);
  expect(requested).toEqual([10, 10, 11]);
  expect(revisions(it.push([event(12), event(13)]))).toEqual([12, 13]);
  time.pass(10 * gapTimeoutMs);
  expect(requested).toEqual([10, 10, 11]);
});

test("after a reset the sequencer releases newer events that arrived early", () => {
  const { it, time } = sequencer(1);
  it.push([event(5), event(8), event(9)]);
  expect(revisions(it.reset(7))).toEqual([8, 9]);
  expect(it.revision).toBe(9);
  expect(time.waiting()).toBe(0);
});

test("a stopped sequencer requests no events", () => {
  const { it, time, requested } = sequencer(0);
  it.push([event(2)]);
  it.stop();
  expect(time.waiting()).toBe(0);
  time.pass(10_000);
  expect(requested).toEqual([]);
});

test("any delivery order releases each event once, up to the first missing event", () => {
  const delivery = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.nat({ max: 10 }), delivery, (since, batches) => {
      const { it } = sequencer(since);
      const due = batches.flatMap((batch) => revisions(it.push(batch.map(event))));
      const came = new Set(batches.flat());
      let last = since;
      while (came.has(last + 1)) last += 1;
      expect(due).toEqual(Array.from({ length: last - since }, (_, at) => since + at + 1));
      expect(it.revision).toBe(last);
    }),
  );
});

test("with resets, no event is released twice or older than the loaded state", () => {
  const step = fc.oneof(
    fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 5 }).map((push) => ({ push })),
    fc.integer({ min: 1, max: 25 }).map((reset) => ({ reset })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const { it } = sequencer(0);
      for (const each of steps) {
        const from = "reset" in each ? Math.max(0, each.reset) : it.revision;
        if ("reset" in each && each.reset < it.revision) continue; // a client never resets to an older state
        const due = revisions("push" in each ? it.push(each.push.map(event)) : it.reset(each.reset));
        expect(due).toEqual(due.map((_, at) => from + at + 1));
      }
    }),
  );
});
