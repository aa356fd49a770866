import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../shared/work/calendar/calendar.contract";
import { tenantAddress } from "../../platform/http/origin";
import { serveFeed } from "../../platform/http/secret-feeds";
import { serveEndpoint } from "../../platform/http/serve/serve";
import type { Tx } from "../../platform/database/unit-of-work";
import { createTaskFeed, feedPath, readTaskFeed, revokeTaskFeed, taskFeedText } from "./task-feed.service";

export function registerCalendarRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readTaskFeed, async ({ tx, actor, params }) => ({
    data: await readTaskFeed(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createTaskFeed, async ({ tx, actor, params, body }) => ({
    data: await createTaskFeed(tx, actor, params.id, body.query ?? ""),
  }));
  serveEndpoint(app, contract.revokeTaskFeed, async ({ tx, actor, params, text }) => {
    await revokeTaskFeed(tx, actor, params.id);
    return { message: text("task.feedRevoked") };
  });
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) =>
    taskFeedText(tx, token, {
      address: await tenantAddress(tx, app.platform.config),
      acceptLanguage: headers["accept-language"],
    });
  serveFeed(app, feedPath, { name: "tasks.ics", calendar });
}
