import { listRecentActivity } from "../../../shared/work/activity/activity.contract";
import { listBin } from "../../../shared/work/bin/bin.contract";
import { readTask } from "../../../shared/work/tasks/task-detail.contract";
import { listTaskTemplates } from "../../../shared/work/templates/task-templates.contract";
import type { TaskTemplateEvents } from "../../../shared/work/templates/task-templates.events";
import {
  listDeletedProjectTemplates,
  listProjectTemplates,
  readProjectOrigin,
  readProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import type { TemplateEvents } from "../../../shared/work/templates/templates.events";
import { type LiveCache, type LiveUpdates, onEach, recordUpdates } from "../../platform/live/live-updates";

export const templatesLive: LiveUpdates<TemplateEvents & TaskTemplateEvents, TaskEvents> = {
  ...recordUpdates(
    "project_template",
    [listProjectTemplates, readProjectTemplate],
    [readProjectOrigin, listDeletedProjectTemplates],
  ),
  // A task shows the template from which it was created.
  ...recordUpdates("task_template", [listTaskTemplates], [listBin, listRecentActivity, readTask]),
  "task_template.restored": (_: unknown, cache: LiveCache) => {
    cache.refetch(listTaskTemplates);
    cache.refetchSoon(listBin, listRecentActivity, readTask);
  },
  "task_template.default_changed": (_: unknown, cache: LiveCache) => {
    cache.refetch(listTaskTemplates);
    cache.refetchSoon(listRecentActivity);
  },
  // Templates name the columns whose default they are.
  ...onEach(["column.updated", "column.deleted", "column.restored"], (_: unknown, cache: LiveCache) =>
    cache.refetchSoon(listTaskTemplates),
  ),
};
