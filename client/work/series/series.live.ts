import { listSeries, readComingDates, readSeries, readTaskSeries } from "../../../shared/work/series/series.contract";
import type { TaskSeriesEvents } from "../../../shared/work/tasks/task-series.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";

/** Coming dates and the list name the last task of a series, so long as that task is in the project. */
const lastTasks = (_: unknown, cache: LiveCache) => cache.refetchSoon(listSeries, readComingDates);

export const seriesLive: LiveUpdates<TaskSeriesEvents, TaskEvents> = {
  "task_series.updated": (_, cache) => cache.refetchSoon(listSeries, readComingDates, readSeries, readTaskSeries),
  ...onEach(["task.archived", "task.restored", "task.deleted", "task.left", "task.arrived"], lastTasks),
};
