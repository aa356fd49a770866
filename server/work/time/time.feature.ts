import type { ServerFeature } from "../../platform/features";
import { registerTimeRoutes } from "./time.routes";
import { registerTimerRoutes } from "./timer.routes";
import { registerWeeksRoutes } from "./weeks.routes";

export const timeFeature = {
  routes: [registerTimeRoutes, registerTimerRoutes, registerWeeksRoutes],
  personalData: {
    areas: { time: "time_entry.user_id time_day.user_id time_week.user_id timer.user_id stopped_timer.user_id" },
    actors: "time_week.decided_by",
  },
  demo: {
    timeSheets: async () => (await import("./demo/demo.time")).writeTimeSheets,
  },
} satisfies ServerFeature;
