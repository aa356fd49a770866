import type { Site } from "../jobs";
import { counted, printStatements } from "../moves";
import type { Stage } from "../stage";
import { Crew } from "./crew";
import { measureRestart } from "./returns";
import { perBoard, seedBoards } from "./rows";

/**
 * What a client costs that comes back to a server that was started again: processor time, and each statement with how often it
 * runs for one client. Others at work (two moves on each board, somebody of another tenant) are part of it.
 */
export async function measureRestartCost(stage: Stage, clients: number): Promise<void> {
  const { seed } = stage;
  await seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  const tenant = await seed.tenant("crowd.localhost");
  const boards = await seedBoards(seed, tenant, clients / perBoard);
  const site: Site = { port: stage.site.port, host: tenant.host, people: [] };
  const crew = await Crew.start(site, 2);
  const counting: Stage = {
    ...stage,
    async restart() {
      const readyAt = await stage.restart();
      await seed.rows("SELECT pg_stat_statements_reset()");
      return readyAt;
    },
  };
  await measureRestart({ stage: counting, site, crew, tenantId: tenant.id }, boards);
  printStatements(await counted(stage), "client", clients);
  await crew.stop();
}
