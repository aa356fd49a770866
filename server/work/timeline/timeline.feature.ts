import type { ServerFeature } from "../../platform/features";
import { registerTimelineRoutes } from "./timeline.routes";

export const timelineFeature: ServerFeature = {
  routes: [registerTimelineRoutes],
};
