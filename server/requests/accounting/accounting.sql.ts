import type { Actor as Person } from "../../../shared/kernel/events";
import type { DatevProblem } from "../../../shared/requests/accounting/datev-file";
import type { Posting } from "../../../shared/requests/accounting/accounting.rules";
import type { ExportBasis } from "../../../shared/requests/accounting/accounting.schema";
import { sql } from "../../platform/database/unit-of-work";

export interface SettingsRow {
  version: number;
  consultantNumber: number | null;
  clientNumber: number | null;
  fiscalMonth: number;
  accountLength: number;
  clearingAccount: string;
  fallbackAccount: string;
}

const settings = `SELECT version, consultant_number AS "consultantNumber", client_number AS "clientNumber",
    fiscal_month AS "fiscalMonth", account_length AS "accountLength", clearing_account AS "clearingAccount",
    fallback_account AS "fallbackAccount"
  FROM accounting_settings WHERE tenant_id = current_tenant()`;
export const findSettings = sql("accounting.settings", settings);
/** Also serializes exports, so that a request is new in only one of them. */
export const lockSettings = sql("accounting.lockSettings", `${settings} FOR UPDATE`);

/** Without effect if there are settings; the first of two concurrent calls inserts, the second waits and updates. */
export const insertSettings = sql(
  "accounting.insertSettings",
  `INSERT INTO accounting_settings (tenant_id, consultant_number, client_number, fiscal_month, account_length, clearing_account,
     fallback_account)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING version`,
);
export const updateSettings = sql(
  "accounting.updateSettings",
  `UPDATE accounting_settings SET consultant_number = $1, client_number = $2, fiscal_month = $3, account_length = $4,
     clearing_account = $5, fallback_account = $6, version = version + 1
   WHERE tenant_id = current_tenant() RETURNING version`,
);

export interface PeriodRow {
  id: number;
  family: "finance" | "expense";
  number: string;
  title: string;
  day: string;
  invoiceNumber: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  dueOn: string | null;
  supplier: string | null;
  creditorAccount: string | null;
  lines: number;
  invoiceDate: string | null;
  /** False for claims and advances. */
  hasInvoice: boolean;
  exportNumber: number | null;
  exportedAt: Date | null;
}

const midnight = (day: string) =>
  `(${day}::timestamp AT TIME ZONE (SELECT time_zone FROM tenant WHERE id = current_tenant()))`;
const within = (time: string) => `${time} >= ${midnight("$1::date")} AND ${time} < ${midnight("($2::date + 1)")}`;
const decided = within("r.decided_at");
const inPeriod = (day: string) => `${day} BETWEEN $1::date AND $2::date`;
const paid = inPeriod("d.paid_on");
/** Requests without an invoice have the day of sending, which is that of their posting. */
const documentDay = "COALESCE(d.invoice_date, d.dated)";
const periods: Record<ExportBasis, string> = { invoice: inPeriod(documentDay), approval: decided, payment: paid };

const claimsOf = (statuses: string, period: string) => `
  SELECT d.id, 'expense', d.code, d.title, d.dated::text, NULL, NULL::text, NULL::text, NULL::text, NULL, NULL,
    (SELECT count(*)::int FROM expense_item i WHERE i.tenant_id = d.tenant_id AND i.claim_id = d.id), NULL::text, false
  FROM request r JOIN expense_claim d ON d.tenant_id = r.tenant_id AND d.id = r.id
  WHERE r.tenant_id = current_tenant() AND r.status IN (${statuses}) AND $3 AND ${period}`;
/** Claims belong to the month of their latest receipt. */
const latestReceipt =
  "(SELECT max(i.spent_on) FROM expense_item i WHERE i.tenant_id = d.tenant_id AND i.claim_id = d.id)";
/** Claims that a cash advance covers are paid by their approval, and have no day of payment. */
const claims: Record<ExportBasis, string> = {
  invoice: claimsOf("'approved', 'paid'", inPeriod(latestReceipt)),
  approval: claimsOf("'approved', 'paid'", decided),
  payment: `${claimsOf("'paid'", paid)} UNION ALL ${claimsOf("'approved'", `${decided} AND d.advance_amount = d.amount AND d.amount > 0`)}`,
};

