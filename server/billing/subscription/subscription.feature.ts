import type { ServerFeature } from "../../platform/features";
import { PlanEntity } from "./plan.entity";
import { registerSubscriptionRoutes } from "./subscription.routes";

export const subscriptionFeature = {
  routes: [registerSubscriptionRoutes],
  entities: [PlanEntity],
  demo: {
    subscription: async () => (await import("./demo/demo.subscription")).writeSubscription,
  },
} satisfies ServerFeature;
