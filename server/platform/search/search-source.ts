import type { ImportOrigin } from "../../../shared/kernel/import-origin";
import type { SearchKind, SearchMatch } from "../../../shared/kernel/search";
import type { Actor as Person } from "../../../shared/kernel/events";
import { sql, type StatementFor } from "../database/unit-of-work";
import { teamCte } from "../management-line";
import type { Actor } from "../session";

/** Facts about the caller that conditions of sources need; `callerFact` reads them in SQL. Each name means the same in all sources. */
export type SearchFacts = Readonly<Record<string, boolean | readonly string[]>>;

/**
 * How the records of a kind are found, as parts of two statements (docs/decisions/0031-search.md). SQL expressions may use $1, the id of
 * the caller, and `asked`, the row of the query: `patterns` (one LIKE pattern per word), `words` (patterns of words at the start of a
 * word), `text` (the folded query), `code`, `year` and `number` (parts of a key such as CUP-21, PUR-2026-0041 or 117), `phone` (its digits),
 * `amounts` (numbers that the query can mean), `project` and `person` (filters), `typos` (one regular expression per word, which allows a
 * typo; null for an exact search).
 */
export interface SearchSource {
  /** SELECTs of the ids of records whose texts match: `findIn` for tables with many rows, `findAmong` for small ones. */
  readonly matches: readonly string[];
  /**
   * Replaces `matches` for a kind with very many records. Selects the ids of block `asked.block`, at most `asked.size` that the caller may
   * see, best first. `used` has the `patterns` or `typos` for trigram indexes.
   */
  readonly block?: string;
  /** Tables, starting with the record's own. Each record must occur once. */
  readonly from: string;
  readonly id: string;
  /** Whether the caller may open the record; the same condition as in the record's own read call. */
  readonly visible: string;
  /** The folded title, which decides the rank. */
  readonly title: string;
  /** Whether the query is the record's key. */
  readonly isKey?: string;
  /** Whether the record is the caller's own. */
  readonly mine?: string;
  /** Whether the record is done; null for kinds without states. */
  readonly done?: string;
  /** Time of the record's last change, or at which it takes place. */
  readonly at?: string;
  /** Time by which equal matches are ordered, latest first; `at` if omitted. */
  readonly rankedAt?: string;
  /** Id of the record's series, of which only the first date in the order of hits is returned; null without a series. */
  readonly series?: string;
  readonly project?: string;
  /** Whether the person `asked.person` takes part in the record. */
  readonly ofPerson?: string;
  /** Further tables that only the hit's columns need, joined for the hits of a page. */
  readonly joins?: string;
  /** Columns of the hit; null if omitted. `body` is the text, without markup, from which the snippet is cut. */
  readonly columns: {
    readonly title: string;
  } & {
    readonly [Column in
      | "key"
      | "type"
      | "context"
      | "state"
      | "person"
      | "body"
      | "parent_id"
      | "day"
      | "import"]?: string;
  };
  /** SELECT of id and time of the records that the caller changed last. */
  readonly recent?: string;
  readonly facts?: (actor: Actor) => SearchFacts;
}

export interface SearchRow {
  kind: SearchKind;
  id: number;
  key: string | null;
  title: string;
  type: string | null;
  context: string | null;
  state: string | null;
  person: Person | null;
  body: string | null;
  parent_id: number | null;
  import: ImportOrigin | null;
  project_id: number | null;
  at: string | null;
  /** Local date of the record, such as a booking's day in the tenant's time zone; null for kinds without one. */
  day: string | null;
  /** Combines the kind of match with whether the record is the caller's own and open; lower is better. */
  score: number;
  /** Microseconds since 1970; null if the record has no time. */
  moment: string;
}

const matchOfRank: readonly SearchMatch[] = ["key", "prefix", "prefix", "word", "text", "text", "typo"];
export const matchOf = ({ score }: Pick<SearchRow, "score">): SearchMatch =>
  matchOfRank[Math.floor(score / 4)] ?? "text";

/** Tables that the SQL function `search_ids` reads (migrations/0057-changed-field-kinds.ts). */
type Indexed =
  | "app_user"
  | "booking"
  | "comment"
  | "file"
  | "finance_request"
  | "form_request"
  | "leave_request"
  | "request_comment"
  | "subtask"
  | "task_attachment"
  | "task_field_value"
  | "user_file";

/**
 * Selects ids by trigram index: for subtasks and values of fields the ids of their tasks, for comments on requests the ids of the requests.
 */
