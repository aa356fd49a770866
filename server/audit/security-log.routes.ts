import type { FastifyInstance } from "fastify";
import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { pageOf } from "../../shared/kernel/paging";
import { serve } from "../platform/http/serve/serve";
import { serveCsv } from "./csv-export";
import { securityLogCsv, securityLogPage } from "./security-log.service";

export function registerSecurityLogRoutes(app: FastifyInstance): void {
  serve(app, listSecurityEvents, async ({ tx, actor, query }) => securityLogPage(tx, actor, query, pageOf(query, 50)));
  serveCsv(app, listSecurityEvents, "security-log", securityLogCsv);
}
