import type { MigrationInterface, QueryRunner } from "typeorm";

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
/** Letters of folded texts in Greek, Cyrillic, Hebrew, Arabic and Korean (decomposed syllables). */
const letters = [
  range(0x3b1, 0x3c9),
  range(0x430, 0x45f),
  range(0x5d0, 0x5ea),
  range(0x621, 0x64a),
  range(0x671, 0x6d5),
  range(0x1100, 0x1112),
  range(0x1161, 0x1175),
  range(0x11a8, 0x11c2),
].flat();
const latin = "abcdefghijklmnopqrstuvwxyz0123456789";
const fromLetters = letters.map((code) => String.fromCodePoint(code)).join("");
const toLatin = letters.map((_, at) => latin[at % latin.length]).join("");

/**
 * Tables that are searched by trigrams: id of the found record, column with the folded text, and the expression of that column, if it is
 * generated.
 */
const sources: readonly (readonly [table: string, id: string, column: string, folded: string])[] = [
  ["task_text", "task_id", "searched", "searched"],
  ["subtask", "task_id", "folded", "fold(name)"],
  // Null for deleted comments, which are kept for a while so that they can be restored.
  ["comment", "id", "searched", "CASE WHEN deleted_at IS NULL THEN fold(plain_text(body)) END"],
  ["task_attachment", "id", "folded", "fold(title)"],
  ["file", "id", "folded", "fold(name)"],
  ["app_user", "id", "folded", "fold(fullname)"],
  [
    "finance_request",
    "id",
    "search",
    "fold(COALESCE(title, '') || ' ' || COALESCE(details, '') || ' ' || COALESCE(supplier, '') || ' ' || COALESCE(invoice_number, '') || ' ' || COALESCE(paid_reference, ''))",
  ],
  ["leave_request", "id", "folded", "fold(reason)"],
  ["booking", "id", "folded", "fold(title || ' ' || COALESCE(purpose, ''))"],
];
/** Tables whose folded column exists already. */
const foldedBefore = ["task_text", "app_user", "finance_request", "leave_request"];

/** Search over all records (docs/decisions/0031-search.md). */
export class Search0002 implements MigrationInterface {
  name = "Search0000000000002";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS btree_gin;
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

      -- Text of sanitized HTML without markup: SQL version of server/platform/rich-text/rich-text.ts.
      CREATE FUNCTION plain_text(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT btrim(regexp_replace(
          replace(replace(replace(replace(replace(replace(
            regexp_replace(
              regexp_replace(html, '<(br|/p|/li|/h3|/h4|/pre|/blockquote)[^>]*>', ' ', 'g'),
            '<[^>]*>', '', 'g'),
          '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'),
        '\\s+', ' ', 'g'))
      $$;
      CREATE OR REPLACE FUNCTION excerpt_of(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN length(plain) <= 120 THEN plain ELSE rtrim(left(plain, 119)) || '…' END
        FROM (SELECT plain_text(html) AS plain) AS text
      $$;

      -- Not a column of task: a move writes a new version of the row into all indexes, and the trigrams of a description
      -- would make it five times slower.
      CREATE TABLE task_text (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        task_id bigint NOT NULL,
        searched text NOT NULL,
        PRIMARY KEY (tenant_id, task_id),
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE
      );
      CREATE FUNCTION write_task_text() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO task_text (tenant_id, task_id, searched)
        VALUES (NEW.tenant_id, NEW.id, fold(NEW.title || ' ' || COALESCE(plain_text(NEW.description), '')))
        ON CONFLICT (tenant_id, task_id) DO UPDATE SET searched = EXCLUDED.searched;
        RETURN NULL;
      END $$;
      CREATE TRIGGER write_text AFTER INSERT OR UPDATE OF title, description ON task
        FOR EACH ROW EXECUTE FUNCTION write_task_text();
      ALTER TABLE task NO FORCE ROW LEVEL SECURITY;
      INSERT INTO task_text (tenant_id, task_id, searched)
        SELECT tenant_id, id, fold(title || ' ' || COALESCE(plain_text(description), '')) FROM task;
      ALTER TABLE task FORCE ROW LEVEL SECURITY;
      CALL fence_tenant_table('task_text');

      -- A text in ASCII letters, for trigrams: pg_trgm makes them only of letters that the locale of the database knows,
      -- and the C locale of the embedded database knows no others. Several letters have the same one, so found texts are
      -- compared again.
      CREATE FUNCTION in_latin(folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN translate(folded, '${fromLetters}', '${toLatin}');
      ${sources
        .map(
          // The index begins with the tenant, so that no tenant slows down another.
          ([table, , column, folded]) => `
      ALTER TABLE ${table}${foldedBefore.includes(table) ? "" : ` ADD ${column} text GENERATED ALWAYS AS (${folded}) STORED,`}
        ADD latin text GENERATED ALWAYS AS (in_latin(${folded})) STORED;
      CREATE INDEX ${table}_search ON ${table} USING gin (tenant_id, latin gin_trgm_ops);`,
        )
        .join("")}

      -- Whether a text has a word that begins like the given one with at most one letter added, missing, replaced or
      -- swapped with the next.
      CREATE FUNCTION has_near_word(folded text, word text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT position(word IN folded) > 0 OR length(word) > 3 AND EXISTS (
          SELECT FROM unnest(string_to_array(left(folded, 8000), ' ')) AS token
          CROSS JOIN generate_series(length(word) - 1, length(word) + 1) AS size
          CROSS JOIN LATERAL (SELECT left(token, size) AS part) AS cut
          WHERE length(token) >= size AND (levenshtein_less_equal(part, word, 1) <= 1
            OR size = length(word) AND translate(part, word, '') = '' AND translate(word, part, '') = ''
              AND levenshtein_less_equal(part, word, 2) <= 2))
      $$;

      -- Ids of the caller's tenant whose text contains all patterns or, with typos, words near all of these. Runs as the
      -- owner, because LIKE isn't leakproof: behind row-level security PostgreSQL would not use a trigram index. The names
      -- come from this list only, and the patterns are literals, so that each search is planned for its own words.
      CREATE FUNCTION search_ids(source text, patterns text[], typos text[]) RETURNS SETOF bigint
        LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
        SET search_path = public, pg_temp SET pg_trgm.word_similarity_threshold = 0.3 AS $$
      DECLARE
        place record;
        condition text;
      BEGIN
        SELECT * INTO STRICT place FROM (VALUES ${sources.map(([table, id, column]) => `('${table}', '${id}', '${column}')`).join(", ")})
          AS sources (tab, id, col) WHERE tab = source;
        SELECT string_agg(CASE
          WHEN typos IS NULL THEN format('latin LIKE %L AND %I LIKE %L', in_latin(word), place.col, word)
          WHEN length(word) > 3 THEN format('%L <%% latin AND has_near_word(%I, %L)', in_latin(word), place.col, word)
          ELSE format('position(%L IN %I) > 0', word, place.col) END, ' AND ') INTO condition
        FROM unnest(COALESCE(typos, patterns)) AS word;
        RETURN QUERY EXECUTE format('SELECT %I FROM %I WHERE tenant_id = current_tenant() AND %s', place.id, place.tab, condition);
      END $$;
      REVOKE ALL ON FUNCTION search_ids FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION search_ids TO portal_app;
    `);
  }

  async down(): Promise<void> {}
}
