import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/administration/audit/audit.contract";
import { listAuditChanges } from "../../../shared/administration/audit/audit-changes.contract";
import { pageOf } from "../../../shared/kernel/paging";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { auditChangesCsv, readAuditChangesPage, listParkedEvents, retryParkedEvent } from "./audit-changes.service";
import { serveCsv } from "./csv-export";

export function registerAuditRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listParkedEvents, async ({ tx }) => ({ data: await listParkedEvents(tx) }));
  serveEndpoint(app, contract.retryParkedEvent, async ({ tx, params, text }) => {
    await retryParkedEvent(tx, params.id);
    return { message: text("audit.retried") };
  });
  serveEndpoint(app, listAuditChanges, async ({ tx, actor, query }) =>
    readAuditChangesPage(tx, actor, query, pageOf(query, 50)),
  );
  serveCsv(app, listAuditChanges, "audit-list", auditChangesCsv);
}
