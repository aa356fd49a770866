import { dayNumber, dayOfNumber, weekStart } from "../../kernel/day-number";
import type { BoardTask } from "./tasks.contract";
import { createTextMatcher } from "../../kernel/text/fold";
import { isProjectFieldKey, type ProjectFieldKey, projectFieldIdOf } from "../fields/field-keys";
import type { ProjectField } from "../fields/fields.contract";
import { type FieldKind, fieldKinds } from "../fields/fields.schema";
import { type ChoiceField, type FigureField, type PlainField, recordNameOf, taskFieldNames } from "./tasks.field-lists";
import { type FieldRow, type TaskField, taskFields } from "./tasks.fields";
import type { ColumnKind } from "./tasks.schema";

/** A condition on one field of a task. Values are texts as in the address; their meaning depends on the operator. */
export interface Condition {
  field: ConditionField;
  is: Operator;
  values: readonly string[];
}

/** All conditions in `all` must match, and all conditions of at least one list in `any`. An empty `any` matches everything. */
export interface Conditions {
  all: readonly Condition[];
  any: readonly (readonly Condition[])[];
}

/** Input of an operator: `values` is a list of choices or ids, `count` a number of days, `range` two days. */
export type Operand = "none" | "values" | "count" | "day" | "range" | "text" | "number";

export const operators = {
  is: "values",
  not: "values",
  empty: "none",
  filled: "none",
  overdue: "none",
  today: "none",
  thisWeek: "none",
  nextWeek: "none",
  lastWeek: "none",
  next: "count",
  last: "count",
  before: "day",
  after: "day",
  between: "range",
  blocked: "none",
  free: "none",
  contains: "text",
  least: "number",
  most: "number",
} as const satisfies Record<string, Operand>;
export type Operator = keyof typeof operators;

export type ConditionKind = "choice" | "figure" | "day" | "instant" | "people" | "ids" | "blockers";

const ofKind: Record<ConditionKind, readonly Operator[]> = {
  choice: ["is", "not"],
  figure: ["is", "not"],
  day: ["today", "thisWeek", "nextWeek", "lastWeek", "next", "last", "before", "after", "between"],
  instant: ["today", "thisWeek", "lastWeek", "last", "before", "after", "between"],
  people: ["is", "not"],
  ids: ["is", "not"],
  blockers: ["blocked", "free"],
};

/** Operators of the fields that users add to a project. */
const ofProjectField: Record<FieldKind, readonly Operator[]> = {
  text: ["contains"],
  link: ["contains"],
  number: ["least", "most"],
  day: ofKind.day,
  flag: ["is"],
  choice: ["is", "not"],
  choices: ["is", "not"],
  person: ["is", "not"],
};
export const operatorsOfProjectField = (kind: FieldKind): readonly Operator[] => [
  ...ofProjectField[kind],
  "empty",
  "filled",
];
const projectFieldOperators = new Set(fieldKinds.flatMap(operatorsOfProjectField));

interface FieldRules {
  kind: ConditionKind;
  operators: readonly Operator[];
  /** Allowed values of `is` and `not`; null for ids. */
  choices: readonly string[] | null;
}

type OwnField = "status" | "state" | "reporter" | "created_at";
export type BuiltInConditionField = Exclude<TaskField, "title" | "description" | "cover_id" | "groups"> | OwnField;
export type ConditionField = BuiltInConditionField | ProjectFieldKey;

/** Fields without separate conditions, because the filter by assignee also finds members of assigned groups. */
const withoutConditions: readonly TaskField[] = ["groups"];

function kindOf(name: TaskField): ConditionKind | null {
  const row: FieldRow = taskFields[name];
  if (!row.onCard || withoutConditions.includes(name)) return null;
  if (row.choices) return "choice";
  if (row.figure) return "figure";
  if (row.kind === "day") return "day";
  if (row.kind !== "list") return null;
  return name === "users" ? "people" : name === "blockers" ? "blockers" : "ids";
}

function rulesOf(kind: ConditionKind, canBeEmpty: boolean, choices: readonly string[] | null = null): FieldRules {
  return { kind, operators: [...ofKind[kind], ...(canBeEmpty ? (["empty", "filled"] as const) : [])], choices };
}

const ofFields = taskFieldNames.flatMap((name): [string, FieldRules][] => {
  const kind = kindOf(name);
  if (!kind) return [];
  const row: FieldRow & { initial: unknown } = taskFields[name];
  const rules = rulesOf(
    kind,
    row.kind === "list" || row.initial === null,
    (row.choices ?? row.figure?.filters)?.map(String) ?? null,
  );
  if (name === "due_date") rules.operators = ["overdue", ...rules.operators];
  return [[name, rules]];
});

