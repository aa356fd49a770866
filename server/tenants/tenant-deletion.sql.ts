import { sql } from "../platform/database/unit-of-work";

// Run by the database's owner, in the fence of the tenant that is deleted.

export const patience = sql("tenantDeletion.patience", "SELECT set_config('statement_timeout', '0', true)");

/** $1 tenant. */
export const deletable = sql(
  "tenantDeletion.deletable",
  `SELECT t.name, t.closed_at IS NOT NULL AND NOT t.active AS closed, c.customer_id AS "customerId",
          ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY main DESC, domain) AS domains
   FROM tenant t LEFT JOIN subscription_customer c ON c.tenant_id = t.id WHERE t.id = $1`,
);

/** $1 tenant, $2 name, $3 domains, $4 who it is at the payment provider. Once: what was noted at the first attempt stays. */
export const begin = sql(
  "tenantDeletion.begin",
  `INSERT INTO tenant_deletion (former_id, name, domains, customer_id) SELECT $1, $2, $3, $4
   WHERE NOT EXISTS (SELECT FROM tenant_deletion WHERE former_id = $1)`,
);

/** $1 tenant. Drafts were never sent to anybody. */
export const keepInvoices = sql(
  "tenantDeletion.keepInvoices",
  `INSERT INTO kept_invoice (provider_id, former_id, number, description, state, currency, amount_due, amount_paid, issued_at, due_at, pdf_url,
     plan_code, period_starts_at, period_ends_at)
   SELECT i.provider_id, i.tenant_id, i.number, i.description, i.state, i.currency, i.amount_due, i.amount_paid, i.issued_at, i.due_at,
          i.pdf_url, p.code, i.period_starts_at, i.period_ends_at
   FROM subscription_invoice i LEFT JOIN plan p ON p.id = i.plan_id WHERE i.tenant_id = $1 AND i.state <> 'draft'
     AND NOT EXISTS (SELECT FROM kept_invoice k WHERE k.provider_id = i.provider_id)
   RETURNING provider_id`,
);

export const tables = `SELECT c.relname AS name FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;

export const keys = `SELECT DISTINCT s.relname AS source, t.relname AS target FROM pg_constraint k
  JOIN pg_class s ON s.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND s.oid <> t.oid AND s.relnamespace = 'public'::regnamespace`;

/** By which it is found when it is gone on with, and the names of bytes that are still to be removed. */
export const neededToTheEnd: ReadonlySet<string> = new Set(["tenant_domain", "loose_file"]);

/** $1 tenant, $2 how many. The name is one of the catalogue's. */
export const removeBatch = (table: string): string =>
  `DELETE FROM "${table}" WHERE tenant_id = $1
   AND ctid = ANY (ARRAY(SELECT ctid FROM "${table}" WHERE tenant_id = $1 LIMIT $2)) RETURNING 1 AS one`;

/** $1 tenant. */
export const loosenFiles = sql(
  "tenantDeletion.loosenFiles",
  `INSERT INTO loose_file (tenant_id, storage_key, due)
   SELECT f.tenant_id, key, now() FROM file f, unnest(ARRAY[f.storage_key, f.preview_key]) AS key
   WHERE f.tenant_id = $1 AND key IS NOT NULL
     AND NOT EXISTS (SELECT FROM loose_file l WHERE l.tenant_id = f.tenant_id AND l.storage_key = key)`,
);

/** $1 tenant, $2 how many. */
export const looseKeys = sql(
  "tenantDeletion.looseKeys",
  "SELECT storage_key AS key FROM loose_file WHERE tenant_id = $1 ORDER BY storage_key LIMIT $2",
);

/** $1 tenant, $2 keys. */
export const forgetKeys = sql(
  "tenantDeletion.forgetKeys",
  "DELETE FROM loose_file WHERE tenant_id = $1 AND storage_key = ANY ($2)",
);

const customer = "(SELECT customer_id FROM tenant_deletion WHERE former_id = $1)";
export const removeProviderEvents = sql(
  "tenantDeletion.removeProviderEvents",
  `DELETE FROM provider_event WHERE customer_id = ${customer} RETURNING id`,
);
export const removeSandboxObjects = sql(
  "tenantDeletion.removeSandboxObjects",
  `DELETE FROM sandbox_object WHERE customer = ${customer}`,
);

/** $1 tenant, $2 what was removed at this attempt. */
export const end = sql(
  "tenantDeletion.end",
  "UPDATE tenant_deletion SET ended_at = now(), removed = $2 WHERE former_id = $1",
);

/** With whatever is left. $1 tenant. */
export const removeTenant = sql("tenantDeletion.removeTenant", "DELETE FROM tenant WHERE id = $1");
