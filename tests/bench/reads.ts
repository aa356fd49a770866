import { cpuPer } from "./cpu";
import { Generator } from "./generator";
import { readStatementCounts, printStatements } from "./moves";
import type { BenchServer } from "./bench-server";

export async function measureBoardReads(stage: BenchServer, seconds: number): Promise<void> {
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
  printStatements(await readStatementCounts(stage), "read", result.reads);
  await generator.stop();
}
