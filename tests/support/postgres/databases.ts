import pg from "pg";
import { ADMIN_URL, runStatement, TEMPLATE, withDatabase } from "./start-postgres";

/**
 * The address of this Jest worker's own database, migrated and otherwise empty at the start of the run. Test files of
 * one worker share it one after the other, so each test makes a tenant of its own and never counts whole tables.
 */
export async function databaseUrl(): Promise<string> {
  const name = `worker_${process.env.JEST_WORKER_ID ?? "1"}`;
  const url = withDatabase(adminUrl(), name);
  if (!(await exists(name))) await runStatement(adminUrl(), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return url;
}

/** A database that nobody else uses, for tests about the database itself. Takes about a tenth of a second. */
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