/** Receipts entered directly when an advance is settled; those of claims are exported with the claims. */
const receipts = "e.kind = 'receipt' AND e.claim_id IS NULL";
/**
 * Settled cash advances with such receipts, in the period of the latest receipt or in that in which they were settled. The advance itself
 * isn't a cost.
 */
const advancesOf = (period: string) => `
  SELECT d.id, 'finance', d.code, d.title, d.dated::text, NULL, NULL, NULL, NULL, NULL, NULL, count(*) FILTER (WHERE ${receipts})::int, NULL, false
  FROM finance_request d JOIN finance_entry e ON e.tenant_id = d.tenant_id AND e.request_id = d.id
  WHERE d.tenant_id = current_tenant() AND d.type = 'cash_advance' AND d.settled AND d.status IN ('paid', 'archived')
  GROUP BY d.tenant_id, d.id
  HAVING count(*) FILTER (WHERE ${receipts}) > 0 AND ${period}`;
const settled = advancesOf(within("max(e.created_at)"));
const advances: Record<ExportBasis, string> = {
  invoice: advancesOf(inPeriod(`max(e.date) FILTER (WHERE ${receipts})`)),
  approval: settled,
  payment: settled,
};

/** Requests of a period from $1 to $2, with claims only if $3. */
const requestsOf = (basis: ExportBasis) => `
  SELECT d.id, 'finance' AS family, d.code AS number, d.title, ${documentDay}::text AS day, d.invoice_number AS "invoiceNumber",
    d.service_from::text AS "serviceFrom", d.service_to::text AS "serviceTo", COALESCE(d.due_on, d.needed_by)::text AS "dueOn",
    COALESCE(s.name, d.supplier) AS supplier, s.creditor_account AS "creditorAccount",
    (SELECT count(*)::int FROM finance_item i WHERE i.tenant_id = d.tenant_id AND i.request_id = d.id) AS lines,
    d.invoice_date::text AS "invoiceDate", true AS "hasInvoice"
  FROM request r JOIN finance_request d ON d.tenant_id = r.tenant_id AND d.id = r.id
  LEFT JOIN supplier s ON s.tenant_id = d.tenant_id AND s.id = d.supplier_id
  WHERE r.tenant_id = current_tenant() AND r.status IN ('approved', 'paid', 'archived') AND d.type <> 'cash_advance'
    AND ${periods[basis]}
  UNION ALL ${claims[basis]} UNION ALL ${advances[basis]}`;
const firstExport = `accounting_export_request x
  JOIN accounting_export e ON e.tenant_id = x.tenant_id AND e.id = x.export_id
  WHERE x.tenant_id = current_tenant() AND x.request_id = p.id AND x.first`;

/** $4: whether requests of earlier exports are included. $5 is enough, because each request has at least one line. */
const listOf = (basis: ExportBasis) => `SELECT p.*, x.number AS "exportNumber", x.created_at AS "exportedAt"
  FROM (${requestsOf(basis)}) p LEFT JOIN LATERAL (SELECT e.number, e.created_at FROM ${firstExport}) x ON true
  WHERE $4 OR x.number IS NULL ORDER BY p.id LIMIT $5`;
const countOf = (basis: ExportBasis) =>
  `SELECT count(*)::int AS count FROM (${requestsOf(basis)}) p WHERE EXISTS (SELECT FROM ${firstExport})`;
const notNull = { notNull: ["number", "family", "title", "day", "lines", "id", "hasInvoice"] } as const;

export const listRequests = {
  invoice: sql("accounting.invoiced", listOf("invoice"), notNull),
  approval: sql("accounting.approved", listOf("approval"), notNull),
  payment: sql("accounting.paid", listOf("payment"), notNull),
};
export const countExported = {
  invoice: sql("accounting.invoicedBefore", countOf("invoice")),
  approval: sql("accounting.approvedBefore", countOf("approval")),
  payment: sql("accounting.paidBefore", countOf("payment")),
};

