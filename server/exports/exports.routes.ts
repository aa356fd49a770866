import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/exports/exports.contract";
import { serve } from "../platform/http/serve/serve";
import { askForExport, exportsOf } from "./exports.service";

export function registerExportsRoutes(app: FastifyInstance): void {
  serve(app, contract.listExports, async ({ tx, actor }) => ({ data: await exportsOf(tx, actor) }));
  serve(app, contract.exportMine, async ({ tx, actor, text }) => ({
    message: text("export.begun"),
    data: await askForExport(tx, actor, "person"),
  }));
  serve(app, contract.exportOrganisation, async ({ tx, actor, text }) => ({
    message: text("export.begun"),
    data: await askForExport(tx, actor, "organisation"),
  }));
}
