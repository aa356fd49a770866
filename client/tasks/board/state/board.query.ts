import {
  type ChoiceFilter,
  type CreatedFilter,
  createdFilters,
  type DayRange,
  type DueFilter,
  dueFilters,
  type EstimateFilter,
  estimateFilters,
  type ProgressFilter,
  progressFilters,
  rangeOf,
  type StateFilter,
  stateFilters,
  type TaskFilter,
} from "../../../../shared/tasks/tasks.filter.rules";
import { type BoardSort, sortFrom } from "../../../../shared/tasks/tasks.sort.rules";
import { type ChoiceField, choiceFields, choiceFrom } from "../../../../shared/tasks/tasks.field-lists";

/** The filter row lives in the address: a link shows what one sees. Names are those of the board's call. */
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
  estimate: "estimate",
  progress: "progress",
  sort: "sort",
} as const satisfies Record<Exclude<keyof TaskFilter, ChoiceField> | "sort", string>;

/** A field with a few values to choose from is called in the address what it is called everywhere. */
export const queryNames: Record<keyof TaskFilter | "sort", string> = { ...ownNames, ...choicesBy((name) => name) };

function choicesBy<Part>(partOf: (name: ChoiceField) => Part): Record<ChoiceField, Part> {
  return Object.fromEntries(choiceFields.map((name) => [name, partOf(name)])) as Record<ChoiceField, Part>;
}

const listOf = (text: string | null) => (text ?? "").split(",").filter(Boolean);
const idsOf = (text: string | null) =>
  listOf(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id >= 0);
const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.includes(text as T) ? (text as T) : null;

/** What isn't known is dropped. */
export function readQuery(search: URLSearchParams): BoardQuery {
  const of = (field: keyof typeof queryNames) => search.get(queryNames[field]);
  const due = of("due");
  const chosen = (name: ChoiceField) => listOf(of(name)).flatMap((text) => choiceFrom(name, text) ?? []);
  return {
    filter: {
      ...(choicesBy(chosen) as ChoiceFilter),
      text: of("text") ?? "",
      users: idsOf(of("users")),
      tags: idsOf(of("tags")),
      columns: idsOf(of("columns")),
      state: oneOf<StateFilter>(stateFilters, of("state")),
      reporters: idsOf(of("reporters")),
      due: oneOf<DueFilter>(dueFilters, due) ?? (due && rangeOf(due) ? (due as DayRange) : null),
      created: oneOf<CreatedFilter>(createdFilters, of("created")),
      blocked: of("blocked") === "1",
      estimate: oneOf<EstimateFilter>(estimateFilters, of("estimate")),
      progress: oneOf<ProgressFilter>(progressFilters, of("progress")),
    },
    sort: sortFrom(of("sort") ?? "") ?? "rank",
  };
}

export type FilterChange = Partial<TaskFilter> & { sort?: BoardSort };

/** Empty values leave the address; everything else in it stays. */
export function writeQuery(search: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change)) {
    const name = queryNames[field as keyof typeof queryNames];
    const text = Array.isArray(value) ? value.join(",") : value === true ? "1" : value === "rank" ? "" : value || "";
    if (text === "") next.delete(name);
    else next.set(name, String(text));
  }
  return next;
}
