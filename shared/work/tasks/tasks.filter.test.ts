import fc from "fast-check";
import type { BoardTask } from "./tasks.contract";
import {
  dueFilters,
  createTaskMatcher,
  emptyFilter,
  parseDayRange,
  stateFilters,
  type TaskFilter,
} from "./tasks.filter.rules";
import { addDays, type FilterContext, unassignedId } from "./tasks.conditions.rules";
import { priorities, taskFields } from "./tasks.fields";
import { sortFields, parseBoardSort, createTaskComparator, type SortContext, reverseSort } from "./tasks.sort.rules";
import { initialCard } from "./tasks.field-lists";

describe("filters", () => {
  const task = {
    ...initialCard(),
    id: 1,
    project_id: 1,
    task_status_id: 2,
    key: "WEB-12",
    title: "Rêzan's Überblick",
    priority: "high" as const,
    due_date: "2026-11-20",
    progress: 10,
    user_ids: [3],
    group_ids: [8],
    tag_ids: [5],
    blocker_ids: [7, 9],
    rank: "m",
    version: 1,
    estimate_minutes: 60,
    spent_minutes: 30,
    cover_url: null,
    created_at: "2026-11-15T12:00:00.000Z",
    reporter_id: 6,
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
  };
  const world: FilterContext = {
    today: "2026-11-20",
    me: 5,
    peopleOf: (group) => (group === 8 ? [40, 41] : []),
    kindOf: (column) => (column === 2 ? "doing" : "done"),
    progressOf: (id) => ({ 7: 100, 9: 40 })[id],
    fields: [],
  };
  const passes = (filter: Partial<TaskFilter>, change: Partial<BoardTask> = {}) =>
    createTaskMatcher({ ...emptyFilter, ...filter }, world)({ ...task, ...change });

  it("an empty filter matches everything", () => expect(passes({})).toBe(true));

  it("the current user is another one for each reader", () => {
    const mine = { ...emptyFilter, users: [-1] };
    const assigned = { ...task, user_ids: [5] };
    const matchesFor = (me: number) => createTaskMatcher(mine, { ...world, me })(assigned);
    expect([matchesFor(5), matchesFor(6)]).toEqual([true, false]);
    expect([passes({ reporters: [-1] }, { reporter_id: 5 }), passes({ reporters: [-1] })]).toEqual([true, false]);
  });

  it("the reporter filter matches any of the selected reporters", () => {
    expect([passes({ reporters: [6, 7] }), passes({ reporters: [7] })]).toEqual([true, false]);
    expect(passes({ reporters: [6] }, { reporter_id: null })).toBe(false);
  });

  it("the text filter finds words in key and title, ignoring case and accents", () => {
    expect(passes({ text: "rezan uber" })).toBe(true);
    expect(passes({ text: "web-12" })).toBe(true);
    expect(passes({ text: "rezan nothing" })).toBe(false);
  });

  it("the assignee filter matches assignees, group members and unassigned tasks", () => {
    expect(passes({ users: [3] })).toBe(true);
    expect(passes({ users: [41] })).toBe(true);
    expect(passes({ users: [4] })).toBe(false);
    expect(passes({ users: [unassignedId] })).toBe(false);
    expect(passes({ users: [unassignedId] }, { user_ids: [], group_ids: [] })).toBe(true);
  });

  it("the filters for tags and priorities match any of the selected values", () => {
    expect(passes({ tags: [1, 5] })).toBe(true);
    expect(passes({ tags: [1] })).toBe(false);
    expect(passes({ priority: ["low", "high"] })).toBe(true);
    expect(passes({ priority: ["low"] })).toBe(false);
  });

  it("the due filter matches overdue, due today, due this week and undated tasks", () => {
    expect(passes({ due: "today" })).toBe(true);
    expect(passes({ due: "week" }, { due_date: "2026-11-26" })).toBe(true);
    expect(passes({ due: "week" }, { due_date: "2026-11-27" })).toBe(false);
    expect(passes({ due: "overdue" }, { due_date: "2026-11-19" })).toBe(true);
    expect(passes({ due: "overdue" }, { due_date: "2026-11-19", progress: 100 })).toBe(false);
    expect(passes({ due: "none" }, { due_date: null })).toBe(true);
    expect(passes({ due: "none" })).toBe(false);
  });

  it("addDays works across months and DST changes", () => {
    expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("the due filter accepts a range of days with one optional bound", () => {
    expect(passes({ due: "2026-11-20..2026-11-20" })).toBe(true);
    expect(passes({ due: "2026-11-21.." })).toBe(false);
    expect(passes({ due: "..2026-11-20" })).toBe(true);
    expect(passes({ due: "..2026-11-20" }, { due_date: null })).toBe(false);
    expect(["../..", "2026-13-40..", "today..", ""].map(parseDayRange)).toEqual([null, null, null, null]);
  });

  it("the column and state filters match tasks by column and by open or done", () => {
    expect(passes({ columns: [2, 3] })).toBe(true);
    expect(passes({ columns: [3] })).toBe(false);
    expect(passes({ state: "open" })).toBe(true);
    expect(passes({ state: "done" })).toBe(false);
    expect(passes({ state: "done" }, { task_status_id: 5 })).toBe(true);
  });

  it("the blocked filter ignores blockers that are not on the board", () => {
    expect(passes({ blocked: true })).toBe(true);
    expect(passes({ blocked: true }, { blocker_ids: [7, 8] })).toBe(false);
  });

  it("tasks can be filtered by complexity, estimate, progress and creation date", () => {
    expect(passes({ complexity: [3, 4] })).toBe(true);
    expect(passes({ complexity: [5] })).toBe(false);
    expect(passes({ estimate: "over" })).toBe(false);
    expect(passes({ estimate: "over" }, { spent_minutes: 61 })).toBe(true);
    expect(passes({ estimate: "none" }, { estimate_minutes: null })).toBe(true);
    expect(passes({ progress: "some" })).toBe(true);
    expect(passes({ progress: "none" })).toBe(false);
    expect(passes({ created: "week" })).toBe(true);
    expect(passes({ created: "today" })).toBe(false);
  });

  it("a combined filter matches tasks that all of its parts match", () => {
    fc.assert(
      fc.property(someFilter, someTask, (filter, changed) => {
        const each = Object.entries(filter).map(([field, value]) => passes({ [field]: value }, changed));
        expect(passes(filter, changed)).toBe(each.every(Boolean));
      }),
    );
  });
});

const day = fc.constantFrom("2026-11-01", "2026-11-19", "2026-11-20", "2026-11-26", "2027-01-01");
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
const someFilter: fc.Arbitrary<Partial<TaskFilter>> = fc.record(
  {
    text: fc.constantFrom("web", "uber rezan", "nothing"),
    users: fc.uniqueArray(fc.constantFrom(0, 3, 40), { maxLength: 2 }),
    priority: fc.uniqueArray(fc.constantFrom(...priorities), { maxLength: 2 }),
    tags: ids,
    columns: ids,
    state: fc.constantFrom(...stateFilters),
    due: fc.constantFrom(...dueFilters, "2026-11-10..2026-11-20" as const),
    blocked: fc.boolean(),
    estimate: fc.constantFrom(...taskFields.estimate_minutes.figure.filters),
    progress: fc.constantFrom(...taskFields.progress.figure.filters),
  },
  { requiredKeys: [] },
);
const someTask: fc.Arbitrary<Partial<BoardTask>> = fc.record({
  title: fc.constantFrom("Zug", "Äpfel", "apfel", "Überblick"),
  key: fc.constantFrom("WEB-2", "WEB-10", "WEB-9", ""),
  task_status_id: fc.integer({ min: 1, max: 3 }),
  priority: fc.constantFrom(...priorities),
  complexity: fc.integer({ min: 1, max: 5 }),
  start_date: fc.option(day),
  due_date: fc.option(day),
  progress: fc.constantFrom(0, 40, 100),
  user_ids: ids,
  group_ids: fc.constantFrom([], [8]),
  tag_ids: ids,
  blocker_ids: ids,
  estimate_minutes: fc.option(fc.nat(500)),
  spent_minutes: fc.nat(500),
  created_at: day.map((date) => `${date}T10:00:00.000Z`),
  reporter_id: fc.option(fc.nat(5)),
  comment_count: fc.nat(3),
  attachment_count: fc.nat(3),
  subtask_count: fc.constantFrom(0, 4),
  subtask_done_count: fc.nat(4),
});

describe("sorting", () => {
  const collator = new Intl.Collator("de", { numeric: true });
  const world: SortContext = {
    collator,
    userName: (id) => ["Zoe", "Ada", "Émile"][id],
    groupName: (id) => (id === 8 ? "Design" : undefined),
    tagName: (id) => ["seo", "bug"][id],
    columnPlace: (id) => 10 - id,
    fields: [],
  };
  const fields = sortFields.filter((field) => field !== "rank");
  const tasks = fc.array(someTask as fc.Arbitrary<BoardTask>, { maxLength: 12 });

  it("tasks can be sorted by due date, priority, localized title and numeric key", () => {
    const one = { key: "WEB-10", title: "Zug", priority: "low", due_date: null } as BoardTask;
    const two = { key: "WEB-9", title: "Äpfel", priority: "high", due_date: "2026-01-01" } as BoardTask;
    for (const sort of ["due_date", "priority", "title", "key"] as const) {
      expect([one, two].sort(createTaskComparator(sort, world) ?? undefined)).toEqual([two, one]);
    }
    expect(createTaskComparator("rank", world)).toBeNull();
  });

  it("every sort field gives a consistent order", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.boolean(), tasks, (field, down, some) => {
        const compare = createTaskComparator(down ? `-${field}` : field, world);
        const sorted = some.toSorted(compare as never);
        for (let a = 0; a < sorted.length; a++)
          for (let b = a + 1; b < sorted.length; b++)
            expect(compare?.(sorted[a] as BoardTask, sorted[b] as BoardTask)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("tasks without a value are last in both directions", () => {
    const none = { due_date: null } as BoardTask;
    const some = { due_date: "2026-01-01" } as BoardTask;
    for (const sort of ["due_date", "-due_date"] as const)
      expect([none, some].toSorted(createTaskComparator(sort, world) ?? undefined)).toEqual([some, none]);
  });

  it("parseBoardSort parses valid sorts only, and reverseSort is its own inverse", () => {
    expect(parseBoardSort("-estimate")).toBe("-estimate");
    expect(["-rank", "updated_at", "", "--title"].map(parseBoardSort)).toEqual([null, null, null, null]);
    expect(reverseSort(reverseSort("title"))).toBe("title");
    expect(reverseSort("rank")).toBe("rank");
  });
});
