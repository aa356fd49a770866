import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/drivers/drivers.contract";
import { serveChanges } from "../places/record-calls.service";
import { serve } from "../platform/http/serve/serve";
import { drivers } from "./drivers.service";

export function registerDriversRoutes(app: FastifyInstance): void {
  serve(app, contract.listDrivers, ({ tx, actor, query }) => drivers.list(tx, actor, query));
  serve(app, contract.readDriver, async ({ tx, actor, params }) => ({
    data: await drivers.read(tx, actor, params.id),
  }));
  serveChanges(app, drivers, {
    create: contract.createDriver,
    update: contract.updateDriver,
    remove: contract.deleteDriver,
    restore: contract.restoreDriver,
  });
}
