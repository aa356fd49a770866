import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/imports/planka.contract";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { limitPlankaCalls, listBoards, readBoardDocument } from "./planka.service";

/** Boards on a server of Planka. The client imports the document like a file, so nothing is stored here. */
export function registerPlankaRoutes(app: FastifyInstance): void {
  const { config } = app.platform;

  serveMultiTransaction(app, contract.listPlankaBoards, async ({ actor, body }) => {
    await limitPlankaCalls(actor);
    return { data: await listBoards(body, config.importOrigins) };
  });

  serveMultiTransaction(app, contract.readPlankaBoard, async ({ actor, body, request, reply }) => {
    await limitPlankaCalls(actor);
    // The answers of the server are held in memory like an uploaded file.
    await app.callers.takeUpload(actor.tenantId, request, reply);
    return { data: await readBoardDocument(body, body.board_id, config.importOrigins) };
  });
}