/** Fields with conditions and their operators, derived from `taskFields`; those of the project come in addition. */
export const conditionFields = Object.fromEntries([
  ["status", rulesOf("ids", false)],
  ["state", { ...rulesOf("choice", false, ["open", "done"]), operators: ["is"] }],
  ...ofFields,
  ["reporter", rulesOf("people", true)],
  ["created_at", rulesOf("instant", false)],
]) as Record<BuiltInConditionField, FieldRules>;
export const conditionFieldNames = Object.keys(conditionFields) as BuiltInConditionField[];

export type FilterableTask = Pick<
  BoardTask,
  | "key"
  | "title"
  | "task_status_id"
  | ChoiceField
  | FigureField
  | "start_date"
  | "due_date"
  | "user_ids"
  | "group_ids"
  | "tag_ids"
  | "blocker_ids"
  | "spent_minutes"
  | "created_at"
  | "reporter_id"
  | "field_values"
>;

export type PeopleOfGroup = (groupId: number) => readonly number[];

export interface FilterContext {
  today: string;
  /** Id of the user for whom the filter is evaluated. */
  me: number;
  /** Start of a day as an ISO instant; defaults to the time zone of the device. */
  startOfDay?: (day: string) => string;
  /** First day of the week, 0 is Sunday; defaults to Monday. */
  firstDay?: number;
  peopleOf: PeopleOfGroup;
  kindOf: (columnId: number) => ColumnKind | undefined;
  /** Progress of another task, in percent; undefined if the task is not on the board. */
  progressOf: (taskId: number) => number | undefined;
  /** The project's fields; conditions on other fields match everything, such as those on a field in the bin. */
  fields: readonly ProjectField[];
}

type TaskTest = (task: FilterableTask) => boolean;

export function createConditionMatcher({ all, any }: Conditions, world: FilterContext): TaskTest {
  const tests = all.map((condition) => testOf(condition, world));
  const groups = any.map((conditions) => conditions.map((condition) => testOf(condition, world)));
  return (task) =>
    tests.every((test) => test(task)) &&
    (groups.length === 0 || groups.some((group) => group.every((test) => test(task))));
}

/** Value of the filter by assignee for unassigned tasks. */
export const unassignedId = 0;
/** Value of the filters by person for the user who reads the filter, so that a shared filter means each of its readers. */
export const currentUserId = -1;

const personIdsOf = (values: readonly string[], { me }: FilterContext): number[] =>
  values.map((value) => (Number(value) === currentUserId ? me : Number(value)));

function testOf(condition: Condition, world: FilterContext): TaskTest {
  const { field, is, values } = condition;
  if (isProjectFieldKey(field)) return projectFieldTestOf(field, is, values, world);
  if (is === "not") {
    const matches = testOf({ ...condition, is: "is" }, world);
    return (task) => !matches(task);
  }
  if (is === "filled") {
    const isEmpty = testOf({ ...condition, is: "empty" }, world);
    return (task) => !isEmpty(task);
  }
  if (is === "free") {
    const blocked = testOf({ ...condition, is: "blocked" }, world);
    return (task) => !blocked(task);
  }
  const { kind } = conditionFields[field];
  if (field === "status") return ({ task_status_id: id }) => values.includes(String(id));
  if (field === "state")
    return ({ task_status_id: id }) => (world.kindOf(id) === "done" ? "done" : "open") === values[0];
  if (field === "created_at") return instantTestOf(is, values, world);
  if (field === "reporter") {
    if (is === "empty") return (task) => task.reporter_id === null;
    const reporters = personIdsOf(values, world);
    return (task) => reporters.includes(task.reporter_id ?? 0);
  }
  if (field === "users") return peopleTestOf(is, personIdsOf(values, world), world.peopleOf);
  if (kind === "choice") return (task) => values.includes(String(task[field as ChoiceField]));
  if (kind === "figure") {
    if (is === "empty") return (task) => !task[field as FigureField];
    return (task) => values.some((value) => matchesFigure(task, field as FigureField, value));
  }
  if (kind === "day") return dayTestOf(field as PlainField, is, values, world);
  if (is === "blocked") return (task) => isBlocked(task, world.progressOf);
  const idsOf = (task: FilterableTask) => task[recordNameOf(field as TaskField) as "tag_ids"];
  if (is === "empty") return (task) => idsOf(task).length === 0;
  const requestedIds = values.map(Number);
  return (task) => idsOf(task).some((id) => requestedIds.includes(id));
}

