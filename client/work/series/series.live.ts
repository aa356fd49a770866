import { readComingDates, readTaskSeries } from "../../../shared/work/series/series.contract";
import type { TaskSeriesEvents } from "../../../shared/work/tasks/task-series.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";

/** A coming date names the last task of its series, which opens the dialog, so long as that task is on the board. */
const comingDates = (_: unknown, cache: LiveCache) => cache.refetchSoon(readComingDates);

export const seriesLive: LiveUpdates<TaskSeriesEvents, TaskEvents> = {
  "task_series.updated": (_, cache) => cache.refetchSoon(readTaskSeries, readComingDates),
  ...onEach(["task.archived", "task.restored", "task.deleted"], comingDates),
};