export const findIn = (table: Indexed): string =>
  `SELECT unnest(indexed.ids) AS id FROM indexed WHERE indexed.source = '${table}'`;

/** SQL: whether a folded text matches the query. */
export const matchesQuery = (folded: string): string =>
  `CASE WHEN asked.typos IS NULL THEN ${folded} LIKE ALL (asked.patterns) ELSE ${folded} ~ ALL (asked.typos) END`;

/** SELECT of ids in a table whose rows are few enough to read all. `folded` is a folded expression. */
export const findAmong = (id: string, from: string, folded: string): string =>
  `SELECT ${id} FROM ${from} WHERE ${matchesQuery(folded)}`;

/** SELECT of ids by an exact value of the query, such as a key. */
export const findByKey = (id: string, from: string, condition: string): string =>
  `SELECT ${id} FROM ${from} WHERE asked.typos IS NULL AND ${condition}`;

/** SQL that builds a person as in search hits; null without a user. `u` is the alias of app_user. */
export const personJson = (u: string): string =>
  `CASE WHEN ${u}.id IS NOT NULL THEN json_build_object('id', ${u}.id, 'fullname', ${u}.fullname, 'image', ${u}.image) END`;

/** SQL: a fact of the caller as boolean. */
export const callerFact = (name: string): string => `($2::jsonb->>'${name}')::boolean`;

