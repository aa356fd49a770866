import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/audit/audit.contract";
import { listAuditChanges } from "../../shared/audit/audit-changes.contract";
import { pageOf } from "../../shared/kernel/paging";
import { serve } from "../platform/http/serve/serve";
import { auditChangesCsv, auditChangesPage } from "./audit-changes.service";
import { serveCsv } from "./csv-export";
import { listParkedEvents, retryParkedEvent } from "./audit.service";

export function registerAuditRoutes(app: FastifyInstance): void {
  serve(app, contract.listParkedEvents, async ({ tx }) => ({ data: await listParkedEvents(tx) }));
  serve(app, contract.retryParkedEvent, async ({ tx, params, text }) => {
    await retryParkedEvent(tx, params.id);
    return { message: text("audit.retried") };
  });
  serve(app, listAuditChanges, async ({ tx, actor, query }) => auditChangesPage(tx, actor, query, pageOf(query, 50)));
  serveCsv(app, listAuditChanges, "audit-list", auditChangesCsv);
}
