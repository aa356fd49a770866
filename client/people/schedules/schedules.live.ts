import type { PeopleEvents } from "../../../shared/people/people/people.events";
import { listWorkSchedules } from "../../../shared/work/schedules/schedules.contract";
import {
  listScheduleTemplates,
  readScheduleTemplate,
  selectScheduleTemplates,
} from "../../../shared/work/schedules/schedule-templates.contract";
import type { ScheduleTemplateEvents } from "../../../shared/work/schedules/schedule-templates.events";
import { type LiveCache, type LiveUpdates, onEach, recordUpdates } from "../../platform/live/live-updates";
import { userChanges } from "../people/people.live";

export const schedulesLive: LiveUpdates<ScheduleTemplateEvents, PeopleEvents> = {
  ...recordUpdates("schedule_template", [listScheduleTemplates, readScheduleTemplate, selectScheduleTemplates]),
  ...onEach(userChanges, (_: unknown, cache: LiveCache) => cache.refetch(listWorkSchedules)),
};
