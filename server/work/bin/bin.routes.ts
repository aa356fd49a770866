import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/bin/bin.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { purgeBinEntry, readBin } from "./bin.service";

/** The calls that restore are served by the features of the records. */
export function registerBinRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listBin, ({ tx, actor, params, query }) => readBin(tx, actor, params.id, query));
  serveEndpoint(app, contract.purgeDeletedTask, async ({ tx, actor, params, text }) => {
    await purgeBinEntry(tx, actor, "task", params.id);
    return { message: text("bin.purged"), id: params.id };
  });
  serveEndpoint(app, contract.purgeDeletedColumn, async ({ tx, actor, params, text }) => {
    await purgeBinEntry(tx, actor, "column", params.id);
    return { message: text("bin.purged"), id: params.id };
  });
}
