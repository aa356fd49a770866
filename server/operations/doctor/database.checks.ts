import pg from "pg";
import type { Config } from "../../config";
import { connectionOptions, sessionSettings } from "../../platform/database/connection-settings";
import { pendingMigrations } from "../../platform/database/database";
import { connectionUrlFor } from "../../platform/database/database-logins";
import { needsAttention, failed, type Finding, ok, okUnless } from "./check";

/** Checks of PostgreSQL, based on facts that are read once. */

export interface DatabaseFacts {
  /** As in `server_version_num`. */
  version: number;
  encoding: string;
  hasIcu: boolean;
  isSuperuser: boolean;
  canCreateRoles: boolean;
  missingExtensions: string[];
  settings: Record<string, string>;
  /** The database's clock minus this process's, in milliseconds. */
  clockDifferenceMs: number;
  /** Null on an empty database. */
  pending: string[] | Error | null;
}

const extensions = ["btree_gist", "btree_gin", "pg_trgm", "fuzzystrmatch"];
const settings = ["fsync", "full_page_writes", "synchronous_commit", "max_connections"];

export async function readDatabaseFacts(url: string, now: () => number = Date.now): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "portal-doctor",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    const sent = now();
    const { rows: clock } = await client.query("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms");
    const clockDifferenceMs = Number(clock[0].ms) - (sent + now()) / 2;
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS version,
              (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) AS encoding,
              EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu",
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
              (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS "canCreateRoles",
              ARRAY(SELECT unnest($1::text[]) EXCEPT SELECT name::text FROM pg_available_extensions) AS "missingExtensions",
              (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY ($2)) AS settings`,
      [extensions, settings],
    );
    const pending = await pendingMigrations(client).catch((error: Error) => error);
    return { ...(rows[0] as Omit<DatabaseFacts, "clockDifferenceMs" | "pending">), clockDifferenceMs, pending };
  } finally {
    await client.end();
  }
}

export function checkVersion({ version, encoding, hasIcu, missingExtensions, pending }: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (version < 150_000) {
    findings.push(failed(`PostgreSQL ${Math.floor(version / 10_000)} is too old`, "Use PostgreSQL 15 or newer."));
  }
  if (encoding !== "UTF8") {
    const todo = "Create the database with ENCODING 'UTF8' TEMPLATE template0, and move the data with pg_dump.";
    findings.push(failed(`the database is encoded in ${encoding}`, todo));
  }
  if (!hasIcu) findings.push(failed("PostgreSQL has no ICU", "Use a PostgreSQL that was built with ICU."));
  if (missingExtensions.length > 0) {
    const text = `extensions are not installed: ${missingExtensions.join(", ")}`;
    findings.push(failed(text, "Install them on the database's computer (package postgresql-contrib)."));
  }
  if (pending instanceof Error) findings.push(failed(pending.message, "Start the newer version, or restore a backup."));
  else if (pending !== null && pending.length > 0) {
    const todo = "Make a backup (npm run backup), then start the product, which runs them.";
    findings.push(needsAttention(`${pending.length} migrations have not run: ${pending.join(", ")}`, todo));
  }
  const content = pending === null ? "empty: the first start creates the tables" : "migrated";
  return okUnless(findings, `PostgreSQL ${Math.floor(version / 10_000)}, UTF-8, ${content}`);
}

export function checkSettings({ settings: values }: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  for (const name of ["fsync", "full_page_writes"]) {
    if (values[name] === "on") continue;
    findings.push(failed(`${name} is off: a power failure may destroy the database`, `Set ${name} to on.`));
  }
  if (values.synchronous_commit === "off") {
    const text = "synchronous_commit is off: a power failure loses changes that users saw as saved";
    findings.push(needsAttention(text, "Set synchronous_commit to on."));
  }
  // One server with its workers opens up to 40 connections, and two servers run during an update.
  if (Number(values.max_connections) < 80) {
    const text = `max_connections is ${values.max_connections}; each server opens up to 40`;
    findings.push(needsAttention(text, "Set max_connections to at least 80, plus 40 for each further process."));
  }
  return okUnless(findings, `durable, ${values.max_connections} connections`);
}

export function checkOwner(
  { isSuperuser, canCreateRoles }: DatabaseFacts,
  { databaseLogins }: Pick<Config, "databaseLogins">,
): Finding[] {
  if (!canCreateRoles && !databaseLogins) {
    const todo = "ALTER ROLE … CREATEROLE, or set APP_DATABASE_URL and WORKER_DATABASE_URL.";
    return [failed("the user of DATABASE_URL may not create roles", todo)];
  }
  if (!isSuperuser) {
    const text = "the user of DATABASE_URL is no superuser: search finds the same, but more slowly";
    return [
      needsAttention(text, "Let a superuser run the migrations if search is slow (docs/decisions/0031-search.md)."),
    ];
  }
  return [ok("the owner may create roles and search functions")];
}

/** The roles exist once the product has started on this database. A pooler between product and database may drop their settings. */
export async function checkLogins(url: string, { databaseLogins }: Pick<Config, "databaseLogins">): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const role of ["portal_app", "portal_worker"] as const) {
    const client = new pg.Client({
      connectionString: connectionUrlFor(url, role, databaseLogins),
      options: connectionOptions(sessionSettings),
      application_name: "portal-doctor",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      findings.push(...(await differingSettings(client, role)));
    } catch (error) {
      const todo = "The next start sets the passwords of both roles. If this persists, check pg_hba.conf.";
      return [needsAttention(`${role} can't log in (${(error as Error).message})`, todo)];
    } finally {
      await client.end().catch(() => {});
    }
  }
  return okUnless(findings, "portal_app and portal_worker can log in and have their settings");
}

async function differingSettings(client: Pick<pg.Client, "query">, role: string): Promise<Finding[]> {
  const expected = sessionSettings.map((setting) => setting.split("=") as [string, string]);
  const { rows } = await client.query<{ name: string; value: string }>(
    "SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name",
    [expected.map(([name]) => name)],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return expected
    .filter(([name, value]) => values.get(name) !== value)
    .map(([name, value]) =>
      failed(
        `${role} works with ${name} = ${values.get(name)} instead of ${value}`,
        "Let the connection pooler pass the startup parameter `options`, or connect to PostgreSQL directly.",
      ),
    );
}

/** Second factors accept a difference of thirty seconds. */
export function checkClock({ clockDifferenceMs }: DatabaseFacts): Finding[] {
  const seconds = Math.abs(clockDifferenceMs) / 1_000;
  const text = `this computer's clock differs from the database's by ${seconds.toFixed(1)} s`;
  if (seconds > 15) return [failed(text, "Synchronize both clocks with NTP. Second factors depend on it.")];
  return [seconds > 2 ? needsAttention(text, "Synchronize both clocks with NTP.") : ok(text)];
}
