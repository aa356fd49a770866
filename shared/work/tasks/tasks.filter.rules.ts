import { createTextMatcher as textMatcher } from "../../kernel/text/fold";
import {
  type Condition,
  type Conditions,
  createConditionMatcher,
  type FilterableTask,
  type FilterContext,
} from "./tasks.conditions.rules";
import {
  type ChoiceField,
  type ChoiceOf,
  choiceFields,
  type FigureField,
  figureFields,
  parseChoice,
} from "./tasks.field-lists";
import { type TaskFields, taskFields } from "./tasks.fields";

export type ChoiceFilter = { [F in ChoiceField]: readonly ChoiceOf<F>[] };
export type FigureFilter = {
  [F in FigureField as TaskFields[F]["column"]["name"]]: TaskFields[F]["figure"]["filters"][number] | null;
};

/**
 * Filter of the board, list, timeline and calendar: simple filters of the toolbar, plus all other conditions in `all` and `any`. Empty
 * lists and texts match everything.
 */
export interface TaskFilter extends ChoiceFilter, FigureFilter, Conditions {
  text: string;
  /** Ids of users; at least one of them must be assigned. 0 matches unassigned tasks. */
  users: readonly number[];
  tags: readonly number[];
  columns: readonly number[];
  state: StateFilter | null;
  reporters: readonly number[];
  due: DueFilter | DayRange | null;
  created: CreatedFilter | null;
  blocked: boolean;
}

export const dueFilters = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];
/** Range of days such as `2026-11-01..2026-11-30`, inclusive; a bound can be omitted. */
export type DayRange = `${string}..${string}`;
export const stateFilters = ["open", "done"] as const;
export type StateFilter = (typeof stateFilters)[number];
/** Created today, or within the last 7 or 30 days. */
export const createdFilters = ["today", "week", "month"] as const;
export type CreatedFilter = (typeof createdFilters)[number];

const noChoice = Object.fromEntries(choiceFields.map((name) => [name, []])) as unknown as ChoiceFilter;

const noFigure = Object.fromEntries(
  figureFields.map((name) => [taskFields[name].column.name, null]),
) as unknown as FigureFilter;

export const emptyFilter: TaskFilter = {
  ...noChoice,
  ...noFigure,
  all: [],
  any: [],
  text: "",
  users: [],
  tags: [],
  columns: [],
  state: null,
  reporters: [],
  due: null,
  created: null,
  blocked: false,
};

const isUnset = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : !value);

export function isFiltering(filter: TaskFilter): boolean {
  return !Object.values(filter).every(isUnset);
}

export function createTaskMatcher(filter: TaskFilter, world: FilterContext): (task: FilterableTask) => boolean {
  const isFound = textMatcher(filter.text);
  const matches = createConditionMatcher(conditionsOf(filter), world);
  return (task) => matches(task) && isFound(task.key, task.title);
}

/** Whether the filter's result for a task depends on other tasks. */
export const dependsOnOtherTasks = (filter: TaskFilter): boolean =>
  [conditionsOf(filter).all, ...filter.any].flat().some(({ field }) => field === "blockers");

/** Returns the complete filter, except its text, as conditions. */
export function conditionsOf(filter: TaskFilter): Conditions {
  return { all: [...simpleConditionsOf(filter), ...filter.all], any: filter.any };
}

const anyOf = (field: Condition["field"], values: readonly (string | number)[]): Condition[] =>
  values.length > 0 ? [{ field, is: "is", values: values.map(String) }] : [];

function simpleConditionsOf(filter: TaskFilter): Condition[] {
  const { due, created } = filter;
  const range = due && parseDayRange(due);
  return [
    ...anyOf("status", filter.columns),
    ...anyOf("state", filter.state ? [filter.state] : []),
    ...choiceFields.flatMap((name) => anyOf(name, filter[name])),
    ...anyOf("users", filter.users),
    ...anyOf("tags", filter.tags),
    ...(range ? [{ field: "due_date", is: "between", values: range } as const] : []),
    ...(due && !range ? [{ field: "due_date", ...dueConditions[due as DueFilter] } as const] : []),
    ...anyOf("reporter", filter.reporters),
    ...figureFields.flatMap((name) => {
      const value = filter[taskFields[name].column.name];
      return anyOf(name, value ? [value] : []);
    }),
    ...(created ? [{ field: "created_at", ...createdConditions[created] } as const] : []),
    ...(filter.blocked ? [{ field: "blockers", is: "blocked", values: [] } as const] : []),
  ];
}

const dueConditions: Record<DueFilter, Omit<Condition, "field">> = {
  overdue: { is: "overdue", values: [] },
  today: { is: "today", values: [] },
  week: { is: "next", values: ["7"] },
  none: { is: "empty", values: [] },
};

const createdConditions: Record<CreatedFilter, Omit<Condition, "field">> = {
  today: { is: "today", values: [] },
  week: { is: "last", values: ["7"] },
  month: { is: "last", values: ["30"] },
};

/** Builds a filter from conditions, using simple filters where possible and `all` otherwise. */
export function filterOf(text: string, { all, any }: Conditions): TaskFilter {
  let filter: TaskFilter = { ...emptyFilter, text, any };
  for (const condition of all) {
    const simple = simpleFilterOf(condition);
    const isFree = simple && Object.keys(simple).every((key) => isUnset(filter[key as keyof TaskFilter]));
    filter = isFree ? { ...filter, ...simple } : { ...filter, all: [...filter.all, condition] };
  }
  return filter;
}

function simpleFilterOf({ field, is, values }: Condition): Partial<TaskFilter> | null {
  const same = (one: Omit<Condition, "field">) => one.is === is && one.values.join() === values.join();
  if (field === "due_date") {
    if (is === "between") return { due: values.join("..") as DayRange };
    const due = dueFilters.find((name) => same(dueConditions[name]));
    return due ? { due } : null;
  }
  if (field === "created_at") {
    const created = createdFilters.find((name) => same(createdConditions[name]));
    return created ? { created } : null;
  }
  if (field === "blockers") return is === "blocked" ? { blocked: true } : null;
  if (is !== "is") return null;
  const ids = values.map(Number);
  if (field === "status") return { columns: ids };
  if (field === "users") return { users: ids };
  if (field === "tags") return { tags: ids };
  if (field === "reporter") return { reporters: ids };
  if (field === "state") return { state: values[0] as StateFilter };
  const choice = choiceFields.find((name) => name === field);
  if (choice) return { [choice]: values.flatMap((value) => parseChoice(choice, value) ?? []) };
  const figure = figureFields.find((name) => name === field);
  return figure && values.length === 1 ? { [taskFields[figure].column.name]: values[0] } : null;
}

const rangePattern = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Bounds of a range, "" if omitted; null if the range is invalid or has no bounds. */
export function parseDayRange(text: string): [from: string, to: string] | null {
  const [, from = "", to = ""] = rangePattern.exec(text) ?? [];
  const real = (day: string) => day === "" || !Number.isNaN(Date.parse(day));
  return (from || to) && real(from) && real(to) ? [from, to] : null;
}
