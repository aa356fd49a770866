import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../server/config";
import type { Broadcast } from "../server/platform/live/broadcast";
import type { FileStore } from "../server/platform/files/file-store";
import type { Outbox } from "../server/platform/queue/outbox";
import type { JobQueue } from "../server/platform/queue/queue";
import type { CommittedEvent, UnitOfWork } from "../server/platform/database/unit-of-work";
import { createFlowConsumer } from "./analytics/flow.consumer";
import { attachmentConsumers } from "./attachments/attachments.consumers";
import { createLooseFiles } from "./attachments/loose-files";
import { createPreviews } from "./attachments/previews";
import { createArchiver } from "./finance/archive";
import { schedulesOf, turnsOf } from "./by-the-clock";
import { notificationSchedule, openDeliveryOffice } from "./notifications/notifications.work";
import { createExporter } from "./exports/exports";
import { consumers } from "./consumers";
import type { Consumer } from "./platform/consumer";
import { createConsuming } from "./platform/consuming";
import { fanOut, processEvents } from "./platform/process-events";
import { runSchedules, slowTenantsOf } from "./platform/schedule";

export interface WorkOptions {
  /** Works as `portal_app`, inside one tenant. */
  unitOfWork: UnitOfWork;
  /** Works as `portal_worker`, across tenants. */
  workerDatabase: DataSource;
  events: JobQueue<CommittedEvent[]>;
  /** Of a process that is alone, without Redis: what is committed in it needs no queue to come to its own worker. */
  outbox?: Outbox;
  schedules: JobQueue<unknown>;
  broadcast: Broadcast;
  files: FileStore;
  config: Config;
  log: Logger;
}

/** Everything a worker does, in a process of its own or inside the embedded server. @returns how to stop it. */
export async function startWork(options: WorkOptions): Promise<() => Promise<void>> {
  const previews = createPreviews(options);
  const loose = createLooseFiles(options);
  const archiver = createArchiver(options);
  const exporter = createExporter(options);
  const flow = createFlowConsumer(options);
  const all: readonly Consumer[] = [
    ...consumers,
    ...attachmentConsumers(previews, loose),
    archiver.consumer,
    exporter.consumer,
    flow.consumer,
  ];
  const workshop = { ...options, consumers: all };
  const consuming = createConsuming(workshop);
  const take = async (batch: CommittedEvent[]) => {
    await fanOut(options.broadcast, batch);
    consuming.take(batch);
  };
  options.events.work((_, batch) => take(batch), { concurrency: 8 });
  options.outbox?.handTo(take);
  const overlooked = async (batch: CommittedEvent[]) => {
    const lost = batch.filter(({ event }) => !consuming.holds(event.id));
    await consuming.passed(batch.map(({ event }) => event.id)); // old, but not lost: they only wait their turn
    await processEvents(workshop, lost);
  };
  const office = openDeliveryOffice(options.config, options);
  const schedules = schedulesOf(options, { previews, loose, archiver, exporter, office });
  const stopSchedules = runSchedules(options.schedules, schedules, options.log);
  // After a gap, or a crash in the middle, what should have come doesn't wait for the clock.
  void notificationSchedule(options)
    .run()
    .catch((error) => options.log.warn({ err: error }, "reminders and digests"));
  const turns = turnsOf(options, { office, overlooked });
  const stopTurns = turns.map(({ name, everyMs, run }) => repeat(name, everyMs, options.log, run));
  return async () => {
    stopSchedules();
    await Promise.all(stopTurns.map((stop) => stop()));
    await office.close();
    await options.events.close();
    await consuming.drained();
    await options.schedules.close();
    await slowTenantsOf(options.workerDatabase).over();
    await Promise.all([previews.stop(), archiver.stop(), exporter.stop(), flow.stop()]);
  };
}

/** At once and then again and again, never two at a time. @returns how to stop it. */
function repeat(name: string, everyMs: number, log: Logger, run: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = run()
      .catch((error) => log.warn({ err: error }, name))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, everyMs);
      });
  };
  turn();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
