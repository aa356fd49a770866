import type { FastifyInstance } from "fastify";
import { purgeDeletedView, restoreDeletedView } from "../../../shared/work/bin/bin.contract";
import * as contract from "../../../shared/work/views/views.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { tenantAddress } from "../../platform/http/origin";
import { serveFeed } from "../../platform/http/secret-feeds";
import * as feeds from "./view-feed.service";
import * as views from "./views.service";

export function registerViewsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listViews, async ({ tx, actor, query }) => ({
    data: await views.listViews(tx, actor, query.project_id ?? null),
  }));
  serveEndpoint(app, contract.listFavoriteViews, async ({ tx, actor }) => ({
    data: await views.listFavorites(tx, actor),
  }));
  serveEndpoint(app, contract.createView, async ({ tx, actor, body, text }) => ({
    message: text("view.saved", { name: body.name }),
    data: await views.createView(tx, actor, body),
  }));
  serveEndpoint(app, contract.updateView, async ({ tx, actor, params, body, text }) => {
    const data = await views.updateView(tx, actor, params.id, body);
    return { message: text("view.saved", { name: data.name }), data };
  });
  serveEndpoint(app, contract.moveView, async ({ tx, actor, params, body }) => ({
    data: await views.moveView(tx, actor, params.id, body.before_id ?? null),
  }));
  serveEndpoint(app, contract.setFavoriteView, async ({ tx, actor, params, body }) => ({
    data: await views.favoriteView(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.deleteView, async ({ tx, actor, params, text }) => {
    await views.deleteView(tx, actor, params.id);
    return { message: text("view.deleted"), id: params.id };
  });
  serveEndpoint(app, contract.restoreView, async ({ tx, actor, params, text }) => {
    const data = await views.restoreView(tx, actor, params.id);
    return { message: text("view.restored", { name: data.name }), data };
  });
  serveEndpoint(app, restoreDeletedView, async ({ tx, actor, params, text }) => {
    const { id, name, project } = await views.restoreView(tx, actor, params.id);
    return { message: text("view.restored", { name }), data: { id, project_id: project?.id ?? null } };
  });
  serveEndpoint(app, purgeDeletedView, async ({ tx, actor, params, text }) => {
    await views.purgeView(tx, actor, params.id);
    return { message: text("bin.purged"), id: params.id };
  });
  serveEndpoint(app, contract.readViewFeed, async ({ tx, actor, params }) => ({
    data: await feeds.readViewFeed(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createViewFeed, async ({ tx, actor, params }) => ({
    data: await feeds.createViewFeed(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.listTaskFeeds, async ({ tx, actor }) => ({ data: await feeds.listTaskFeeds(tx, actor) }));
  serveEndpoint(app, contract.revokeTaskFeedById, async ({ tx, actor, params, text }) => {
    await feeds.revokeTaskFeedById(tx, actor, params.id);
    return { message: text("task.feedRevoked") };
  });
  serveFeed(app, feeds.viewFeedPath, {
    name: "tasks.ics",
    calendar: async (tx, token, { headers }) =>
      feeds.viewFeedText(tx, token, {
        address: await tenantAddress(tx, app.platform.config),
        acceptLanguage: headers["accept-language"],
      }),
  });
}
