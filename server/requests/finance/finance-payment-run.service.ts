import type { FastifyBaseLogger } from "fastify";
import type { InferType } from "yup";
import type { BulkResult } from "../../../shared/approvals/approvals/approvals.contract";
import type { listPayable } from "../../../shared/requests/finance/finance-commands.contract";
import { payRunBatchSize, type payRunSchema } from "../../../shared/requests/finance/finance.schema";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { stepsOfRequests } from "../../approvals/approvals/approvals.present";
import { paymentRefusals } from "../../approvals/approvals/four-eyes.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { problemFromError } from "../../platform/http/problems";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { payFinance } from "./finance-payment.service";
import { presentFinance } from "./finance.present";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";

/** Every payer sees all approved requests, so no scope of readers applies. */
const earliestDue = sql(
  "finance.payable",
  `SELECT ${financeColumns}, page.total
   FROM (SELECT id, count(*) OVER ()::int AS total FROM finance_request
         WHERE tenant_id = current_tenant() AND status = 'approved'
         ORDER BY COALESCE(due_on, needed_by) NULLS LAST, id LIMIT $1) AS page
   JOIN ${financeTables.replace("request r", "request r ON r.tenant_id = current_tenant() AND r.id = page.id")}
   ORDER BY COALESCE(f.due_on, f.needed_by) NULLS LAST, r.id`,
);

/** Approved requests for a payment run, with the reasons why the caller may not pay some of them. */
export async function payableRequestsFor(
  tx: Tx,
  actor: Actor,
): Promise<Pick<ReplyOf<typeof listPayable>, "data" | "meta">> {
  const rows = await tx.rows<FinanceRow & { total: number }>(earliestDue, [payRunBatchSize]);
  const steps = await stepsOfRequests(
    tx,
    rows.map(({ id }) => id),
  );
  const refusals = await paymentRefusals(tx, actor, rows, "payment-pay");
  const data = rows.map((row) => ({
    ...presentFinance(row, steps.get(row.id) ?? []),
    refusal: refusals.get(row.id) ?? null,
  }));
  return { data, meta: { total: rows[0]?.total ?? 0 } };
}

/**
 * Pays each request in its own transaction, like a single call: a refused request is reported with its error and doesn't affect the others.
 * Unexpected errors are reported and logged.
 */
export async function payEachRequest(
  unit: RunTransaction,
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
      const { code, status, detail } = problemFromError(error);
      if (status >= 500) log.error({ err: error, request: id }, "payment run");
      const wrong = Object.values(detail.errors ?? {})[0]?.[0];
      results.push({ id, done: false, status, message: text(wrong ?? `problem.${code}`, detail.values), code });
    }
  }
  return results;
}
