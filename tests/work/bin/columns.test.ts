import type { DomainEvent } from "../../../shared/kernel/events";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const restore = (board: TestBoard, id: number) => board.owner.post(`/bin/columns/${id}/restore`);

async function boardWithDeletedColumn() {
  const world = await server.world();
  const board = await newBoard(world);
  const field = requireOk(await board.owner.post(`/project/${board.id}/fields`, { title: "Size", kind: "text" })).body
    .data;
  const use = { title: "Size", version: field.version, required_column_ids: [board.columns[0]] };
  requireOk(await board.owner.put(`/project/${board.id}/fields/${field.id}`, use));
  const before = await board.read();
  requireOk(await board.owner.delete(`/task_status/${board.columns[0]}?target_id=${board.columns[2]}`));
  return { world, board, before, id: board.columns[0] };
}

const eventsOf = (world: World, board: TestBoard, mark: number) =>
  world.events(mark).flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));

test("users who may not edit columns neither see, restore nor purge them", async () => {
  const { board, id } = await boardWithDeletedColumn();
  expect(requireOk(await board.owner.get(`/project/${board.id}/bin`)).body.data).toMatchObject([{ record_id: id }]);
  expect(requireOk(await board.member.get(`/project/${board.id}/bin`)).body.data).toEqual([]);
  expect((await board.member.post(`/bin/columns/${id}/restore`)).status).toBe(403);
  expect((await board.member.delete(`/bin/columns/${id}`)).status).toBe(403);
  expect((await board.stranger.post(`/bin/columns/${id}/restore`)).status).toBe(404);
});

test("a column returns to its position with tasks, ranks and required fields", async () => {
  const { board, before, id } = await boardWithDeletedColumn();
  const { data } = requireOk(await restore(board, id)).body;
  expect(data).toEqual({ id, project_id: board.id, task_count: 3 });
  const after = await board.read();
  expect(after.data.map((column) => column.id)).toEqual(before.data.map((column) => column.id));
  const view = (read: typeof before) =>
    read.data.map(({ tasks }) => tasks.map(({ id: task, rank, progress }) => [task, rank, progress]));
  expect(view(after)).toEqual(view(before));
  expect(after.fields).toEqual(before.fields);
});

test("tasks that were moved since stay where they are", async () => {
  const { board, id } = await boardWithDeletedColumn();
  const [first, second, third] = board.tasks[0] as [number, number, number];
  requireOk(await board.member.put(`/task/${first}/status-update`, { task_status_id: board.columns[1] }));
  requireOk(await board.member.delete(`/task/${third}`));
  expect(requireOk(await restore(board, id)).body.data.task_count).toBe(1);
  expect(await board.order(id)).toEqual([second]);
  expect(await board.order(board.columns[1])).toContain(first);
});

test("a column returns before one that has its place now", async () => {
  const { board, id } = await boardWithDeletedColumn();
  requireOk(await board.owner.put(`/task_status/${board.id}/sort-update/${board.columns[2]},${board.columns[1]}`));
  requireOk(await restore(board, id));
  const columns = (await board.read()).data.map((column) => column.id);
  expect(columns).toEqual([id, board.columns[2], board.columns[1]]);
});

test("boards that follow the events of a restore equal newly read ones", async () => {
  const { world, board, id } = await boardWithDeletedColumn();
  const before = boardFromReply(await board.read());
  const mark = server.published.length;
  requireOk(await restore(board, id));
  const events = eventsOf(world, board, mark);
  expect(events.map(({ type }) => type)).toEqual(["column.restored", "task.moved", "task.moved", "task.moved"]);
  expect(applyEvents(before, events)).toEqual(boardFromReply(await board.read()));
});

test("a series creates its tasks in the restored column again", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const id = board.columns[1];
  const [series] = await server.owner.query<{ id: number }[]>(
    `INSERT INTO task_series (tenant_id, project_id, task_status_id, unit, every, first_day, days_off, basis, only_when_done,
       create_missed, lead_days, at_hour, template)
     VALUES ($1, $2, $3, 'day', 1, '2030-01-01', 'keep', 'schedule', false, false, 0, 8, '{}') RETURNING id`,
    [world.tenantId, board.id, id],
  );
  const columnOf = async () =>
    (await server.owner.query("SELECT task_status_id AS id FROM task_series WHERE id = $1", [series?.id]))[0].id;
  requireOk(await board.owner.delete(`/task_status/${id}?target_id=${board.columns[0]}`));
  expect(await columnOf()).toBeNull();
  requireOk(await restore(board, id));
  expect(await columnOf()).toBe(id);
});
