import { createLog, prepareDatabase } from "../boot";
import { type Config, ConfigError, readConfig } from "../config";
import { connectDatabase, DatabaseNewerError } from "../platform/database/database";
import { DatabaseLoginError } from "../platform/database/database-logins";
import { openQueue } from "../platform/queue/queue";
import type { CommittedEvent } from "../platform/database/unit-of-work";
import { TenantAdminError } from "./tenant-admin";
import { runTenantCommand, usage, UsageError } from "./tenant-command.run";

/** `npm run tenant -- …`: how an operator makes a tenant, switches it off and on, and changes its plan. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes("--help") || args[0] === "help") return print(usage);
  const config: Config = { ...readConfig(), logLevel: "error" };
  const database = await join(config);
  try {
    await prepareDatabase(config, database.url);
    const owner = await connectDatabase({
      url: database.url,
      role: "owner",
      poolSize: 2,
      applicationName: "portal-tenant",
    });
    const batches: CommittedEvent[][] = [];
    try {
      await runTenantCommand(owner, args, { print, published: (events) => batches.push(events) });
      await tellRunningProduct(config, database.url, batches);
    } finally {
      await owner.destroy();
    }
  } finally {
    await database.stop();
  }
}

/** The product's own PostgreSQL: the running one, or one for as long as this takes. */
async function join(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const { joinEmbeddedPostgres } = await import("../platform/embedded-postgres/embedded-postgres");
  return joinEmbeddedPostgres({ dataDir: config.dataDir });
}

/** Open screens follow at once. Should the queue be out of reach, redrive finds the events in the log. */
async function tellRunningProduct(config: Config, databaseUrl: string, batches: CommittedEvent[][]): Promise<void> {
  if (batches.length === 0) return;
  const queue = openQueue<CommittedEvent[]>("domain-events", {
    redisUrl: config.redisUrl,
    databaseUrl,
    logins: config.databaseLogins,
    log: createLog(config),
  });
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 3_000).unref());
  const added = Promise.all(batches.map((batch) => queue.add("batch", batch))).catch(() => {});
  await Promise.race([added, patience]);
  await Promise.race([queue.close().catch(() => {}), patience]);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  () => process.exit(0),
  (error) => {
    const known = [ConfigError, DatabaseLoginError, DatabaseNewerError, TenantAdminError, UsageError].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${known || (error as { plain?: boolean }).plain ? error.message : (error.stack ?? error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
