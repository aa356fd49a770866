import { inProject } from "../tasks/tasks.feature";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { withDaysOff } from "./calendar.slots";

export const calendarFeature = defineFeature({
  pages: pagesIn(() => withDaysOff(import("./CalendarScreen")), {
    CalendarScreen: { path: paths.projectCalendar(":id"), title: "title.projectCalendar", ...inProject },
  }),
});
