import {
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
import { type Priority, priorities } from "../../../../shared/tasks/tasks.schema";

/** The filter row lives in the address: a link shows what one sees. Names are those of the board's call. */
export interface BoardQuery {
  filter: TaskFilter;
  sort: BoardSort;
}

export const queryNames = {
  text: "q",
  users: "u",
  tags: "tag_id",
  priorities: "priority",
  columns: "s",
  state: "state",
  complexities: "complexity",
  reporters: "reporter",
  due: "due",
  created: "created",
  blocked: "blocked",
  estimate: "estimate",
  progress: "progress",
  sort: "sort",
} as const satisfies Record<keyof TaskFilter | "sort", string>;

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
  return {
    filter: {
      text: of("text") ?? "",
      users: idsOf(of("users")),
      tags: idsOf(of("tags")),
      priorities: listOf(of("priorities")).filter((one): one is Priority => priorities.includes(one as Priority)),
      columns: idsOf(of("columns")),
      state: oneOf<StateFilter>(stateFilters, of("state")),
      complexities: idsOf(of("complexities")).filter((one) => one >= 1 && one <= 5),
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
