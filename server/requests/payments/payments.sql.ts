import type { Actor as Person } from "../../../shared/kernel/events";
import type { BatchFormat, BatchStatus, ItemState } from "../../../shared/requests/payments/payments.schema";
import { sql } from "../../platform/database/unit-of-work";

const person = (as: string) =>
  `CASE WHEN ${as}.id IS NOT NULL THEN json_build_object('id', ${as}.id, 'fullname', ${as}.fullname, 'image', ${as}.image) END`;

export interface BatchRow {
  id: number;
  version: number;
  code: string;
  status: BatchStatus;
  format: BatchFormat;
  currency: string;
  total: string;
  items: number;
  executed: number;
  returned: number;
  executionOn: string;
  account: { id: number; name: string; iban: string };
  createdBy: Person;
  createdAt: Date;
  submittedBy: Person | null;
  submittedAt: Date | null;
  approvedBy: Person | null;
  approvedAt: Date | null;
  reopenReason: string | null;
  fileHash: string | null;
}

const batch = `SELECT b.id, b.version, b.code, b.status, b.format, b.currency, s.total, s.items, s.executed, s.returned,
    b.execution_on::text AS "executionOn",
    json_build_object('id', a.id, 'name', a.name, 'iban', COALESCE(b.debtor_iban, a.iban)) AS account,
    ${person("c")} AS "createdBy", b.created_at AS "createdAt", ${person("u")} AS "submittedBy", b.submitted_at AS "submittedAt",
    ${person("p")} AS "approvedBy", b.approved_at AS "approvedAt", b.reopen_reason AS "reopenReason", b.file_hash AS "fileHash"
  FROM payment_batch b
  JOIN payment_account a ON a.tenant_id = b.tenant_id AND a.id = b.account_id
  JOIN app_user c ON c.tenant_id = b.tenant_id AND c.id = b.created_by
  LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.submitted_by
  LEFT JOIN app_user p ON p.tenant_id = b.tenant_id AND p.id = b.approved_by
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount), 0) AS total, count(*)::int AS items,
      count(*) FILTER (WHERE state = 'executed')::int AS executed, count(*) FILTER (WHERE state = 'returned')::int AS returned
    FROM payment_batch_item WHERE tenant_id = b.tenant_id AND batch_id = b.id) s
  WHERE b.tenant_id = current_tenant()`;

const notNull = { notNull: ["createdBy", "total", "items", "executed", "returned"] } as const;
export const findBatch = sql("payments.batch", `${batch} AND b.id = $1`, notNull);
export const listBatches = sql(
  "payments.batches",
  `${batch} AND ($1::text IS NULL OR b.status = $1) ORDER BY b.id DESC LIMIT $2 OFFSET $3`,
  notNull,
);
export const countBatches = sql(
  "payments.countBatches",
  `SELECT count(*)::int AS total FROM payment_batch WHERE tenant_id = current_tenant() AND ($1::text IS NULL OR status = $1)`,
);

export interface LockedBatch {
  id: number;
  version: number;
  code: string;
  status: BatchStatus;
  format: BatchFormat;
  currency: string;
  executionOn: string;
  accountId: number;
  createdById: number;
  submittedById: number | null;
}

