import { listRecentActivity } from "../../../shared/work/activity/activity.contract";
import type { ImportEvents } from "../../../shared/work/imports/imports.events";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import { listProjects, listTags, readProject } from "../../../shared/work/projects/projects.contract";
import { readTask } from "../../../shared/work/tasks/task-detail.contract";
import { archivedTasks, listMyTasks, listTasks, listTasksById } from "../../../shared/work/tasks/tasks.contract";
import { queryKeyOf } from "../../platform/query";
import type { LiveUpdates } from "../../platform/live/live-updates";

/** Cache entry of the user's running import, written by its events. */
export const boardImportProgressKey = ["board-import-progress"];

export const importsLive: LiveUpdates<ImportEvents> = {
  // Its tasks have no separate events. An open board reads itself again.
  "project.imported": ({ data: { id } }, cache) => {
    cache.refetchSoon(listMyTasks, listTasksById, queryKeyOf(listTasks, { id }), queryKeyOf(archivedTasks, { id }));
    cache.refetchSoon(readTask, listTags, listMyWork, listRecentActivity);
    cache.refetchShowing("progress", listProjects, queryKeyOf(readProject, { id }));
  },
  "project_import.progress": ({ data }, cache) => cache.set(boardImportProgressKey, data),
};
