import type { ServerFeature } from "../../platform/features";
import { registerOperatorRoutes } from "./operator.routes";

export const operatorFeature: ServerFeature = { routes: [registerOperatorRoutes] };
