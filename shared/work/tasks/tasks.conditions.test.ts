import fc from "fast-check";
import { readBoardQuery, writeBoardQuery } from "./tasks.address.rules";
import {
  addDays,
  type Condition,
  type BuiltInConditionField,
  conditionFieldNames,
  conditionFields,
  createConditionMatcher,
  type FilterableTask,
  type FilterContext,
  formatConditions,
  formatGroups,
  type Operator,
  operators,
  parseConditions,
  parseGroups,
} from "./tasks.conditions.rules";
import { choiceFields, figureFields, initialCard } from "./tasks.field-lists";
import { priorities, taskFields } from "./tasks.fields";
import {
  conditionsOf,
  createdFilters,
  createTaskMatcher,
  dueFilters,
  emptyFilter,
  filterOf,
  parseDayRange,
  stateFilters,
  type TaskFilter,
} from "./tasks.filter.rules";

const today = "2026-11-20"; // a Friday
const world: FilterContext = {
  today,
  firstDay: 1,
  me: 5,
  peopleOf: (group) => (group === 8 ? [4] : []),
  kindOf: (column) => (column === 3 ? "done" : "doing"),
  progressOf: (id) => ({ 7: 100, 9: 40 })[id],
  fields: [],
};
const card = (change: Partial<FilterableTask> = {}): FilterableTask => ({
  ...initialCard(),
  key: "WEB-1",
  title: "Task",
  task_status_id: 1,
  spent_minutes: 0,
  created_at: "2026-11-15T12:00:00.000Z",
  reporter_id: null,
  ...change,
});
const passes = (text: string, change: Partial<FilterableTask> = {}) =>
  createConditionMatcher({ all: parseConditions(text), any: [] }, world)(card(change));

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 });
const day = fc.integer({ min: -20, max: 20 }).map((by) => addDays(today, by));
const someTask: fc.Arbitrary<FilterableTask> = fc
  .record({
    task_status_id: fc.integer({ min: 1, max: 3 }),
    priority: fc.constantFrom(...priorities),
    complexity: fc.integer({ min: 1, max: 5 }),
    start_date: fc.option(day),
    due_date: fc.option(day),
    progress: fc.constantFrom(0, 40, 100),
    user_ids: ids,
    group_ids: fc.constantFrom<number[]>([], [8]),
    tag_ids: ids,
    blocker_ids: fc.uniqueArray(fc.constantFrom(7, 8, 9), { maxLength: 2 }),
    estimate_minutes: fc.option(fc.nat(100)),
    spent_minutes: fc.nat(100),
    created_at: day.map((date) => `${date}T10:00:00.000Z`),
    reporter_id: fc.option(fc.nat(5)),
  })
  .map(card);
const someFilter: fc.Arbitrary<TaskFilter> = fc
  .record(
    {
      users: ids,
      priority: fc.uniqueArray(fc.constantFrom(...priorities), { maxLength: 2 }),
      complexity: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5), { maxLength: 2 }),
      tags: ids,
      columns: ids,
      reporters: ids,
      state: fc.constantFrom(...stateFilters),
      due: fc.constantFrom(...dueFilters, "2026-11-10..2026-11-20", "..2026-11-21", "2026-11-19.."),
      created: fc.constantFrom(...createdFilters),
      blocked: fc.boolean(),
      estimate: fc.constantFrom(...taskFields.estimate_minutes.figure.filters),
      progress: fc.constantFrom(...taskFields.progress.figure.filters),
    },
    { requiredKeys: [] },
  )
  .map((part) => ({ ...emptyFilter, ...(part as Partial<TaskFilter>) }));

