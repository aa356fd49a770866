import {
  listProjectAnalytics,
  listProjectFigure,
  readProjectAnalytics,
} from "../../../shared/analytics/project-analytics.contract";
import { listTaskAnalytics, readTaskAnalytics } from "../../../shared/analytics/task-analytics.contract";
import { listUserFigure, readUserAnalytics } from "../../../shared/analytics/user-analytics.contract";
import { keyOf } from "../query";
import type { Cache } from "./live-queries";

/**
 * Figures are counted by consumers, behind the screens: asked for once it has been quiet, and again by who shows them as
 * long as the answer says that the log has gone on.
 */
export function settleAnalytics(projectId: number, cache: Cache): void {
  cache.settle(keyOf(readProjectAnalytics, { id: projectId }));
  cache.settle(keyOf(listProjectFigure, { id: projectId }));
  for (const read of [listProjectAnalytics, readTaskAnalytics, listTaskAnalytics, readUserAnalytics, listUserFigure])
    cache.settle(keyOf(read));
}
