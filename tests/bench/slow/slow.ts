import type { Generator } from "../generator";
import type { JobTypes } from "../jobs";
import { memoryOf, type BenchServer } from "../bench-server";

type Run = JobTypes["slowReading"]["output"] & { memory: number };

interface Load {
  perSecond: number;
  /** Milliseconds between sending the move and its arrival at one of the other watchers. */
  p99: number;
  memory: number;
}

export interface SlowReading {
  perMessageMs: number;
  without: Load;
  with: Load;
  /** Maximum of bytes buffered for the slow reader. */
  waiting: number;
  endedMs: number | null;
}

const slowness = [2, 5, 20, 50];
const movers = 32;

/**
 * Measures moves while one of fifty watchers reads slowly. Alternates with runs without a slow reader and takes medians, since machines are
 * noisy.
 */
export async function measureSlowReader(
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<SlowReading[]> {
  const project = await stage.project([70, 70, 60]);
  await stage.settle();
  const rounds = seconds >= 10 ? 3 : 2;
  const runs = new Map<number, Run[]>();
  const run = async (perMessageMs: number, lasting = seconds) => {
    let memory = memoryOf(stage.programs);
    const looking = setInterval(() => (memory = Math.max(memory, memoryOf(stage.programs))), 250);
    const result = await generator.run("slowReading", { project, movers, perMessageMs, seconds: lasting });
    clearInterval(looking);
    console.log(`  ${perMessageMs} ms per message: ${JSON.stringify({ ...result, memory })}`);
    runs.set(perMessageMs, [...(runs.get(perMessageMs) ?? []), { ...result, memory }]);
  };
  await run(0, 2); // warm-up: prepares statements, compiles code
  runs.clear();
  for (let round = 0; round < rounds; round++)
    for (const ms of round % 2 === 0 ? [0, ...slowness] : [...slowness.toReversed(), 0]) await run(ms);
  const without = loadOf(runs.get(0) ?? []);
  const readings = slowness.map((perMessageMs): SlowReading => {
    const own = runs.get(perMessageMs) ?? [];
    const ended = own.flatMap(({ endedMs }) => endedMs ?? []);
    const waiting = Math.max(...own.map((each) => each.waiting));
    return { perMessageMs, without, with: loadOf(own), waiting, endedMs: ended.length > 0 ? Math.min(...ended) : null };
  });
  console.log(`  slow readers: ${JSON.stringify(readings)}`);
  return readings;
}

const loadOf = (runs: readonly Run[]): Load => ({
  perSecond: medianOf(runs.map(({ perSecond }) => perSecond)),
  p99: medianOf(runs.map(({ delivered }) => delivered.p99)),
  memory: medianOf(runs.map(({ memory }) => memory)),
});

function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return Math.round(((low ?? Number.NaN) + (high ?? Number.NaN)) * 5) / 10;
}