/** Reference implementation of the simple filters before conditions existed. Stored links rely on this meaning. */
function simpleMatches(filter: TaskFilter, task: FilterableTask): boolean {
  const isUnassigned = task.user_ids.length === 0 && task.group_ids.length === 0;
  const people = [...task.user_ids, ...task.group_ids.flatMap(world.peopleOf), ...(isUnassigned ? [0] : [])];
  const within = (list: readonly unknown[], values: readonly unknown[]) =>
    list.length === 0 || values.some((value) => list.includes(value));
  const isDue = (due: NonNullable<TaskFilter["due"]>) => {
    const { due_date: date, progress } = task;
    const range = parseDayRange(due);
    if (due === "none") return date === null;
    if (date === null) return false;
    if (range) return (!range[0] || date >= range[0]) && (!range[1] || date <= range[1]);
    if (due === "overdue") return date < today && progress < 100;
    return due === "today" ? date === today : date >= today && date < addDays(today, 7);
  };
  const createdFrom = filter.created && addDays(today, -{ today: 0, week: 6, month: 29 }[filter.created]);
  const figures = figureFields.every((name) => {
    const [level, value] = [filter[taskFields[name].column.name], task[name] ?? 0];
    const done = name === "progress" && value >= 100;
    if (level === null) return true;
    if (level === "none") return value <= 0;
    if (level === "over") return value > 0 && (task.spent_minutes ?? 0) > value;
    return level === "done" ? done : value > 0 && !done;
  });
  return (
    within(filter.users, people) &&
    within(filter.tags, task.tag_ids) &&
    within(filter.columns, [task.task_status_id]) &&
    within(filter.reporters, [task.reporter_id ?? 0]) &&
    choiceFields.every((name) => within(filter[name], [task[name]])) &&
    (filter.state === null || (task.task_status_id === 3) === (filter.state === "done")) &&
    (filter.due === null || isDue(filter.due)) &&
    (!createdFrom || task.created_at >= new Date(`${createdFrom}T00:00:00`).toISOString()) &&
    (!filter.blocked || task.blocker_ids.includes(9)) &&
    figures
  );
}

test("simple filters match the same tasks as before conditions existed", () => {
  fc.assert(
    fc.property(someFilter, someTask, (filter, task) => {
      expect(createTaskMatcher(filter, world)(task)).toBe(simpleMatches(filter, task));
    }),
  );
});

const valuesOf = (field: BuiltInConditionField, is: Operator): fc.Arbitrary<readonly string[]> => {
  const choices = conditionFields[field].choices ?? ["1", "2", "3"];
  if (operators[is] === "none") return fc.constant([]);
  if (operators[is] === "count") return fc.integer({ min: 1, max: 30 }).map((count) => [String(count)]);
  if (operators[is] === "day") return day.map((date) => [date]);
  if (operators[is] === "range") return fc.constantFrom(["2026-11-01", ""], ["", today], ["2026-11-01", today]);
  return fc.subarray([...choices], { minLength: 1 });
};
const someCondition: fc.Arbitrary<Condition> = fc
  .constantFrom(...conditionFieldNames)
  .chain((field) => fc.constantFrom(...conditionFields[field].operators).map((is) => ({ field, is })))
  .chain(({ field, is }) => valuesOf(field, is).map((values) => ({ field, is, values })));
const someConditions = fc.array(someCondition, { maxLength: 4 });

test("a filter and its conditions convert into each other without loss", () => {
  fc.assert(fc.property(someFilter, (filter) => expect(filterOf(filter.text, conditionsOf(filter))).toEqual(filter)));
});

test("conditions keep their meaning when they become simple filters", () => {
  fc.assert(
    fc.property(someConditions, fc.array(someConditions, { maxLength: 2 }), someTask, (all, any, task) => {
      const filter = filterOf("", { all, any });
      expect(createTaskMatcher(filter, world)(task)).toBe(createConditionMatcher({ all, any }, world)(task));
    }),
  );
});

test("conditions are written to and read from the address without loss", () => {
  fc.assert(
    fc.property(someConditions, fc.array(someConditions.filter((one) => one.length > 0)), (all, any) => {
      expect(parseConditions(formatConditions(all))).toEqual(all);
      expect(parseGroups(formatGroups(any))).toEqual(any);
      const filter = filterOf("word", { all, any });
      expect(readBoardQuery(writeBoardQuery(new URLSearchParams(), filter)).filter).toEqual(filter);
    }),
  );
});

test("unknown, incomplete and invalid conditions are dropped", () => {
  const text = "x.is:1;tags.is;tags.is:a;tags.next:1;due_date.next:0;due_date.before:2026-13-40;due_date.between:,";
  expect(parseConditions(text)).toEqual([]);
  expect(parseConditions("priority.not:urgent,low")).toEqual([{ field: "priority", is: "not", values: ["low"] }]);
  expect(parseGroups("|x|tags.empty|")).toEqual([[{ field: "tags", is: "empty", values: [] }]]);
});

