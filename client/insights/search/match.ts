import { memoizeByText } from "../../../shared/kernel/memoize-by-text";
import { foldText, wordsOf } from "../../../shared/kernel/text/fold";

export const paletteGroups = ["here", "recent", "tasks", "requests", "people", "texts", "do", "more"] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** Parts of a row that are searched and ranked. */
export interface Findable {
  /** Unique: "task:12", "screen:/inbox". */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly key: string | null;
  readonly title: string;
  readonly snippet: string | null;
  /** Sort order among rows that match equally well; lower values come first. */
  readonly weight: number;
  /** Query and rank of rows found by the server. The matching text isn't always shown. */
  readonly found?: { readonly query: string; readonly rank: number };
}

export interface Section<Item> {
  readonly group: PaletteGroup;
  /** Heading, if it differs from the group's. */
  readonly title?: string;
  /** True for rows that arrived while the cursor was below their group. */
  readonly late: boolean;
  readonly items: readonly Item[];
  /** Number of matching rows, of which only the first are shown. */
  readonly count: number;
}

interface Folded {
  readonly key: string;
  readonly title: string;
  readonly all: string;
  readonly starts: string;
}

/** Folding 5,000 titles takes about 100 ms, matching them 1 ms. Folded texts are kept when the palette closes, folded rows aren't. */
const folded = memoizeByText(foldText, 20_000);
const foldedItems = new WeakMap<Findable, Folded>();

/** Folds rows in short tasks, so that the first key press doesn't wait for all rows. Returns a function that stops the folding. */
export function foldInAdvance(items: readonly Findable[]): () => void {
  const rows = items[Symbol.iterator]();
  const next = () => {
    const until = performance.now() + 6;
    for (let row = rows.next(); !row.done; row = rows.next()) {
      foldedOf(row.value);
      if (performance.now() < until) continue;
      timer = setTimeout(next);
      return;
    }
  };
  let timer = setTimeout(next);
  return () => clearTimeout(timer);
}

function foldedOf(item: Findable): Folded {
  const cachedText = foldedItems.get(item);
  if (cachedText) return cachedText;
  const [key, title] = [folded(item.key ?? ""), folded(item.title)];
  const all = `${key} ${title} ${folded(item.snippet ?? "")}`;
  const row = { key, title, all, starts: spaced(all) };
  foldedItems.set(item, row);
  return row;
}

interface Query {
  readonly words: readonly string[];
  /** The words in the format of word beginnings in `Folded.starts`. */
  readonly beginnings: readonly string[];
  readonly phrase: string;
}

export const typoRank = 4;

/** 0: the whole key or title, 1: its beginning, 2: beginnings of words, 3: parts of words, 4: a typo; null: doesn't match. */
function rankOf(item: Findable, { words, beginnings, phrase }: Query): number | null {
  const { key, title, all, starts } = foldedOf(item);
  for (const word of words) if (!all.includes(word)) return null;
  if (key === phrase || title === phrase) return 0;
  if (key.startsWith(phrase) || title.startsWith(phrase)) return 1;
  return beginnings.every((word) => starts.includes(word)) ? 2 : 3;
}

/** Words separated and preceded by one space each, so that ` wor` finds the beginning of a word. */
const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`;

/** Returns the matching rows, best first. The group with the best row comes first. */
export function findSections<Item extends Findable>(
  items: Iterable<Item>,
  query: string,
  most: number,
): Section<Item>[] {
  const words = wordsOf(query);
  const sought: Query = { words, beginnings: words.map(spaced), phrase: foldText(query) };
  const groups = new Map<PaletteGroup, Item[][]>();
  for (const item of items) {
    const rank = rankOf(item, sought) ?? (item.found?.query === query ? item.found.rank : null);
    if (rank === null) continue;
    let byRank = groups.get(item.group);
    if (!byRank) groups.set(item.group, (byRank = [[], [], [], [], []]));
    byRank[rank]?.push(item);
  }
  return [...groups]
    .sort(
      ([a, rowsOfA], [b, rowsOfB]) =>
        bestRank(rowsOfA) - bestRank(rowsOfB) || paletteGroups.indexOf(a) - paletteGroups.indexOf(b),
    )
    .map(([group, byRank]) => ({
      group,
      late: false,
      items: firstOf(byRank, most),
      count: byRank.reduce((sum, rows) => sum + rows.length, 0),
    }));
}

const bestRank = (byRank: readonly (readonly unknown[])[]) => byRank.findIndex((rows) => rows.length > 0);

/** Sorts only the ranks that are shown: a single letter matches almost all rows. */
function firstOf<Item extends Findable>(byRank: readonly (readonly Item[])[], most: number): Item[] {
  const first: Item[] = [];
  for (const rows of byRank) {
    if (first.length >= most) break;
    first.push(...rows.toSorted((a, b) => a.weight - b.weight));
  }
  return first.slice(0, most);
}

/**
 * Adds rows that have just been found without moving the row under the cursor or any row above it. New rows of groups above are added in a
 * section after the cursor's.
 */
export function mergeSections<Item extends Findable>(
  currentSections: readonly Section<Item>[],
  next: readonly Section<Item>[],
  active: string | null,
): Section<Item>[] {
  const at = currentSections.findIndex(({ items }) => items.some(({ id }) => id === active));
  const cursor = currentSections[at];
  if (!cursor) return [...next];
  const latest = new Map(next.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const present = (items: readonly Item[]) => items.map((item) => latest.get(item.id) ?? item);
  const above = currentSections.slice(0, at).map((section) => ({ ...section, items: present(section.items) }));
  const untilCursor = present(cursor.items.slice(0, cursor.items.findIndex(({ id }) => id === active) + 1));
  const fixed = new Set([...above.flatMap(({ items }) => items), ...untilCursor].map(({ id }) => id));
  const rest = next.map((section) => ({ ...section, items: section.items.filter(({ id }) => !fixed.has(id)) }));
  const groupsAbove = new Set(above.map(({ group }) => group));
  const own = rest.find(({ group }) => group === cursor.group);
  return [
    ...above,
    { ...cursor, items: [...untilCursor, ...(own?.items ?? [])], count: own?.count ?? cursor.count },
    ...rest
      .filter(({ group, items }) => group !== cursor.group && items.length > 0)
      .map((section) =>
        groupsAbove.has(section.group) ? { ...section, late: true, count: section.items.length } : section,
      ),
  ];
}
