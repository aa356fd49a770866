import { creditorReferenceOf } from "../../../shared/requests/payments/creditor-reference";
import { paymentRefusals } from "../../approvals/approvals/four-eyes.policy";
import { setPrivateReader } from "../../people/people/private-reader";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import type { Payable, PayableFamily } from "../payments/payables.slots";
import { payFinance, takeFinancePaymentBack } from "./finance-payment.service";

type PayableRow = Pick<
  Payable,
  "requestId" | "requesterId" | "number" | "title" | "amount" | "currency" | "dueOn" | "account" | "accountProposed"
> & {
  advance: boolean;
  requester: string;
  supplier: string | null;
  supplierId: number | null;
  supplierName: string | null;
  invoiceNumber: string | null;
};

/** Approved requests: those with the ids $1 or, if `$1` is null, those in currency $3 due until $2 that match $5. An advance is paid to its requester. */
const payableRows = sql(
  "finance.payables",
  `SELECT f.id AS "requestId", f.requester_id AS "requesterId", f.code AS number, f.title, f.amount, f.currency,
     COALESCE(f.due_on, f.needed_by)::text AS "dueOn", f.type = 'cash_advance' AS advance, u.fullname AS requester, f.supplier,
     f.invoice_number AS "invoiceNumber", f.supplier_id AS "supplierId", s.name AS "supplierName",
     CASE WHEN b.iban IS NOT NULL THEN json_build_object('iban', b.iban, 'bic', b.bic, 'holder', b.holder)
       WHEN c.id IS NOT NULL THEN json_build_object('iban', c.iban, 'bic', c.bic, 'holder', c.holder) END AS account,
     p.id IS NOT NULL OR q.id IS NOT NULL AS "accountProposed"
   FROM finance_request f JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.requester_id
   LEFT JOIN user_bank_account b ON b.tenant_id = f.tenant_id AND b.user_id = f.requester_id AND b.state = 'confirmed'
     AND f.type = 'cash_advance'
   LEFT JOIN user_bank_account q ON q.tenant_id = f.tenant_id AND q.user_id = f.requester_id AND q.state = 'proposed'
     AND f.type = 'cash_advance'
   LEFT JOIN supplier s ON s.tenant_id = f.tenant_id AND s.id = f.supplier_id AND f.type <> 'cash_advance'
   LEFT JOIN supplier_bank_account c ON c.tenant_id = s.tenant_id AND c.supplier_id = s.id AND c.state = 'confirmed'
   LEFT JOIN supplier_bank_account p ON p.tenant_id = s.tenant_id AND p.supplier_id = s.id AND p.state = 'proposed'
   WHERE f.tenant_id = current_tenant() AND f.status = 'approved' AND CASE WHEN $1::bigint[] IS NOT NULL THEN f.id = ANY($1)
     ELSE f.currency = $3 AND ($2::date IS NULL OR COALESCE(f.due_on, f.needed_by) IS NULL OR COALESCE(f.due_on, f.needed_by) <= $2)
       AND ${matchesSearch("$5", ["f.search"], ["f.code", "s.name", "CASE WHEN f.type = 'cash_advance' THEN u.fullname END"])} END
   ORDER BY COALESCE(f.due_on, f.needed_by) NULLS LAST, f.id LIMIT $4`,
  { notNull: ["number"] },
);

export const financePayables: PayableFamily = {
  async list(tx, actor, filter) {
    const values =
      "ids" in filter
        ? [filter.ids, null, null, null, null]
        : [null, filter.dueUntil, filter.currency, filter.limit, filter.patterns];
    await setPrivateReader(tx, actor.id);
    const rows = await tx.rows<PayableRow>(payableRows, values);
    const refusals = await paymentRefusals(
      tx,
      actor,
      rows.map(({ requestId, requesterId }) => ({ id: requestId, requesterId })),
      "payment-pay",
    );
    return rows.map(({ advance, requester, supplier, supplierId, supplierName, invoiceNumber, ...row }) => ({
      ...row,
      family: "finance",
      payee: advance
        ? { kind: "person", id: row.requesterId, name: requester }
        : { kind: "supplier", id: supplierId, name: supplierName ?? supplier ?? "" },
      purpose: creditorReferenceOf(invoiceNumber ?? "") ?? [row.number, invoiceNumber].filter(Boolean).join(" "),
      refusal: refusals.get(row.requestId) ?? null,
    }));
  },
  pay: (tx, actor, id, payment) => payFinance(tx, actor, id, { ...payment, version: undefined }),
  takePaymentBack: takeFinancePaymentBack,
};
