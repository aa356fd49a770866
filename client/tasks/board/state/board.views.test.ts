import { boardOf, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import { applyEvents } from "../../../../shared/tasks/tasks.board-events";
import { noFilter } from "../../../../shared/tasks/tasks.filter.rules";
import { BoardStory } from "../../../../tests/support/board-story";
import { person } from "../../../../tests/support/board-world";
import { createVisible, type View } from "./board.visible";
import { readQuery, writeQuery } from "./board.query";
import { fresh, type PendingChange } from "./board.pending";
import { statusOfColumn } from "./column.status";
import { historyOf } from "../../detail/history/task.history";
import { rowsOf } from "../useRows";

const collator = new Intl.Collator("en");
const view = (change: Partial<View> = {}): View => ({
  filter: noFilter,
  sort: "rank",
  today: "2026-11-20",
  collator,
  ...change,
});

describe("what the columns show", () => {
  it("is the board's own order when nothing is asked for", () => {
    const board = boardOf(new BoardStory().read());
    expect(createVisible()(board, view())).toBe(board.order);
  });

  it("keeps the list of a column that an event doesn't change", () => {
    const story = new BoardStory();
    const visibleOf = createVisible();
    const wanted = view({ filter: { ...noFilter, text: "task" } });
    const board = boardOf(story.read());
    const before = visibleOf(board, wanted);
    const moved = applyEvents(board, story.tell({ kind: "move", task: 0, column: 1, at: 0 }));
    const after = visibleOf(moved, wanted);
    const [first, second, third] = story.columnIds as [number, number, number];
    expect(after[third]).toBe(before[third]);
    expect(after[first]).not.toBe(before[first]);
    expect(after[second]).toEqual(tasksIn(moved, second));
    const renamed = applyEvents(moved, story.tell({ kind: "rename", column: 0 }));
    expect(visibleOf(renamed, wanted)).toBe(after);
  });

  it("can be sorted without touching the board", () => {
    const board = boardOf(new BoardStory(3, 1).read());
    const [columnId] = board.columnIds as [number];
    const visible = createVisible()(board, view({ sort: "title" }));
    const titles = (visible[columnId] ?? []).map((id) => taskOf(board, id)?.title ?? "");
    expect(titles).toEqual([...titles].sort(collator.compare));
  });
});

describe("the rows of a column", () => {
  const place = (beforeId: number | null, afterId: number | null) => ({ columnId: 1, beforeId, afterId });
  const parts = { ids: [1, 2, 3], order: [1, 2, 3], hand: null, from: null, taken: [], others: [], ghosts: [] };
  const task = taskOf(boardOf(new BoardStory().read()), 2) as never;
  const hand = {
    taskId: 2,
    taskIds: [2],
    by: "pointer",
    task,
    version: 1,
    conflict: null,
    from: place(1, 3),
    over: place(3, null),
  } as never;
  const kinds = (rows: ReturnType<typeof rowsOf>) => rows.rows.map((row) => (row.kind === "card" ? row.id : row.kind));

  it("are its cards", () => expect(kinds(rowsOf(parts))).toEqual([1, 2, 3]));

  it("have a slot where the card in the hand would land, and that card parked where it was", () => {
    const rows = rowsOf({ ...parts, hand, from: hand, taken: [2] });
    expect(kinds(rows)).toEqual([1, 3, "slot"]);
    expect(rows.parked).toMatchObject({ row: { id: 2 }, at: 1 });
    expect(rows.slotAt).toBe(2);
  });

  it("find the slot's place among the cards that a filter leaves", () => {
    expect(kinds(rowsOf({ ...parts, ids: [3], hand, from: hand, taken: [2] }))).toEqual([3, "slot"]);
  });

  it("show where others hover, and what was refused and has no card any more", () => {
    const other = { ...person(9), focus: 50, dragging: true, over: { task_status_id: 1, before_id: 1 } };
    const ghost = {
      ...fresh,
      id: "w",
      kind: "move",
      state: "refused",
      taskId: 99,
      to: place(null, 1),
      task,
      version: 1,
      answer: null,
    } as PendingChange;
    expect(kinds(rowsOf({ ...parts, others: [other], ghosts: [ghost] }))).toEqual(["ghost", 1, "other", 2, 3]);
  });
});

describe("the filter in the address", () => {
  it("is read and written without loss", () => {
    const wanted = {
      ...noFilter,
      text: "login",
      users: [0, 3],
      tags: [5],
      priority: ["high", "low"] as const,
      due: "2026-11-01.." as const,
      columns: [4],
      state: "open" as const,
      blocked: true,
      estimate: "over" as const,
    };
    const search = writeQuery(new URLSearchParams("task=12"), {
      ...wanted,
      priority: [...wanted.priority],
      sort: "-title",
    });
    expect(search.get("task")).toBe("12");
    expect(readQuery(search)).toEqual({ filter: wanted, sort: "-title" });
    expect(writeQuery(search, { ...noFilter, sort: "rank" }).toString()).toBe("task=12");
  });

  it("makes nothing of what it doesn't know", () => {
    const query = readQuery(
      new URLSearchParams(
        "u=x,-1,2&priority=urgent,high&due=someday&sort=updated_at&state=lost&complexity=9&blocked=x",
      ),
    );
    expect(query).toEqual({ filter: { ...noFilter, users: [2], priority: ["high"] }, sort: "rank" });
  });
});

test("columns of one kind have glyphs that fill up", () => {
  const kinds = ["todo", "todo", "doing", "doing", "doing", "done"] as const;
  const columnIds = kinds.map((_, at) => at + 1);
  const columns = Object.fromEntries(kinds.map((kind, at) => [at + 1, { kind } as never]));
  expect(columnIds.map((id) => statusOfColumn({ columnIds, columns }, id))).toEqual([
    "backlog",
    "todo",
    "doing",
    "review",
    "review",
    "done",
  ]);
});

describe("the history of a task", () => {
  const line = (type: string, data: Record<string, unknown>) =>
    historyOf({ activities: [{ id: 1, type, actor: null, at: "", data }] });

  it("tells each changed field from what to what", () => {
    const data = { priority: "high", user_ids: [3], version: 2, before: { priority: "low", user_ids: [] } };
    expect(line("task.updated", data)).toMatchObject([
      { field: "priority", from: "low", to: "high" },
      { field: "users", from: [], to: [3] },
    ]);
  });

  it("tells moves between columns, not within one", () => {
    expect(line("task.moved", { from_task_status_id: 1, task_status_id: 2 })).toMatchObject([{ from: 1, to: 2 }]);
    expect(line("task.moved", { from_task_status_id: 1, task_status_id: 1 })).toEqual([]);
  });

  it("says that something happened where it doesn't know what", () =>
    expect(line("future.happened", {})).toMatchObject([{ message: "task.history.other" }]));
});
