import type { Tx } from "../../server/platform/database/unit-of-work";
import { change, inTheGap } from "../locks/gap";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, ok, type TestBoard } from "./board";

/** What somebody else does while a move waits for its locks, having seen card and column as they were before. */
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

const ofTask = (set: string) => change(`UPDATE task SET ${set} WHERE tenant_id = current_tenant() AND id = $1`, task);
const ofColumn = (set: string) =>
  change(`UPDATE task_status SET ${set} WHERE tenant_id = current_tenant() AND id = $1`, column);
const holdColumn = () =>
  change("SELECT FROM task_status WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", column);

/** The move, and what was told of it. */
async function moveWhile(changes: ((tx: Tx) => Promise<unknown>)[], body: object = {}) {
  const mark = server.published.length;
  const answer = await inTheGap(server, world, changes, () =>
    board.member.put(`/task/${task}/status-update`, { task_status_id: column, ...body }),
  );
  const told = world.events(mark).filter(({ event }) => event.type === "task.moved");
  return { answer, told: told.map(({ event }) => event.data as { version: number; rank: string; progress: number }) };
}

test("somebody drops another card there: it lands behind that one", async () => {
  const other = board.tasks[0]?.[1] as number;
  const drop = change(
    "UPDATE task SET task_status_id = $2, rank = 'b00' WHERE tenant_id = current_tenant() AND id = $1",
    other,
    column,
  );
  const { answer, told } = await moveWhile([holdColumn(), drop]);
  expect(ok(answer).body.data.before_id).toBe(other);
  expect(told).toHaveLength(1);
  expect((await board.order(column)).slice(-2)).toEqual([other, task]);
});

test("somebody changes the card: the move goes on top of that, and is told once", async () => {
  const { answer, told } = await moveWhile([ofTask("title = 'New', version = version + 1")]);
  expect(ok(answer).body.data.version).toBe(3);
  expect(told).toMatchObject([{ version: 3, title: "New" }]);
  expect(await board.card(task)).toMatchObject({ version: 3, task_status_id: column, rank: told[0]?.rank });
});

test("somebody ticks off a subtask, which the card's version doesn't say: what is left of its progress is right", async () => {
  await world.tx(ofTask("progress = 100, subtask_count = 4, subtask_done_count = 1"));
  await world.tx(
    change("UPDATE task_status SET kind = 'done' WHERE tenant_id = current_tenant() AND id = $1", board.columns[0]),
  );
  const { told } = await moveWhile([ofTask("subtask_done_count = 2")]);
  expect(told).toMatchObject([{ progress: 50, version: 2 }]);
});

test("somebody makes the column one for what is done: the card is", async () => {
  const { answer, told } = await moveWhile([ofColumn("kind = 'done'")]);
  expect(ok(answer).body.data.progress).toBe(100);
  expect(told).toMatchObject([{ progress: 100 }]);
});

test("somebody archives the card, or deletes it: refused as ever, and nothing is told", async () => {
  const archived = await moveWhile([ofTask("archived_at = now(), version = version + 1")]);
  expect([archived.answer.status, archived.answer.body.code]).toEqual([409, "task.archived"]);
  const remove = change("DELETE FROM task WHERE tenant_id = current_tenant() AND id = $1", task);
  const deleted = await moveWhile([remove]);
  expect([deleted.answer.status, archived.told, deleted.told]).toEqual([404, [], []]);
});

test("where it stands already nothing is told, and the answer says where that is", async () => {
  const [first, second] = board.tasks[1] as [number, number];
  const mark = server.published.length;
  const answer = ok(
    await board.member.put(`/task/${second}/status-update`, { task_status_id: column, before_id: first }),
  );
  expect(answer.body.data).toMatchObject({ version: 1, before_id: first, after_id: null });
  expect(world.events(mark)).toEqual([]);
});
