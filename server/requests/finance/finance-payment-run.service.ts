import type { InferType } from "yup";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import type { listPayable } from "../../../shared/requests/finance/finance-commands.contract";
import { payRunBatchSize, type payRunSchema } from "../../../shared/requests/finance/finance.schema";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { presentWithSteps } from "../../approvals/approvals/approvals.present";
import { paymentRefusals } from "../../approvals/approvals/four-eyes.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type BulkReport, runEachInTransaction } from "../../platform/http/serve/run-each-in-transaction";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
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
  const refusals = await paymentRefusals(tx, actor, rows, "payment-pay");
  const data = await presentWithSteps(tx, rows, (row, steps) => ({
    ...presentFinance(row, steps),
    refusal: refusals.get(row.id) ?? null,
  }));
  return { data, meta: { total: rows[0]?.total ?? 0 } };
}

/** Pays each request like a single call. */
export const payEachRequest = (
  unit: RunTransaction,
  actor: Actor,
  { requests, date, reference }: InferType<typeof payRunSchema>,
  report: BulkReport,
): Promise<BulkResult[]> =>
  runEachInTransaction(
    unit,
    requests,
    { ...report, doneMessage: report.text("finance.paid"), operation: "payment run" },
    (tx, { id, version }) => payFinance(tx, actor, id, { version, date, reference }),
  );
