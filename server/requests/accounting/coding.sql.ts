import type { Actor as Person } from "../../../shared/kernel/events";
import type { CodingField } from "../../../shared/requests/accounting/coding.schema";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";

export interface CodedRequestRow {
  id: number;
  family: "finance" | "expense";
  type: string;
  status: string;
  number: string | null;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  exportNumber: number | null;
  today: string;
}

const requests = `SELECT r.id, r.family, r.type, r.status, COALESCE(f.code, c.code) AS number, f.invoice_number AS "invoiceNumber",
    f.invoice_date::text AS "invoiceDate", f.service_from::text AS "serviceFrom", f.service_to::text AS "serviceTo",
    tenant_today()::text AS today,
    (SELECT e.number FROM accounting_export_request x JOIN accounting_export e ON e.tenant_id = x.tenant_id AND e.id = x.export_id
     WHERE x.tenant_id = r.tenant_id AND x.request_id = r.id AND x.first) AS "exportNumber"
  FROM request r
  LEFT JOIN finance_request f ON f.tenant_id = r.tenant_id AND f.id = r.id
  LEFT JOIN expense_claim c ON c.tenant_id = r.tenant_id AND c.id = r.id
  WHERE r.tenant_id = current_tenant() AND r.id = ANY($1) AND r.family IN ('finance', 'expense') ORDER BY r.id`;
const notNull = { notNull: ["today"] } as const;
export const findRequests = sql("coding.requests", requests, notNull);
export const lockRequests = sql("coding.lockRequests", `${requests} FOR NO KEY UPDATE OF r`, notNull);

export const costAccounts = sql(
  "coding.accounts",
  "SELECT id, code, archived FROM cost_account WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

export const updateInvoice = sql(
  "coding.updateInvoice",
  `UPDATE finance_request SET invoice_number = $2, invoice_date = $3, service_from = $4, service_to = $5
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/** $1 request, $2 lines by key; accounts, tax keys and cost centres that aren't in a line are kept. */
const updateLines = (table: string, request: string, key: string) =>
  `UPDATE ${table} t SET
     cost_account_id = CASE WHEN l ? 'cost_account_id' THEN (l->>'cost_account_id')::bigint ELSE t.cost_account_id END,
     tax_key = CASE WHEN l ? 'tax_key' THEN l->>'tax_key' ELSE t.tax_key END,
     cost_centre = CASE WHEN l ? 'cost_centre' THEN l->>'cost_centre' ELSE t.cost_centre END
   FROM jsonb_array_elements($2::jsonb) AS lines (l)
   WHERE t.tenant_id = current_tenant() AND t.${request} = $1 AND t.${key} = (l->>'key')::bigint`;
export const updateItems = sql("coding.items", updateLines("finance_item", "request_id", "position"));
export const updateReceipts = sql("coding.receipts", updateLines("finance_entry", "request_id", "id"));
export const updateClaimItems = sql("coding.claimItems", updateLines("expense_item", "claim_id", "id"));

export interface CodingChange {
  line: number | null;
  field: CodingField;
  before: string | null;
  after: string | null;
}

export const insertChange = sql(
  "coding.insertChange",
  `INSERT INTO accounting_coding_change (tenant_id, request_id, changed_by, changes) VALUES (current_tenant(), $1, $2, $3)`,
);

const latestChanges = sql(
  "coding.latestChanges",
  `SELECT request_id AS "requestId", max(id) AS version FROM accounting_coding_change
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) GROUP BY request_id`,
  { notNull: ["version"] },
);

/** Returns the id of the latest change of each request; requests that were never coded are left out. */
export async function codingVersions(tx: Tx, requestIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ requestId: number; version: number }>(latestChanges, [[...requestIds]]);
  return new Map(rows.map(({ requestId, version }) => [requestId, version]));
}

export interface CodingChangeRow {
  id: number;
  by: Person | null;
  at: Date;
  changes: CodingChange[];
}
/** $2: number of the latest changes. */
export const changesOfRequest = sql(
  "coding.changes",
  `SELECT g.id, g.changed_at AS at, g.changes,
     ${personOrNull("u")} AS by
   FROM accounting_coding_change g LEFT JOIN app_user u ON u.tenant_id = g.tenant_id AND u.id = g.changed_by
   WHERE g.tenant_id = current_tenant() AND g.request_id = $1 ORDER BY g.id DESC LIMIT $2`,
);