/** Columns of a hit of `page`. Its time is the one that it is ranked by, unless the source has another one. */
const hitColumns = ({ columns, project, at, rankedAt }: SearchSource) =>
  `${columns.key ?? "NULL"}::text AS key, ${columns.title} AS title, ${columns.type ?? "NULL"}::text AS type, ${columns.context ?? "NULL"}::text AS context,
   ${columns.state ?? "NULL"}::text AS state, ${columns.person ?? "NULL"}::json AS person, ${columns.body ?? "NULL"}::text AS body,
   ${columns.parent_id ?? "NULL"}::bigint AS parent_id, ${columns.import ?? "NULL"}::json AS import, ${project ?? "NULL"}::bigint AS project_id,
   ${columns.day ?? "NULL"}::text AS day,
   to_char(${rankedAt && at ? at : "to_timestamp(NULLIF(page.moment, 0) / 1e6)"} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

const hitsOf = (kind: string, source: SearchSource) =>
  `SELECT '${kind}' AS kind, page.id, hit.*, page.score, page.moment::text AS moment
   FROM page
   CROSS JOIN LATERAL (SELECT ${hitColumns(source)} FROM ${source.from} ${source.joins ?? ""} WHERE ${source.id} = page.id OFFSET 0) AS hit
   ORDER BY page.score, page.moment DESC, page.id`;

const rankOf = ({ title, isKey }: SearchSource) =>
  `CASE WHEN asked.typos IS NOT NULL THEN 6 ${isKey ? `WHEN ${isKey} THEN 0` : ""} WHEN ${title} = asked.text THEN 1
     WHEN starts_with(${title}, asked.text) THEN 2 WHEN ' ' || ${title} LIKE ALL (asked.words) THEN 3
     WHEN ${title} LIKE ALL (asked.patterns) THEN 4 ELSE 5 END`;

const moment = (at: string | undefined) =>
  at ? `COALESCE((extract(epoch FROM ${at}) * 1e6)::bigint, 0)` : "0::bigint";

const requestCte = `asked AS MATERIALIZED (
  SELECT $1::bigint AS caller, $2::jsonb AS facts, $3::text[] AS patterns, $4::text[] AS words, $5::text AS text,
    $6::text[] AS typos, $7::text AS code, $8::int AS number, $9::numeric[] AS amounts, $10::bigint AS project, $11::bigint AS person,
    $12::date AS since, $13::date AS until, $14::boolean AS done, $15::int AS year, $16::text AS phone`;

export interface Candidates {
  kind: SearchKind;
  ids: string;
  /** Whether the block is full, so that another may follow. */
  full: boolean;
}

const candidatesOf = (kind: string, { matches, block }: SearchSource) =>
  `SELECT '${kind}' AS kind, found.ids::text AS ids, ${block ? "found.count >= $19" : "false"} AS full
   FROM (SELECT array_agg(matching.id) AS ids, count(*) AS count
     FROM asked CROSS JOIN used CROSS JOIN LATERAL (${block ?? matches.join(" UNION ")}) AS matching (id)) AS found
   WHERE '${kind}' = ANY ($17::text[]) AND found.ids IS NOT NULL ${block ? "" : "AND $18 = 0"}`;

/** Finds matching records by kind. Most queries match few kinds, and only these kinds are searched. */
export const candidateStatement = (sources: ReadonlyMap<string, SearchSource>) =>
  sql(
    "search.candidates",
    `WITH RECURSIVE ${requestCte}, $18::int AS block, $19::int AS size, $20::text[] AS terms),
       ${teamCte}, used AS MATERIALIZED (
         SELECT CASE WHEN asked.typos IS NULL THEN asked.patterns ELSE c.patterns END AS patterns, c.typos
         FROM asked LEFT JOIN LATERAL search_corrections(asked.terms, asked.typos) AS c ON true
       ), indexed AS MATERIALIZED (SELECT i.source, i.ids FROM used CROSS JOIN LATERAL search_ids(used.patterns, used.typos) AS i)
     ${[...sources].map(([kind, source]) => candidatesOf(kind, source)).join(" UNION ALL ")}`,
    { notNull: ["kind", "ids", "full"] },
  );

/** Selects the hits of one kind among its candidates after a position, best first. The limit applies to records that the caller may see. */
const searchStatement = (kind: string, source: SearchSource) =>
  sql(
    `search.find.${kind}`,
    `WITH RECURSIVE ${requestCte}, (SELECT time_zone FROM tenant WHERE id = current_tenant()) AS zone), ${teamCte}, found AS (
       SELECT found.* FROM asked CROSS JOIN unnest($17::bigint[]) AS matching (id) CROSS JOIN LATERAL (
         SELECT ${source.id} AS id, ${moment(source.rankedAt ?? source.at)} AS moment, ${source.series ?? "NULL::bigint"} AS series,
           (${rankOf(source)}) * 4 + CASE WHEN ${source.mine ?? "false"} THEN 0 ELSE 2 END
             + CASE WHEN ${source.done ?? "false"} THEN 1 ELSE 0 END AS score
         FROM ${source.from}
         WHERE ${source.id} = matching.id AND (${source.visible})
           AND (asked.project IS NULL OR ${source.project ?? "NULL"} = asked.project)
           AND (asked.person IS NULL OR ${source.ofPerson ?? "false"})
           AND (asked.since IS NULL OR ${source.at ?? "NULL::timestamptz"} >= asked.since::timestamp AT TIME ZONE asked.zone)
           AND (asked.until IS NULL OR ${source.at ?? "NULL::timestamptz"} < (asked.until + 1)::timestamp AT TIME ZONE asked.zone)
           AND (asked.done IS NULL OR ${source.done ?? "NULL"} = asked.done)
         OFFSET 0 -- one look-up per match: otherwise all records of the tenant are read to join them
       ) AS found
     ), page AS (
       SELECT found.id, found.moment, found.score FROM ${source.series ? firstOfSeries : "found"}
       WHERE $18::int IS NULL OR (found.score, -found.moment, found.id) > ($18, -$19::bigint, $20::bigint)
       ORDER BY found.score, found.moment DESC, found.id LIMIT $21
     )
     ${hitsOf(kind, source)}`,
    { notNull: ["id", "title"] },
  );

const firstOfSeries = `(SELECT DISTINCT ON (COALESCE(found.series, -found.id)) found.* FROM found
         ORDER BY COALESCE(found.series, -found.id), found.score, found.moment DESC, found.id) AS found`;

/** The records of one kind that the caller changed last. */
const recentStatement = (kind: string, source: SearchSource) =>
  sql(
    `search.recent.${kind}`,
    `WITH RECURSIVE asked AS (SELECT $1::bigint AS caller, $2::jsonb AS facts), ${teamCte}, page AS (
       SELECT changed.id, 0 AS score, ${moment("changed.at")} AS moment
       FROM (${source.recent}) AS changed (id, at)
       JOIN LATERAL (SELECT FROM ${source.from} WHERE ${source.id} = changed.id AND (${source.visible})) AS seen ON true
       ORDER BY changed.at DESC, changed.id LIMIT $3
     )
     ${hitsOf(kind, source)}`,
    { notNull: ["id", "title"] },
  );

/** Sets user $1 as the reader of private rows, such as files of people. */
export const setSearchReader = sql("search.setReader", "SELECT set_config('app.reader_id', $1, true) AS reader");

export interface SearchStatements {
  readonly find: StatementFor<SearchRow>;
  readonly recent: StatementFor<SearchRow> | null;
}

export const searchStatements = (kind: string, source: SearchSource): SearchStatements => ({
  find: searchStatement(kind, source),
  recent: source.recent === undefined ? null : recentStatement(kind, source),
});
