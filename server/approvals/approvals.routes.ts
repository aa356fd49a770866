import type { FastifyInstance } from "fastify";
import * as rules from "../../shared/approvals/approval-rules.contract";
import { serve } from "../platform/serve";
import { tryChain } from "./dry-run.service";

export function registerApprovalsRoutes(app: FastifyInstance): void {
  serve(app, rules.dryRun, async ({ tx, actor, body }) => ({ data: await tryChain(tx, actor, body) }));
}
