import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { beginPreview, failPreview, finishPreview, overduePreviews } from "../../server/attachments/previews.service";
import { noteKey, removeIfLoose } from "../../server/files/loose-files.service";
import type { FileStore } from "../../server/platform/files/file-store";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import { createChildProcesses } from "../../server/platform/child-processes";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/** Until the library has given up by itself, and then some. Large pictures need more memory than anything else. */
const limits = { processes: 1, patienceMs: 20_000, memoryMb: 512 };

interface PreviewsOptions {
  unitOfWork: UnitOfWork;
  files: FileStore;
  log: Logger;
}

export interface Previews {
  /** Makes the small picture of a file when its turn comes. */
  want(tenantId: number, fileId: number): void;
  /** Makes it now. Twice is as good as once. */
  make(tenantId: number, fileId: number): Promise<void>;
  /** By the clock: what the worker that was told of it never finished. */
  schedule(workerDatabase: DataSource): Schedule;
  /** Lets the one under way finish; the rest is found again. */
  stop(): Promise<void>;
}

/**
 * Small pictures, one at a time, in a process of their own and outside of every transaction: unpacking one takes long, and
 * much memory, and some make the library fall.
 */
export function createPreviews({ unitOfWork, files, log }: PreviewsOptions): Previews {
  /** Files by tenant: one of each in turn, or thousands of one tenant's would stand before everybody else's. */
  const wanted = new Map<number, Set<number>>();
  let running: Promise<void> | null = null;
  const childProcesses = createChildProcesses(limits);
  let stopped = false;

  async function make(tenantId: number, fileId: number): Promise<void> {
    const unit = <Result>(work: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, work);
    const job = await unit((tx) => beginPreview(tx, fileId));
    if (!job) return;
    const original = await contentOf(files, job.storageKey);
    const small =
      original && (await childProcesses.run("preview", original, "previews").catch((error) => explain(error, fileId)));
    if (!small) return unit((tx) => failPreview(tx, fileId));
    const key = await unit(noteKey);
    try {
      await files.put(key, Buffer.from(small), "image/webp");
      await unit((tx) => finishPreview(tx, fileId, key, small.length));
    } finally {
      await removeIfLoose(unit, files, key); // the file went meanwhile
    }
  }

  const explain = (error: unknown, file: number): null => {
    log.info({ err: error, file }, "no picture could be made");
    return null;
  };

  async function run(): Promise<void> {
    for (const [tenantId, files] of wanted) {
      if (stopped) return;
      const fileId = files.values().next().value as number;
      files.delete(fileId);
      wanted.delete(tenantId);
      if (files.size > 0) wanted.set(tenantId, files); // at the end of the line
      await make(tenantId, fileId).catch((error) => log.warn({ err: error }, "preview")); // an outage: it is found again
    }
  }

  const want: Previews["want"] = (tenantId, fileId) => {
    wanted.set(tenantId, (wanted.get(tenantId) ?? new Set()).add(fileId));
    start();
  };

  function start(): void {
    running ??= run().finally(() => {
      running = null;
      if (wanted.size > 0 && !stopped) start(); // asked for while the last one ended
    });
  }

  return {
    want,
    make,
    schedule: (workerDatabase) =>
      tenantSchedule({
        name: "overdue-previews",
        everyMs: 120_000,
        inactiveToo: true,
        work: async (tenantId) => {
          for (const fileId of await unitOfWork({ tenantId }, overduePreviews)) want(tenantId, fileId);
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
