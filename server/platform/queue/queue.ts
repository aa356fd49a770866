import {
  type ConnectionOptions,
  createPostgresBackend,
  Queue,
  type QueueOptions,
  runMigrations,
  Worker,
  type WorkerOptions,
} from "bullmq";
import pg from "pg";
import type { Logger } from "pino";
import { addressFor, type OwnLogins } from "../database/database-logins";
import { connectRedis } from "./redis";

/**
 * The one place that knows whether jobs travel over Redis or PostgreSQL. Neither is trusted with anything: the event
 * log is the truth, and redrive delivers what a queue lost.
 */
export interface JobQueue<Data> {
  add(name: string, data: Data, options?: { delay?: number; jobId?: string }): Promise<void>;
  /** Runs `name` again and again; one schedule however many processes ask for it. */
  schedule(name: string, every: { everyMs: number } | { cron: string }): Promise<void>;
  work(run: (name: string, data: Data) => Promise<void>, options?: { concurrency?: number }): void;
  waiting(): Promise<number>;
  /**
   * Goes through the jobs that wait, and those that are remembered: what `left` makes of a job's data stays of it, and without
   * anything left it goes. What runs at this moment isn't touched. @returns how many were changed or removed.
   */
  forget(left: (data: Data) => Data | null): Promise<number>;
  /** Stops taking jobs, gives the running ones time to end, closes. */
  close(): Promise<void>;
}

/** Every queue there is. A queue that isn't named here has no storage on PostgreSQL. */
export const queueNames = ["domain-events", "schedules"] as const;
type QueueName = (typeof queueNames)[number];

/** In which a job lies with its data while nobody runs it. */
const keptStates = ["waiting", "delayed", "prioritized", "completed", "failed"] as const;

interface QueueSettings {
  redisUrl: string | null;
  /** The owner's: the queue logs in as the application. */
  databaseUrl: string;
  logins?: OwnLogins | null;
  log: Logger;
}

/** Creates what the PostgreSQL backend needs, as its owner. Safe to call from several processes at once. */
export async function prepareQueueStorage(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(7310179)");
    await runMigrations(client);
    await createJobIds(client);
    await client.query(`
      GRANT USAGE ON SCHEMA bullmq TO portal_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO portal_app;
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA bullmq TO portal_app`);
  } finally {
    await client.end();
  }
}

/**
 * BullMQ would create each queue's sequence of job ids with its first job, logged in as the application, which may
 * create nothing.
 */
async function createJobIds(client: pg.Client): Promise<void> {
  for (const name of queueNames) {
    const { rows } = await client.query<{ sequence: string }>(
      "SELECT format('bullmq.%I', bullmq.job_id_seq_name($1)) AS sequence",
      [name],
    );
    await client.query(`CREATE SEQUENCE IF NOT EXISTS ${rows[0]?.sequence}`);
  }
}

/** BullMQ's functions are called by their bare names: given a pool, it leaves the schema to us. */
function queuePool({ databaseUrl, logins }: QueueSettings): pg.Pool {
  const connectionString = addressFor(databaseUrl, "portal_app", logins);
  const options = "-c search_path=bullmq";
  return new pg.Pool({ connectionString, max: 6, application_name: "portal-queue", options });
}

export function openQueue<Data>(name: QueueName, settings: QueueSettings): JobQueue<Data> {
  const { log } = settings;
  const redis = settings.redisUrl ? connectRedis(settings.redisUrl, log) : null;
  const pool = redis ? null : queuePool(settings);
  pool?.on("error", (error) => log.warn({ err: error }, "queue connection"));
  const workers: Worker[] = [];

  // To look into, no more: what happened lies in the log. Each holds two hundred events, which may be long, and Redis keeps them in memory.
  const defaults = { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 }, attempts: 1 };
  const queueOptions: Omit<QueueOptions, "connection"> = { defaultJobOptions: defaults };
  const queue = redis
    ? new Queue(name, { ...queueOptions, connection: redis as unknown as ConnectionOptions })
    : (new Queue(name, { ...queueOptions, connection: pool as never }, createPostgresBackend) as unknown as Queue);
  queue.on("error", (error) => log.warn({ err: error, queue: name }, "queue"));

  return {
    async add(jobName, data, options) {
      await queue.add(jobName, data, options);
    },
    async schedule(jobName, every) {
      const known = "cron" in every ? undefined : await queue.getJobScheduler(jobName);
      // A clock that ran ahead has put it off until then, and asking again would leave it there.
      if ("everyMs" in every && (known?.next ?? 0) > Date.now() + every.everyMs)
        await queue.removeJobScheduler(jobName);
      const repeat = "cron" in every ? { pattern: every.cron } : { every: every.everyMs };
      await queue.upsertJobScheduler(jobName, repeat, { name: jobName });
    },
    work(run, options) {
      // Short locks: a killed worker's jobs come back within seconds. Redrive is faster still for events.
      const workerOptions: Omit<WorkerOptions, "connection"> = {
        concurrency: options?.concurrency ?? 4,
        lockDuration: 10_000,
        stalledInterval: 5_000,
        maxStalledCount: 10,
        // After an outage of what the queue is on; the default waits fifteen seconds before it looks again.
        runRetryDelay: 300,
      };
      const process = (job: { name: string; data: Data }) => run(job.name, job.data);
      const worker = redis
        ? new Worker(name, process, { ...workerOptions, connection: redis as unknown as ConnectionOptions })
        : (new Worker(
            name,
            process,
            { ...workerOptions, connection: pool as never },
            createPostgresBackend,
          ) as unknown as Worker);
      worker.on("error", (error) => log.warn({ err: error, queue: name }, "worker"));
      worker.on("failed", (job, error) => log.warn({ err: error, queue: name, job: job?.name }, "job failed"));
      workers.push(worker);
    },
    async waiting() {
      return queue.getWaitingCount();
    },
    async forget(left) {
      let changed = 0;
      for (const job of await queue.getJobs([...keptStates])) {
        const rest = left(job.data as Data);
        if (rest === job.data) continue;
        // One that has begun in the meantime is held by its worker, and is over in a moment.
        await (rest === null ? job.remove() : job.updateData(rest)).catch((error) => log.warn({ err: error }, "job"));
        changed += 1;
      }
      return changed;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
      redis?.disconnect();
      await pool?.end();
    },
  };
}
