import type { Logger } from "pino";
import type { CommittedEvent } from "../server/platform/database/unit-of-work";
import type { Broadcast } from "../server/platform/live/broadcast";
import type { Outbox } from "../server/platform/queue/outbox";
import type { JobQueue } from "../server/platform/queue/queue";
import * as listed from "./features.list";
import type { Consumer } from "./platform/consumer";
import { createConsumerRunner } from "./platform/consumer-runner";
import { createWorkerContext, type WorkerContext, type WorkerFeature, type WorkerOptions } from "./platform/features";
import { fanOut, processEvents } from "./platform/process-events";
import { runSchedules, slowTenantsOf } from "./platform/schedule";
import { recordRuns } from "./platform/schedule-runs";
import { createLoops, createSchedules } from "./schedules";

const features: readonly WorkerFeature[] = Object.values(listed);

/** Consumers that need no service of the process. */
export const statelessConsumers: readonly Consumer[] = features.flatMap(({ consumers = [] }) => consumers);

const createConsumers = (context: WorkerContext): readonly Consumer[] => [
  ...statelessConsumers,
  ...features.flatMap(({ serviceConsumers }) => serviceConsumers?.(context) ?? []),
];

export interface WorkOptions extends WorkerOptions {
  events: JobQueue<CommittedEvent[]>;
  /** Set if server and worker share a process without Redis; committed events are then passed to this worker directly. */
  outbox?: Outbox;
  schedules: JobQueue<unknown>;
  broadcast: Broadcast;
}

export async function startWorkerProcess(options: WorkOptions): Promise<() => Promise<void>> {
  const { context, closeMailer, stopServices } = createWorkerContext(options);
  const eventContext = { ...options, consumers: createConsumers(context) };
  const runner = createConsumerRunner(eventContext);
  const sendAndQueue = async (batch: CommittedEvent[]) => {
    await fanOut(options.broadcast, batch);
    runner.enqueue(batch);
  };
  options.events.work((_, batch) => sendAndQueue(batch), { concurrency: 8 });
  options.outbox?.deliverTo(sendAndQueue);
  const processUnprocessed = async (batch: CommittedEvent[]) => {
    const lost = batch.filter(({ event }) => !runner.isQueued(event.id));
    await runner.processed(batch.map(({ event }) => event.id)); // these events are old, but queued and not lost
    await processEvents(eventContext, lost);
  };
  const schedules = createSchedules(context);
  const recorded = schedules.map((schedule) => recordRuns(schedule, options.workerDatabase, options.log));
  const stopSchedules = runSchedules(options.schedules, recorded, options.log);
  for (const { name, runsAtStart, run } of schedules)
    if (runsAtStart) void run().catch((error) => options.log.warn({ err: error }, name));
  const loops = createLoops(context, processUnprocessed);
  const stopLoops = loops.map(({ name, everyMs, run }) => repeat(name, everyMs, options.log, run));
  return async () => {
    stopSchedules();
    for (const loop of loops) loop.cancel?.();
    await Promise.all(stopLoops.map((stop) => stop()));
    await closeMailer();
    await options.events.close();
    await runner.drained();
    await options.schedules.close();
    await slowTenantsOf(options.workerDatabase).over();
    await stopServices();
  };
}

/** Runs immediately and then repeatedly, never concurrently. @returns a function that ends the repetition. */
function repeat(name: string, everyMs: number, log: Logger, run: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const runAndWait = () => {
    running = run()
      .catch((error) => log.warn({ err: error }, name))
      .then(() => {
        if (!stopped) timer = setTimeout(runAndWait, everyMs);
      });
  };
  runAndWait();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
