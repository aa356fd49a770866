import type { TestSite } from "../jobs";
import { readStatementCounts, printStatements } from "../moves";
import type { BenchServer } from "../bench-server";
import { GeneratorPool } from "./generator-pool";
import { measureRestart } from "./returns";
import { membersPerBoard, seedBoards } from "./rows";

/**
 * Prints the cost of a client that reconnects after a server restart: processor time, and each statement with its runs per client. Includes
 * the load of other users (two moves on each board, a user of another tenant).
 */
export async function measureRestartCost(stage: BenchServer, clients: number): Promise<void> {
  const { seed } = stage;
  await seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  const tenant = await seed.tenant("crowd.localhost");
  const boards = await seedBoards(seed, tenant, clients / membersPerBoard);
  const site: TestSite = { port: stage.site.port, host: tenant.host, people: [] };
  const crew = await GeneratorPool.start(site, 2);
  const counting: BenchServer = {
    ...stage,
    async restart() {
      const readyAt = await stage.restart();
      await seed.rows("SELECT pg_stat_statements_reset()");
      return readyAt;
    },
  };
  await measureRestart({ stage: counting, site, crew, tenantId: tenant.id }, boards);
  printStatements(await readStatementCounts(stage), "client", clients);
  await crew.stop();
}