export interface LineRow {
  requestId: number;
  /** Position of the item, or id of the receipt or of the item of a claim. */
  key: number;
  accountId: number | null;
  accountName: string | null;
  /** Whether the account is set on the line itself. */
  hasOwnAccount: boolean;
  /** Whether the tax key is set on the line itself. */
  hasOwnTaxKey: boolean;
  costCentre: string | null;
  day: string | null;
  details: string | null;
  currency: string;
  gross: string;
  tax: string;
  rate: string;
  /** Null for lines whose request was converted as a whole. */
  homeGross: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
  account: string | null;
  taxPercent: string | null;
  taxKey: string | null;
}

/**
 * Lines without a cost account have that of their supplier. Without a tax key of its own, a line has that of its VAT rate unless the rate's
 * percentage was changed since.
 */
export const linesOfRequests = sql(
  "accounting.financeLines",
  `SELECT i.request_id AS "requestId", i.position::bigint AS key, NULL::text AS day, i.details, f.currency, i.total AS gross, i.tax, f.rate, NULL::numeric AS "homeGross",
     NULL::text AS "serviceFrom", NULL::text AS "serviceTo",
     COALESCE(c.id, o.id) AS "accountId", COALESCE(c.code, o.code) AS account, COALESCE(c.name, o.name) AS "accountName",
     trim_scale(i.vat_percent)::text AS "taxPercent", i.cost_centre AS "costCentre",
     i.cost_account_id IS NOT NULL AS "hasOwnAccount", i.tax_key IS NOT NULL AS "hasOwnTaxKey",
     COALESCE(i.tax_key, CASE WHEN v.percent = i.vat_percent THEN v.accounting_key END) AS "taxKey"
   FROM finance_item i
   JOIN finance_request f ON f.tenant_id = i.tenant_id AND f.id = i.request_id
   LEFT JOIN cost_account c ON c.tenant_id = i.tenant_id AND c.id = i.cost_account_id
   LEFT JOIN supplier s ON s.tenant_id = f.tenant_id AND s.id = f.supplier_id
   LEFT JOIN cost_account o ON o.tenant_id = s.tenant_id AND o.id = s.cost_account_id
   LEFT JOIN vat_rate v ON v.tenant_id = i.tenant_id AND v.id = i.vat_rate_id
   WHERE i.tenant_id = current_tenant() AND i.request_id = ANY($1) AND f.type <> 'cash_advance' ORDER BY i.request_id, i.position`,
  { notNull: ["rate", "hasOwnAccount", "hasOwnTaxKey"] },
);

/** Receipts of advances have no VAT, and an account only if accounting sets one. */
export const linesOfAdvances = sql(
  "accounting.advanceLines",
  `SELECT e.request_id AS "requestId", e.id AS key, e.date::text AS day, e.details, f.currency, e.amount AS gross, 0::numeric AS tax, f.rate,
     NULL::numeric AS "homeGross", NULL::text AS "serviceFrom", NULL::text AS "serviceTo", 
     c.id AS "accountId", c.code AS account, c.name AS "accountName", NULL::text AS "taxPercent", e.cost_centre AS "costCentre",
     e.cost_account_id IS NOT NULL AS "hasOwnAccount", e.tax_key IS NOT NULL AS "hasOwnTaxKey", e.tax_key AS "taxKey"
   FROM finance_entry e JOIN finance_request f ON f.tenant_id = e.tenant_id AND f.id = e.request_id
   LEFT JOIN cost_account c ON c.tenant_id = e.tenant_id AND c.id = e.cost_account_id
   WHERE e.tenant_id = current_tenant() AND e.request_id = ANY($1) AND ${receipts} ORDER BY e.request_id, e.id`,
  { notNull: ["tax", "rate", "hasOwnAccount", "hasOwnTaxKey"] },
);

