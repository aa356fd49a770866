import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/insights/exports/exports.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { requestExport, readExports } from "./exports.service";

export function registerExportsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listExports, async ({ tx, actor }) => ({ data: await readExports(tx, actor) }));
  serveEndpoint(app, contract.requestOwnExport, async ({ tx, actor, text }) => ({
    message: text("export.begun"),
    data: await requestExport(tx, actor, "person"),
  }));
  serveEndpoint(app, contract.requestTenantExport, async ({ tx, actor, text }) => ({
    message: text("export.begun"),
    data: await requestExport(tx, actor, "organization"),
  }));
}
