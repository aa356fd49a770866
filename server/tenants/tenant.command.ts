import { createInterface } from "node:readline";
import { createLog, prepareDatabase } from "../boot";
import { type Config, ConfigError, readConfig } from "../config";
import { connectDatabase, DatabaseNewerError } from "../platform/database/database";
import { DatabaseLoginError } from "../platform/database/database-logins";
import { createFileStore } from "../platform/files/files";
import { openQueue } from "../platform/queue/queue";
import { sourceStack } from "../platform/source-stack";
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
      await runTenantCommand(owner, args, {
        print,
        ask,
        published: (events) => batches.push(events),
        deletion: () => ({
          files: createFileStore(config),
          forgetJobs: (tenantId) => forgetJobs(config, database.url, tenantId),
        }),
      });
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
  const queue = eventQueue(config, databaseUrl);
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 3_000).unref());
  const added = Promise.all(batches.map((batch) => queue.add("batch", batch))).catch(() => {});
  await Promise.race([added, patience]);
  await Promise.race([queue.close().catch(() => {}), patience]);
}

const eventQueue = (config: Config, databaseUrl: string) =>
  openQueue<CommittedEvent[]>("domain-events", {
    redisUrl: config.redisUrl,
    databaseUrl,
    logins: config.databaseLogins,
    log: createLog(config),
  });

/** Events of several organisations may travel in one job: those of the others stay. */
async function forgetJobs(config: Config, databaseUrl: string, tenantId: number): Promise<number> {
  const queue = eventQueue(config, databaseUrl);
  try {
    return await queue.forget((events) => {
      const others = events.filter((event) => event.tenantId !== tenantId);
      if (others.length === events.length) return events;
      return others.length === 0 ? null : others;
    });
  } finally {
    await queue.close();
  }
}

/** At a terminal, or a line of what is piped in. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write(question);
    const { value = "" } = await lines[Symbol.asyncIterator]().next();
    return value;
  } finally {
    lines.close();
  }
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
    process.stderr.write(`${known || (error as { plain?: boolean }).plain ? error.message : sourceStack(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
