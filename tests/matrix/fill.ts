import type { DataSource } from "typeorm";

/** Tables whose rows say what has happened, or let somebody in: they stay as they are. */
const leftAlone = [
  "app_user_secret",
  "delivery",
  "domain_event",
  "event_stream",
  "export",
  "session",
  "security_log",
  "stopped_timer",
];
/** What names a row, what only the database reads, and what says that it is over. */
const untouched =
  "^(tenant_id|id|version|revision|rank|path|position|search|kind|language|time_zone|active|external)$|hash|token|secret|factor|password|key$|email|^(archived|deleted|cancelled|ended|revoked|withdrawn|released|expired|read|processed|parked|left|closed|deactivated)_(at|on)$";

/** Columns of a tenant's tables that can be written: what they refer to, and the words that a check knows. */
const columns = `
  SELECT t.relname::text AS tab, a.attname::text AS col, y.typname::text AS typ, a.attnotnull AS required,
    (SELECT string_agg(quote_ident(k.attname), ', ' ORDER BY array_position(i.indkey::int2[], k.attnum))
     FROM pg_index i JOIN pg_attribute k ON k.attrelid = t.oid AND k.attnum = ANY (i.indkey)
     WHERE i.indrelid = t.oid AND i.indisprimary) AS key,
    (SELECT jsonb_build_object('tab', pointed.relname, 'col', k.attname)
     FROM pg_constraint f JOIN pg_class pointed ON pointed.oid = f.confrelid
     JOIN pg_attribute k ON k.attrelid = pointed.oid AND k.attnum = f.confkey[array_position(f.conkey, a.attnum)]
     WHERE f.conrelid = t.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) ORDER BY cardinality(f.conkey) LIMIT 1) AS target,
    (SELECT array_agg(word[1]) FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') AS word
     WHERE k.conrelid = t.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS words
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  JOIN pg_type y ON y.oid = a.atttypid
  WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND a.attidentity = ''
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'tenant_id')
    AND t.relname <> ALL (string_to_array($2, ',')) AND a.attname !~ $3
  ORDER BY t.relname, a.attname`;

/**
 * A value for each type that hangs on the column's name and the row's place alone, so that what is added elsewhere changes nothing;
 * further ones where a check wants less.
 */
const fill = `
CREATE OR REPLACE FUNCTION pg_temp.fill_up(tenant bigint, left_alone text, untouched text) RETURNS void LANGUAGE plpgsql AS $fill$
DECLARE c record; r record; h int; n int; own text; one text; tries text[];
BEGIN
  FOR c IN ${columns.replaceAll("$2", "left_alone").replaceAll("$3", "untouched")} LOOP
    h := ('x' || substr(md5(c.tab || '.' || c.col), 1, 6))::bit(24)::int;
    n := 0;
    FOR r IN EXECUTE format('SELECT ctid AS at, %I::text AS was, to_jsonb(t)->>''id'' AS id FROM %I t WHERE tenant_id = %s ORDER BY %s', c.col, c.tab, tenant, COALESCE(c.key, '1')) LOOP
      n := n + 1;
      own := c.tab || '.' || c.col || ' ' || n;
      CONTINUE WHEN c.required AND c.typ NOT IN ('bool', 'int2', 'int4', 'numeric') AND r.was <> '';
      CONTINUE WHEN NOT c.required AND r.was IS NOT NULL AND c.typ <> 'bool';
      CONTINUE WHEN c.required AND c.target IS NOT NULL;
      IF c.target IS NOT NULL THEN
        EXECUTE format('SELECT array_agg(id::text ORDER BY (nth + %2$s) %% of, nth) FROM (
            SELECT %1$I AS id, row_number() OVER (ORDER BY %1$I) AS nth, count(*) OVER () AS of FROM %3$I t WHERE tenant_id = %4$s AND %5$s) one',
          c.target->>'col', h + n, c.target->>'tab', tenant,
          CASE WHEN c.target->>'tab' = c.tab THEN format('%I < %s', c.target->>'col', COALESCE(r.id, '0')) ELSE 'true' END) INTO tries;
      ELSIF c.words IS NOT NULL THEN
        SELECT array_agg(word ORDER BY (h + at) % 7, at) INTO tries FROM unnest(c.words) WITH ORDINALITY AS w (word, at) WHERE word IS DISTINCT FROM r.was;
      ELSE
        tries := CASE c.typ
          WHEN 'bool' THEN ARRAY[CASE WHEN r.was = 'true' THEN 'false' ELSE 'true' END]
          WHEN 'int2' THEN ARRAY[11 + (h + n) % 89, 1 + (h + n) % 6, 1]::text[]
          WHEN 'int4' THEN ARRAY[101 + (h + n) % 899, 11 + (h + n) % 89, 1 + (h + n) % 6, 1]::text[]
          WHEN 'int8' THEN ARRAY[101 + (h + n) % 899]::text[]
          WHEN 'numeric' THEN ARRAY[101.25 + (h + n) % 899, 11.5 + (h + n) % 89, 1.25 + (h + n) % 6, 0.5]::text[]
          WHEN 'date' THEN ARRAY[date '2041-01-01' + (h + n) % 3000, date '2011-01-01' + (h + n) % 3000]::text[]
          WHEN 'timestamptz' THEN ARRAY[timestamptz '2011-01-01 08:15Z' + make_interval(days => (h + n) % 3000), timestamptz '2041-01-01 08:15Z' + make_interval(days => (h + n) % 3000)]::text[]
          WHEN 'time' THEN ARRAY[time '08:00' + make_interval(mins => (h + n) % 300)]::text[]
          WHEN 'text' THEN ARRAY[own, 'a' || h % 1000, 'UTC', '#' || substr(md5(own), 1, 6), 'https://example.test/' || n]
          WHEN 'citext' THEN ARRAY[own]
          ELSE NULL END;
      END IF;
      FOREACH one IN ARRAY COALESCE(tries[1:5], '{}') LOOP
        BEGIN
          EXECUTE format('UPDATE %I SET %I = %L WHERE ctid = %L', c.tab, c.col, one, r.at);
          EXIT;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception OR program_limit_exceeded THEN NULL;
        END;
      END LOOP;
    END LOOP;
  END LOOP;
END $fill$`;

/**
 * Fills what is empty in a tenant's rows: every column with a value that nothing else has, references with one of what is there,
 * and turns yes and no round. What a check or a trigger refuses stays as it is.
 */
export async function filledUp(owner: DataSource, tenantId: number): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    await tx.query("SET CONSTRAINTS ALL IMMEDIATE");
    await tx.query(fill);
    await tx.query("SELECT pg_temp.fill_up($1, $2, $3)", [tenantId, leftAlone.join(","), untouched]);
  });
}

/** What each number of a tenant is the number of: the table's name, and the how manieth. */
export async function numbersOf(owner: DataSource, tenantId: number): Promise<Map<number, string>> {
  const tables = await owner.query<{ name: string }[]>(
    `SELECT t.relname AS name FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'id'
       JOIN pg_attribute o ON o.attrelid = t.oid AND o.attname = 'tenant_id'
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND a.atttypid = 'int8'::regtype ORDER BY 1 DESC`,
  );
  const parts = tables.map(
    ({ name }) => `SELECT '${name}#' || row_number() OVER (ORDER BY id) AS name, id FROM ${name} WHERE tenant_id = $1`,
  );
  const found = await owner.query<{ name: string; id: number }[]>(parts.join(" UNION ALL "), [tenantId]);
  return new Map(found.map(({ name, id }) => [id, name]));
}
