import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/audit/audit.contract";
import { serve } from "../platform/http/serve";
import { listParkedEvents, retryParkedEvent } from "./audit.service";

export function registerAuditRoutes(app: FastifyInstance): void {
  serve(app, contract.listParkedEvents, async ({ tx }) => ({ data: await listParkedEvents(tx) }));
  serve(app, contract.retryParkedEvent, async ({ tx, params, text }) => {
    await retryParkedEvent(tx, params.id);
    return { message: text("audit.retried") };
  });
}
