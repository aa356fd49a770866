import type { DataSource } from "typeorm";

/**
 * Tables that aren't copied: their rows are created with the users, or their records consist of several rows, e.g. a form with versions.
 */
const skippedTables = [
  "app_user",
  "app_user_secret",
  "event_stream",
  "form",
  "idempotency_key",
  "news_article",
  "session",
];

/**
 * Writable columns of the tenant tables, with the referenced table and whether a unique index contains the column. Tables whose rows are
 * half of a record (a request and its leave share a key) are skipped.
 */
const columns = `
  SELECT t.relname::text AS tab, a.attname::text AS col, y.typname::text AS typ,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisunique
      AND (a.attnum = ANY (i.indkey::int2[]) OR 0 = ANY (i.indkey::int2[]) AND pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M'))) AS single,
    (SELECT pointed.relname::text FROM pg_constraint f JOIN pg_class pointed ON pointed.oid = f.confrelid
     WHERE f.conrelid = t.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) ORDER BY cardinality(f.conkey) LIMIT 1) AS target
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type y ON y.oid = a.atttypid
  WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND a.attgenerated = '' AND a.attidentity = ''
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'tenant_id')
    AND t.relname <> ALL (string_to_array(left_alone, ','))
    AND NOT EXISTS (SELECT FROM pg_constraint f JOIN pg_index i ON i.indrelid = f.conrelid AND i.indisprimary
      WHERE f.contype = 'f' AND f.confrelid = t.oid AND f.conrelid <> t.oid AND i.indkey::int2[] <@ f.conkey
        AND f.conrelid <> 'task_text'::regclass)`; // which a trigger fills

const copy = `
CREATE OR REPLACE FUNCTION pg_temp.copy_rows(tenant bigint, people bigint[], left_alone text, times int) RETURNS int LANGUAGE plpgsql AS $copy$
DECLARE c record; r record; copying text; size int; first int; written int; complete boolean; made int := 0;
BEGIN
  FOR c IN SELECT tab, string_agg(quote_ident(col), ', ') AS names, string_agg(CASE
      WHEN NOT single OR col = 'tenant_id' THEN quote_ident(col)
      WHEN target = 'app_user' OR target = 'project_member' AND col = 'user_id' THEN format('($2::bigint[])[1 + (n + $3) %% cardinality($2)]')
      WHEN target IS NOT NULL THEN quote_ident(col)
      WHEN typ IN ('text', 'citext', 'varchar') THEN format('%I || n::text', col)
      WHEN typ IN ('int2', 'int4', 'int8', 'numeric') THEN format('%I + 1000 * n', col)
      WHEN typ = 'bytea' THEN format('sha256(%I || n::text::bytea)', col)
      WHEN typ IN ('date', 'timestamptz') THEN format('%I + make_interval(days => n)', col)
      ELSE quote_ident(col) END, ', ') AS makings
    FROM (${columns}) AS written GROUP BY tab ORDER BY tab
  LOOP
    copying := format('INSERT INTO %1$I (%2$s) SELECT %3$s FROM %1$I, unnest($1) AS n WHERE %1$I.ctid = $4', c.tab, c.names, c.makings);
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.tab::regclass AND condeferrable AND contype IN ('u', 'x')) THEN
      copying := copying || ' ON CONFLICT DO NOTHING';
    END IF;
    FOR r IN EXECUTE format('SELECT ctid AS at, row_number() OVER () * 2 AS nth FROM %I WHERE tenant_id = %s', c.tab, tenant) LOOP
      -- All at once; one by one where some of them can't stand, up to what a number of a few digits can tell apart.
      FOREACH size IN ARRAY ARRAY[times, 1] LOOP
        complete := true;
        FOR first IN SELECT generate_series(1, CASE size WHEN 1 THEN least(times, 40) ELSE times END, size) LOOP
          BEGIN
            EXECUTE copying USING ARRAY(SELECT generate_series(first, first + size - 1)), people, r.nth::int, r.at;
            GET DIAGNOSTICS written = ROW_COUNT;
            made := made + written;
          EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception OR undefined_function OR datatype_mismatch THEN
            complete := false;
          END;
        END LOOP;
        EXIT WHEN complete;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN made;
END $copy$`;

/**
 * Duplicates every row of a tenant where unique indexes allow it, so that each record has more comments, files and entries. Rows that are
 * unique per user get another user. Triggers and foreign keys are disabled.
 * @returns the number of rows written
 */
export async function copyRows(
  owner: DataSource,
  tenantId: number,
  people: readonly number[],
  times = 2,
): Promise<number> {
  return owner.transaction(async (tx) => {
    await tx.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query("SET LOCAL statement_timeout = 0");
    await tx.query(copy);
    const [done] = await tx.query<{ made: number }[]>("SELECT pg_temp.copy_rows($1, $2, $3, $4) AS made", [
      tenantId,
      people,
      skippedTables.join(","),
      times,
    ]);
    return done?.made ?? 0;
  });
}
