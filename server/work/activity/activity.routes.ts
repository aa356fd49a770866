import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/activity/activity.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readTaskHistory, readRecentActivity } from "./activity.service";
import { loadVisibleTask } from "../access/tasks.policy";

export function registerActivityRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTaskActivity, async ({ tx, actor, params, query }) => {
    const { activities, names, hasMore } = await readTaskHistory(
      tx,
      actor,
      await loadVisibleTask(tx, actor, params.id),
      query,
    );
    return { data: activities, names, more: hasMore };
  });
  serveEndpoint(app, contract.listRecentActivity, async ({ tx, actor, query }) => ({
    data: await readRecentActivity(tx, actor, query),
  }));
}