export const lockBatch = sql(
  "payments.lockBatch",
  `SELECT id, version, code, status, format, currency, execution_on::text AS "executionOn", account_id AS "accountId",
     created_by AS "createdById", submitted_by AS "submittedById"
   FROM payment_batch WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

export interface ItemRow {
  id: number;
  requestId: number;
  family: string;
  position: number;
  number: string;
  payee: { kind: "supplier" | "person"; id: number | null; name: string };
  holder: string;
  iban: string;
  bic: string | null;
  amount: string;
  purpose: string;
  dueOn: string | null;
  state: ItemState;
  executedOn: string | null;
  reference: string | null;
  returnReason: string | null;
  settledBy: Person | null;
}

const item = `SELECT i.id, i.request_id AS "requestId", i.family, i.position, i.request_number AS number,
    json_build_object('kind', i.payee_kind, 'id', i.payee_id, 'name', i.payee_name) AS payee, i.holder, i.iban, i.bic,
    i.amount, i.purpose, i.due_on::text AS "dueOn", i.state, i.executed_on::text AS "executedOn", i.reference,
    i.return_reason AS "returnReason", ${person("u")} AS "settledBy"
  FROM payment_batch_item i LEFT JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.settled_by
  WHERE i.tenant_id = current_tenant() AND i.batch_id = $1`;
export const itemsOfBatch = sql("payments.items", `${item} ORDER BY i.payee_name COLLATE reader, i.position`);
export const lockItem = sql("payments.lockItem", `${item} AND i.id = $2 FOR NO KEY UPDATE OF i`);

/** Next number of the current year in the tenant's time zone; the row lock serializes other batches until the commit. */
export const takeBatchNumber = sql(
  "payments.takeNumber",
  `INSERT INTO finance_number AS n (tenant_id, type, year, last)
   VALUES (current_tenant(), 'payment_batch', extract(year FROM tenant_today())::smallint, 1)
   ON CONFLICT (tenant_id, type, year) DO UPDATE SET last = n.last + 1 RETURNING year, last`,
);
export const insertBatch = sql(
  "payments.insertBatch",
  `INSERT INTO payment_batch (tenant_id, year, number, format, currency, account_id, execution_on, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
export const updateBatch = sql(
  "payments.updateBatch",
  `UPDATE payment_batch SET account_id = COALESCE($2, account_id), execution_on = COALESCE($3, execution_on)
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const usableAccount = sql(
  "payments.usableAccount",
  "SELECT holder FROM payment_account WHERE tenant_id = current_tenant() AND id = $1 AND NOT archived FOR SHARE",
);
export const tenantCalendar = sql(
  "payments.calendar",
  "SELECT tenant_today()::text AS today, weekend FROM tenant WHERE id = current_tenant()",
  { notNull: ["today"] },
);

/**
 * Adds items or renews their copies. Requests in another batch are left out. If two transactions add the same request, the second waits for
 * the first.
 */
export const saveItems = sql(
  "payments.saveItems",
  `INSERT INTO payment_batch_item AS i (tenant_id, batch_id, position, request_id, family, request_number, payee_kind, payee_id,
     payee_name, holder, iban, bic, amount, purpose, due_on)
   SELECT current_tenant(), $1, place + (
       SELECT COALESCE(max(position), 0) FROM payment_batch_item WHERE tenant_id = current_tenant() AND batch_id = $1),
     (p->>'request_id')::bigint, p->>'family', p->>'number', p->>'payee_kind', (p->>'payee_id')::bigint, p->>'payee_name',
     p->>'holder', p->>'iban', p->>'bic', (p->>'amount')::numeric, p->>'purpose', (p->>'due_on')::date
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS t (p, place)
   ON CONFLICT (tenant_id, request_id) WHERE state IN ('pending', 'executed') DO UPDATE SET
     request_number = excluded.request_number, payee_kind = excluded.payee_kind, payee_id = excluded.payee_id,
     payee_name = excluded.payee_name, holder = excluded.holder, iban = excluded.iban, bic = excluded.bic,
     amount = excluded.amount, purpose = excluded.purpose, due_on = excluded.due_on
   WHERE i.batch_id = $1 RETURNING request_id AS id`,
);
export const removeItems = sql(
  "payments.removeItems",
  "DELETE FROM payment_batch_item WHERE tenant_id = current_tenant() AND batch_id = $1 AND request_id = ANY($2)",
);

const sameAccount =
  "a.tenant_id = i.tenant_id AND a.state = 'confirmed' AND (a.iban, a.holder) = (i.iban, i.holder) AND a.bic IS NOT DISTINCT FROM i.bic";
/** Pending items of batch $1 whose account isn't the confirmed account of their payee anymore. */
export const itemsWithChangedAccount = sql(
  "payments.changedAccounts",
  `SELECT i.id, i.request_id AS "requestId", i.request_number AS number FROM payment_batch_item i
   WHERE i.tenant_id = current_tenant() AND i.batch_id = $1 AND i.state = 'pending'
     AND NOT EXISTS (SELECT FROM supplier_bank_account a WHERE i.payee_kind = 'supplier' AND a.supplier_id = i.payee_id AND ${sameAccount})
     AND NOT EXISTS (SELECT FROM user_bank_account a WHERE i.payee_kind = 'person' AND a.user_id = i.payee_id AND ${sameAccount})
   ORDER BY i.position`,
);

/** Locks the requests in the order of their ids, to serialize with decisions on them. */
export const lockRequests = sql(
  "payments.lockRequests",
  `SELECT r.id FROM request r WHERE r.tenant_id = current_tenant() AND r.id = ANY(
     SELECT request_id FROM payment_batch_item WHERE tenant_id = current_tenant() AND batch_id = $1)
   ORDER BY r.id FOR UPDATE OF r`,
);
export const requestFamiliesOf = sql(
  "payments.families",
  'SELECT id, family, requester_id AS "requesterId" FROM request WHERE tenant_id = current_tenant() AND id = ANY($1)',
);
export const otherBatches = sql(
  "payments.otherBatches",
  `SELECT i.request_id AS "requestId", b.id, b.code FROM payment_batch_item i
   JOIN payment_batch b ON b.tenant_id = i.tenant_id AND b.id = i.batch_id
   WHERE i.tenant_id = current_tenant() AND i.request_id = ANY($1) AND i.state IN ('pending', 'executed')`,
);

/** Returned items of approved batches, whose files contain the requests. $2 is the number of the latest ones per request. */
export const earlierPayments = sql(
  "payments.earlierPayments",
  `SELECT * FROM (
     SELECT i.request_id AS "requestId", json_build_object('id', b.id, 'code', b.code) AS batch, b.execution_on::text AS "executionOn",
       ${person("u")} AS "returnedBy", i.settled_at AS "returnedAt", i.return_reason AS "returnReason",
       row_number() OVER (PARTITION BY i.request_id ORDER BY i.id DESC) AS rank
     FROM payment_batch_item i JOIN payment_batch b ON b.tenant_id = i.tenant_id AND b.id = i.batch_id
     LEFT JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.settled_by
     WHERE i.tenant_id = current_tenant() AND i.request_id = ANY($1) AND i.state = 'returned' AND b.id <> $3
   ) AS returned WHERE rank <= $2 ORDER BY "requestId", rank`,
  { notNull: ["returnedAt", "returnReason"] },
);
export interface EarlierPaymentRow {
  requestId: number;
  batch: { id: number; code: string };
  executionOn: string;
  returnedBy: Person | null;
  returnedAt: Date;
  returnReason: string;
}

export const submitBatch = sql(
  "payments.submit",
  `UPDATE payment_batch b SET status = 'submitted', submitted_by = $2, submitted_at = now(), reopen_reason = NULL,
     debtor_holder = a.holder, debtor_iban = a.iban, debtor_bic = a.bic
   FROM payment_account a WHERE b.tenant_id = current_tenant() AND b.id = $1 AND a.tenant_id = b.tenant_id AND a.id = b.account_id`,
);
/** A reopened batch is approved again, which creates its file anew. */
export const reopenBatch = sql(
  "payments.reopen",
  `UPDATE payment_batch SET status = 'draft', reopen_reason = $2, approved_by = NULL, approved_at = NULL, file = NULL, file_hash = NULL
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const cancelBatch = sql(
  "payments.cancel",
  `UPDATE payment_batch SET status = 'cancelled' WHERE tenant_id = current_tenant() AND id = $1`,
);
export const cancelItems = sql(
  "payments.cancelItems",
  `UPDATE payment_batch_item SET state = 'cancelled' WHERE tenant_id = current_tenant() AND batch_id = $1 AND state = 'pending'`,
);
export const orderOfBatch = sql(
  "payments.order",
  `SELECT debtor_holder AS holder, debtor_iban AS iban, debtor_bic AS bic, now() AS now
   FROM payment_batch WHERE tenant_id = current_tenant() AND id = $1`,
  { notNull: ["holder", "iban", "now"] },
);
export const approveBatch = sql(
  "payments.approve",
  `UPDATE payment_batch SET status = 'approved', approved_by = $2, approved_at = now(), file = $3, file_hash = $4
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const bumpBatch = sql(
  "payments.bump",
  `UPDATE payment_batch SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);
export const fileOfBatch = sql(
  "payments.file",
  "SELECT code, format, file FROM payment_batch WHERE tenant_id = current_tenant() AND id = $1",
);

export const settleItem = sql(
  "payments.settleItem",
  `UPDATE payment_batch_item SET state = $2, executed_on = COALESCE($3::date, executed_on), reference = COALESCE($4, reference),
     return_reason = $5, settled_by = $6, settled_at = now()
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const completeBatch = sql(
  "payments.complete",
  `UPDATE payment_batch b SET status = 'completed' WHERE b.tenant_id = current_tenant() AND b.id = $1 AND b.status = 'approved'
     AND NOT EXISTS (SELECT FROM payment_batch_item i WHERE i.tenant_id = b.tenant_id AND i.batch_id = b.id AND i.state = 'pending')`,
);
