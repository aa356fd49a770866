import { statOf, treeOf } from "../support/programs";
import type { Stage } from "./stage";

/** Processor time in milliseconds: of server and worker together, and of PostgreSQL. Steady where others work on the same machine. */
export interface Cpu {
  product: number;
  database: number;
}

/** What `work` costs, divided by how often it did something (`times` of its answer). */
export async function cpuPer<Result>(
  stage: Stage,
  work: () => Promise<Result>,
  times: (result: Result) => number,
): Promise<{ result: Result; cpu: Cpu }> {
  const since = await cpuSince(stage);
  const result = await work();
  return { result, cpu: since(times(result)) };
}

/** From now on, of the processes that are there now. What it returns says what each of so many has cost since. */
export async function cpuSince(stage: Stage): Promise<(times: number) => Cpu> {
  const database = await postmasterOf(stage);
  const before = cpuNow(stage, database);
  return (times) => {
    const after = cpuNow(stage, database);
    const per = (part: keyof Cpu) => Math.round(((after[part] - before[part]) / times) * 100) / 100;
    return { product: per("product"), database: per("database") };
  };
}

async function postmasterOf(stage: Stage): Promise<number> {
  const [row] = await stage.seed.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return Number(statOf((row as { pid: number }).pid)?.[1]);
}

const cpuNow = ({ programs }: Stage, postmaster: number): Cpu => ({
  product: sum(programs.map(({ pid }) => timeOf(pid))),
  // Backends that have ended meanwhile are counted by their parent.
  database: sum(treeOf(postmaster).map(timeOf)) + timeOfEnded(postmaster),
});

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** The kernel counts in hundredths of a second. A process that has ended since it was listed counts nothing. */
export function timeOf(pid: number): number {
  const stat = statOf(pid);
  return stat ? (Number(stat[11]) + Number(stat[12])) * 10 : 0;
}

function timeOfEnded(pid: number): number {
  const stat = statOf(pid);
  return stat ? (Number(stat[13]) + Number(stat[14])) * 10 : 0;
}
