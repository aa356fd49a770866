import type { ServerFeature } from "../../platform/features";
import { registerPaymentsRoutes } from "./payments.routes";

export const paymentsFeature: ServerFeature = { routes: [registerPaymentsRoutes] };
