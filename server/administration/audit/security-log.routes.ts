import type { FastifyInstance } from "fastify";
import { listSecurityEvents } from "../../../shared/administration/audit/security-log.contract";
import { pageOf } from "../../../shared/kernel/paging";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveCsv } from "./csv-export";
import { securityLogCsv, readSecurityLogPage } from "./security-log.service";

export function registerSecurityLogRoutes(app: FastifyInstance): void {
  serveEndpoint(app, listSecurityEvents, async ({ tx, actor, query }) =>
    readSecurityLogPage(tx, actor, query, pageOf(query, 50)),
  );
  serveCsv(app, listSecurityEvents, "security-log", securityLogCsv);
}