test.each(conditionFieldNames)("'is not' and 'is not empty' of %s are the opposite of 'is' and 'is empty'", (field) => {
  const opposites = [["is", "not"] as const, ["empty", "filled"] as const, ["blocked", "free"] as const];
  for (const [is, not] of opposites.filter(([, one]) => conditionFields[field].operators.includes(one))) {
    fc.assert(
      fc.property(valuesOf(field, is), someTask, (values, task) => {
        const [one, other] = [is, not].map((operator) =>
          createConditionMatcher({ all: [{ field, is: operator, values }], any: [] }, world)(task),
        );
        expect(one).toBe(!other);
      }),
    );
  }
});

test("relative days follow today and the first day of the week", () => {
  const due = (text: string) =>
    ["2026-11-15", "2026-11-16", "2026-11-20", "2026-11-22", "2026-11-23", "2026-11-29", "2026-11-30"].filter((date) =>
      passes(`due_date.${text}`, { due_date: date }),
    );
  expect(due("thisWeek")).toEqual(["2026-11-16", "2026-11-20", "2026-11-22"]);
  expect(due("nextWeek")).toEqual(["2026-11-23", "2026-11-29"]);
  expect(due("lastWeek")).toEqual(["2026-11-15"]);
  expect(due("next:3")).toEqual(["2026-11-20", "2026-11-22"]);
  expect(due("last:5")).toEqual(["2026-11-16", "2026-11-20"]);
  expect(due("before:2026-11-20")).toEqual(["2026-11-15", "2026-11-16"]);
  expect(due("after:2026-11-23")).toEqual(["2026-11-29", "2026-11-30"]);
  const sunday = createConditionMatcher(
    { all: parseConditions("due_date.thisWeek"), any: [] },
    { ...world, firstDay: 0 },
  );
  expect(sunday(card({ due_date: "2026-11-15" }))).toBe(true);
  expect(passes("due_date.thisWeek")).toBe(false);
});

test("one group of 'any' must match in addition to all other conditions", () => {
  const { filter } = readBoardQuery(new URLSearchParams("priority=high&any=tags.is:1|users.empty;due_date.filled"));
  const matches = createTaskMatcher(filter, world);
  expect(matches(card({ priority: "high", tag_ids: [1] }))).toBe(true);
  expect(matches(card({ priority: "low", tag_ids: [1] }))).toBe(false);
  expect(matches(card({ priority: "high" }))).toBe(false);
  expect(matches(card({ priority: "high", due_date: today }))).toBe(true);
  expect(matches(card({ priority: "high", due_date: today, user_ids: [3] }))).toBe(false);
});

test("every field with choices, figures, days or lists has conditions", () => {
  const expected = Object.entries(taskFields)
    .filter(([name, row]) => row.onCard && name !== "title" && name !== "groups")
    .map(([name]) => name);
  expect(conditionFieldNames).toEqual(expect.arrayContaining(expected));
});

test.each([
  ["u=3,0", { field: "users", is: "is", values: ["3", "0"] }],
  ["priority=high,low", { field: "priority", is: "is", values: ["high", "low"] }],
  ["complexity=5", { field: "complexity", is: "is", values: ["5"] }],
  ["tag_id=5", { field: "tags", is: "is", values: ["5"] }],
  ["s=4", { field: "status", is: "is", values: ["4"] }],
  ["state=done", { field: "state", is: "is", values: ["done"] }],
  ["reporter=6", { field: "reporter", is: "is", values: ["6"] }],
  ["due=overdue", { field: "due_date", is: "overdue", values: [] }],
  ["due=today", { field: "due_date", is: "today", values: [] }],
  ["due=week", { field: "due_date", is: "next", values: ["7"] }],
  ["due=none", { field: "due_date", is: "empty", values: [] }],
  ["due=2026-11-01..", { field: "due_date", is: "between", values: ["2026-11-01", ""] }],
  ["created=today", { field: "created_at", is: "today", values: [] }],
  ["created=week", { field: "created_at", is: "last", values: ["7"] }],
  ["created=month", { field: "created_at", is: "last", values: ["30"] }],
  ["estimate=over", { field: "estimate_minutes", is: "is", values: ["over"] }],
  ["progress=some", { field: "progress", is: "is", values: ["some"] }],
  ["blocked=1", { field: "blockers", is: "blocked", values: [] }],
])("the address %s is read as a condition", (address, condition) => {
  const { filter } = readBoardQuery(new URLSearchParams(address));
  expect(conditionsOf(filter)).toEqual({ all: [condition], any: [] });
  expect(writeBoardQuery(new URLSearchParams(), filter)).toEqual(new URLSearchParams(address));
});
