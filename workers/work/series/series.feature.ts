import { type DomainEvent, parseStream } from "../../../shared/kernel/events";
import {
  createDueTasks,
  planAfterCompletion,
  planAfterTimeZoneChange,
  planWithoutOpenTask,
  withdrawDatesOfOpenTasks,
} from "../../../server/work/series/series.run";
import type { Consumer } from "../../platform/consumer";
import type { WorkerContext, WorkerFeature } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";
import { createSeriesPlanner } from "./planning";

/**
 * Plans series that an earlier run didn't plan again, and creates the tasks that are due. Their hours are full hours, but some locations are
 * 15 minutes apart from others.
 */
function seriesSchedule({ unitOfWork, workerDatabase, log, service }: WorkerContext): Schedule {
  return tenantSchedule({
    workerDatabase,
    log,
    name: "task-series",
    everyMs: 900_000,
    runsAtStart: true,
    work: async (tenantId) => {
      await service(createSeriesPlanner).run(tenantId);
      await createDueTasks(unitOfWork, tenantId);
    },
  });
}

/** The data of events of tasks, and of subtasks with their task. `progress` is missing if an update of a task doesn't change it. */
interface ProgressEventData {
  id: number;
  task_id?: number;
  finished?: boolean;
  progress?: number;
  task?: { progress: number };
}

const completionConsumer: Consumer = {
  name: "series.completion",
  events: [
    "task.moved",
    "task.updated",
    "task.restored",
    "task.arrived",
    "subtask.created",
    "subtask.updated",
    "subtask.deleted",
  ],
  async consume(tx, event) {
    const data = event.data as ProgressEventData;
    const { finished, id, task_id: taskId = id, task: { progress } = data } = data;
    if (finished) await planAfterCompletion(tx, taskId, new Date(event.at));
    // Most changes of tasks don't change their progress.
    else if (progress !== undefined && progress < 100) await withdrawDatesOfOpenTasks(tx, { taskId });
  },
};

/** The project in which last tasks of series may have been finished or reopened without an event of the task itself. */
function projectOfChangedTasks({ type, data }: DomainEvent): number | null {
  switch (type) {
    case "task.deleted":
    case "task.archived":
    case "task.left":
      return data.project_id;
    case "column.updated":
      return data.before.kind === undefined ? null : data.project_id;
    case "project.imported":
      return data.id;
    default:
      return null;
  }
}

const withdrawalConsumer: Consumer = {
  name: "series.withdrawal",
  events: ["task.deleted", "task.archived", "task.left", "column.updated", "project.imported"],
  async consume(tx, event) {
    const projectId = projectOfChangedTasks(event);
    if (projectId === null) return;
    await planWithoutOpenTask(tx, projectId, new Date(event.at));
    await withdrawDatesOfOpenTasks(tx, { projectId });
  },
};

/** The time zone of the organization, or of a user, may have changed. */
const timeZoneConsumer: Consumer = {
  name: "series.timeZone",
  events: ["tenant.updated", "settings.updated"],
  consume: (tx, { type }, stream) =>
    planAfterTimeZoneChange(tx, type === "settings.updated" ? (parseStream(stream)?.id ?? null) : null),
};

export const seriesFeature: WorkerFeature = {
  schedules: (context) => [seriesSchedule(context)],
  consumers: [completionConsumer, withdrawalConsumer, timeZoneConsumer],
  serviceConsumers: ({ service }) => [service(createSeriesPlanner).consumer],
};
