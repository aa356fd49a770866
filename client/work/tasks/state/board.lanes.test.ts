import { targetPosition, FakeBoard, waitForImmediates } from "../../../../tests/support/fake-board";
import { boardFromReply, sortIds, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { BoardSimulation } from "../../../../tests/support/board-simulation";
import { taskChangeForLane, laneKindOf, laneOf, lanesOf, noLaneKey } from "./board.lanes";

const compare = (a: string, b: string) => (a < b ? -1 : 1);
const task = { id: 1, priority: "low", user_ids: [4, 7], tag_ids: [] } as unknown as BoardTask;

it("only known swimlane kinds are accepted", () => {
  expect([laneKindOf("tag", []), laneKindOf("colour", []), laneKindOf(null, [])]).toEqual(["tag", null, null]);
});

it("every card is in exactly one lane and keeps its column and order", () => {
  const board = boardFromReply(new BoardSimulation(5).read());
  for (const kind of ["assignee", "priority", "tag"] as const) {
    const lanes = lanesOf(board, board.order, kind, compare);
    for (const id of board.columnIds) {
      const laneIds = lanes.flatMap((lane) => lane.visible[id] ?? []);
      expect(new Set(laneIds)).toEqual(new Set(board.order[id]));
      expect(laneIds).toHaveLength(board.order[id]?.length ?? 0);
    }
    expect(lanes.reduce((sum, lane) => sum + lane.count, 0)).toBe(
      board.columnIds.flatMap((id) => board.order[id]).length,
    );
  }
});

it("a lane change affects only the value that the lane represents", () => {
  expect([laneOf(task, "assignee"), laneOf(task, "tag"), laneOf(task, "priority")]).toEqual(["4", noLaneKey, "low"]);
  const go = (kind: "assignee" | "tag" | "priority", to: string) =>
    taskChangeForLane(task, { kind, from: laneOf(task, kind), to });
  expect(go("priority", "high")).toEqual({ priority: "high" });
  expect(go("assignee", "9")).toEqual({ users: [9] });
  expect(go("assignee", "5")).toEqual({ users: [5, 7] });
  expect(go("assignee", "7")).toEqual({ users: [7] });
  expect(go("assignee", noLaneKey)).toEqual({ users: [] });
  expect(go("tag", "3")).toEqual({ tags: [3] });
  expect(go("tag", noLaneKey)).toEqual({});
});

it("a card with several assignees or tags stays in the lane in which it is dropped", () => {
  for (const kind of ["assignee", "tag"] as const)
    for (const to of ["1", "2", "3", "4", "5", "8", "9", noLaneKey]) {
      const card = { ...task, user_ids: [2, 4, 8], tag_ids: [2, 4, 8] };
      const { users = card.user_ids, tags = card.tag_ids } = taskChangeForLane(card, { kind, from: "2", to });
      const dropped = { ...card, user_ids: sortIds([...(users ?? [])]), tag_ids: sortIds([...(tags ?? [])]) };
      expect([kind, laneOf(dropped, kind)]).toEqual([kind, to]);
    }
});

describe("dragging between swimlanes", () => {
  it("dropping in another lane is one change; within the lane it is a move", async () => {
    const board = await new FakeBoard().open();
    const [id] = board.simulation.taskIds(board.simulation.columnIds[0] as number) as [number];
    const { priority } = taskById(board.context.drawn, id) as BoardTask;
    board.send({ type: "LIFT", taskId: id, by: "pointer" });
    board.send({
      type: "HOVER",
      place: targetPosition(board, 1, 0),
      lane: { kind: "priority", from: priority, to: "high" },
    });
    board.send({ type: "DROP" });
    expect(board.context.pendingChanges).toMatchObject([
      { kind: "change", changes: [{ id, priority: "high", task_status_id: board.simulation.columnIds[1] }] },
    ]);
    expect(taskById(board.context.drawn, id)?.priority).toBe("high");
    await waitForImmediates();
    board.send({ type: "LIFT", taskId: id, by: "pointer" });
    board.send({
      type: "HOVER",
      place: targetPosition(board, 2, 0),
      lane: { kind: "priority", from: "high", to: "high" },
    });
    board.send({ type: "DROP" });
    expect(board.context.pendingChanges.at(-1)).toMatchObject({ kind: "move" });
  });

  it("selected cards are dragged in board order, without archived ones", async () => {
    const board = await new FakeBoard(4).open();
    const [a, b, c] = board.simulation.taskIds(board.simulation.columnIds[0] as number) as [number, number, number];
    const [d] = board.simulation.taskIds(board.simulation.columnIds[1] as number) as [number];
    board.send({ type: "SELECT", ids: [d, c, b, a], anchor: a });
    board.deliver(...board.applyOnServer({ kind: "archive", task: board.simulation.indexOfTask(b) }));
    expect(board.context.selected).toEqual([d, c, a]);
    board.send({ type: "LIFT", taskId: c, by: "pointer" });
    expect(board.context.drag?.taskIds).toEqual([a, c, d]);
    const place = targetPosition(board, 2, 1);
    board.send({ type: "HOVER", place });
    board.send({ type: "DROP" });
    await waitForImmediates();
    board.deliver(...board.log);
    const third = board.simulation.columnIds[2] as number;
    expect(board.context.drawn.order[third]?.slice(0, 4)).toEqual([place.beforeId, a, c, d]);
    expect(board.context.pendingChanges).toEqual([]);
    expect(board.context.drawn).toEqual(boardFromReply(board.simulation.read()));
    expect(board.sent).toHaveLength(1);
  });

  it("an unselected card is dragged alone", async () => {
    const board = await new FakeBoard(4).open();
    const [a, b] = board.simulation.taskIds(board.simulation.columnIds[0] as number) as [number, number];
    board.send({ type: "SELECT", ids: [a], anchor: a });
    board.send({ type: "LIFT", taskId: b, by: "pointer" });
    expect(board.context.drag?.taskIds).toEqual([b]);
  });
});
