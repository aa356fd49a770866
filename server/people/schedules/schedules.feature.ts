import type { ServerFeature } from "../../platform/features";
import { registerSchedulesRoutes } from "./schedules.routes";

export const schedulesFeature: ServerFeature = { routes: [registerSchedulesRoutes] };
