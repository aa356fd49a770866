import type { ServerFeature } from "../../platform/features";
import { PlanEntity } from "./plan.entity";
import { registerSubscriptionRoutes } from "./subscription.routes";

export const subscriptionFeature: ServerFeature = {
  routes: [registerSubscriptionRoutes],
  entities: [PlanEntity],
};
