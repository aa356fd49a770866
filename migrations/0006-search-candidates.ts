import type { MigrationInterface, QueryRunner } from "typeorm";

/** Tables that are searched by trigrams: id of the found record, column with the folded text, and a condition on row `x`. */
export type SearchedTable = readonly [table: string, id: string, column: string, condition?: string];
export const searchedTables: readonly SearchedTable[] = [
  ["app_user", "id", "folded"],
  ["booking", "id", "folded"],
  ["comment", "id", "searched"],
  ["file", "id", "folded"],
  ["finance_request", "id", "search"],
  ["form_request", "id", "folded"],
  ["leave_request", "id", "folded"],
  ["request_comment", "request_id", "folded"],
  ["subtask", "task_id", "folded"],
  ["task_attachment", "id", "folded"],
  ["user_file", "id", "folded"],
];

/** SQL: whether a text of row `x` matches. Only the first two words are looked up in the index, which expects a fixed number of keys. */
const matches = (column: string, exact: boolean) =>
  exact
    ? `x.latin LIKE first AND x.latin LIKE second AND ${column} LIKE ALL (patterns)`
    : `x.latin ~ first AND x.latin ~ second AND (ascii AND x.latin = ${column} OR ${column} ~ ALL (typos))`;

/** plpgsql: the first two words as index keys; the second is a pattern that every text matches if there is none. */
const keys = `
  first text := in_latin((COALESCE(typos, patterns))[1]);
  second text := COALESCE(in_latin((COALESCE(typos, patterns))[2]), CASE WHEN typos IS NULL THEN '%' ELSE '' END);
  -- Whether a match of an ASCII text needs no comparison with the folded text.
  ascii boolean := cardinality(typos) <= 2 AND first = typos[1] AND second = COALESCE(typos[2], '');`;

/**
 * search_ids and search_tasks run as the owner, because LIKE isn't leakproof: behind row-level security PostgreSQL would not use a trigram
 * index. Their statements are planned once per connection.
 */
const asOwner = `STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan`;

const idsOfSources = (sources: readonly SearchedTable[], exact: boolean) =>
  sources
    .map(
      ([table, id, column, condition = "true"]) => `
        SELECT '${table}', array_agg(x.${id}) FROM ${table} x
        WHERE x.tenant_id = current_tenant() AND ${matches(`x.${column}`, exact)} AND ${condition}
        HAVING count(*) > 0`,
    )
    .join(" UNION ALL ");

const tasksBy = (exact: boolean) => `
      SELECT found.task_id FROM (
        SELECT x.task_id, ${
          exact
            ? `CASE WHEN x.task_id = ANY (keys) THEN 0
            WHEN x.title_length >= length(query) AND starts_with(x.searched, query)
              THEN CASE WHEN x.title_length = length(query) THEN 1 ELSE 2 END
            WHEN ' ' || left(x.searched, x.title_length) LIKE ALL (words) THEN 3
            WHEN left(x.searched, x.title_length) LIKE ALL (patterns) THEN 4 ELSE 5 END`
            : "6"
        } AS rank
        FROM task_text x
        WHERE x.tenant_id = current_tenant() AND ${matches("x.searched", exact)}
          AND (projects IS NULL OR x.project_id = ANY (projects))
        UNION ALL
        SELECT x.task_id, CASE WHEN x.task_id = ANY (keys) THEN 0 ELSE ${exact ? 5 : 6} END
        FROM task_text x
        WHERE x.tenant_id = current_tenant() AND x.task_id = ANY (keys || others)
          AND NOT x.searched ${exact ? "LIKE ALL (patterns)" : "~ ALL (typos)"}
          AND (projects IS NULL OR x.project_id = ANY (projects))
      ) AS found
      ORDER BY found.rank, found.task_id NOT IN (SELECT unnest(own)), found.task_id DESC
      LIMIT size OFFSET block::bigint * size`;

