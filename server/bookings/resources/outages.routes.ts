import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/bookings/resources/outages.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { createOutage, endOutage, readOutages } from "./outages.service";

export function registerOutagesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listOutages, async ({ tx, actor, query }) => ({
    data: await readOutages(tx, actor, query),
  }));
  serveEndpoint(app, contract.createOutage, async ({ tx, actor, body, text }) => {
    const data = await createOutage(tx, actor, body);
    return { message: text("outage.created"), data };
  });
  serveEndpoint(app, contract.deleteOutage, async ({ tx, actor, params, text }) => {
    await endOutage(tx, actor, params.id);
    return { message: text("outage.deleted"), id: params.id };
  });
}
