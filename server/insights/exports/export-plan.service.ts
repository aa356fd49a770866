import { replyForExternal } from "../../../shared/kernel/external-view";
import { sql, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import { registration } from "../../platform/features";
import { personDataAreas } from "../../platform/personal-data";
import { areaByColumn, belongsToOtherUser, furtherColumns, rowConditions } from "./person-tables";

/** One JSON file of an export: tables, each with a condition ($1 is the user). */
export interface ExportPart {
  name: string;
  tables: readonly { table: string; columns: readonly string[]; where: string }[];
}

/** Technical tables of the platform, which are left out. */
const platformTables = "loose_file event_stream domain_event idempotency_key".split(" ");

/**
 * Excludes binary data, search keys (migrations/baseline/platform.sql) and columns whose names suggest a secret or a lock of a worker. Search
 * keys are generated, unlike keys that users enter, such as those of tax rates.
 */
const readable = `a.atttypid NOT IN ('bytea'::regtype, 'tsvector'::regtype)
  AND a.attname !~ '(hash|secret|token|sealed|password|p256dh|credential_id|public_key|storage_key|preview_key|^lease)'
  AND a.attname !~ '^(folded|search|latin)$' AND NOT (a.attname ~ '_key$' AND a.attgenerated <> '')`;

const selectTables = sql(
  "exports.catalogue",
  `SELECT c.relname AS table, array_agg(quote_ident(a.attname)::text ORDER BY a.attnum) FILTER (WHERE ${readable}) AS columns
   FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
     AND has_table_privilege(c.oid, 'SELECT')
     AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)
   GROUP BY c.relname ORDER BY c.relname`,
);

interface Table {
  table: string;
  columns: string[] | null;
}

const inTenant = "tenant_id = current_tenant()";

export async function organizationParts(tx: Tx): Promise<ExportPart[]> {
  const tables = await tx.rows<Table>(selectTables);
  const unexported = [...platformTables, ...registration.filling.unexportedTables];
  const parts = tables
    .filter(({ table, columns }) => columns && !unexported.includes(table))
    .map(({ table, columns }) => ({
      name: `data/${table}`,
      tables: [{ table, columns: columns ?? [], where: inTenant }],
    }));
  const own = ["id", "name", "website", "time_zone", "weekend", "created_at"];
  return [
    { name: "data/tenant", tables: [{ table: "tenant", columns: own, where: "id = current_tenant()" }] },
    ...parts,
  ];
}

/** Returns the parts of a user's export, one per area, with the rows that refer to the user in any column. */
export async function personParts(tx: Tx): Promise<ExportPart[]> {
  const columnsByTable = new Map(
    (await tx.rows<Table>(selectTables)).map(({ table, columns }) => [table, columns ?? []]),
  );
  const areas = areaByColumn();
  const conditions = rowConditions();
  const further = furtherColumns();
  return personDataAreas.map((area) => {
    const columnsOf = new Map<string, string[]>(area === "person" ? [["app_user", ["id"]]] : []);
    for (const [name, where] of areas) {
      const [table = "", column = ""] = name.split(".");
      if (where === area && columnsByTable.has(table)) columnsOf.set(table, [...(columnsOf.get(table) ?? []), column]);
    }
    const tables = [...columnsOf].map(([table, names]) => ({
      table,
      columns: [...(columnsByTable.get(table) ?? []), further.get(table)].filter((column) => column !== undefined),
      where: [inTenant, `$1 IN (${names.join(", ")})`, ...(conditions.has(table) ? [conditions.get(table)] : [])].join(
        " AND ",
      ),
    }));
    return { name: area, tables };
  });
}

const fileBatchSize = 500;

/** Small, because a form version may be a megabyte, and batches of 500 exceeded the memory. */
const rowBatchSize = 50;

/** Yields rows as JSON from a cursor, so that memory is bounded. Rows of external users are redacted as replies to them. */
export async function* streamTableRows(
  tx: Tx,
  { table, columns, where }: ExportPart["tables"][number],
  user: { id: number; external: boolean },
) {
  if (columns.length === 0) return;
  // Cursors take no parameters. Interpolation is safe: names come from the catalog and the id is a number.
  const condition = where.replaceAll("$1", String(Number(user.id)));
  const select = `SELECT row_to_json(x)::text AS row FROM (SELECT ${columns.join(", ")} FROM ${table} WHERE ${condition}) x`;
  await tx.rows(unnamedSql(`DECLARE export_rows NO SCROLL CURSOR FOR ${select}`));
  for (;;) {
    const rows = await tx.rows<{ row: string }>(unnamedSql<"exports.fetch">(`FETCH ${rowBatchSize} FROM export_rows`));
    for (const { row } of rows) {
      yield user.external ? JSON.stringify(replyForExternal(JSON.parse(row), user.id)) : row;
    }
    if (rows.length < rowBatchSize) break;
  }
  await tx.rows(unnamedSql("CLOSE export_rows"));
}

export interface StoredFile {
  id: number;
  name: string;
  storage_key: string;
}

const selectAllFiles = sql(
  "exports.allFiles",
  `SELECT id, name, storage_key FROM file f WHERE tenant_id = current_tenant() AND id > $1 AND id <= $2
     AND NOT EXISTS (SELECT FROM data_export e WHERE e.tenant_id = f.tenant_id AND e.file_id = f.id)
   ORDER BY id LIMIT ${fileBatchSize}`,
);
const selectOwnFiles = sql(
  "exports.ownFiles",
  `SELECT id, name, storage_key FROM file f WHERE tenant_id = current_tenant() AND id > $1 AND id <= $2
     AND (uploaded_by = $3 AND NOT ${belongsToOtherUser("f.id", "$3")} OR EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.id = $3
       AND f.id IN (u.image_file_id, u.signature_file_id))
       OR EXISTS (SELECT FROM user_file p WHERE p.tenant_id = f.tenant_id AND p.file_id = f.id AND p.user_id = $3)
       OR EXISTS (SELECT FROM employment_file x JOIN user_history h ON h.tenant_id = x.tenant_id AND h.id = x.history_id
         WHERE x.tenant_id = f.tenant_id AND x.file_id = f.id AND h.user_id = $3))
     AND NOT EXISTS (SELECT FROM data_export e WHERE e.tenant_id = f.tenant_id AND e.file_id = f.id)
   ORDER BY id LIMIT ${fileBatchSize}`,
);
const selectLastFile = sql(
  "exports.lastFile",
  "SELECT COALESCE(max(id), 0)::bigint AS id FROM file WHERE tenant_id = current_tenant()",
);

export const newestFile = async (tx: Tx): Promise<number> => (await tx.one<{ id: number }>(selectLastFile))?.id ?? 0;

export const filesAfterId = (tx: Tx, after: number, last: number, personId: number | null): Promise<StoredFile[]> =>
  personId === null
    ? tx.rows<StoredFile>(selectAllFiles, [after, last])
    : tx.rows<StoredFile>(selectOwnFiles, [after, last, personId]);