export const createSearchCorrections = (sources: readonly SearchedTable[]): string => `
      -- Patterns in place of words with a typo: each word is replaced by words near it, which the expressions in near
      -- match. They come from the first texts that the index finds for the word; expressions over all texts would be
      -- ten times slower. Expressions are returned only if a word has several replacements.
      CREATE OR REPLACE FUNCTION search_corrections(words text[], near text[]) RETURNS TABLE (patterns text[], typos text[])
        LANGUAGE plpgsql STRICT ${asOwner} SET pg_trgm.word_similarity_threshold = 0.3 ROWS 1 AS $$
      DECLARE
        found text[];
        escaped text[];
        is_single boolean := true;
        latin_word text;
      BEGIN
        FOR at IN 1 .. cardinality(words) LOOP
          found := NULL;
          IF length(words[at]) > 3 THEN
            latin_word := in_latin(words[at]);
            -- A typo changes up to four trigrams.
            PERFORM set_config('pg_trgm.word_similarity_threshold',
              GREATEST(0.3, (length(latin_word) - 4.0) / (length(latin_word) + 1))::text, true);
            SELECT (array_agg(DISTINCT token))[:20] INTO found
            FROM (${[["task_text", "id", "searched"] as const, ...sources]
              .map(
                ([table, , column]) =>
                  `(SELECT x.${column} FROM ${table} x WHERE x.tenant_id = current_tenant() AND latin_word <% x.latin LIMIT 50)`,
              )
              .join(" UNION ALL ")}) AS sample (folded)
            CROSS JOIN LATERAL unnest(string_to_array(left(sample.folded, 8000), ' ')) AS token
            WHERE token ~ near[at];
          END IF;
          found := COALESCE(found, words[at:at]);
          is_single := is_single AND cardinality(found) = 1;
          patterns := array_append(patterns, '%' || regexp_replace(found[1], '([%_\\\\])', '\\\\\\1', 'g') || '%');
          SELECT array_agg(regexp_replace(word, '([\\^$.*+?()[\\]{}|\\\\])', '\\\\\\1', 'g')) INTO escaped FROM unnest(found) AS word;
          typos := array_append(typos, array_to_string(escaped, '|'));
        END LOOP;
        IF is_single THEN typos := NULL; ELSE patterns := NULL; END IF;
        RETURN NEXT;
      END $$`;

export const createSearchIds = (sources: readonly SearchedTable[]): string => `
      -- Ids by table of the caller's tenant whose text contains all patterns or, with typos, matches all these expressions.
      CREATE OR REPLACE FUNCTION search_ids(patterns text[], typos text[]) RETURNS TABLE (source text, ids bigint[])
        LANGUAGE plpgsql ${asOwner} ROWS 10 AS $$
      DECLARE ${keys}
      BEGIN
        IF typos IS NULL THEN RETURN QUERY ${idsOfSources(sources, true)};
        ELSE RETURN QUERY ${idsOfSources(sources, false)};
        END IF;
      END $$`;

/** Search with fewer and cheaper statements (docs/decisions/0031-search.md). */
export class SearchCandidates0006 implements MigrationInterface {
  name = "SearchCandidates0000000000006";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- With project and length of the folded title, candidates are chosen and ordered without the task itself.
      ALTER TABLE task_text ADD project_id bigint, ADD title_length int;
      DROP INDEX task_text_search; -- faster than writing new versions of all rows into it
      ALTER TABLE task NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE task_text NO FORCE ROW LEVEL SECURITY;
      UPDATE task_text x SET project_id = t.project_id, title_length = length(fold(t.title))
        FROM task t WHERE t.tenant_id = x.tenant_id AND t.id = x.task_id;
      ALTER TABLE task FORCE ROW LEVEL SECURITY;
      ALTER TABLE task_text FORCE ROW LEVEL SECURITY;
      CREATE INDEX task_text_search ON task_text USING gin (tenant_id, latin gin_trgm_ops);
      ALTER TABLE task_text ALTER project_id SET NOT NULL, ALTER title_length SET NOT NULL;
      CREATE OR REPLACE FUNCTION write_task_text() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO task_text (tenant_id, task_id, project_id, title_length, searched)
        VALUES (NEW.tenant_id, NEW.id, NEW.project_id, length(fold(NEW.title)),
          fold(NEW.title || ' ' || COALESCE(plain_text(NEW.description), '')))
        ON CONFLICT (tenant_id, task_id) DO UPDATE
        SET project_id = EXCLUDED.project_id, title_length = EXCLUDED.title_length, searched = EXCLUDED.searched;
        RETURN NULL;
      END $$;
      DROP TRIGGER write_text ON task;
      CREATE TRIGGER write_text AFTER INSERT OR UPDATE OF title, description, project_id ON task
        FOR EACH ROW EXECUTE FUNCTION write_task_text();

