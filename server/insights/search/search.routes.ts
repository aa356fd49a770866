import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/insights/search/search.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { findRecords, listRecentRecords } from "./search.service";

export function registerSearchRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.search, ({ tx, actor, query }) => findRecords(tx, actor, query));
  serveEndpoint(app, contract.listRecent, async ({ tx, actor }) => ({ data: await listRecentRecords(tx, actor) }));
}
