import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import type { listRecent, search, SearchHit } from "../../../shared/insights/search/search.contract";
import type { SearchAccess } from "../../../shared/kernel/search";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { foldText, wordsOf } from "../../../shared/kernel/text/fold";
import { escapeLike, likePatternsOf } from "../../platform/database/search";
import type { StatementFor, Tx } from "../../platform/database/unit-of-work";
import { registration } from "../../platform/features";
import {
  type Candidates,
  candidateStatement,
  matchOf,
  setSearchReader,
  type SearchRow,
  type SearchSource,
  searchStatements,
  type SearchStatements,
} from "../../platform/search/search-source";
import { amountAndCurrency, numberStyles, parseAmountIn } from "../../../shared/kernel/written-amounts";
import { otherGermanSpelling } from "./german-spelling";
import { keyIn, phoneIn } from "./query-keys";
import { snippetOf } from "./snippet";
import { mayHaveTypo, typoPattern } from "./typo-pattern";
import type { Actor } from "../../platform/session";

type Query = QueryOf<typeof search>;

interface Kind {
  readonly kind: string;
  readonly source: SearchSource;
  readonly statements: SearchStatements;
  mayUse(actor: Actor): boolean;
}

/** All kinds by name, with the statement that finds the candidates of each. */
interface Kinds {
  readonly byName: ReadonlyMap<string, Kind>;
  readonly candidates: StatementFor<Candidates>;
}

let kinds: Kinds | null = null;

function allKinds(): Kinds {
  const { searches } = registration.filling;
  kinds ??= {
    byName: new Map([...searches].map(([kind, source]) => [kind, kindOf(kind, source)])),
    candidates: candidateStatement(searches),
  };
  return kinds;
}

function kindOf(kind: string, source: SearchSource & { access: SearchAccess }): Kind {
  const { permission = [], feature } = source.access;
  const requiredPermissions = typeof permission === "string" ? [permission] : permission;
  return {
    kind,
    source,
    statements: searchStatements(kind, source),
    mayUse: (actor) =>
      (requiredPermissions.length === 0 || requiredPermissions.some((each) => actor.permissions.has(each))) &&
      (feature === undefined || actor.features.has(feature)),
  };
}

const kindsOf = (actor: Actor) => [...allKinds().byName.values()].filter(({ mayUse }) => mayUse(actor));

const factsOf = (kindsOfActor: readonly Kind[], actor: Actor) =>
  JSON.stringify(Object.assign({}, ...kindsOfActor.map(({ source }) => source.facts?.(actor))));

/** How the words of the query are compared: as typed, in the other German spelling, or with a typo. Tried in this order. */
type Comparison = "exact" | "spelling" | "typo";

/** Position after which a page continues. */
interface Cursor {
  comparison: Comparison;
  block: number;
  score: number;
  moment: string;
  kind: string;
  id: string;
}

type FiveTexts = [string, string, string, string, string];

function cursorOf(after: string | undefined): Cursor | null {
  if (!after) return null;
  const [comparison, block, score, moment, kind, id] = after.split(".") as [Comparison, ...FiveTexts];
  return { comparison, block: Number(block), score: Number(score), moment, kind, id };
}

const textOfCursor = ({ comparison, block, score, moment, kind, id }: Cursor) =>
  [comparison, block, score, moment, kind, id].join(".");

/** Position before all hits of a block. */
const startOf = (comparison: Comparison, block: number): Cursor => ({
  comparison,
  block,
  score: 0,
  moment: "9".repeat(17),
  kind: "a",
  id: "0",
});

/** Returns all amounts that the query can mean; `1.250` is 1250 in one language and 1.25 in another. */
const amountsIn = (query: string): string[] => [
  ...new Set(numberStyles.flatMap((style) => parseAmountIn(style, amountAndCurrency(query).amount) ?? [])),
];

const largestId = "9007199254740991";

/** At equal score and moment, hits are ordered by kind, then by id. Earlier kinds have been returned already, later kinds not yet. */
const afterIdOf = (cursor: Cursor, kind: string) =>
  kind === cursor.kind ? cursor.id : kind < cursor.kind ? largestId : "0";

