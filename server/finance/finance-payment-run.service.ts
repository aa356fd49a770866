import type { FastifyBaseLogger } from "fastify";
import type { InferType } from "yup";
import type { BulkResult } from "../../shared/approvals/approvals.contract";
import type { payRunSchema } from "../../shared/finance/finance.schema";
import { problemOf } from "../platform/http/problems";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import type { Translate } from "../platform/text";
import { payFinance } from "./finance-payment.service";

/**
 * Pays each request as a single call would, in a transaction of its own: one that is refused takes none of the others
 * with it, and is reported with what is wrong. What nobody foresaw is reported as well, and logged.
 */
export async function payEach(
  unit: Unit,
  actor: Actor,
  { requests, date, reference }: InferType<typeof payRunSchema>,
  { text, log }: { text: Translate; log: FastifyBaseLogger },
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id, version } of new Map(requests.map((request) => [request.id, request])).values()) {
    try {
      await unit((tx) => payFinance(tx, actor, id, { version, date, reference }));
      results.push({ id, done: true, status: 200, message: text("finance.paid"), code: null });
    } catch (error) {
      const { code, status, detail } = problemOf(error);
      if (status >= 500) log.error({ err: error, request: id }, "payment run");
      const wrong = Object.values(detail.errors ?? {})[0]?.[0];
      results.push({ id, done: false, status, message: text(wrong ?? `problem.${code}`, detail.values), code });
    }
  }
  return results;
}