/** The lines of claims have the account of their category unless accounting sets another. Their VAT is entered in percent; its tax key is known if all rates of that percentage agree. */
export const linesOfClaims = sql(
  "accounting.expenseLines",
  `SELECT i.claim_id AS "requestId", i.id AS key, i.spent_on::text AS day, concat_ws(' ', i.supplier, COALESCE(NULLIF(i.note, ''), g.name)) AS details, i.currency,
     COALESCE(i.amount, 0) AS gross, COALESCE(i.vat_amount, 0) AS tax, COALESCE(i.rate, 1) AS rate, i.home_amount AS "homeGross",
     i.service_from::text AS "serviceFrom", i.service_to::text AS "serviceTo",
     c.id AS "accountId", c.code AS account, c.name AS "accountName", trim_scale(i.vat_rate)::text AS "taxPercent",
     i.cost_centre AS "costCentre", i.cost_account_id IS NOT NULL AS "hasOwnAccount", i.tax_key IS NOT NULL AS "hasOwnTaxKey",
     COALESCE(i.tax_key, (SELECT min(v.accounting_key) FROM vat_rate v WHERE v.tenant_id = i.tenant_id AND v.percent = i.vat_rate AND NOT v.archived
      HAVING count(*) = count(v.accounting_key) AND count(DISTINCT v.accounting_key) = 1)) AS "taxKey"
   FROM expense_item i
   LEFT JOIN expense_category g ON g.tenant_id = i.tenant_id AND g.id = i.category_id
   LEFT JOIN cost_account c ON c.tenant_id = g.tenant_id AND c.id = COALESCE(i.cost_account_id, g.cost_account_id)
   WHERE i.tenant_id = current_tenant() AND i.claim_id = ANY($1) ORDER BY i.claim_id, i.position`,
  { notNull: ["gross", "tax", "rate", "hasOwnAccount", "hasOwnTaxKey"] },
);

export interface ExportRow {
  id: number;
  number: number;
  month: string;
  basis: ExportBasis;
  createdAt: Date;
  createdBy: Person | null;
  currency: string;
  requests: number;
  postings: number;
  total: string;
  consultantNumber: number | null;
  clientNumber: number | null;
  fiscalMonth: number;
  accountLength: number;
  datevProblem: DatevProblem | null;
  importedBy: Person | null;
  importedAt: Date | null;
  takenBackBy: Person | null;
  takenBackAt: Date | null;
}

const person = (as: string) =>
  `CASE WHEN ${as}.id IS NOT NULL THEN json_build_object('id', ${as}.id, 'fullname', ${as}.fullname, 'image', ${as}.image) END`;
const exported = `SELECT e.id, e.number, to_char(e.month, 'YYYY-MM') AS month, e.basis, e.created_at AS "createdAt",
    ${person("u")} AS "createdBy", ${person("i")} AS "importedBy", e.imported_at AS "importedAt",
    ${person("b")} AS "takenBackBy", e.taken_back_at AS "takenBackAt", e.currency, e.requests, e.postings, e.total, e.consultant_number AS "consultantNumber", e.client_number AS "clientNumber",
    e.fiscal_month AS "fiscalMonth", e.account_length AS "accountLength", e.datev_problem AS "datevProblem"
  FROM accounting_export e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.created_by
  LEFT JOIN app_user i ON i.tenant_id = e.tenant_id AND i.id = e.imported_by
  LEFT JOIN app_user b ON b.tenant_id = e.tenant_id AND b.id = e.taken_back_by
  WHERE e.tenant_id = current_tenant()`;
const dated = { notNull: ["month"] } as const;
export const findExport = sql("accounting.export", `${exported} AND e.id = $1`, dated);
export const listExports = sql("accounting.exports", `${exported} ORDER BY e.number DESC LIMIT $1 OFFSET $2`, dated);
export const countExports = sql(
  "accounting.countExports",
  "SELECT count(*)::int AS total FROM accounting_export WHERE tenant_id = current_tenant()",
);

