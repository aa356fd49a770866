import { listTaskTemplates } from "../../../shared/work/templates/task-templates.contract";
import type { TaskTemplateEvents } from "../../../shared/work/templates/task-templates.events";
import {
  listProjectTemplates,
  readProjectOrigin,
  readProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import type { TemplateEvents } from "../../../shared/work/templates/templates.events";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

export const templatesLive: LiveUpdates<TemplateEvents & TaskTemplateEvents> = {
  ...recordUpdates("project_template", [listProjectTemplates, readProjectTemplate], [readProjectOrigin]),
  ...recordUpdates("task_template", [listTaskTemplates]),
};
