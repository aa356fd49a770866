import {
  listProjectAnalytics,
  listProjectFigure,
  readProjectAnalytics,
} from "../../../shared/insights/analytics/project-analytics.contract";
import { listReports } from "../../../shared/insights/analytics/reports.contract";
import type { ReportEvents } from "../../../shared/insights/analytics/reports.events";
import { listTaskAnalytics, readTaskAnalytics } from "../../../shared/insights/analytics/task-analytics.contract";
import { listUserFigure, readUserAnalytics } from "../../../shared/insights/analytics/user-analytics.contract";
import type { SubtaskEvents } from "../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";
import { columnChanges, subtaskChanges, taskChanges } from "../../work/tasks/tasks.live";

/**
 * The server computes the figures asynchronously, so they are refetched after a quiet period. Their views refetch again while the response
 * reports that it is behind the event log.
 */
const figures = ({ data: { project_id: id } }: { data: { project_id: number } }, cache: LiveCache) => {
  cache.refetchWhenQuiet(queryKeyOf(readProjectAnalytics, { id }), queryKeyOf(listProjectFigure, { id }));
  cache.refetchWhenQuiet(listProjectAnalytics, readTaskAnalytics, listTaskAnalytics, readUserAnalytics, listUserFigure);
};

export const analyticsLive: LiveUpdates<ReportEvents, TaskEvents & SubtaskEvents> = {
  "analytics_report.changed": (_, cache) => cache.refetchSoon(listReports),
  ...onEach([...taskChanges, ...columnChanges, ...subtaskChanges], figures),
};
