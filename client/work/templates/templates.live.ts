import {
  listProjectTemplates,
  readProjectOrigin,
  readProjectTemplate,
} from "../../../shared/work/templates/templates.contract";
import type { TemplateEvents } from "../../../shared/work/templates/templates.events";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

export const templatesLive: LiveUpdates<TemplateEvents> = recordUpdates(
  "project_template",
  [listProjectTemplates, readProjectTemplate],
  [readProjectOrigin],
);
