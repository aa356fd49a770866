import { processStatOf, processTreeOf } from "../support/programs";
import type { BenchServer } from "./bench-server";

/** Processor time in milliseconds of server and worker together, and of PostgreSQL. Stable even on a busy machine. */
export interface CpuTime {
  product: number;
  database: number;
}

/** Processor time of `work` per operation; `times` reads the number of operations from its result. */
export async function cpuPer<Result>(
  stage: BenchServer,
  work: () => Promise<Result>,
  times: (result: Result) => number,
): Promise<{ result: Result; cpu: CpuTime }> {
  const since = await cpuSince(stage);
  const result = await work();
  return { result, cpu: since(times(result)) };
}

/**
 * Starts measuring the processes that are running now. The returned function takes the number of operations since then and returns the cost
 * of each.
 */
export async function cpuSince(stage: BenchServer): Promise<(times: number) => CpuTime> {
  const database = await postmasterOf(stage);
  const before = cpuNow(stage, database);
  return (times) => {
    const after = cpuNow(stage, database);
    const per = (part: keyof CpuTime) => Math.round(((after[part] - before[part]) / times) * 100) / 100;
    return { product: per("product"), database: per("database") };
  };
}

async function postmasterOf(stage: BenchServer): Promise<number> {
  const [row] = await stage.seed.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return Number(processStatOf((row as { pid: number }).pid)?.[1]);
}

const cpuNow = ({ programs }: BenchServer, postmaster: number): CpuTime => ({
  product: sum(programs.map(({ pid }) => cpuTimeOf(pid))),
  // The processor time of ended backends is included in their parent's.
  database: sum(processTreeOf(postmaster).map(cpuTimeOf)) + timeOfEnded(postmaster),
});

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** The kernel counts in hundredths of a second. A process that has ended since it was listed counts as 0. */
export function cpuTimeOf(pid: number): number {
  const stat = processStatOf(pid);
  return stat ? (Number(stat[11]) + Number(stat[12])) * 10 : 0;
}

function timeOfEnded(pid: number): number {
  const stat = processStatOf(pid);
  return stat ? (Number(stat[13]) + Number(stat[14])) * 10 : 0;
}
