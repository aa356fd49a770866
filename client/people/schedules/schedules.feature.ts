import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { organizationMenu } from "../organization/organization.menu";
import { employeePartsSlot } from "../people/people.slots";

const page = { title: "title.scheduleTemplates", permission: "schedule-template-list" } as const;

export const schedulesFeature = defineFeature({
  pages: pagesIn(() => import("./schedule-templates.pages"), {
    ScheduleTemplatesPage: { path: "/schedule-templates", ...page },
  }),
  menu: [
    {
      label: page.title,
      to: "/schedule-templates",
      in: organizationMenu,
      order: 8,
      permission: page.permission,
    },
  ],
  live: async () => (await import("./schedules.live")).schedulesLive,
  fills: [employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).scheduleParts })],
});
