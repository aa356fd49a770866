import { readComingDates, readTaskSeries } from "../../../shared/work/series/series.contract";
import type { TaskSeriesEvents } from "../../../shared/work/tasks/task-series.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const seriesLive: LiveUpdates<TaskSeriesEvents> = {
  "task_series.updated": (_, cache) => cache.refetchSoon(readTaskSeries, readComingDates),
};
