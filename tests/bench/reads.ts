import { cpuPer } from "./cpu";
import { Generator } from "./generator";
import { counted, printStatements } from "./moves";
import type { Stage } from "./stage";

/**
 * What a read of a board that is known costs by itself: processor time, and each statement with how often it runs for one read and how long
 * it takes.
 */
export async function measureBoardReads(stage: Stage, seconds: number): Promise<void> {
  const generator = await Generator.start(stage.site);
  const project = await stage.project([70, 70, 60]);
  await stage.settle();
  await stage.seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  await generator.run("propagation", { project, watchers: 0, rate: 1, seconds: 1 });
  await stage.seed.rows("SELECT pg_stat_statements_reset()");
  const { result, cpu } = await cpuPer(
    stage,
    () => generator.run("reading", { project, seconds, encoding: "" }),
    ({ reads }) => reads,
  );
  console.log(`  board of 200: ${JSON.stringify({ ...result, cpu })}`);
  printStatements(await counted(stage), "read", result.reads);
  await generator.stop();
}
