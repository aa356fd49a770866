import type { FastifyInstance } from "fastify";
import { continueFree, listPlans } from "../../shared/subscription/subscription.contract";
import { serve } from "../platform/http/serve";
import { continueOnFreePlan, plansFor } from "./subscription.service";

export function registerSubscriptionRoutes(app: FastifyInstance): void {
  serve(app, listPlans, ({ tx, actor, text }) => plansFor(tx, actor, text));
  serve(app, continueFree, async ({ tx, text }) => {
    await continueOnFreePlan(tx);
    return { message: text("plan.continuedFree") };
  });
}
