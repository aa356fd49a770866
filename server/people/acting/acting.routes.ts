import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/acting/acting.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { createActing, deleteActing, updateActing } from "./acting.service";

export function registerActingRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.createActingAssignment, async ({ tx, body, text }) => ({
    message: text("acting.saved"),
    data: await createActing(tx, body),
  }));
  serveEndpoint(app, contract.updateActingAssignment, async ({ tx, params, body, text }) => ({
    message: text("acting.saved"),
    data: await updateActing(tx, params.id, body),
  }));
  serveEndpoint(app, contract.deleteActingAssignment, async ({ tx, params, text }) => {
    await deleteActing(tx, params.id);
    return { message: text("acting.ended"), id: params.id };
  });
}
