import type { DomainEvent } from "../../../shared/kernel/events";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { purgeFields } from "../../../server/work/fields/fields.purge";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const purgeAfter = (world: World, days: number) =>
  server.platform.unitOfWork({ tenantId: world.tenantId }, (tx) =>
    purgeFields(tx, new Date(Date.now() + days * elapsedDayMs)),
  );

async function boardWithValue() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const field = requireOk(await board.owner.post(`/project/${board.id}/fields`, { title: "Size", kind: "text" })).body
    .data;
  requireOk(await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { field_values: { [field.id]: "L" } }));
  return { world, board, field };
}

const settingsOf = async (board: TestBoard) =>
  requireOk(await board.owner.get(`/project/${board.id}/fields`)).body.data;

test("a field stays in the bin for thirty days and can be restored", async () => {
  const { world, board, field } = await boardWithValue();
  requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
  expect(await purgeAfter(world, 29)).toBe(0);
  const [removed] = (await settingsOf(board)).removed;
  expect(Date.parse(removed.deleted_at) - Date.parse(removed.removed_at)).toBe(30 * elapsedDayMs);
  requireOk(await board.owner.post(`/project/${board.id}/fields/${field.id}/restore`));
  expect(await purgeAfter(world, 31)).toBe(0);
});

test("after thirty days a field is deleted with its values, and boards follow", async () => {
  const { world, board, field } = await boardWithValue();
  requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
  const before = boardFromReply(await board.read());
  expect(await purgeAfter(world, 31)).toBe(1);
  expect(await purgeAfter(world, 31)).toBe(0);
  expect((await settingsOf(board)).removed).toEqual([]);
  const after = boardFromReply(await board.read());
  expect(taskById(after, board.tasks[0]?.[0] as number)?.field_values).toEqual({});
  const events = world
    .events()
    .flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));
  expect(events.at(-1)).toMatchObject({ type: "project_field.purged", actor: null, data: { id: field.id } });
  expect(applyEvents(before, events)).toEqual(after);
  expect((await board.owner.post(`/project/${board.id}/fields/${field.id}/restore`)).status).toBe(404);
});

test("a shared field is deleted only from the project whose bin contains it", async () => {
  const { world, board, field } = await boardWithValue();
  const other = await newBoard(world);
  requireOk(await world.api(world.admin).post(`/project/${other.id}/fields/${field.id}`));
  requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
  await purgeAfter(world, 31);
  expect((await other.read()).fields).toMatchObject([{ id: field.id }]);
  expect((await settingsOf(board)).removed).toEqual([]);
});
