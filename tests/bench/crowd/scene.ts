import { loadavg } from "node:os";
import { projectStream } from "../../../shared/kernel/events";
import { cpuPer } from "../cpu";
import { rounded } from "../figures";
import type { CrowdBoard, Site } from "../jobs";
import type { Stage } from "../stage";
import type { Crew } from "./crew";

/** Where the crowd is: the product, as whose clients, and who plays them. */
export interface Scene {
  stage: Stage;
  site: Site;
  crew: Crew;
  tenantId: number;
}

/** How much of one core each took while something was measured, in percent, and the machine's load at its end. */
export interface Shares {
  product: number;
  database: number;
  /** All load generators together: near 100 for each of them, they were what was too slow. */
  generators: number;
  load: number;
}

export async function withShares<Result>(
  { stage, crew }: Scene,
  work: () => Promise<Result>,
): Promise<{ result: Result; shares: Shares }> {
  const [began, before] = [performance.now(), crew.cpuMs];
  const { result, cpu } = await cpuPer(stage, work, () => 1);
  const took = performance.now() - began;
  const share = (ms: number) => Math.round((ms / took) * 100);
  const generators = share(crew.cpuMs - before);
  const [load] = loadavg() as [number];
  return {
    result,
    shares: { product: share(cpu.product), database: share(cpu.database), generators, load: rounded(load) },
  };
}

/** Where each board stands at this moment, as the database has it. */
export async function revisionsOf(
  { stage, tenantId }: Scene,
  boards: readonly CrowdBoard[],
): Promise<Record<number, number>> {
  const rows = await stage.seed.rows<{ name: string; revision: string }>(
    "SELECT name, revision FROM event_stream WHERE tenant_id = $1",
    [tenantId],
  );
  const known = new Map(rows.map(({ name, revision }) => [name, Number(revision)]));
  return Object.fromEntries(boards.map(({ project }) => [project.id, known.get(projectStream(project.id)) ?? 0]));
}

export const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
