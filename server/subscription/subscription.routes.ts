import type { FastifyInstance } from "fastify";
import { listPlans } from "../../shared/subscription/subscription.contract";
import { serve } from "../platform/serve";
import { plansFor } from "./subscription.service";

export function registerSubscriptionRoutes(app: FastifyInstance): void {
  serve(app, listPlans, ({ tx, actor, text }) => plansFor(tx, actor, text));
}
