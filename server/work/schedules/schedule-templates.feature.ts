import * as contract from "../../../shared/work/schedules/schedule-templates.contract";
import type { ServerFeature } from "../../platform/features";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveRecords } from "../../platform/records/record-routes";
import { ScheduleTemplateEntity } from "./schedule-template.entity";
import { scheduleTemplateRecords, selectableTemplates } from "./schedule-templates.service";

export const scheduleTemplatesFeature = {
  routes: [
    (app) => {
      serveEndpoint(app, contract.selectScheduleTemplates, async ({ tx, query }) => ({
        data: await selectableTemplates(tx, query),
      }));
      serveRecords(app, scheduleTemplateRecords, {
        list: contract.listScheduleTemplates,
        single: contract.readScheduleTemplate,
        create: contract.createScheduleTemplate,
        update: contract.updateScheduleTemplate,
        remove: contract.deleteScheduleTemplate,
      });
    },
  ],
  entities: [ScheduleTemplateEntity],
  personalData: {
    areas: { employment: "work_schedule.user_id" },
    actors: "work_schedule.set_by",
  },
  demo: {
    schedules: async () => (await import("./demo/demo.schedules")).writeSchedules,
  },
} satisfies ServerFeature;
