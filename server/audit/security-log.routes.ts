import type { FastifyInstance } from "fastify";
import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { languageOf } from "../../shared/kernel/languages";
import { pageOf } from "../../shared/kernel/paging";
import { logSecurityApart } from "../platform/security-log";
import { admit, inputOf, serve, tenantFor } from "../platform/http/serve";
import { translator } from "../platform/text";
import { securityLogCsv, securityLogPage } from "./security-log.service";

export function registerSecurityLogRoutes(app: FastifyInstance): void {
  serve(app, listSecurityEvents, async ({ tx, actor, query }) => securityLogPage(tx, actor, query, pageOf(query, 50)));

  // Not in the contract, since its answer is no JSON. Taking the log along stands in it as well.
  app.get("/audit/security-log/export", async (request, reply) => {
    const tenantId = await tenantFor(app, request);
    const { bytes, shown, total } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await admit(app, listSecurityEvents, tx, request, reply);
      const text = translator(languageOf(request.headers["accept-language"] ?? actor.language ?? undefined));
      return securityLogCsv(tx, actor, inputOf(listSecurityEvents, request).query, text);
    });
    await logSecurityApart(app.platform, request.origin, { kind: "exported", facts: { scope: "security-log" } });
    if (shown < total) reply.header("x-rows", `${shown}/${total}`);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="security-log.csv"')
      .type("text/csv; charset=utf-8")
      .send(bytes);
  });
}
