import pg from "pg";
import type { DataSource } from "typeorm";
import { prepareDatabase } from "./boot";
import { type Config, ConfigError, readConfig } from "./config";
import { connectDatabase, DatabaseVersionError, pendingMigrations } from "./platform/database/database";
import { DatabaseLoginError } from "./platform/database/database-logins";
import { sourceStack } from "./platform/source-stack";

interface OwnerCommand {
  applicationName: string;
  usageText: string;
  /** Errors that an operator can fix, printed without a stack; `usage` sets exit code 2. */
  errors: { usage: new (message: string) => Error; expected: readonly (new (...args: never[]) => Error)[] };
  run(args: readonly string[], owner: DataSource, config: Config, databaseUrl: string): Promise<void>;
}

/**
 * Runs a command as the database's owner: on the configured database, or on the embedded PostgreSQL, which is started for this command
 * unless it already runs. Sets the exit code.
 */
export function runOwnerCommand(command: OwnerCommand): void {
  main(command).then(
    () => process.exit(0),
    (error) => {
      const { usage, expected } = command.errors;
      const plain = [ConfigError, DatabaseLoginError, DatabaseVersionError, usage, ...expected].some(
        (kind) => error instanceof kind,
      );
      process.stderr.write(`${plain || (error as { plain?: boolean }).plain ? error.message : sourceStack(error)}\n`);
      process.exit(error instanceof usage ? 2 : 1);
    },
  );
}

async function main({ usageText, applicationName, run }: OwnerCommand): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes("--help") || args[0] === "help") return print(usageText);
  const config: Config = { ...readConfig(), logLevel: "error" };
  const database = await join(config);
  try {
    if (!config.databaseUrl) await assertUpgraded(database.url);
    await prepareDatabase(config, database.url);
    const owner = await connectDatabase({ url: database.url, role: "owner", poolSize: 2, applicationName });
    try {
      await run(args, owner, config, database.url);
    } finally {
      await owner.destroy();
    }
  } finally {
    await database.stop();
  }
}

/** Only the start of the product upgrades an embedded database, because it keeps the previous one until the upgrade has succeeded. */
async function assertUpgraded(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const pending = await pendingMigrations(client).finally(() => client.end());
  if (pending !== null && pending.length > 0) {
    throw new DatabaseVersionError("The database is older than this code. Start the product first, which upgrades it.");
  }
}

async function join(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const { joinEmbeddedPostgres } = await import("./platform/embedded-postgres/embedded-postgres");
  return joinEmbeddedPostgres({ dataDir: config.dataDir });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
