import type { ServerFeature } from "../../platform/features";
import { registerAccountingRoutes } from "./accounting.routes";

export const accountingFeature: ServerFeature = { routes: [registerAccountingRoutes] };
