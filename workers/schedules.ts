import * as listed from "./features.list";
import { eventLogSchedule } from "./platform/event-log";
import type { Loop, WorkerContext, WorkerFeature } from "./platform/features";
import { housekeepingSchedule } from "./platform/housekeeping";
import { type ProcessUnprocessed, redriveLoop } from "./platform/redrive";
import type { Schedule } from "./platform/schedule";

const features: readonly WorkerFeature[] = Object.values(listed);

/** Schedules triggered through the queue, once per period in one worker. A failure in one tenant does not affect the others. */
export const createSchedules = (context: WorkerContext): Schedule[] => [
  housekeepingSchedule(context.workerDatabase, context.log),
  eventLogSchedule(context.workerDatabase, context.log),
  ...features.flatMap(({ schedules }) => schedules?.(context) ?? []),
];

export const createLoops = (context: WorkerContext, processUnprocessed: ProcessUnprocessed): Loop[] => [
  ...features.flatMap(({ loops }) => loops?.(context) ?? []),
  redriveLoop(context, processUnprocessed),
];
