import { createInterface } from "node:readline";
import { createLog } from "./boot";
import type { Config } from "./config";
import { print, runOwnerCommand } from "./owner-command";
import { createFileStore } from "./platform/files/files";
import { openQueue } from "./platform/queue/queue";
import type { CommittedEvent } from "./platform/database/unit-of-work";
import { TenantAdminError } from "./administration/tenants/tenant-admin";
import { runTenantCommand, usageText, UsageError } from "./administration/tenants/tenant-command.run";

/** `npm run tenant -- …`: lets an operator create, activate, deactivate and delete tenants, and change their plans. */
runOwnerCommand({
  applicationName: "portal-tenant",
  usageText,
  errors: { usage: UsageError, expected: [TenantAdminError] },
  run: async (args, owner, config, databaseUrl) => {
    const batches: CommittedEvent[][] = [];
    await runTenantCommand(owner, args, {
      print,
      ask: promptLine,
      published: (events) => batches.push(events),
      deletion: () => ({
        files: createFileStore(config),
        forgetJobs: (tenantId) => forgetJobs(config, databaseUrl, tenantId),
      }),
    });
    await notifyRunningServers(config, databaseUrl, batches);
  },
});

/**
 * Publishes the events, so that open screens are notified immediately. If the queue is unavailable, redrive finds the events in the log.
 */
async function notifyRunningServers(config: Config, databaseUrl: string, batches: CommittedEvent[][]): Promise<void> {
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

/** Removes the tenant's events from queued jobs. A job may contain events of several tenants; those of other tenants are kept. */
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

/** Reads one line from a terminal or from piped input. */
async function promptLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write(question);
    const { value = "" } = await lines[Symbol.asyncIterator]().next();
    return value;
  } finally {
    lines.close();
  }
}
