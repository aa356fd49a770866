import pg from "pg";
import { ADMIN_URL, runStatement, TEMPLATE, withDatabase } from "./start-postgres";

/**
 * URL of this Jest worker's database, migrated and empty at the start of the run. A worker's test files use it sequentially, so each test
 * creates its own tenant and never counts rows of whole tables.
 */
export async function databaseUrl(): Promise<string> {
  const name = `worker_${process.env.JEST_WORKER_ID ?? "1"}`;
  const url = withDatabase(adminUrl(), name);
  if (!(await exists(name))) await runStatement(adminUrl(), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return url;
}

/** Creates a separate database, for tests about the database itself. Takes about 100 ms. */
export async function freshDatabaseUrl(name: string): Promise<string> {
  const own = `${name}_${process.env.JEST_WORKER_ID ?? "1"}`;
  await runStatement(adminUrl(), `DROP DATABASE IF EXISTS ${own} WITH (FORCE)`);
  await runStatement(adminUrl(), `CREATE DATABASE ${own} TEMPLATE ${TEMPLATE}`);
  return withDatabase(adminUrl(), own);
}

function adminUrl(): string {
  const url = process.env[ADMIN_URL];
  if (url) return url;
  throw new Error("This test needs PostgreSQL: it belongs under tests/, and runs with `npm test -- database`.");
}

async function exists(name: string): Promise<boolean> {
  const client = new pg.Client(adminUrl());
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
