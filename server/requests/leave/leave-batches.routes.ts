import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/leave/leave-batches.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as batches from "./leave-batches.service";

export function registerLeaveBatchRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.previewBulkAdjustment, async ({ tx, actor, query }) => ({
    data: await batches.previewAdjustment(tx, actor, query),
  }));
  serveEndpoint(app, contract.adjustBalances, async ({ tx, actor, body, text }) => {
    const data = await batches.adjustBalances(tx, actor, body);
    return { message: text("leave.balancesAdjusted", { count: data.people }), data };
  });
  serveEndpoint(app, contract.listBalanceBatches, ({ tx, query }) => batches.listBatches(tx, query));
  serveEndpoint(app, contract.readBalanceBatch, async ({ tx, params }) => ({
    data: await batches.loadBatch(tx, params.id),
  }));
  serveEndpoint(app, contract.undoBalanceBatch, async ({ tx, actor, params, body, text }) => {
    const data = await batches.undoBatch(tx, actor, params.id, body);
    return { message: text("leave.batchUndone", { count: data.people }), data };
  });
}