function projectFieldTestOf(
  name: ProjectFieldKey,
  is: Operator,
  values: readonly string[],
  world: FilterContext,
): TaskTest {
  const id = projectFieldIdOf(name);
  const field = world.fields.find((one) => one.id === id);
  if (!field || !operatorsOfProjectField(field.kind).includes(is)) return () => true;
  const valueOf = (task: FilterableTask) => task.field_values[field.id];
  if (is === "empty") return (task) => valueOf(task) === undefined;
  if (is === "filled") return (task) => valueOf(task) !== undefined;
  if (is === "contains") {
    const isFound = createTextMatcher(values[0] ?? "");
    return (task) => isFound(String(valueOf(task) ?? ""));
  }
  if (is === "least" || is === "most") {
    const bound = Number(values[0]);
    return (task) => {
      const value = valueOf(task) as number | undefined;
      return value !== undefined && (is === "least" ? value >= bound : value <= bound);
    };
  }
  if (field.kind === "day")
    return dayRangeTestOf((task) => (valueOf(task) as string | undefined) ?? null, is, values, world);
  const requested = new Set(field.kind === "person" ? personIdsOf(values, world).map(String) : values);
  const hasRequested: TaskTest = (task) => {
    const value = valueOf(task);
    return value !== undefined && [value].flat().some((one) => requested.has(String(one)));
  };
  return is === "not" ? (task) => !hasRequested(task) : hasRequested;
}

function peopleTestOf(is: Operator, users: readonly number[], peopleOf: PeopleOfGroup): TaskTest {
  const isUnassigned: TaskTest = (task) => task.user_ids.length === 0 && task.group_ids.length === 0;
  if (is === "empty") return isUnassigned;
  return (task) =>
    task.user_ids.some((id) => users.includes(id)) ||
    task.group_ids.some((group) => peopleOf(group).some((id) => users.includes(id))) ||
    (users.includes(unassignedId) && isUnassigned(task));
}

function dayTestOf(field: PlainField, is: Operator, values: readonly string[], world: FilterContext): TaskTest {
  const dayOf = (task: FilterableTask) => task[field as "due_date"];
  if (is === "empty") return (task) => dayOf(task) === null;
  if (is === "overdue") return (task) => isOverdue(task, world.today);
  return dayRangeTestOf(dayOf, is, values, world);
}

function dayRangeTestOf(
  dayOf: (task: FilterableTask) => string | null,
  is: Operator,
  values: readonly string[],
  world: FilterContext,
): TaskTest {
  const [from, to] = dayRangeOf(is, values, world);
  return (task) => {
    const day = dayOf(task);
    return day !== null && (!from || day >= from) && (!to || day <= to);
  };
}

/**
 * Instants are compared with local midnights. Relative ranges that end today have no end, so that a device whose clock is behind does not
 * hide a task created right now.
 */
function instantTestOf(is: Operator, values: readonly string[], world: FilterContext): TaskTest {
  const [fromDay, toDay] = dayRangeOf(is, values, world);
  const { startOfDay = startOfDayOnDevice } = world;
  const from = fromDay && startOfDay(fromDay);
  const to = toDay && toDay !== world.today && startOfDay(addDays(toDay, 1));
  return ({ created_at: at }) => (!from || at >= from) && (!to || at < to);
}

const startOfDayOnDevice = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** First and last day of a range, "" for an open end. */
function dayRangeOf(is: Operator, values: readonly string[], { today, firstDay = 1 }: FilterContext): [string, string] {
  const [first = "", second = ""] = values;
  const week = (by: number): [string, string] => {
    const start = dayOfNumber(weekStart(dayNumber(today), firstDay) + 7 * by);
    return [start, addDays(start, 6)];
  };
  if (is === "today") return [today, today];
  if (is === "thisWeek") return week(0);
  if (is === "nextWeek") return week(1);
  if (is === "lastWeek") return week(-1);
  if (is === "next") return [today, addDays(today, Number(first) - 1)];
  if (is === "last") return [addDays(today, 1 - Number(first)), today];
  if (is === "before") return ["", addDays(first, -1)];
  if (is === "after") return [addDays(first, 1), ""];
  return [first, second];
}

