import { sharedSql } from "../../platform/database/statements";

// All statements run as the database's owner. Row-level security is set to the tenant being deleted.

export const disableStatementTimeout = sharedSql(
  "tenantDeletion.patience",
  "SELECT set_config('statement_timeout', '0', true)",
);

export const selectDeletable = sharedSql(
  "tenantDeletion.deletable",
  `SELECT t.name, t.closed_at IS NOT NULL AND NOT t.active AS closed, c.customer_id AS "customerId",
          ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY main DESC, domain) AS domains
   FROM tenant t LEFT JOIN subscription_customer c ON c.tenant_id = t.id WHERE t.id = $1`,
);

/**
 * Records the deletion; inserted once, so that a retry keeps the first row. $1 tenant, $2 name, $3 domains, $4 customer id at the payment
 * provider.
 */
export const insertDeletion = sharedSql(
  "tenantDeletion.begin",
  `INSERT INTO tenant_deletion (former_id, name, domains, customer_id) SELECT $1, $2, $3, $4
   WHERE NOT EXISTS (SELECT FROM tenant_deletion WHERE former_id = $1)`,
);

/** Copies the invoices of tenant $1. Drafts were never sent and aren't kept. */
export const keepInvoices = sharedSql(
  "tenantDeletion.keepInvoices",
  `INSERT INTO kept_invoice (provider_id, former_id, number, description, state, currency, amount_due, amount_paid, issued_at, due_at, pdf_url,
     plan_code, period_starts_at, period_ends_at)
   SELECT i.provider_id, i.tenant_id, i.number, i.description, i.state, i.currency, i.amount_due, i.amount_paid, i.issued_at, i.due_at,
          i.pdf_url, p.code, i.period_starts_at, i.period_ends_at
   FROM subscription_invoice i LEFT JOIN plan p ON p.id = i.plan_id WHERE i.tenant_id = $1 AND i.state <> 'draft'
     AND NOT EXISTS (SELECT FROM kept_invoice k WHERE k.provider_id = i.provider_id)
   RETURNING provider_id`,
);

export const tenantTables = sharedSql(
  "tenantDeletion.tables",
  `SELECT c.relname AS name FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
);

export const tenantForeignKeys = sharedSql(
  "tenantDeletion.foreignKeys",
  `SELECT DISTINCT s.relname AS source, t.relname AS target FROM pg_constraint k
  JOIN pg_class s ON s.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND s.oid <> t.oid AND s.relnamespace = 'public'::regnamespace`,
);

/** Tables deleted last because they are needed to resume a deletion: the host names, and the storage keys of files still to be removed. */
export const tablesDeletedLast: ReadonlySet<string> = new Set(["tenant_domain", "loose_file"]);

/** Deletes up to $2 rows of tenant $1. Interpolating the table name is safe, because it comes from the database catalog. */
export const removeBatch = (table: string): string =>
  `DELETE FROM "${table}" WHERE tenant_id = $1
   AND ctid = ANY (ARRAY(SELECT ctid FROM "${table}" WHERE tenant_id = $1 LIMIT $2)) RETURNING 1 AS one`;

export const orphanFiles = sharedSql(
  "tenantDeletion.loosenFiles",
  `INSERT INTO loose_file (tenant_id, storage_key, due)
   SELECT f.tenant_id, key, now() FROM file f, unnest(ARRAY[f.storage_key, f.preview_key]) AS key
   WHERE f.tenant_id = $1 AND key IS NOT NULL
     AND NOT EXISTS (SELECT FROM loose_file l WHERE l.tenant_id = f.tenant_id AND l.storage_key = key)`,
);

export const orphanedKeys = sharedSql(
  "tenantDeletion.looseKeys",
  "SELECT storage_key AS key FROM loose_file WHERE tenant_id = $1 ORDER BY storage_key LIMIT $2",
);

export const deleteStorageKeys = sharedSql(
  "tenantDeletion.forgetKeys",
  "DELETE FROM loose_file WHERE tenant_id = $1 AND storage_key = ANY ($2)",
);

const customer = "(SELECT customer_id FROM tenant_deletion WHERE former_id = $1)";
export const removeProviderEvents = sharedSql(
  "tenantDeletion.removeProviderEvents",
  `DELETE FROM provider_event WHERE customer_id = ${customer} RETURNING id`,
);
export const removeSandboxObjects = sharedSql(
  "tenantDeletion.removeSandboxObjects",
  `DELETE FROM sandbox_object WHERE customer = ${customer}`,
);

export const endDeletion = sharedSql(
  "tenantDeletion.end",
  "UPDATE tenant_deletion SET ended_at = now(), removed = $2 WHERE former_id = $1",
);

/** Deletes tenant $1 and all its remaining rows by cascade. */
export const removeTenant = sharedSql("tenantDeletion.removeTenant", "DELETE FROM tenant WHERE id = $1");
