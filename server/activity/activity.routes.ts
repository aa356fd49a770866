import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/activity/activity.contract";
import { serve } from "../platform/serve";
import { recentActivity } from "./activity.service";

export function registerActivityRoutes(app: FastifyInstance): void {
  serve(app, contract.recentActivity, async ({ tx, actor, query }) => ({
    data: await recentActivity(tx, actor, query),
  }));
}
