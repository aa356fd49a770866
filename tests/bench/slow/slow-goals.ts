import { type Goal, defineGoal } from "../goal-definitions";
import type { SlowReading } from "./slow";

const most = 1.1;
/** Twice the limit `limits.slowReaders.queued`: one batch is being sent while another waits. */
const mostBuffered = 4_500_000;

const slow = (
  perMessageMs: number,
  what: string,
  wanted: string,
  text: (reading: SlowReading) => string,
  ok: (reading: SlowReading) => boolean,
): Goal =>
  defineGoal<SlowReading>({
    what: `one of 50 watchers takes ${perMessageMs} ms for each message: ${what}`,
    goal: wanted,
    value: (backend, { slow: readings }) =>
      backend ? null : (readings.find((each) => each.perMessageMs === perMessageMs) ?? null),
    text,
    ok,
  });

const others = (perMessageMs: number): Goal =>
  slow(
    perMessageMs,
    "moves/s, p99 on others' sockets, without → with",
    "≤ 10 % each",
    (each) => `${each.without.perSecond} → ${each.with.perSecond}/s; ${each.without.p99} → ${each.with.p99} ms`,
    (each) => each.with.perSecond * most >= each.without.perSecond && each.with.p99 <= each.without.p99 * most,
  );

export const slowReaderGoals: readonly Goal[] = [
  ...[2, 5, 20, 50].map(others),
  slow(
    50,
    "what waits for it in the product at most; memory without → with",
    "≤ 4 MB",
    ({ waiting, endedMs, without, with: load }) => {
      const end = endedMs === null ? "not ended" : `ended after ${Math.round(endedMs / 100) / 10} s`;
      return `${Math.round(waiting / 1_024)} kB, ${end}; ${without.memory} → ${load.memory} MB`;
    },
    ({ waiting }) => waiting <= mostBuffered,
  ),
];
