import { boardFromReply, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../../shared/work/tasks/tasks.board-events";
import { emptyFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { BoardSimulation } from "../../../../tests/support/board-simulation";
import { simulatedPerson } from "../../../../tests/support/simulated-board";
import { createVisibleCards, type BoardView } from "../state/board.visible";
import { readBoardQuery, writeBoardQuery } from "../../../../shared/work/tasks/tasks.address.rules";
import { newPendingChange, type PendingChange } from "../pending/task-changes";
import { statusOfColumn } from "../state/column.status";
import { toHistoryEntries } from "../detail/history/task.history";
import { buildColumnRows } from "./useColumnRows";

const collator = new Intl.Collator("en");
const view = (change: Partial<BoardView> = {}): BoardView => ({
  filter: emptyFilter,
  sort: "rank",
  today: "2026-11-20",
  collator,
  ...change,
});

describe("visible cards", () => {
  it("without a filter, columns show the board's own order", () => {
    const board = boardFromReply(new BoardSimulation().read());
    expect(createVisibleCards()(board, view())).toBe(board.order);
  });

  it("an unaffected column keeps its list's identity", () => {
    const simulation = new BoardSimulation();
    const visibleOf = createVisibleCards();
    const filteredView = view({ filter: { ...emptyFilter, text: "task" } });
    const board = boardFromReply(simulation.read());
    const before = visibleOf(board, filteredView);
    const moved = applyEvents(board, simulation.apply({ kind: "move", task: 0, column: 1, at: 0 }));
    const after = visibleOf(moved, filteredView);
    const [first, second, third] = simulation.columnIds as [number, number, number];
    expect(after[third]).toBe(before[third]);
    expect(after[first]).not.toBe(before[first]);
    expect(after[second]).toEqual(taskIdsInColumn(moved, second));
    const renamed = applyEvents(moved, simulation.apply({ kind: "rename", column: 0 }));
    expect(visibleOf(renamed, filteredView)).toBe(after);
  });

  it("sorting doesn't change the board", () => {
    const board = boardFromReply(new BoardSimulation(3, 1).read());
    const [columnId] = board.columnIds as [number];
    const visible = createVisibleCards()(board, view({ sort: "title" }));
    const titles = (visible[columnId] ?? []).map((id) => taskById(board, id)?.title ?? "");
    expect(titles).toEqual([...titles].sort(collator.compare));
  });
});

describe("rows of a column", () => {
  const place = (beforeId: number | null, afterId: number | null) => ({ columnId: 1, beforeId, afterId });
  const parts = { ids: [1, 2, 3], order: [1, 2, 3], drag: null, from: null, draggedIds: [], others: [], ghosts: [] };
  const task = taskById(boardFromReply(new BoardSimulation().read()), 2) as never;
  const drag = {
    taskId: 2,
    taskIds: [2],
    by: "pointer",
    task,
    version: 1,
    conflict: null,
    from: place(1, 3),
    over: place(3, null),
  } as never;
  const kinds = (rows: ReturnType<typeof buildColumnRows>) =>
    rows.rows.map((row) => (row.kind === "card" ? row.id : row.kind));

  it("rows are the column's cards", () => expect(kinds(buildColumnRows(parts))).toEqual([1, 2, 3]));

  it("rows have a slot at the drop position and keep the dragged card rendered", () => {
    const rows = buildColumnRows({ ...parts, drag, from: drag, draggedIds: [2] });
    expect(kinds(rows)).toEqual([1, 3, "slot"]);
    expect(rows.parked).toMatchObject({ row: { id: 2 }, at: 1 });
    expect(rows.slotAt).toBe(2);
  });

  it("the slot is placed among the filtered cards", () => {
    expect(kinds(buildColumnRows({ ...parts, ids: [3], drag, from: drag, draggedIds: [2] }))).toEqual([3, "slot"]);
  });

  it("rows show other users' drags and refused changes without a card", () => {
    const other = { ...simulatedPerson(9), focus: 50, dragging: true, over: { task_status_id: 1, before_id: 1 } };
    const ghost = {
      ...newPendingChange,
      id: "w",
      kind: "move",
      state: "refused",
      taskId: 99,
      to: place(null, 1),
      task,
      version: 1,
      answer: null,
    } as PendingChange;
    expect(kinds(buildColumnRows({ ...parts, others: [other], ghosts: [ghost] }))).toEqual(["ghost", 1, "other", 2, 3]);
  });
});

describe("filters in the URL", () => {
  it("filters are written to and read from the URL without loss", () => {
    const filter = {
      ...emptyFilter,
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
    const search = writeBoardQuery(new URLSearchParams("task=12"), {
      ...filter,
      priority: [...filter.priority],
      sort: "-title",
    });
    expect(search.get("task")).toBe("12");
    expect(readBoardQuery(search)).toEqual({ filter, sort: "-title" });
    expect(writeBoardQuery(search, { ...emptyFilter, sort: "rank" }).toString()).toBe("task=12");
  });

  it("unknown filter values are ignored", () => {
    const query = readBoardQuery(
      new URLSearchParams(
        "u=x,-2,2&priority=urgent,high&due=someday&sort=updated_at&state=lost&complexity=9&blocked=x",
      ),
    );
    expect(query).toEqual({ filter: { ...emptyFilter, users: [2], priority: ["high"] }, sort: "rank" });
  });
});

test("columns of one kind have different icons by position", () => {
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

describe("task history", () => {
  const line = (type: string, data: Record<string, unknown>) =>
    toHistoryEntries({ activities: [{ id: 1, type, actor: null, at: "", data }] });

  it("each changed field is shown with its old and new value", () => {
    const data = { priority: "high", user_ids: [3], version: 2, before: { priority: "low", user_ids: [] } };
    expect(line("task.updated", data)).toMatchObject([
      { field: "priority", from: "low", to: "high" },
      { field: "users", from: [], to: [3] },
    ]);
  });

  it("moves between columns are shown, moves within a column aren't", () => {
    expect(line("task.moved", { from_task_status_id: 1, task_status_id: 2 })).toMatchObject([{ from: 1, to: 2 }]);
    expect(line("task.moved", { from_task_status_id: 1, task_status_id: 1 })).toEqual([]);
  });

  it("unknown events are shown with a generic text", () =>
    expect(line("future.happened", {})).toMatchObject([{ message: "task.history.other" }]));
});
