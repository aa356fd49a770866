import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/activity/activity.contract";
import { serve } from "../platform/http/serve/serve";
import { historyOfTask, recentActivity } from "./activity.service";
import { visibleTask } from "../tasks/tasks.policy";

export function registerActivityRoutes(app: FastifyInstance): void {
  serve(app, contract.taskActivity, async ({ tx, actor, params, query }) => {
    const { activities, names, more } = await historyOfTask(tx, actor, await visibleTask(tx, actor, params.id), query);
    return { data: activities, names, more };
  });
  serve(app, contract.recentActivity, async ({ tx, actor, query }) => ({
    data: await recentActivity(tx, actor, query),
  }));
}
