import type { Actor as Person } from "../../../shared/kernel/events";
import type { RequestRow } from "../../approvals/approvals/request.entity";
import { personOrNull } from "../../platform/database/person-json";

/** What finance requests and expense claims have in common. The amount is text with four decimals, as stored. */
export interface PaidRequestRow extends RequestRow {
  code: string | null;
  title: string;
  currency: string;
  amount: string;
  rejectReason: string | null;
  paidOn: string | null;
  paidReference: string | null;
  paidBy: Person | null;
  /** Role that pays; the administrator role if no other role does. */
  payer: { id: number; name: string; code: string | null } | null;
}

/** Columns of `PaidRequestRow` from the family's table, whose alias is `of`, and from the user `p` who paid. */
export const paidRequestColumns = (of: "c" | "f", permission: "expense-pay" | "payment-pay") => `
  ${of}.code, ${of}.currency, ${of}.amount, ${of}.paid_on::text AS "paidOn", ${of}.paid_reference AS "paidReference",
  ${personOrNull("p")} AS "paidBy",
  CASE WHEN ${of}.status = 'rejected' THEN (
    SELECT note FROM request_step w WHERE w.tenant_id = r.tenant_id AND w.request_id = r.id AND w.state = 'rejected'
    ORDER BY w.id DESC LIMIT 1) END AS "rejectReason",
  -- The same for every row: it is looked up once.
  (SELECT json_build_object('id', g.id, 'name', g.name, 'code', g.code) FROM role g
   WHERE g.tenant_id = current_tenant() AND ('${permission}' = ANY(g.permissions) OR g.code = 'administrator')
   ORDER BY g.code IS NOT DISTINCT FROM 'administrator', g.code IS DISTINCT FROM 'finance', g.id LIMIT 1) AS payer`;