      -- All texts within a JSON value, in their order.
      CREATE FUNCTION texts_within(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT string_agg(part #>> '{}', ' ') FROM jsonb_path_query(value, 'strict $.**') AS part
        WHERE jsonb_typeof(part) = 'string'
      $$;
      -- The texts that a requester typed into a form; the ids of choices are no texts.
      CREATE FUNCTION typed_answers(answers jsonb, definition jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT string_agg(typed.text, ' ')
        FROM jsonb_to_recordset(definition->'fields') AS field (id text, kind text, columns jsonb)
        CROSS JOIN LATERAL (
          SELECT answers->>field.id WHERE field.kind IN ('text', 'long_text')
          UNION ALL
          SELECT line->>part.id
          FROM jsonb_array_elements(CASE WHEN field.kind = 'table' THEN answers->field.id END) AS line
          CROSS JOIN jsonb_to_recordset(field.columns) AS part (id text, kind text) WHERE part.kind = 'text'
        ) AS typed (text)
      $$;
      ALTER TABLE form_request ADD folded text GENERATED ALWAYS AS (fold(texts_within(answers))) STORED,
        ADD latin text GENERATED ALWAYS AS (in_latin(fold(texts_within(answers)))) STORED;
      CREATE INDEX form_request_search ON form_request USING gin (tenant_id, latin gin_trgm_ops);
      ALTER TABLE request_comment ADD folded text GENERATED ALWAYS AS (fold(body)) STORED,
        ADD latin text GENERATED ALWAYS AS (in_latin(fold(body))) STORED;
      CREATE INDEX request_comment_search ON request_comment USING gin (tenant_id, latin gin_trgm_ops);

      ALTER TABLE user_file ADD folded text GENERATED ALWAYS AS (fold(title)) STORED,
        ADD latin text GENERATED ALWAYS AS (in_latin(fold(title))) STORED;
      CREATE INDEX user_file_search ON user_file USING gin (tenant_id, latin gin_trgm_ops);

      DROP FUNCTION search_ids;
      DROP FUNCTION has_near_word;

      ${createSearchCorrections(searchedTables)};

      ${createSearchIds(searchedTables)};

      -- A block of tasks in these projects (null: in all) that match, best first: by title, then own, then new ones. keys
      -- are tasks with the key that the user typed, others those that match by something else than their text.
      CREATE FUNCTION search_tasks(patterns text[], typos text[], words text[], query text, keys bigint[], others bigint[],
        own bigint[], projects bigint[], block int, size int) RETURNS SETOF bigint
        LANGUAGE plpgsql ${asOwner} ROWS 200 AS $$
      DECLARE ${keys}
      BEGIN
        IF typos IS NULL THEN RETURN QUERY ${tasksBy(true)};
        ELSE RETURN QUERY ${tasksBy(false)};
        END IF;
      END $$;
      REVOKE ALL ON FUNCTION search_corrections, search_ids, search_tasks FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION search_corrections, search_ids, search_tasks TO portal_app;
    `);
  }

  async down(): Promise<void> {}
}
