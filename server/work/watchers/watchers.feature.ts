import type { ServerFeature } from "../../platform/features";
import { registerWatchersRoutes } from "./watchers.routes";

export const watchersFeature: ServerFeature = {
  routes: [registerWatchersRoutes],
  personalData: {
    areas: { tasks: "task_watcher.user_id" },
  },
};
