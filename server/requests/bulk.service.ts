import type { FastifyBaseLogger } from "fastify";
import type { BulkResult } from "../../shared/approvals/approvals.contract";
import type { ProblemCode } from "../../shared/kernel/problems";
import { problemOf } from "../platform/http/problems";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import type { Values } from "../platform/text";
import { serviceOf } from "./requests.service";

interface ChosenRequest {
  id: number;
  version?: number;
}

/**
 * Approves each request as a single call would, in a transaction of its own: one that is refused takes none of the others
 * with it, and is reported. What nobody foresaw is reported as well, and logged.
 */
export async function approveEach(
  unit: Unit,
  actor: Actor,
  requests: readonly ChosenRequest[],
  note: string | null,
  how: { text: (id: "request.approved" | `problem.${ProblemCode}`, values?: Values) => string; log: FastifyBaseLogger },
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id, version } of new Map(requests.map((request) => [request.id, request])).values()) {
    try {
      await unit(async (tx) => (await serviceOf(tx, actor, id)).decide(tx, actor, id, "APPROVE", { version, note }));
      results.push({ id, done: true, status: 200, message: how.text("request.approved"), code: null });
    } catch (error) {
      const { code, status, detail } = problemOf(error);
      if (status >= 500) how.log.error({ err: error, request: id }, "bulk approval");
      results.push({ id, done: false, status, message: how.text(`problem.${code}`, detail.values), code });
    }
  }
  return results;
}
