import { loadavg } from "node:os";
import { projectStream } from "../../../shared/kernel/events";
import { cpuPer } from "../cpu";
import { roundToTenth } from "../figures";
import type { CrowdBoard, TestSite } from "../jobs";
import type { BenchServer } from "../bench-server";
import type { GeneratorPool } from "./generator-pool";

export interface CrowdContext {
  stage: BenchServer;
  site: TestSite;
  crew: GeneratorPool;
  tenantId: number;
}

/** Processor load during a measurement in percent of one core, and the machine's load average at the end. */
export interface CpuShares {
  product: number;
  database: number;
  /** Sum over all load generators. At nearly 100 percent for each, they were the bottleneck. */
  generators: number;
  load: number;
}

export async function withCpuShares<Result>(
  { stage, crew }: CrowdContext,
  work: () => Promise<Result>,
): Promise<{ result: Result; shares: CpuShares }> {
  const [began, before] = [performance.now(), crew.cpuMs];
  const { result, cpu } = await cpuPer(stage, work, () => 1);
  const took = performance.now() - began;
  const share = (ms: number) => Math.round((ms / took) * 100);
  const generators = share(crew.cpuMs - before);
  const [load] = loadavg() as [number];
  return {
    result,
    shares: { product: share(cpu.product), database: share(cpu.database), generators, load: roundToTenth(load) },
  };
}

export async function revisionsOf(
  { stage, tenantId }: CrowdContext,
  boards: readonly CrowdBoard[],
): Promise<Record<number, number>> {
  const rows = await stage.seed.rows<{ name: string; revision: string }>(
    "SELECT name, revision FROM event_stream WHERE tenant_id = $1",
    [tenantId],
  );
  const revisionByStream = new Map(rows.map(({ name, revision }) => [name, Number(revision)]));
  return Object.fromEntries(
    boards.map(({ project }) => [project.id, revisionByStream.get(projectStream(project.id)) ?? 0]),
  );
}

export const sumNumbers = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
