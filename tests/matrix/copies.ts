import type { DataSource } from "typeorm";

/** What people come with, and what isn't one row but several: a form and its versions, an article and its texts. */
const leftAlone = ["app_user", "app_user_secret", "event_stream", "form", "idempotency_key", "news_article", "session"];

/**
 * Each column of a tenant's tables that a row is written with: whether a unique index has it, and the table it points at. Tables whose
 * rows are half of something (a request and its leave: the other one's key is this one's) stay as they are.
 */
const columns = `
  SELECT t.relname::text AS tab, a.attname::text AS col, y.typname::text AS typ,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisunique AND a.attnum = ANY (i.indkey::int2[])) AS single,
    (SELECT pointed.relname::text FROM pg_constraint f JOIN pg_class pointed ON pointed.oid = f.confrelid
     WHERE f.conrelid = t.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) ORDER BY cardinality(f.conkey) LIMIT 1) AS target
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type y ON y.oid = a.atttypid
  WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND a.attgenerated = '' AND a.attidentity = ''
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'tenant_id')
    AND t.relname <> ALL (string_to_array(left_alone, ','))
    AND NOT EXISTS (SELECT FROM pg_constraint f JOIN pg_index i ON i.indrelid = f.conrelid AND i.indisprimary
      WHERE f.contype = 'f' AND f.confrelid = t.oid AND f.conrelid <> t.oid AND i.indkey::int2[] <@ f.conkey)`;

const copy = `
CREATE OR REPLACE FUNCTION pg_temp.copy_rows(tenant bigint, people bigint[], left_alone text) RETURNS int LANGUAGE plpgsql AS $copy$
DECLARE c record; r record; n int; made int := 0;
BEGIN
  FOR c IN SELECT tab, string_agg(quote_ident(col), ', ') AS names, string_agg(CASE
      WHEN NOT single OR col = 'tenant_id' THEN quote_ident(col)
      WHEN target = 'app_user' OR target = 'project_member' AND col = 'user_id' THEN format('($2::bigint[])[1 + ($1 + $3) %% cardinality($2)]')
      WHEN target IS NOT NULL THEN quote_ident(col)
      WHEN typ IN ('text', 'citext', 'varchar') THEN format('%I || $1::text', col)
      WHEN typ IN ('int2', 'int4', 'int8', 'numeric') THEN format('%I + 1000 * $1', col)
      WHEN typ = 'bytea' THEN format('sha256(%I || $1::text::bytea)', col)
      WHEN typ IN ('date', 'timestamptz') THEN format('%I + make_interval(days => $1)', col)
      ELSE quote_ident(col) END, ', ') AS makings
    FROM (${columns}) AS written GROUP BY tab ORDER BY tab
  LOOP
    FOR r IN EXECUTE format('SELECT ctid AS at, row_number() OVER () * 2 AS nth FROM %I WHERE tenant_id = %s', c.tab, tenant) LOOP
      FOR n IN 1..2 LOOP
        BEGIN
          EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I WHERE ctid = $4', c.tab, c.names, c.makings, c.tab)
            USING n, people, r.nth::int, r.at;
          made := made + 1;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception OR undefined_function OR datatype_mismatch THEN NULL;
        END;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN made;
END $copy$`;

/**
 * Writes every row of a tenant twice more where it may stand there thrice: about the same records, so that each has three times as many
 * comments, files, entries. Where a person may be there once only, it is another one. Triggers and references aren't asked.
 * @returns how many were written.
 */
export async function copied(owner: DataSource, tenantId: number, people: readonly number[]): Promise<number> {
  return owner.transaction(async (tx) => {
    await tx.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(copy);
    const [done] = await tx.query<{ made: number }[]>("SELECT pg_temp.copy_rows($1, $2, $3) AS made", [
      tenantId,
      people,
      leftAlone.join(","),
    ]);
    return done?.made ?? 0;
  });
}
