import { sql, type Tx, unnamed } from "../platform/database/unit-of-work";
import { areaOf, areas, isAnothersFile, narrowed } from "./person-tables";

/** One JSON file: rows of some tables, each with what is asked of them ($1 is the person). */
export interface Part {
  name: string;
  tables: readonly { table: string; columns: readonly string[]; where: string }[];
}

/** Tables that are for machines, or full of secrets. What is added later comes along until it is named here. */
const kept =
  `session password_history password_reset sign_in_step api_token totp_factor passkey recovery_code login_attempt
  known_device loose_file event_stream domain_event push_subscription calendar_feed notification_delivery notification_digest
  notification_event idempotency_key data_export sign_on sign_on_step scim`.split(/\s+/);

/** Bytes, indexes for searching, and whatever is called like a secret, go nowhere. */
const readable = `a.atttypid NOT IN ('bytea'::regtype, 'tsvector'::regtype)
  AND a.attname !~ '(hash|secret|token|sealed|password|p256dh|credential|public_key|storage_key|preview_key|lease)'`;

const catalogue = sql(
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

/** The organisation: each table for itself. */
export async function organisationParts(tx: Tx): Promise<Part[]> {
  const tables = await tx.rows<Table>(catalogue);
  const parts = tables
    .filter(({ table, columns }) => columns && !kept.includes(table))
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

/** A person, by area: the rows that name them, in whichever of their columns. */
export async function personParts(tx: Tx): Promise<Part[]> {
  const known = new Map((await tx.rows<Table>(catalogue)).map(({ table, columns }) => [table, columns ?? []]));
  return areas.map((area) => {
    const columnsOf = new Map<string, string[]>(area === "person" ? [["app_user", ["id"]]] : []);
    for (const [name, where] of areaOf) {
      const [table = "", column = ""] = name.split(".");
      if (where === area && known.has(table)) columnsOf.set(table, [...(columnsOf.get(table) ?? []), column]);
    }
    const tables = [...columnsOf].map(([table, names]) => ({
      table,
      columns: known.get(table) ?? [],
      where: [inTenant, `$1 IN (${names.join(", ")})`, ...(narrowed.has(table) ? [narrowed.get(table)] : [])].join(
        " AND ",
      ),
    }));
    return { name: area, tables };
  });
}

const atOnce = 500;

/** Of rows fewer: each version of a form may be a megabyte, and five hundred of them were more than the process could hold. */
const rowsAtOnce = 50;

/** Rows as JSON, some at a time out of a cursor: however many there are, so many are in memory. */
export async function* rowsOf(tx: Tx, { table, columns, where }: Part["tables"][number], personId: number) {
  if (columns.length === 0) return;
  // Names come from the catalogue and the person's id is a number: none is anybody's text. A cursor takes no parameters here.
  const condition = where.replaceAll("$1", String(Number(personId)));
  const select = `SELECT row_to_json(x)::text AS row FROM (SELECT ${columns.join(", ")} FROM ${table} WHERE ${condition}) x`;
  await tx.rows(unnamed(`DECLARE export_rows NO SCROLL CURSOR FOR ${select}`));
  for (;;) {
    const rows = await tx.rows<{ row: string }>(unnamed(`FETCH ${rowsAtOnce} FROM export_rows`));
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.rows(unnamed("CLOSE export_rows"));
}

export interface StoredFile {
  id: number;
  name: string;
  storage_key: string;
}

const allFiles = sql(
  "exports.allFiles",
  `SELECT id, name, storage_key FROM file f WHERE tenant_id = current_tenant() AND id > $1 AND id <= $2
     AND NOT EXISTS (SELECT FROM data_export e WHERE e.tenant_id = f.tenant_id AND e.file_id = f.id)
   ORDER BY id LIMIT ${atOnce}`,
);
const ownFiles = sql(
  "exports.ownFiles",
  `SELECT id, name, storage_key FROM file f WHERE tenant_id = current_tenant() AND id > $1 AND id <= $2
     AND (uploaded_by = $3 AND NOT ${isAnothersFile("f.id", "$3")} OR EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.id = $3
       AND f.id IN (u.image_file_id, u.signature_file_id))
       OR EXISTS (SELECT FROM user_file p WHERE p.tenant_id = f.tenant_id AND p.file_id = f.id AND p.user_id = $3)
       OR EXISTS (SELECT FROM employment_file x JOIN user_history h ON h.tenant_id = x.tenant_id AND h.id = x.history_id
         WHERE x.tenant_id = f.tenant_id AND x.file_id = f.id AND h.user_id = $3))
     AND NOT EXISTS (SELECT FROM data_export e WHERE e.tenant_id = f.tenant_id AND e.file_id = f.id)
   ORDER BY id LIMIT ${atOnce}`,
);
const lastFile = sql(
  "exports.lastFile",
  "SELECT COALESCE(max(id), 0)::bigint AS id FROM file WHERE tenant_id = current_tenant()",
);

export const newestFile = async (tx: Tx): Promise<number> => (await tx.one<{ id: number }>(lastFile))?.id ?? 0;

/** The files after this one; of all, or of one person. */
export const filesAfter = (tx: Tx, after: number, last: number, personId: number | null): Promise<StoredFile[]> =>
  personId === null
    ? tx.rows<StoredFile>(allFiles, [after, last])
    : tx.rows<StoredFile>(ownFiles, [after, last, personId]);
