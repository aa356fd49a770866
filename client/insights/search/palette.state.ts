import { type Findable, findSections, mergeSections, type Section } from "./match";

export interface PaletteState<Item extends Findable> {
  readonly query: string;
  /**
   * All rows found since the palette was opened, by id. Rows of earlier responses are kept, so that the next letter has results
   * immediately.
   */
  readonly itemById: ReadonlyMap<string, Item>;
  /** Rows without a query. */
  readonly initial: readonly Section<Item>[];
  readonly sections: readonly Section<Item>[];
  /** Row under the cursor. */
  readonly active: string | null;
  /** True if the server has answered this query or can't answer it. */
  readonly answered: boolean;
}

/** Returns the rows after all results, which may depend on `found`. */
export type MoreRows<Item extends Findable> = (found: readonly Section<Item>[]) => readonly Item[];

export type PaletteAction<Item extends Findable> =
  | { readonly type: "typed"; readonly query: string; readonly trailingRows: MoreRows<Item> }
  | {
      readonly type: "answered";
      readonly query: string;
      readonly items: readonly Item[];
      readonly trailingRows: MoreRows<Item>;
    }
  | { readonly type: "failed"; readonly query: string }
  | { readonly type: "moved"; readonly to: string | null }
  | { readonly type: "known"; readonly items: readonly Item[]; readonly initial: readonly Section<Item>[] };

/** Maximum number of rows per group; the search page shows all. */
const mostPerGroup = 6;

export const emptyPalette = <Item extends Findable>(): PaletteState<Item> => ({
  query: "",
  itemById: new Map(),
  initial: [],
  sections: [],
  active: null,
  answered: true,
});

export function paletteReducer<Item extends Findable>(
  state: PaletteState<Item>,
  action: PaletteAction<Item>,
): PaletteState<Item> {
  switch (action.type) {
    case "moved":
      return { ...state, active: action.to };
    case "typed": {
      const { query, trailingRows } = action;
      if (query === "") return { ...state, query, sections: state.initial, active: null, answered: true };
      const found = findSections(state.itemById.values(), query, mostPerGroup);
      const sections = [...found, moreSection(trailingRows, found)];
      return { ...state, query, sections, active: firstOf(sections, false), answered: false };
    }
    case "answered": {
      if (action.query !== state.query) return state;
      const itemById = withItems(state.itemById, action.items);
      const next = findSections(itemById.values(), state.query, mostPerGroup);
      const merged = mergeSections(state.sections.filter(isResult), next, state.active);
      const sections = mergeSections(state.sections, [...next, moreSection(action.trailingRows, merged)], state.active);
      return { ...state, itemById, sections, active: state.active ?? firstOf(sections, true), answered: true };
    }
    case "failed":
      if (action.query !== state.query) return state;
      return { ...state, answered: true, active: state.active ?? firstOf(state.sections, true) };
    case "known": {
      const itemById = withItems(state.itemById, action.items);
      const { initial } = action;
      if (state.query !== "") return { ...state, itemById, initial };
      return { ...state, itemById, initial, sections: mergeSections(state.sections, initial, state.active) };
    }
  }
}

const withItems = <Item extends Findable>(itemById: ReadonlyMap<string, Item>, items: readonly Item[]) =>
  new Map([...itemById, ...items.map((item) => [item.id, item] as const)]);

const isResult = ({ group }: Section<unknown>) => group !== "more";

function moreSection<Item extends Findable>(
  trailingRows: MoreRows<Item>,
  sections: readonly Section<Item>[],
): Section<Item> {
  const items = trailingRows(sections);
  return { group: "more", late: false, items, count: items.length };
}

/** Returns the id of the row that Enter opens. Until the server has answered, the group "more" is excluded. */
function firstOf<Item extends Findable>(sections: readonly Section<Item>[], answered: boolean): string | null {
  const [first] = sections;
  return first && (answered || first.group !== "more") ? (first.items[0]?.id ?? null) : null;
}

export const rowsOf = <Item extends Findable>({ sections }: PaletteState<Item>): Item[] =>
  sections.flatMap(({ items }) => items);

/** The next row in a direction; wraps around at the ends. */
export function neighbourRow<Item extends Findable>(state: PaletteState<Item>, step: 1 | -1): string | null {
  const ids = rowsOf(state).map(({ id }) => id);
  if (ids.length === 0) return null;
  const at = state.active === null ? -1 : ids.indexOf(state.active);
  if (at < 0) return (step === 1 ? ids[0] : ids.at(-1)) ?? null;
  return ids[(at + step + ids.length) % ids.length] ?? null;
}
