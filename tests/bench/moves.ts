import pg from "pg";
import { cpuPer } from "./cpu";
import { Generator } from "./generator";
import type { BenchServer } from "./bench-server";

const loads = [
  { movers: 1, watchers: 0, projects: 1 },
  { movers: 8, watchers: 0, projects: 1 },
  { movers: 32, watchers: 50, projects: 1 },
  { movers: 32, watchers: 0, projects: 10 },
] as const;

interface StatementCount {
  query: string;
  calls: number;
  ms: number;
  plans: number;
}

/** Enables pg_stat_statements; PostgreSQL must be restarted afterwards. */
export async function countStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await client.query("ALTER SYSTEM SET pg_stat_statements.track = 'top'");
  await client.query("ALTER SYSTEM SET pg_stat_statements.track_planning = 'on'");
  await client.end();
}

/** Prints the cost of a move: processor time, and each statement with its runs and duration per move, lock waits included. */
export async function measureMoves(stage: BenchServer, seconds: number): Promise<void> {
  const generator = await Generator.start(stage.site);
  const projects = [];
  while (projects.length < 10) projects.push(await stage.project([70, 70, 60]));
  await stage.settle();
  await stage.seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  for (const { movers, watchers, projects: count } of loads) {
    const input = { projects: projects.slice(0, count), movers, watchers, seconds };
    await stage.seed.rows("SELECT pg_stat_statements_reset()");
    const { result, cpu } = await cpuPer(
      stage,
      () => generator.run("throughput", input),
      ({ moves }) => moves,
    );
    console.log(`  ${movers} movers, ${watchers} watchers, ${count} projects: ${JSON.stringify({ ...result, cpu })}`);
    printStatements(await readStatementCounts(stage), "move", result.moves);
  }
  await generator.stop();
}

export const readStatementCounts = (stage: BenchServer) =>
  stage.seed.rows<StatementCount>(
    `SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, calls::float, total_exec_time + total_plan_time AS ms, plans::float
     FROM pg_stat_statements ORDER BY calls DESC`,
  );

export function printStatements(statements: readonly StatementCount[], unit: string, times: number): void {
  const per = (pick: (each: StatementCount) => number, of = statements) =>
    of.reduce((sum, each) => sum + pick(each), 0) / times;
  console.log(
    `    statements per ${unit}: ${per(({ calls }) => calls).toFixed(1)}, ${per(({ ms }) => ms).toFixed(2)} ms in them`,
  );
  for (const each of statements.filter(({ calls, ms }) => calls > times / 50 || ms > times / 100)) {
    const figures = [(each.calls / times).toFixed(2), `${(each.ms / each.calls).toFixed(3)} ms`];
    const planned = `${Math.round((100 * each.plans) / each.calls)} % planned`;
    console.log(
      `    ${figures[0]?.padStart(6)} × ${figures[1]?.padStart(10)} ${planned.padStart(13)}  ${each.query.slice(0, 110)}`,
    );
  }
}
