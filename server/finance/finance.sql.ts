import type { FinanceType } from "../../shared/finance/finance.schema";
import type { FinanceStatus } from "../../shared/finance/finance.workflow";
import type { Actor as Person } from "../../shared/kernel/events";
import type { RequestRow } from "../approvals/request.entity";
import { byRole } from "../platform/database/holders";
import { sql } from "../platform/database/unit-of-work";

/** A finance request with what every request has. Amounts are text, with four decimals as the columns have them. */
export interface FinanceRow extends RequestRow {
  type: FinanceType;
  status: FinanceStatus;
  departmentName: string | null;
  year: number | null;
  code: string | null;
  dated: string;
  title: string;
  details: string | null;
  supplier: string | null;
  invoiceNumber: string | null;
  neededBy: string | null;
  note: string | null;
  rejectReason: string | null;
  currency: string;
  amount: string;
  rate: string | null;
  homeCurrency: string | null;
  homeAmount: string | null;
  paidOn: string | null;
  paidReference: string | null;
  paidBy: Person | null;
  settled: boolean | null;
  archiveOn: string | null;
  archivedAt: Date | null;
  /** The role that pays; the administrators' where no other does. */
  payer: RoleRef | null;
}

interface RoleRef {
  id: number;
  name: string;
  code: string | null;
}

export const financeColumns = `
  r.id, r.family, r.type, r.status, r.round, r.step, r.version, r.requester_id AS "requesterId",
  r.department_id AS "departmentId", r.sent_at AS "sentAt", r.decided_at AS "decidedAt", r.created_at AS "createdAt",
  json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS requester,
  d.name AS "departmentName", f.number_year AS year, f.code, f.dated::text AS dated, f.title, f.details, f.supplier,
  f.invoice_number AS "invoiceNumber", f.needed_by::text AS "neededBy", f.note, f.currency, f.amount, f.rate,
  f.home_currency AS "homeCurrency", f.home_amount AS "homeAmount", f.paid_on::text AS "paidOn",
  f.paid_reference AS "paidReference", f.settled, f.archived_at AS "archivedAt",
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullname', p.fullname, 'image', p.image) END AS "paidBy",
  CASE WHEN f.status = 'paid' AND f.settled IS NOT FALSE
       THEN (f.archive_from + COALESCE(s.archive_days, 30))::text END AS "archiveOn",
  CASE WHEN f.status = 'rejected' THEN (
    SELECT note FROM request_step w WHERE w.tenant_id = r.tenant_id AND w.request_id = r.id AND w.state = 'rejected'
    ORDER BY w.id DESC LIMIT 1) END AS "rejectReason",
  -- The same for every row: it is looked up once.
  (SELECT json_build_object('id', g.id, 'name', g.name, 'code', g.code) FROM role g
   WHERE g.tenant_id = current_tenant() AND ('payment-pay' = ANY(g.permissions) OR g.code = 'administrator')
   ORDER BY g.code IS NOT DISTINCT FROM 'administrator', g.code IS DISTINCT FROM 'finance', g.id LIMIT 1) AS payer`;

export const financeTables = `
  request r
  JOIN finance_request f ON f.tenant_id = r.tenant_id AND f.id = r.id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
  LEFT JOIN department d ON d.tenant_id = r.tenant_id AND d.id = r.department_id
  LEFT JOIN app_user p ON p.tenant_id = f.tenant_id AND p.id = f.paid_by
  LEFT JOIN finance_settings s ON s.tenant_id = r.tenant_id`;

const one = `SELECT ${financeColumns} FROM ${financeTables} WHERE r.tenant_id = current_tenant() AND r.id = $1`;
export const findFinance = sql("finance.find", one);
export const lockFinance = sql("finance.lock", `${one} FOR UPDATE OF r, f`);
export const financeByIds = sql(
  "finance.byIds",
  `SELECT ${financeColumns} FROM ${financeTables} WHERE r.tenant_id = current_tenant() AND r.id = ANY($1)`,
);

export interface ItemRow {
  details: string | null;
  price: string | null;
  quantity: number;
  total: string;
}

export const itemsOf = sql(
  "finance.items",
  `SELECT details, price, quantity, total FROM finance_item
   WHERE tenant_id = current_tenant() AND request_id = $1 ORDER BY position`,
);

export const itemsOfMany = sql(
  "finance.itemsOfMany",
  `SELECT request_id, details, price, quantity, total FROM finance_item
   WHERE tenant_id = current_tenant() AND request_id = ANY($1) ORDER BY request_id, position`,
);

/** $1 request, $2 items as JSON in order, $3 decimals of the currency. */
export const insertItems = sql(
  "finance.insertItems",
  `INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total)
   SELECT current_tenant(), $1, place - 1, item->>'details', (item->>'price')::numeric, (item->>'quantity')::int, $3,
          (item->>'total')::numeric
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS i (item, place)`,
);
export const clearItems = sql(
  "finance.clearItems",
  "DELETE FROM finance_item WHERE tenant_id = current_tenant() AND request_id = $1",
);

/** $1 request, $2 status. What is done with a request that is decided: the engine decides, this only goes on. */
export const moveFinance = sql(
  "finance.move",
  `UPDATE request SET status = $2, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);

/** $1 type. @returns the next number of the year it is where the tenant works; nobody else gets one until the commit. */
export const takeNumber = sql(
  "finance.takeNumber",
  `INSERT INTO finance_number AS n (tenant_id, type, year, last)
   VALUES (current_tenant(), $1, extract(year FROM tenant_today())::smallint, 1)
   ON CONFLICT (tenant_id, type, year) DO UPDATE SET last = n.last + 1
   RETURNING year, last`,
);

/** $1 request, $2 rate, $3 home currency, $4 home amount, $5 number and $6 its year where it has none yet, $7 department. */
export const keepSending = sql(
  "finance.keepSending",
  `UPDATE finance_request SET dated = tenant_today(), rate = $2, home_currency = $3, home_amount = $4, cost = $4,
     number = COALESCE(number, $5), number_year = COALESCE(number_year, $6), department_id = $7
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/** What people call a request: its number, and what it is for. */
export const nameOfRequest = sql(
  "finance.name",
  `SELECT concat_ws(' ', code, title) AS name FROM finance_request WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Who sees every request: those who pay, and those who set how. */
export const whoSeesAll = sql(
  "finance.whoSeesAll",
  `SELECT u.id FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND ${byRole("u", "$1::text[]")}
     AND EXISTS (SELECT FROM unnest($1::text[]) AS code WHERE person_holds(u.id, code))
     AND ($2::text IS NULL OR person_holds(u.id, $2)) ORDER BY u.id`,
);

/** The role of finance, where somebody but the requester holds it. $1 requester. */
export const financeRole = sql(
  "finance.role",
  `SELECT r.id FROM role r WHERE r.tenant_id = current_tenant() AND r.code = 'finance' AND EXISTS (
     SELECT FROM family_decider e WHERE e.role_id = r.id AND e.family = 'finance' AND e.id <> $1)`,
);

/** $1 supplier, $2 invoice number, $3 the request itself: others that were sent and not refused. */
export const sameInvoice = sql(
  "finance.sameInvoice",
  `SELECT id, code AS number, status FROM finance_request
   WHERE tenant_id = current_tenant() AND lower(supplier) = lower($1) AND lower(invoice_number) = lower($2)
     AND invoice_number IS NOT NULL AND id <> $3 AND number IS NOT NULL AND status NOT IN ('cancelled', 'rejected')
   ORDER BY id DESC LIMIT 5`,
);
