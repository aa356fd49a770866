import { newPendingChange, type PendingChange } from "../tasks/pending/task-changes";
import { normalizeTask } from "../../../shared/work/tasks/tasks.board";
import { emptyFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { initialCard } from "../../../shared/work/tasks/tasks.field-lists";
import { dayNumber } from "../../../shared/kernel/day-number";
import { type Grouping, type TimelineRow, buildTimelineRows, rowFilter, spansByTask } from "./timeline.rows";
import {
  type ProjectPlan,
  createProjectPlan,
  withEvents,
  withPendingChanges,
  emptyTimeline,
  type TimelineState,
} from "./timeline.state";
import { type TimelineSpan, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { DragController, draggedSpanOf } from "./timeline.drag-state";
import { TimelineSelection } from "./timeline.selection";
import { jointlyMovedTasks } from "./timeline.joint-moves";

const today = "2026-11-20";
const person = (id: number, fullname: string) => ({ id, fullname, image: null });
const column = {
  project_id: 1,
  title: "To do",
  kind: "todo" as const,
  color: null,
  wip_limit: null,
  sort_order: 1,
  version: 1,
};

function task(id: number, fields: Partial<BoardTask> = {}): BoardTask {
  return normalizeTask({
    id,
    project_id: 1,
    task_status_id: 10,
    key: `WEB-${id}`,
    ...initialCard(),
    title: `Task ${id}`,
    rank: `a${id}`,
    version: 1,
    spent_minutes: 0,
    cover_url: null,
    created_at: "2026-11-01T08:00:00Z",
    reporter_id: null,
    series_id: null,
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...fields,
  });
}

const facts = { title: "Website", code: "WEB", color: "blue", start_date: null, end_date: null, archived: false };

function plan(tasks: BoardTask[]): ProjectPlan {
  const board = {
    data: [{ ...column, id: 10, tasks }],
    revision: 5,
    epoch: "",
    users: [person(1, "Amira"), person(2, "Dara")],
    groups: [{ id: 7, title: "App team", users: [1, 2] }],
    tags: [{ id: 3, project_id: 1, name: "Design", color: "rose" }],
    fields: [],
  };
  return createProjectPlan({ id: 1, ...facts, can: { edit: true }, board }, []);
}

function rows(
  plans: readonly ProjectPlan[],
  by: Grouping = "project",
  toggled: string[] = [],
  filter = emptyFilter,
  coming: readonly ComingDate[] = [],
): string[] {
  const options = {
    by,
    shows: rowFilter(filter, today),
    filtering: filter !== emptyFilter,
    today: dayNumber(today),
    nameDays: 0,
    coming,
  };
  return buildTimelineRows(plans, { ...options, toggled: new Set(toggled) }).map(nameOf);
}

function nameOf(row: TimelineRow): string {
  if (row.kind === "task") return row.item.task.title;
  if (row.kind === "coming") return `${row.title}: ${row.dates.map(({ day }) => day).join()}`;
  if (row.kind === "fold") return `${row.what} ${row.count}`;
  if (row.kind === "undated") return `? ${row.placed.task.title}`;
  if (row.kind === "project") return `${row.project.title} ${row.percent}`;
  return `${row.key}: ${row.items.map(({ task: { id } }) => id).join()}`;
}

test("a project lists planned tasks by start; undated and old finished are folded", () => {
  const one = plan([
    task(1, { due_date: "2026-12-01" }),
    task(2, { start_date: "2026-11-02", due_date: "2026-11-25", progress: 50 }),
    task(3),
    task(4, { due_date: "2026-10-01", progress: 100 }),
    task(5, { due_date: "2026-11-19", progress: 100 }),
  ]);
  expect(rows([one])).toEqual(["Website 50", "finished 1", "Task 2", "Task 5", "Task 1", "undated 1"]);
  expect(rows([one], "project", ["undated:project:1"])).toContain("? Task 3");
  expect(rows([one], "project", ["finished:project:1"])[2]).toBe("Task 4");
  expect(rows([one], "project", ["project:1"])).toEqual(["Website 50"]);
});

test("filters hide projects without matches and fold nothing", () => {
  const one = plan([task(1, { due_date: "2026-10-01", progress: 100 }), task(2, { due_date: "2026-11-25" })]);
  expect(rows([one], "project", [], { ...emptyFilter, text: "task 1" })).toEqual(["Website 50", "Task 1"]);
  expect(rows([one], "project", [], { ...emptyFilter, text: "nothing" })).toEqual([]);
});

test("a series has a row with its coming dates, also if a filter hides every task", () => {
  const one = plan([task(1, { due_date: "2026-11-20" }), task(2)]);
  const dateOf = (day: string) => ({ project_id: 1, series_id: 4, task_id: 1, title: "Water", day }) as ComingDate;
  const coming = [dateOf("2026-11-27"), dateOf("2026-12-04"), { ...dateOf("2026-11-27"), project_id: 2 }];
  const row = "Water: 2026-11-27,2026-12-04";
  expect(rows([one], "project", [], emptyFilter, coming)).toEqual(["Website 0", "Task 1", row, "undated 1"]);
  expect(rows([one], "project", [], { ...emptyFilter, text: "water" }, coming)).toEqual(["Website 0", row]);
});

test("grouping by user or tag uses lanes without overlaps, unassigned last", () => {
  const one = plan([
    task(1, { start_date: "2026-11-20", due_date: "2026-11-25", user_ids: [2, 1], tag_ids: [3] }),
    task(2, { start_date: "2026-11-24", due_date: "2026-11-26", user_ids: [1] }),
    task(3, { start_date: "2026-11-28", due_date: "2026-11-29", user_ids: [1], group_ids: [7] }),
    task(4, { due_date: "2026-11-29" }),
    task(5),
  ]);
  expect(rows([one], "person")).toEqual([
    "person:1/0: 1,3",
    "person:1/1: 2",
    "group:7/0: 3",
    "person:2/0: 1",
    "nobody/0: 4",
    "undated 1",
  ]);
  expect(rows([one], "tag").slice(0, 2)).toEqual(["tag:3/0: 1", "untagged/0: 2,3"]);
});

describe("pending date changes", () => {
  const first = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const pending: PendingChange = {
    ...newPendingChange,
    id: "1",
    kind: "change",
    changes: [{ id: 1, due_date: "2026-11-24" }],
    undoing: false,
    cards: [],
    answer: null,
  };
  const open = { ...emptyTimeline, plans: [plan([first])] };
  const updated = (revision: number, version: number, fields: object, actor = 1) =>
    ({
      revision,
      id: revision,
      type: "task.updated" as const,
      actor: person(actor, "Amira"),
      at: "2026-11-20T10:00:00Z",
      data: { id: 1, project_id: 1, key: "WEB-1", version, before: {}, ...fields },
    }) as never;
  const dueOf = (state: TimelineState) =>
    buildTimelineRows(state.plans, {
      by: "project",
      shows: () => true,
      filtering: false,
      today: dayNumber(today),
      nameDays: 0,
      toggled: new Set(),
    }).flatMap((row) => (row.kind === "task" ? [row.item.task.due_date] : []));

  test("a pending change is shown over other events until the server confirms it", () => {
    const withChange = withPendingChanges(open, [pending], false);
    expect(dueOf(withChange)).toEqual(["2026-11-24"]);
    const meanwhile = withEvents(withChange, 1, [updated(6, 2, { title: "Other" }, 2)], 1);
    expect(dueOf(meanwhile)).toEqual(["2026-11-24"]);
    expect(meanwhile.news).toEqual({ 1: { actor: person(2, "Amira"), revision: 6 } });
    const answered = withPendingChanges(
      meanwhile,
      [
        {
          ...pending,
          state: "done",
          answer: [{ id: 1, version: 3, task: { ...first, due_date: "2026-11-24" }, undo: null }],
        },
      ],
      false,
    );
    const afterEvent = withEvents(answered, 1, [updated(7, 3, { due_date: "2026-11-24" })], 1);
    expect([afterEvent.plans[0]?.pending, dueOf(afterEvent)]).toEqual([[], ["2026-11-24"]]);
  });

  test("a withdrawn change shows the server's dates again", () => {
    expect(dueOf(withPendingChanges(withPendingChanges(open, [pending], false), [], false))).toEqual(["2026-11-22"]);
  });
});

test("a drag moves a bar and marks positions outside the project's dates", () => {
  const holder = new DragController();
  const project = { id: 1, ...facts, end_date: "2026-11-25", can: { edit: true } };
  const draggedTask = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const from = { from: dayNumber("2026-11-20"), to: dayNumber("2026-11-22"), dueOnly: false };
  holder.take(draggedTask, project, "pointer", "move", from);
  holder.carry(3);
  expect(holder.drag$.value).toMatchObject({ outside: false, span: { to: dayNumber("2026-11-25") } });
  holder.carry(4);
  expect(holder.drag$.value?.outside).toBe(true);
  holder.step("end", -2);
  expect(holder.drag$.value).toMatchObject({ outside: false, span: { to: dayNumber("2026-11-24") } });
  expect(holder.release()?.task).toBe(draggedTask);
  expect(holder.drag$.value).toBeNull();
  expect(holder.release()).toBeNull();
});

test("a drag moves selected tasks along and is outside if one of them is", () => {
  const holder = new DragController();
  const project = { id: 1, ...facts, end_date: "2026-11-30", can: { edit: true } };
  const [datedTask, dueOnlyTask] = [
    task(1, { start_date: "2026-11-20", due_date: "2026-11-22" }),
    task(2, { due_date: "2026-11-27" }),
  ];
  const [from, alone] = [datedTask, dueOnlyTask].map((one) => timelineSpanOf(one)) as [TimelineSpan, TimelineSpan];
  holder.take(datedTask, project, "pointer", "move", from, [{ task: dueOnlyTask, project, from: alone, span: alone }]);
  holder.carry(3);
  const drag = holder.drag$.value;
  expect([drag?.outside, draggedSpanOf(drag, 1)?.from, draggedSpanOf(drag, 2)]).toEqual([
    false,
    from.from + 3,
    { from: alone.from + 3, to: alone.to + 3, dueOnly: true },
  ]);
  expect(draggedSpanOf(drag, 3)).toBeNull();
  holder.step("move", 1);
  expect([holder.drag$.value?.outside, draggedSpanOf(holder.drag$.value, 2)?.to]).toEqual([true, alone.to + 4]);
});

test("only selected tasks with dates in editable projects move with the drag", () => {
  const tasks = [1, 2, 3].map((id) => task(id, { due_date: "2026-11-27" }));
  const selection = new TimelineSelection();
  const at = (edit: boolean) => {
    const one = plan([...tasks, task(4)]);
    const plans = [{ ...one, facts: { ...one.facts, can: { edit } } }];
    return { selection, store: { state$: { value: { ...emptyTimeline, plans } } } as never };
  };
  for (const id of [1, 2, 4]) selection.toggleTogether(1, id);
  const others = (id: number, hold: "move" | "end" = "move", edit = true) =>
    jointlyMovedTasks(at(edit), { id }, hold).map(({ task: one }) => one.id);
  expect([others(1), others(2), others(3), others(1, "end"), others(1, "move", false)]).toEqual([[2], [1], [], [], []]);
  selection.select(null);
  expect(others(1)).toEqual([]);
});

test("rows keep their order until the drag ends", () => {
  const early = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const late = task(2, { start_date: "2026-11-24", due_date: "2026-11-26" });
  const spansBefore = spansByTask([plan([early, late])]);
  const after = [plan([{ ...early, start_date: "2026-12-01", due_date: "2026-12-03" }, late])];
  const order = (sortSpans: typeof spansBefore | null) =>
    buildTimelineRows(after, {
      by: "project",
      shows: rowFilter(emptyFilter, today),
      filtering: false,
      today: dayNumber(today),
      nameDays: 8,
      toggled: new Set(),
      sortSpans,
    }).flatMap((row) => (row.kind === "task" ? row.item.task.id : []));
  expect(order(spansBefore)).toEqual([1, 2]);
  expect(order(null)).toEqual([2, 1]);
});

test("bars of a user keep their lanes until the drag ends", () => {
  const [first, second] = ["2026-11-20", "2026-11-24"].map((start_date, at) =>
    task(at + 1, { start_date, due_date: start_date, user_ids: [1] }),
  ) as [BoardTask, BoardTask];
  const spansBefore = spansByTask([plan([first, second])]);
  const after = [plan([{ ...first, start_date: "2026-11-24", due_date: "2026-11-24" }, second])];
  const lanes = (sortSpans: typeof spansBefore | null) =>
    buildTimelineRows(after, {
      by: "person",
      shows: rowFilter(emptyFilter, today),
      filtering: false,
      today: dayNumber(today),
      nameDays: 0,
      toggled: new Set(),
      sortSpans,
    }).map(nameOf);
  expect(lanes(spansBefore)).toEqual(["person:1/0: 1,2"]);
  expect(lanes(null)).toEqual(["person:1/0: 1", "person:1/1: 2"]);
});
