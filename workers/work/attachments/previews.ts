import {
  claimPreview,
  failPreview,
  finishPreview,
  stalledPreviews,
} from "../../../server/work/attachments/previews.service";
import { reserveStorageKey, removeIfOrphaned } from "../../../server/platform/files/orphaned-files.service";
import type { FileStore } from "../../../server/platform/files/file-store";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { createChildProcesses } from "../../../server/platform/child-processes";
import type { TenantWorkContext } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/** `workMs` is longer than the library's own time limit. `memoryMb` is high because large images need a lot of memory. */
const limits = { short: 1, workMs: 20_000, memoryMb: 512 };

interface PreviewsOptions extends TenantWorkContext {
  files: FileStore;
}

export interface Previews {
  enqueue(tenantId: number, fileId: number): void;
  create(tenantId: number, fileId: number): Promise<void>;
  schedule: Schedule;
  stop(): Promise<void>;
}

/**
 * Creates previews one at a time in a child process and outside of transactions: decoding is slow and needs much memory, and the library
 * can crash.
 */
export function createPreviews({ unitOfWork, workerDatabase, files, log }: PreviewsOptions): Previews {
  /** Ids of files by tenant; tenants are processed round-robin, so that no tenant blocks others. */
  const queuedIds = new Map<number, Set<number>>();
  let running: Promise<void> | null = null;
  const childProcesses = createChildProcesses(limits);
  let stopped = false;

  async function create(tenantId: number, fileId: number): Promise<void> {
    const unit = <Result>(work: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, work);
    const job = await unit((tx) => claimPreview(tx, fileId));
    if (!job) return;
    const original = await contentOf(files, job.storageKey);
    const small =
      original && (await childProcesses.run("preview", original, "previews").catch((error) => explain(error, fileId)));
    if (!small) return unit((tx) => failPreview(tx, fileId));
    const key = await unit(reserveStorageKey);
    try {
      await files.put(key, Buffer.from(small), "image/webp");
      await unit((tx) => finishPreview(tx, fileId, key, small.length));
    } finally {
      await removeIfOrphaned(unit, files, key); // the file was deleted in the meantime
    }
  }

  const explain = (error: unknown, file: number): null => {
    log.info({ err: error, file }, "preview could not be created");
    return null;
  };

  async function run(): Promise<void> {
    for (const [tenantId, files] of queuedIds) {
      if (stopped) return;
      const fileId = files.values().next().value as number;
      files.delete(fileId);
      queuedIds.delete(tenantId);
      if (files.size > 0) queuedIds.set(tenantId, files); // moves the tenant to the end of the queue
      await create(tenantId, fileId).catch((error) => log.warn({ err: error }, "preview")); // after an outage the schedule retries it
    }
  }

  const enqueue: Previews["enqueue"] = (tenantId, fileId) => {
    queuedIds.set(tenantId, (queuedIds.get(tenantId) ?? new Set()).add(fileId));
    start();
  };

  function start(): void {
    running ??= run().finally(() => {
      running = null;
      if (queuedIds.size > 0 && !stopped) start(); // files were requested while the previous run ended
    });
  }

  return {
    enqueue,
    create,
    schedule: tenantSchedule({
      name: "overdue-previews",
      everyMs: 120_000,
      inactiveToo: true,
      work: async (tenantId) => {
        for (const fileId of await unitOfWork({ tenantId }, stalledPreviews)) enqueue(tenantId, fileId);
      },
      workerDatabase,
      log,
    }),
    async stop() {
      stopped = true;
      await running;
      await childProcesses.close();
    },
  };
}

async function contentOf(files: FileStore, key: string): Promise<Buffer | null> {
  const stream = await files.get(key);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