/** The caller must hold `lockSettings`, so that numbers have no gaps. */
export const insertExport = sql(
  "accounting.insertExport",
  `INSERT INTO accounting_export (tenant_id, number, month, basis, created_by, currency, requests, postings, total, consultant_number,
     client_number, fiscal_month, account_length, datev_problem)
   SELECT current_tenant(), COALESCE(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
   FROM accounting_export WHERE tenant_id = current_tenant() RETURNING id`,
);
export const confirmImport = sql(
  "accounting.confirmImport",
  "UPDATE accounting_export SET imported_at = now(), imported_by = $2 WHERE tenant_id = current_tenant() AND id = $1",
);
export const takeBackExport = sql(
  "accounting.takeBack",
  "UPDATE accounting_export SET taken_back_at = now(), taken_back_by = $2 WHERE tenant_id = current_tenant() AND id = $1",
);
/** Requests of export $1 that are exported by it. */
export const releaseRequests = sql(
  "accounting.release",
  `UPDATE accounting_export_request SET first = false WHERE tenant_id = current_tenant() AND export_id = $1 AND first
   RETURNING request_id AS id`,
);
/** Requests that were exported again meanwhile are exported by the earliest remaining export. */
export const markRemainingExports = sql(
  "accounting.markRemaining",
  `UPDATE accounting_export_request x SET first = true
   FROM (SELECT DISTINCT ON (o.request_id) o.request_id, o.export_id FROM accounting_export_request o
     JOIN accounting_export e ON e.tenant_id = o.tenant_id AND e.id = o.export_id
     WHERE o.tenant_id = current_tenant() AND o.request_id = ANY($1) AND e.taken_back_at IS NULL AND o.reversed_at IS NULL
     ORDER BY o.request_id, e.number) AS remaining
   WHERE x.tenant_id = current_tenant() AND x.request_id = remaining.request_id AND x.export_id = remaining.export_id`,
);
export const insertExportRequests = sql(
  "accounting.insertExportRequests",
  `INSERT INTO accounting_export_request (tenant_id, export_id, request_id, family, request_number, first, postings)
   SELECT current_tenant(), $1, (p->>'id')::bigint, p->>'family', p->>'number', (p->>'first')::boolean, p->'postings'
   FROM jsonb_array_elements($2::jsonb) AS t (p)`,
);

export interface ChangedRow {
  id: number;
  family: "finance" | "expense";
  number: string;
  export_number: number;
}
/**
 * Requests of the exports of a month $1, with claims only if $2, that were withdrawn or approved again, or whose exported payment was
 * returned, and advances with later receipts: a cancelled claim opens a settled advance again.
 */
export const changedSinceExport = sql(
  "accounting.changed",
  `SELECT x.request_id AS id, x.family, x.request_number AS number, run.number AS export_number
   FROM accounting_export run
   JOIN accounting_export_request x ON x.tenant_id = run.tenant_id AND x.export_id = run.id
   JOIN request r ON r.tenant_id = x.tenant_id AND r.id = x.request_id
   WHERE run.tenant_id = current_tenant() AND run.month = $1 AND run.taken_back_at IS NULL AND ($2 OR x.family = 'finance')
     AND (x.reversed_at IS NOT NULL OR x.first AND (r.status NOT IN ('approved', 'paid', 'archived') OR r.decided_at > run.created_at
       OR EXISTS (SELECT FROM finance_entry e
         WHERE e.tenant_id = x.tenant_id AND e.request_id = x.request_id AND ${receipts} AND e.created_at > run.created_at)))
   ORDER BY x.request_id LIMIT $3`,
);

export interface ExportedRequestRow {
  family: string;
  number: string;
  postings: Posting[];
}
export const requestsOfExport = sql(
  "accounting.exportRequests",
  `SELECT family, request_number AS number, postings FROM accounting_export_request
   WHERE tenant_id = current_tenant() AND export_id = $1 ORDER BY request_id`,
);
export const containsClaims = sql(
  "accounting.containsClaims",
  "SELECT FROM accounting_export_request WHERE tenant_id = current_tenant() AND export_id = $1 AND family = 'expense' LIMIT 1",
);
