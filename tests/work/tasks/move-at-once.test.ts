import type { Tx } from "../../../server/platform/database/unit-of-work";
import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "./board";

/** Simulates changes by another user while a move waits for its locks, after it has read the task and the column. */
const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
let column: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { cards: [2, 2, 0] });
  [task, column] = [board.tasks[0]?.[0] as number, board.columns[1]];
});

const ofTask = (set: string) =>
  changeStatement(`UPDATE task SET ${set} WHERE tenant_id = current_tenant() AND id = $1`, task);
const ofColumn = (set: string) =>
  changeStatement(`UPDATE task_status SET ${set} WHERE tenant_id = current_tenant() AND id = $1`, column);
const holdColumn = () =>
  changeStatement("SELECT FROM task_status WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", column);

async function moveWhile(changes: ((tx: Tx) => Promise<unknown>)[], body: object = {}) {
  const mark = server.published.length;
  const answer = await runInsideLockGap(server, world, changes, () =>
    board.member.put(`/task/${task}/status-update`, { task_status_id: column, ...body }),
  );
  const moves = world.events(mark).filter(({ event }) => event.type === "task.moved");
  return { answer, moves: moves.map(({ event }) => event.data as { version: number; rank: string; progress: number }) };
}

test("a task moved to the column concurrently is placed before the moved one", async () => {
  const other = board.tasks[0]?.[1] as number;
  const drop = changeStatement(
    "UPDATE task SET task_status_id = $2, rank = 'b00' WHERE tenant_id = current_tenant() AND id = $1",
    other,
    column,
  );
  const { answer, moves } = await moveWhile([holdColumn(), drop]);
  expect(requireOk(answer).body.data.before_id).toBe(other);
  expect(moves).toHaveLength(1);
  expect((await board.order(column)).slice(-2)).toEqual([other, task]);
});

test("a concurrent change of a moved task is kept, and the move emits one event", async () => {
  const { answer, moves } = await moveWhile([ofTask("title = 'New', version = version + 1")]);
  expect(requireOk(answer).body.data.version).toBe(3);
  expect(moves).toMatchObject([{ version: 3, title: "New" }]);
  expect(await board.card(task)).toMatchObject({ version: 3, task_status_id: column, rank: moves[0]?.rank });
});

test("a subtask completed concurrently counts in the moved task's progress", async () => {
  await world.tx(ofTask("progress = 100, subtask_count = 4, subtask_done_count = 1"));
  await world.tx(
    changeStatement(
      "UPDATE task_status SET kind = 'done' WHERE tenant_id = current_tenant() AND id = $1",
      board.columns[0],
    ),
  );
  const { moves } = await moveWhile([ofTask("subtask_done_count = 2")]);
  expect(moves).toMatchObject([{ progress: 50, version: 2 }]);
});

test("moving into a column that becomes a done column completes the task", async () => {
  const { answer, moves } = await moveWhile([ofColumn("kind = 'done'")]);
  expect(requireOk(answer).body.data.progress).toBe(100);
  expect(moves).toMatchObject([{ progress: 100 }]);
});

test("moving a task archived or deleted concurrently is refused without events", async () => {
  const archived = await moveWhile([ofTask("archived_at = now(), version = version + 1")]);
  expect([archived.answer.status, archived.answer.body.code]).toEqual([409, "task.archived"]);
  const remove = changeStatement("DELETE FROM task WHERE tenant_id = current_tenant() AND id = $1", task);
  const deleted = await moveWhile([remove]);
  expect([deleted.answer.status, archived.moves, deleted.moves]).toEqual([404, [], []]);
});

test("a move to the current position emits nothing and returns that position", async () => {
  const [first, second] = board.tasks[1] as [number, number];
  const mark = server.published.length;
  const answer = requireOk(
    await board.member.put(`/task/${second}/status-update`, { task_status_id: column, before_id: first }),
  );
  expect(answer.body.data).toMatchObject({ version: 1, before_id: first, after_id: null });
  expect(world.events(mark)).toEqual([]);
});
