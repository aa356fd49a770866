import { normalTask } from "../../shared/tasks/tasks.board";
import { noFilter } from "../../shared/tasks/tasks.filter.rules";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { initialCard } from "../../shared/tasks/tasks.field-lists";
import { dayNumber } from "../../shared/timeline/timeline.days.rules";
import { type Grouping, type Row, rowsOf, showing, spansOf } from "./timeline.rows";
import {
  type Plan,
  planOf,
  withEvents,
  withPendingChanges,
  emptyTimeline,
  type TimelineState,
  type PendingChange,
} from "./timeline.state";
import { HandHolder } from "./timeline.hand";

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
  return normalTask({
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
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...fields,
  });
}

const facts = { title: "Website", code: "WEB", color: "blue", start_date: null, end_date: null, archived: false };

function plan(tasks: BoardTask[], pendingChanges: PendingChange[] = []): Plan {
  const board = {
    data: [{ ...column, id: 10, tasks }],
    revision: 5,
    users: [person(1, "Amira"), person(2, "Dara")],
    groups: [{ id: 7, title: "App team", users: [1, 2] }],
    tags: [{ id: 3, project_id: 1, name: "Design", color: "rose" }],
  };
  return planOf({ id: 1, ...facts, can: { edit: true }, board }, pendingChanges);
}

function rows(plans: readonly Plan[], by: Grouping = "project", toggled: string[] = [], filter = noFilter): string[] {
  const options = {
    by,
    shows: showing(filter, today),
    filtering: filter !== noFilter,
    today: dayNumber(today),
    nameDays: 0,
  };
  return rowsOf(plans, { ...options, toggled: new Set(toggled) }).map(nameOf);
}

function nameOf(row: Row): string {
  if (row.kind === "task") return row.item.task.title;
  if (row.kind === "fold") return `${row.what} ${row.count}`;
  if (row.kind === "undated") return `? ${row.placed.task.title}`;
  if (row.kind === "project") return `${row.project.title} ${row.percent}`;
  return `${row.key}: ${row.items.map(({ task: { id } }) => id).join()}`;
}

test("a project unfolds into what is planned, earliest first; without dates and long finished is folded", () => {
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

test("filters leave out projects without anything to show, and fold nothing away", () => {
  const one = plan([task(1, { due_date: "2026-10-01", progress: 100 }), task(2, { due_date: "2026-11-25" })]);
  expect(rows([one], "project", [], { ...noFilter, text: "task 1" })).toEqual(["Website 50", "Task 1"]);
  expect(rows([one], "project", [], { ...noFilter, text: "nothing" })).toEqual([]);
});

test("by person and by tag: lanes without overlaps, teams by their name, nobody last", () => {
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

describe("what one wants", () => {
  const first = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const pending: PendingChange = {
    id: 1,
    projectId: 1,
    task: first,
    change: { due_date: "2026-11-24" },
    savedAt: null,
    waiting: false,
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
    rowsOf(state.plans, {
      by: "project",
      shows: () => true,
      filtering: false,
      today: dayNumber(today),
      nameDays: 0,
      toggled: new Set(),
    }).flatMap((row) => (row.kind === "task" ? [row.item.task.due_date] : []));

  test("is drawn at once, over whatever comes meanwhile, until the server has said the same", () => {
    const wanted = withPendingChanges(open, [pending]);
    expect(dueOf(wanted)).toEqual(["2026-11-24"]);
    const meanwhile = withEvents(wanted, 1, [updated(6, 2, { title: "Other" }, 2)], 1);
    expect(dueOf(meanwhile)).toEqual(["2026-11-24"]);
    expect(meanwhile.news).toEqual({ 1: { actor: person(2, "Amira"), revision: 6 } });
    const answered = withPendingChanges(meanwhile, [{ ...pending, savedAt: 3 }]);
    const told = withEvents(answered, 1, [updated(7, 3, { due_date: "2026-11-24" })], 1);
    expect([told.pendingChanges, dueOf(told)]).toEqual([[], ["2026-11-24"]]);
  });

  test("is gone when it is taken back: the bar stands where the server has it", () => {
    expect(dueOf(withPendingChanges(withPendingChanges(open, [pending]), []))).toEqual(["2026-11-22"]);
  });
});

test("the hand: carried, beyond the project's dates, by steps, and empty again", () => {
  const holder = new HandHolder();
  const project = { id: 1, ...facts, end_date: "2026-11-25", can: { edit: true } };
  const held = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const from = { from: dayNumber("2026-11-20"), to: dayNumber("2026-11-22"), milestone: false };
  holder.take(held, project, "pointer", "move", from);
  holder.carry(3);
  expect(holder.hand$.value).toMatchObject({ outside: false, span: { to: dayNumber("2026-11-25") } });
  holder.carry(4);
  expect(holder.hand$.value?.outside).toBe(true);
  holder.step("end", -2);
  expect(holder.hand$.value).toMatchObject({ outside: false, span: { to: dayNumber("2026-11-24") } });
  expect(holder.release()?.task).toBe(held);
  expect(holder.hand$.value).toBeNull();
  expect(holder.release()).toBeNull();
});

test("rows stay in the order in which they stood until that is let go", () => {
  const early = task(1, { start_date: "2026-11-20", due_date: "2026-11-22" });
  const late = task(2, { start_date: "2026-11-24", due_date: "2026-11-26" });
  const kept = spansOf([plan([early, late])]);
  const after = [plan([{ ...early, start_date: "2026-12-01", due_date: "2026-12-03" }, late])];
  const order = (held: typeof kept | null) =>
    rowsOf(after, {
      by: "project",
      shows: showing(noFilter, today),
      filtering: false,
      today: dayNumber(today),
      nameDays: 8,
      toggled: new Set(),
      kept: held,
    }).flatMap((row) => (row.kind === "task" ? row.item.task.id : []));
  expect(order(kept)).toEqual([1, 2]);
  expect(order(null)).toEqual([2, 1]);
});
