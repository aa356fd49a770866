import {
  listDepartmentFigure,
  readDepartmentAnalytics,
} from "../../../shared/insights/analytics/department-analytics.contract";
import {
  listProjectAnalytics,
  listProjectFigure,
  readProjectAnalytics,
} from "../../../shared/insights/analytics/project-analytics.contract";
import { listReports } from "../../../shared/insights/analytics/reports.contract";
import type { ReportEvents } from "../../../shared/insights/analytics/reports.events";
import {
  listTaskAnalytics,
  listTaskFigure,
  readTaskAnalytics,
} from "../../../shared/insights/analytics/task-analytics.contract";
import { listUserFigure, readUserAnalytics } from "../../../shared/insights/analytics/user-analytics.contract";
import type { ImportEvents } from "../../../shared/work/imports/imports.events";
import type { SubtaskEvents } from "../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import type { TimeEntryEvents } from "../../../shared/work/time/time.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";
import { columnChanges, subtaskChanges, taskChanges } from "../../work/tasks/tasks.live";

/**
 * The server computes the figures asynchronously, so they are refetched after a quiet period. Their views refetch again while the response
 * reports that it is behind the event log.
 */
const figures = ({ data: { project_id: id } }: { data: { project_id: number } }, cache: LiveCache) => {
  cache.refetchWhenQuiet(queryKeyOf(readProjectAnalytics, { id }), queryKeyOf(listProjectFigure, { id }));
  cache.refetchWhenQuiet(listProjectAnalytics, readTaskAnalytics, listTaskAnalytics, readUserAnalytics, listUserFigure);
  cache.refetchWhenQuiet(listTaskFigure);
};

/** Departments show the hours by project. */
const hours = (event: { data: { project_id: number } }, cache: LiveCache) => {
  figures(event, cache);
  cache.refetchWhenQuiet(readDepartmentAnalytics, listDepartmentFigure);
};

export const analyticsLive: LiveUpdates<ReportEvents, TaskEvents & SubtaskEvents & TimeEntryEvents & ImportEvents> = {
  "analytics_report.changed": (_, cache) => cache.refetchSoon(listReports),
  ...onEach([...taskChanges, ...columnChanges, ...subtaskChanges], figures),
  ...onEach(recordChanges("time_entry"), hours),
  "project.imported": ({ data: { id } }, cache) => figures({ data: { project_id: id } }, cache),
};
