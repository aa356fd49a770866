import {
  type Condition,
  currentUserId,
  formatConditions,
  formatGroups,
  parseConditions,
  parseGroups,
} from "./tasks.conditions.rules";
import {
  type ChoiceFilter,
  type CreatedFilter,
  createdFilters,
  type DayRange,
  type DueFilter,
  dueFilters,
  type FigureFilter,
  parseDayRange,
  type StateFilter,
  stateFilters,
  type TaskFilter,
} from "./tasks.filter.rules";
import { type BoardSort, parseBoardSort } from "./tasks.sort.rules";
import { type ChoiceField, choiceFields, type FigureColumn, figureFields, parseChoice } from "./tasks.field-lists";
import { type Figure, taskFields } from "./tasks.fields";

/**
 * Filters in the URL, so that a link shows the same view. Parameter names match the board endpoint's. The parameters of the simple filters
 * stay as they are, because links are stored in messages and saved views; other conditions are in `all` and `any`.
 */
export interface BoardQuery {
  filter: TaskFilter;
  sort: BoardSort;
}

const ownNames = {
  text: "q",
  users: "u",
  tags: "tag_id",
  columns: "s",
  state: "state",
  reporters: "reporter",
  due: "due",
  created: "created",
  blocked: "blocked",
  all: "all",
  any: "any",
  sort: "sort",
} as const satisfies Record<Exclude<keyof TaskFilter, ChoiceField | FigureColumn> | "sort", string>;

/** In the URL, choice filters are named after their field and figure filters after their column. */
export const urlParamNames: Record<keyof TaskFilter | "sort", string> = {
  ...ownNames,
  ...choicesBy((name) => name),
  ...figuresBy((_, column) => column),
};

function choicesBy<Part>(partOf: (name: ChoiceField) => Part): Record<ChoiceField, Part> {
  return Object.fromEntries(choiceFields.map((name) => [name, partOf(name)])) as Record<ChoiceField, Part>;
}

function figuresBy<Part>(partOf: (figure: Figure, column: FigureColumn) => Part): Record<FigureColumn, Part> {
  const parts = figureFields.map((name) => {
    const { figure, column } = taskFields[name];
    return [column.name, partOf(figure, column.name)];
  });
  return Object.fromEntries(parts) as Record<FigureColumn, Part>;
}

const listOf = (text: string | null) => (text ?? "").split(",").filter(Boolean);
const idsOf = (text: string | null) =>
  listOf(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id >= currentUserId);
const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.includes(text as T) ? (text as T) : null;

/** Parses the filters and the sort order from the URL; unknown values are ignored. */
export function readBoardQuery(search: URLSearchParams): BoardQuery {
  const of = (field: keyof typeof urlParamNames) => search.get(urlParamNames[field]);
  const due = of("due");
  const chosen = (name: ChoiceField) => listOf(of(name)).flatMap((text) => parseChoice(name, text) ?? []);
  return {
    filter: {
      ...(choicesBy(chosen) as ChoiceFilter),
      ...(figuresBy(({ filters }, column) => oneOf(filters, of(column))) as FigureFilter),
      text: of("text") ?? "",
      users: idsOf(of("users")),
      tags: idsOf(of("tags")),
      columns: idsOf(of("columns")),
      state: oneOf<StateFilter>(stateFilters, of("state")),
      reporters: idsOf(of("reporters")),
      due: oneOf<DueFilter>(dueFilters, due) ?? (due && parseDayRange(due) ? (due as DayRange) : null),
      created: oneOf<CreatedFilter>(createdFilters, of("created")),
      blocked: of("blocked") === "1",
      all: parseConditions(of("all") ?? ""),
      any: parseGroups(of("any") ?? ""),
    },
    sort: parseBoardSort(of("sort") ?? "") ?? "rank",
  };
}

export type FilterChange = Partial<TaskFilter> & { sort?: BoardSort };

/** Removes empty values from the URL and keeps unrelated parameters. */
export function writeBoardQuery(search: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change)) {
    const name = urlParamNames[field as keyof typeof urlParamNames];
    const text = textOf(field, value);
    if (text === "") next.delete(name);
    else next.set(name, text);
  }
  return next;
}

function textOf(field: string, value: FilterChange[keyof FilterChange]): string {
  if (field === "all") return formatConditions(value as readonly Condition[]);
  if (field === "any") return formatGroups(value as readonly (readonly Condition[])[]);
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "string") return value === "rank" ? "" : value;
  return value ? "1" : "";
}