/** Whether a blocker is unfinished. Blockers that are no longer on the board do not count. */
export function isBlocked(
  task: Pick<BoardTask, "blocker_ids">,
  progressOf: (taskId: number) => number | undefined,
): boolean {
  return task.blocker_ids.some((id) => (progressOf(id) ?? 100) < 100);
}

/** An unset figure counts as 0. */
function matchesFigure(task: FilterableTask, name: FigureField, level: string): boolean {
  const value = task[name] ?? 0;
  const isDone = taskFields[name].figure.unit === "percent" && value >= 100;
  if (level === "none") return value <= 0;
  if (level === "over") return value > 0 && (task.spent_minutes ?? 0) > value;
  return level === "done" ? isDone : value > 0 && !isDone;
}

type DueTask = Pick<BoardTask, "due_date" | "progress">;

export function isOverdue(task: DueTask, today: string): boolean {
  return task.due_date !== null && task.due_date < today && task.progress < 100;
}

export function isDueSoon(task: DueTask, today: string): boolean {
  return task.due_date !== null && task.due_date >= today && task.due_date <= addDays(today, 1) && task.progress < 100;
}

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Maximum number of conditions in a filter, because an address could contain any number. */
const maxConditions = 40;
const maxDays = 366;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isId = (text: string) => /^(-1|0|[1-9]\d{0,14})$/.test(text);

/** The condition without unknown values; null if it is incomplete or does not apply to its field. */
export function validCondition(condition: { field: string; is: string; values: readonly string[] }): Condition | null {
  if (isProjectFieldKey(condition.field)) return validProjectFieldCondition({ ...condition, field: condition.field });
  const field = conditionFieldNames.find((name) => name === condition.field);
  const is = field && conditionFields[field].operators.find((one) => one === condition.is);
  if (!is) return null;
  const values = validValues(operators[is], condition.values, conditionFields[field].choices);
  return values && { field, is, values };
}

/** The project's fields aren't known here, so the operator may be of any kind of field. */
function validProjectFieldCondition(condition: {
  field: ProjectFieldKey;
  is: string;
  values: readonly string[];
}): Condition | null {
  const is = [...projectFieldOperators].find((one) => one === condition.is);
  if (!is) return null;
  const isFlag = operators[is] === "values" && condition.values.every((value) => flagValues.includes(value));
  const values = validValues(operators[is], condition.values, isFlag ? flagValues : null);
  return values && { field: condition.field, is, values };
}

const flagValues: readonly string[] = ["true", "false"];
const maxTextLength = 200;
const isNumber = (text: string) => /^-?\d{1,12}(\.\d{1,6})?$/.test(text);

function validValues(
  operand: Operand,
  values: readonly string[],
  choices: readonly string[] | null,
): readonly string[] | null {
  const [first = "", second = ""] = values;
  if (operand === "none") return [];
  if (operand === "count") return isId(first) && Number(first) >= 1 && Number(first) <= maxDays ? [first] : null;
  if (operand === "text") return first.trim() !== "" && first.length <= maxTextLength ? [first] : null;
  if (operand === "number") return isNumber(first) ? [first] : null;
  if (operand === "day") return isDay(first) ? [first] : null;
  if (operand === "range") {
    const valid = (first || second) && [first, second].every((day) => day === "" || isDay(day));
    return valid ? [first, second] : null;
  }
  const validDistinct = [...new Set(values)].filter((value) => (choices ? choices.includes(value) : isId(value)));
  return validDistinct.length > 0 ? validDistinct : null;
}

/** Parses conditions such as `due_date.next:14;tags.not:3,5`; unknown and incomplete conditions are dropped. */
export function parseConditions(text: string): Condition[] {
  return text
    .split(";")
    .slice(0, maxConditions)
    .flatMap((part) => {
      const [, field = "", is = "", values] = /^(\w+)\.(\w+)(?::(.*))?$/.exec(part) ?? [];
      return validCondition({ field, is, values: values?.split(",").map(decodeValue) ?? [] }) ?? [];
    });
}

/** Typed texts may contain the separators of conditions. */
const encodeValue = (value: string): string => value.replaceAll(/[%,;|]/g, encodeURIComponent);

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const formatConditions = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ field, is, values }) => `${field}.${is}${values.length > 0 ? `:${values.map(encodeValue).join(",")}` : ""}`)
    .join(";");

export const parseGroups = (text: string): Condition[][] =>
  text
    .split("|")
    .slice(0, maxConditions)
    .map(parseConditions)
    .filter((group) => group.length > 0);

export const formatGroups = (groups: readonly (readonly Condition[])[]): string =>
  groups.map(formatConditions).join("|");
