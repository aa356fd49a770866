import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/series/series.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as series from "./series.service";

export function registerSeriesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readTaskSeries, async ({ tx, actor, params }) => ({
    data: await series.readTaskSeries(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.listSeries, ({ tx, actor, params, query }) =>
    series.listSeries(tx, actor, params.id, query),
  );
  serveEndpoint(app, contract.readSeries, async ({ tx, actor, params }) => ({
    data: await series.readSeries(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.readComingDates, ({ tx, actor, params, query }) =>
    series.readComingDates(tx, actor, params.id, query),
  );
  serveEndpoint(app, contract.createSeries, async ({ tx, actor, params, body, text }) => ({
    message: text("series.created"),
    data: await series.createSeries(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.updateSeries, async ({ tx, actor, params, body, text }) => ({
    message: text("series.updated"),
    data: await series.updateSeries(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.useTaskForLater, async ({ tx, actor, params, body, text }) => ({
    message: text("series.usedForLater"),
    data: await series.useTaskForLater(tx, actor, params.id, body.task_id),
  }));
  serveEndpoint(app, contract.restoreSeriesTemplate, async ({ tx, actor, params, body }) => ({
    data: await series.restoreTemplate(tx, actor, params.id, body.version),
  }));
  serveEndpoint(app, contract.setSeriesState, async ({ tx, actor, params, body, text }) => {
    const data = await series.setSeriesState(tx, actor, params.id, body);
    return { message: text(`series.state.${data.state}`), data };
  });
  serveEndpoint(app, contract.skipSeriesDate, async ({ tx, actor, params, body, text }) => ({
    message: text(body.skipped ? "series.skipped" : "series.unskipped"),
    data: await series.skipDate(tx, actor, params.id, body),
  }));
}
