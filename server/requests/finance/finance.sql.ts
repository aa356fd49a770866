import type { FieldValues } from "../../../shared/approvals/documents/document-fields";
import type { FinanceItem } from "../../../shared/requests/finance/finance-reply.contract";
import { type FinanceFields, financeFields, type FinanceType } from "../../../shared/requests/finance/finance.fields";
import type { MoneyStatus } from "../../../shared/requests/money/money.workflow";
import { requestColumns } from "../../approvals/approvals/request.entity";
import { selectDocumentFields } from "../../approvals/documents/document-fields";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql } from "../../platform/database/unit-of-work";
import { type PaidRequestRow, paidRequestColumns } from "../money/paid-request.entity";

/** A finance request with the columns common to all families. Amounts are text with four decimals, as stored. */
export interface FinanceRow extends PaidRequestRow, FieldValues<FinanceFields> {
  type: FinanceType;
  status: MoneyStatus;
  departmentName: string | null;
  year: number | null;
  dated: string;
  tax: string;
  rate: string | null;
  homeCurrency: string | null;
  homeAmount: string | null;
  settled: boolean | null;
  archiveOn: string | null;
  archivedAt: Date | null;
}

export interface FinanceDetailRow extends FinanceRow {
  hasFile: boolean;
}

export const financeColumns = `
  ${requestColumns},
  d.name AS "departmentName", f.number_year AS year, f.dated::text AS dated, f.title,
  ${selectDocumentFields(financeFields, "f")}, f.tax, f.rate,
  f.home_currency AS "homeCurrency", f.home_amount AS "homeAmount", f.settled, f.archived_at AS "archivedAt",
  CASE WHEN f.status = 'paid' AND f.settled IS NOT FALSE
       THEN (f.archive_from + COALESCE(s.archive_days, 30))::text END AS "archiveOn",
  ${paidRequestColumns("f", "payment-pay")}`;

export const financeTables = `
  request r
  JOIN finance_request f ON f.tenant_id = r.tenant_id AND f.id = r.id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
  LEFT JOIN department d ON d.tenant_id = r.tenant_id AND d.id = r.department_id
  LEFT JOIN app_user p ON p.tenant_id = f.tenant_id AND p.id = f.paid_by
  LEFT JOIN finance_settings s ON s.tenant_id = r.tenant_id`;

const one = `SELECT ${financeColumns}, EXISTS (
    SELECT FROM request_attachment a WHERE a.tenant_id = r.tenant_id AND a.request_id = r.id) AS "hasFile" FROM ${financeTables} WHERE r.tenant_id = current_tenant() AND r.id = $1`;
export const findFinance = sql("finance.find", one);
export const lockFinance = sql("finance.lock", `${one} FOR UPDATE OF r, f`);
export const financeByIds = sql(
  "finance.byIds",
  `SELECT ${financeColumns} FROM ${financeTables} WHERE r.tenant_id = current_tenant() AND r.id = ANY($1)`,
);

type CostAccountOfItem = NonNullable<FinanceItem["cost_account"]>;

export interface ItemRow {
  details: string | null;
  price: string | null;
  gross: boolean;
  quantity: number;
  discount: string;
  vat_rate_id: number | null;
  vat_percent: string | null;
  vat_rate: CostAccountOfItem | null;
  cost_account_id: number | null;
  cost_account: CostAccountOfItem | null;
  tax: string;
  total: string;
}

const itemColumns = `
  i.details, i.price, i.gross, i.quantity::float8 AS quantity, trim_scale(i.discount)::text AS discount, i.tax, i.total,
  i.vat_rate_id, trim_scale(i.vat_percent)::text AS vat_percent, i.cost_account_id,
  CASE WHEN v.id IS NOT NULL
       THEN json_build_object('id', v.id, 'code', v.code, 'name', v.name, 'archived', v.archived) END AS vat_rate,
  CASE WHEN c.id IS NOT NULL
       THEN json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'archived', c.archived) END AS cost_account`;
const itemTables = `
  finance_item i
  LEFT JOIN vat_rate v ON v.tenant_id = i.tenant_id AND v.id = i.vat_rate_id
  LEFT JOIN cost_account c ON c.tenant_id = i.tenant_id AND c.id = i.cost_account_id`;

export const itemsOfRequest = sql(
  "finance.items",
  `SELECT ${itemColumns} FROM ${itemTables}
   WHERE i.tenant_id = current_tenant() AND i.request_id = $1 ORDER BY i.position`,
);

export const itemsOfRequests = sql(
  "finance.itemsOfMany",
  `SELECT i.request_id, ${itemColumns} FROM ${itemTables}
   WHERE i.tenant_id = current_tenant() AND i.request_id = ANY($1) ORDER BY i.request_id, i.position`,
);

export const insertItems = sql(
  "finance.insertItems",
  `INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total,
     discount, vat_rate_id, vat_percent, cost_account_id, tax, gross)
   SELECT current_tenant(), $1, place - 1, item->>'details', (item->>'price')::numeric, (item->>'quantity')::numeric,
     $3, (item->>'total')::numeric, (item->>'discount')::numeric, (item->>'vat_rate_id')::bigint,
     (item->>'vat_percent')::numeric, (item->>'cost_account_id')::bigint, (item->>'tax')::numeric, (item->>'gross')::boolean
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS i (item, place)`,
);
export const deleteItems = sql(
  "finance.deleteItems",
  "DELETE FROM finance_item WHERE tenant_id = current_tenant() AND request_id = $1",
);

export const recordSending = sql(
  "finance.keepSending",
  `UPDATE finance_request SET dated = tenant_today(), rate = $2, home_currency = $3, home_amount = $4, cost = $4,
     number = COALESCE(number, $5), number_year = COALESCE(number_year, $6), department_id = $7
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const updateConversion = sql(
  "finance.updateConversion",
  `UPDATE finance_request SET rate = $2, home_currency = $3, home_amount = $4, cost = $4
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const financeRequestName = sql(
  "finance.name",
  `SELECT concat_ws(' ', code, title) AS name FROM finance_request WHERE tenant_id = current_tenant() AND id = $1`,
);

export const usersWithFullAccess = sql(
  "finance.whoSeesAll",
  `SELECT u.id FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND ${roleHoldsAny("u", "$1::text[]")}
     AND EXISTS (SELECT FROM unnest($1::text[]) AS code WHERE person_holds(u.id, code))
     AND ($2::text IS NULL OR person_holds(u.id, $2)) ORDER BY u.id`,
);

/** Other sent requests with the same supplier $1 and invoice number $2, except request $3, and except rejected and cancelled requests. */
export const duplicateInvoices = sql(
  "finance.sameInvoice",
  `SELECT id, code AS number, status FROM finance_request
   WHERE tenant_id = current_tenant() AND supplier_key = fold($1) AND invoice_key = fold($2)
     AND invoice_number IS NOT NULL AND id <> $3 AND number IS NOT NULL AND status NOT IN ('cancelled', 'rejected')
   ORDER BY id DESC LIMIT 5`,
);