const compare = (a: SearchRow, b: SearchRow) =>
  a.score - b.score ||
  Number(b.moment) - Number(a.moment) ||
  (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

/** Looking up similar words takes about 10 ms per word. Longer queries are pasted titles, which match exactly. */
const maxWordsWithTypo = 6;
const defaultLimit = 20;
/** Number of candidates ranked at once for a kind with very many records. */
const blockSize = 200;
/** Larger, because a filter that doesn't apply to the selection of candidates would drop most of a block. */
const filteredBlockSize = 100_000;

interface Found {
  comparison: Comparison;
  block: number;
  rows: SearchRow[];
  full: boolean;
}

/**
 * The page of hits after `query.after`. If nothing matches exactly, the other German spelling is searched, then a typo in short queries. The last page of a block can
 * be shorter than the limit.
 */
export async function findRecords(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof search>> {
  const words = wordsOf(query.q);
  if (words.length === 0) return { data: [], next: null };
  const chosenKinds = query.kinds ?? [];
  if (chosenKinds.some((kind) => !registration.filling.searches.has(kind)))
    throw invalidFieldProblem("kinds", "field.oneOf");
  const searchedKinds = kindsOf(actor).filter(({ kind }) => chosenKinds.length === 0 || chosenKinds.includes(kind));
  const limit = query.limit ?? defaultLimit;
  const { code, year, number } = keyIn(query.q);
  const isFiltered = [query.person, query.from, query.until, query.state].some((filter) => filter !== undefined);
  const patternOfTypo = words.length <= maxWordsWithTypo && words.some(mayHaveTypo) ? words.map(typoPattern) : null;
  const otherSpelling = otherGermanSpelling(query.q);
  tx.send(setSearchReader, [String(actor.id)]);
  const find = async (comparison: Comparison, block: number, after: Cursor | null): Promise<Found> => {
    const text = comparison === "spelling" ? (otherSpelling ?? query.q) : query.q;
    const comparedWords = wordsOf(text);
    const values = [
      actor.id,
      factsOf(searchedKinds, actor),
      likePatternsOf(text),
      comparedWords.map((word) => `% ${escapeLike(word)}%`),
      foldText(text),
      comparison === "typo" ? patternOfTypo : null,
      code,
      number,
      amountsIn(query.q),
      query.project ?? null,
      query.person ?? null,
      query.from ?? null,
      query.until ?? null,
      query.state === undefined ? null : query.state === "done",
      year,
      phoneIn(query.q),
    ];
    const size = isFiltered ? filteredBlockSize : blockSize;
    const names = searchedKinds.map(({ kind }) => kind);
    const candidates = await tx.rows<Candidates>(allKinds().candidates, [...values, names, block, size, comparedWords]);
    const rows = await Promise.all(
      candidates.map(({ kind, ids }) =>
        tx.rows<SearchRow>((allKinds().byName.get(kind) as Kind).statements.find, [
          ...values,
          ids,
          after?.score ?? null,
          after?.moment ?? null,
          after && afterIdOf(after, kind),
          limit + 1,
        ]),
      ),
    );
    return { comparison, block, rows: rows.flat().toSorted(compare), full: candidates.some(({ full }) => full) };
  };
  const findFrom = async (start: Cursor, after: Cursor | null) => {
    let found = await find(start.comparison, start.block, after);
    while (found.rows.length === 0 && found.full) found = await find(start.comparison, found.block + 1, null);
    return found;
  };
  const cursor = cursorOf(query.after);
  let found = await findFrom(cursor ?? startOf("exact", 0), cursor);
  const findInstead = async (comparison: Comparison) => {
    if (found.rows.length === 0 && !cursor) found = await findFrom(startOf(comparison, 0), null);
  };
  if (otherSpelling) await findInstead("spelling");
  if (patternOfTypo) await findInstead("typo");
  const foundWords = found.comparison === "spelling" ? wordsOf(otherSpelling) : words;
  return { data: found.rows.slice(0, limit).map((row) => presentHit(row, foundWords)), next: nextOf(found, limit) };
}

function nextOf({ comparison, block, rows, full }: Found, limit: number): string | null {
  const last = rows[limit - 1];
  if (rows.length > limit && last) return textOfCursor({ ...last, comparison, block, id: String(last.id) });
  return full ? textOfCursor(startOf(comparison, block + 1)) : null;
}

function presentHit(row: SearchRow, words: readonly string[]): SearchHit {
  const { body, score: _score, moment: _moment, ...hit } = row;
  return { ...hit, snippet: snippetOf(body, words), match: matchOf(row) };
}

const maxRecent = 12;

/** The records that the user changed last, of all kinds, newest first. */
export async function listRecentRecords(tx: Tx, actor: Actor): Promise<ReplyOf<typeof listRecent>["data"]> {
  const mine = kindsOf(actor);
  const facts = factsOf(mine, actor);
  const rows = await Promise.all(
    mine.flatMap(({ statements: { recent } }) =>
      recent ? [tx.rows<SearchRow>(recent, [actor.id, facts, maxRecent])] : [],
    ),
  );
  return rows
    .flat()
    .toSorted(compare)
    .slice(0, maxRecent)
    .map((row) => presentHit(row, []));
}
