import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../server/config";
import type { Broadcast } from "../server/platform/live/broadcast";
import type { FileStore } from "../server/platform/files/file-store";
import type { Outbox } from "../server/platform/queue/outbox";
import type { JobQueue } from "../server/platform/queue/queue";
import type { CommittedEvent, UnitOfWork } from "../server/platform/database/unit-of-work";
import { createFlowConsumer } from "./insights/analytics/flow.consumer";
import { attachmentConsumers } from "./work/attachments/attachments.consumers";
import { createOrphanedFileCleanup } from "./work/attachments/orphaned-files";
import { createPreviews } from "./work/attachments/previews";
import { createArchiver } from "./requests/finance/archive";
import { createSchedules, createLoops } from "./schedules";
import { notificationSchedule, createDeliverySender } from "./communication/notifications/notifications.delivery";
import { NightlyBackup } from "./operations/backup/nightly-backup";
import { createExporter } from "./insights/exports/exports";
import type { Consumer } from "./platform/consumer";
import { createConsumerRunner } from "./platform/consumer-runner";
import { fanOut, processEvents } from "./platform/process-events";
import { runSchedules, slowTenantsOf } from "./platform/schedule";
import { delegationConsumers } from "./approvals/approvals/delegations";
import { waitingConsumers } from "./approvals/approvals/waiting";
import { financeConsumers } from "./requests/finance/finance.consumers";
import { absenceConsumers, leaveConsumers } from "./requests/leave/leave.consumers";
import { newsConsumers, newsPictureConsumer } from "./communication/news/news.consumers";
import { bookingConsumers } from "./bookings/bookings/bookings.consumers";
import { requestConsumers } from "./approvals/approvals/request.consumers";
import { notificationConsumers } from "./communication/notifications/notifications.consumers";
import { recordRuns } from "./operations/operator/schedule-runs";
import { driverConsumers } from "./bookings/trips/trips-on-leave";

export const allConsumers: readonly Consumer[] = [
  ...notificationConsumers,
  ...bookingConsumers,
  ...requestConsumers,
  ...leaveConsumers,
  ...absenceConsumers,
  ...financeConsumers,
  ...delegationConsumers,
  ...waitingConsumers,
  ...newsConsumers,
  ...driverConsumers,
];

export interface WorkOptions {
  /** Connects as `portal_app`, which can access one tenant per transaction. */
  unitOfWork: UnitOfWork;
  /** Connects as `portal_worker`, which works across tenants. */
  workerDatabase: DataSource;
  events: JobQueue<CommittedEvent[]>;
  /** Set if server and worker share a process without Redis; committed events are then passed to this worker directly. */
  outbox?: Outbox;
  schedules: JobQueue<unknown>;
  broadcast: Broadcast;
  files: FileStore;
  config: Config;
  log: Logger;
}

export async function startWorkerProcess(options: WorkOptions): Promise<() => Promise<void>> {
  const previews = createPreviews(options);
  const loose = createOrphanedFileCleanup(options);
  const archiver = createArchiver(options);
  const exporter = createExporter(options);
  const flow = createFlowConsumer(options);
  const all: readonly Consumer[] = [
    ...allConsumers,
    ...attachmentConsumers(previews, loose),
    newsPictureConsumer(previews),
    archiver.consumer,
    exporter.consumer,
    flow.consumer,
  ];
  const workshop = { ...options, consumers: all };
  const consuming = createConsumerRunner(workshop);
  const take = async (batch: CommittedEvent[]) => {
    await fanOut(options.broadcast, batch);
    consuming.take(batch);
  };
  options.events.work((_, batch) => take(batch), { concurrency: 8 });
  options.outbox?.handTo(take);
  const overlooked = async (batch: CommittedEvent[]) => {
    const lost = batch.filter(({ event }) => !consuming.holds(event.id));
    await consuming.passed(batch.map(({ event }) => event.id)); // these events are old, but queued and not lost
    await processEvents(workshop, lost);
  };
  const office = createDeliverySender(options.config, options);
  const schedules = createSchedules(options, { previews, loose, archiver, exporter, office }).map((schedule) =>
    recordRuns(schedule, options.workerDatabase, options.log),
  );
  const stopSchedules = runSchedules(options.schedules, schedules, options.log);
  // Runs once at start, so that notifications that are overdue after a downtime do not wait for the schedule.
  void notificationSchedule(options)
    .run()
    .catch((error) => options.log.warn({ err: error }, "reminders and digests"));
  const backups = new NightlyBackup({ ...options, mailer: office.mailer });
  // Not a schedule, because schedules run one after the other and a backup takes minutes.
  const turns = [...createLoops(options, { office, overlooked }), backups.loop];
  const stopTurns = turns.map(({ name, everyMs, run }) => repeat(name, everyMs, options.log, run));
  return async () => {
    stopSchedules();
    backups.stop();
    await Promise.all(stopTurns.map((stop) => stop()));
    await office.close();
    await options.events.close();
    await consuming.drained();
    await options.schedules.close();
    await slowTenantsOf(options.workerDatabase).over();
    await Promise.all([previews.stop(), archiver.stop(), exporter.stop(), flow.stop()]);
  };
}

/** Runs immediately and then repeatedly, never concurrently. @returns a function that ends the repetition. */
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
