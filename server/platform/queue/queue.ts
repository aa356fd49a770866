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
import { connectionOptions } from "../database/connection-settings";
import { connectionUrlFor, type ConfiguredLogins } from "../database/database-logins";
import { connectRedis } from "./redis";

/**
 * The only module that depends on whether jobs use Redis or PostgreSQL. Neither backend has to be reliable: the event log is the source of
 * truth, and redrive delivers lost jobs.
 */
export interface JobQueue<Data> {
  add(name: string, data: Data, options?: { delay?: number; jobId?: string }): Promise<void>;
  /** Runs `name` repeatedly. There is one schedule, regardless of how many processes register it. */
  schedule(name: string, every: { everyMs: number } | { cron: string }): Promise<void>;
  work(run: (name: string, data: Data) => Promise<void>, options?: { concurrency?: number }): void;
  waiting(): Promise<number>;
  /**
   * Replaces the data of waiting and finished jobs by `left(data)`, or removes the job if that is null. Running jobs are skipped.
   * @returns the number of changed or removed jobs.
   */
  forget(left: (data: Data) => Data | null): Promise<number>;
  /** Stops taking jobs, waits for running jobs up to a limit, and closes the connections. */
  close(): Promise<void>;
}

/** All queues. A queue missing here has no storage on PostgreSQL. */
export const queueNames = ["domain-events", "schedules"] as const;
type QueueName = (typeof queueNames)[number];

/** States in which a job is stored with its data and isn't running. */
const keptStates = ["waiting", "delayed", "prioritized", "completed", "failed"] as const;

interface QueueSettings {
  redisUrl: string | null;
  /** The owner's URL; the queue logs in as the application role. */
  databaseUrl: string;
  logins?: ConfiguredLogins | null;
  log: Logger;
}

/** Creates the storage of the PostgreSQL backend, as its owner. Safe to call from several processes concurrently. */
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

/** BullMQ creates a queue's sequence of job ids with its first job, but the application role may not create objects. */
async function createJobIds(client: pg.Client): Promise<void> {
  for (const name of queueNames) {
    const { rows } = await client.query<{ sequence: string }>(
      "SELECT format('bullmq.%I', bullmq.job_id_seq_name($1)) AS sequence",
      [name],
    );
    await client.query(`CREATE SEQUENCE IF NOT EXISTS ${rows[0]?.sequence}`);
  }
}

/** BullMQ calls its functions by unqualified names, so this pool must set the search path. */
function queuePool({ databaseUrl, logins }: QueueSettings): pg.Pool {
  const connectionString = connectionUrlFor(databaseUrl, "portal_app", logins);
  const options = connectionOptions(["search_path=bullmq", "jit=off"]);
  return new pg.Pool({ connectionString, max: 6, application_name: "portal-queue", options });
}

export function openQueue<Data>(name: QueueName, settings: QueueSettings): JobQueue<Data> {
  const { log } = settings;
  const redis = settings.redisUrl ? connectRedis(settings.redisUrl, log) : null;
  const pool = redis ? null : queuePool(settings);
  pool?.on("error", (error) => log.warn({ err: error }, "queue connection"));
  const workers: Worker[] = [];

  // Finished jobs are kept only for inspection, since the log has all events. The number is limited because each job holds up to two
  // hundred events in the memory of Redis.
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
      const scheduledJob = "cron" in every ? undefined : await queue.getJobScheduler(jobName);
      // Removes a job that was scheduled too far ahead by a wrong clock; registering it again would keep its date.
      if ("everyMs" in every && (scheduledJob?.next ?? 0) > Date.now() + every.everyMs)
        await queue.removeJobScheduler(jobName);
      const repeat = "cron" in every ? { pattern: every.cron } : { every: every.everyMs };
      await queue.upsertJobScheduler(jobName, repeat, { name: jobName });
    },
    work(run, options) {
      // Short locks, so that a killed worker's jobs are retried within seconds. For events, redrive is even faster.
      const workerOptions: Omit<WorkerOptions, "connection"> = {
        concurrency: options?.concurrency ?? 4,
        lockDuration: 10_000,
        stalledInterval: 5_000,
        maxStalledCount: 10,
        // Retry delay in milliseconds after an outage of the queue's backend; the default is fifteen seconds.
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
        // A job that has started meanwhile is locked by its worker and ends soon.
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
