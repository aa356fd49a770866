import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { DomainEvent } from "../../../shared/kernel/events";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { binTrees } from "../../../server/work/bin/bin-tables";
import type { Actor } from "../../../server/platform/session";
import { purgeBin } from "../../../server/work/bin/bin.purge";
import { restoreDeletedTask } from "../../../server/work/tasks/tasks.bin";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { fillTask, rowsOf } from "./tree";

const server = testServer();

const purgeAfter = (world: World, days: number) =>
  server.platform.unitOfWork({ tenantId: world.tenantId }, (tx) =>
    purgeBin(tx, new Date(Date.now() + days * elapsedDayMs)),
  );

const actorOf = ({ id }: { id: number }) => ({ id, permissions: new Set(), external: false }) as unknown as Actor;

const restore = (board: TestBoard, id: number) => board.member.post(`/bin/tasks/${id}/restore`);

async function boardWithDeletedTask() {
  const world = await server.world();
  const board = await newBoard(world);
  const id = board.tasks[0]?.[0] as number;
  requireOk(await board.member.delete(`/task/${id}`));
  return { world, board, id };
}

const rowCount = async (world: World, table: string): Promise<number> => {
  const [found] = await server.owner.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1`,
    [world.tenantId],
  );
  return found?.count as number;
};

describe("refusals", () => {
  test("users who may not delete tasks neither see, restore nor purge them", async () => {
    const { board, id } = await boardWithDeletedTask();
    expect(requireOk(await board.viewer.get(`/project/${board.id}/bin`)).body.data).toEqual([]);
    expect((await board.stranger.get(`/project/${board.id}/bin`)).status).toBe(404);
    for (const [api, status] of [
      [board.viewer, 403],
      [board.stranger, 404],
    ] as const) {
      expect((await api.post(`/bin/tasks/${id}/restore`)).status).toBe(status);
      expect((await api.delete(`/bin/tasks/${id}`)).status).toBe(status);
    }
    requireOk(await restore(board, id));
  });

  test("a task of another tenant is not found", async () => {
    const { id } = await boardWithDeletedTask();
    const elsewhere = await newBoard(await server.world());
    expect((await elsewhere.owner.post(`/bin/tasks/${id}/restore`)).status).toBe(404);
  });

  test("a task that is not in the bin is not found", async () => {
    const board = await newBoard(await server.world());
    expect((await restore(board, board.tasks[0]?.[0] as number)).status).toBe(404);
  });

  test("nothing returns to an archived project", async () => {
    const { board, id } = await boardWithDeletedTask();
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await restore(board, id)).body.code).toBe("project.archived");
  });
});

test("the bin lists who deleted a task and when it is deleted for good", async () => {
  const { board, id } = await boardWithDeletedTask();
  const { data, meta } = requireOk(await board.member.get(`/project/${board.id}/bin`)).body;
  expect(meta.total).toBe(1);
  expect(data).toMatchObject([
    { kind: "task", record_id: id, title: "Card 0.1", deleted_by: { id: board.people.member.id } },
  ]);
  expect(Date.parse(data[0].purge_at) - Date.parse(data[0].deleted_at)).toBe(30 * elapsedDayMs);
  expect(requireOk(await board.member.get(`/project/${board.id}/bin?kind=column`)).body.data).toEqual([]);
});

test("a restored task has all rows and counters that it had before", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const id = await fillTask(server, world, board);
  const before = await rowsOf(server, world);
  for (const { table } of binTrees.task.tables) expect([table, before[table]?.length]).not.toEqual([table, 0]);
  requireOk(await board.member.delete(`/task/${id}`));
  expect(await rowsOf(server, world)).not.toEqual(before);
  requireOk(await restore(board, id));
  expect(await rowsOf(server, world)).toEqual(before);
  for (const table of ["bin_entry", "bin_row", "bin_file"])
    expect([table, await rowCount(world, table)]).toEqual([table, 0]);
});

test("boards that follow the events of a restore equal newly read ones", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const id = await fillTask(server, world, board);
  requireOk(await board.member.delete(`/task/${id}`));
  const before = boardFromReply(await board.read());
  const mark = server.published.length;
  requireOk(await restore(board, id));
  const events = world
    .events(mark)
    .flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));
  expect(events.map(({ type }) => type)).toEqual(["task.restored"]);
  expect(applyEvents(before, events)).toEqual(boardFromReply(await board.read()));
});

test("an archived task returns to the archive", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const id = board.tasks[0]?.[0] as number;
  requireOk(await board.member.put(`/task/${id}/archive`));
  requireOk(await board.member.delete(`/task/${id}`));
  requireOk(await restore(board, id));
  expect(await board.order(board.columns[0])).not.toContain(id);
  const archive = requireOk(await board.member.get(`/project/${board.id}/archived-tasks`)).body.data;
  expect(archive).toMatchObject([{ id }]);
});

describe("what has changed since the deletion", () => {
  test("a task whose column was deleted returns to the first column", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const id = board.tasks[1]?.[0] as number;
    requireOk(await board.member.delete(`/task/${id}`));
    requireOk(await board.owner.delete(`/task_status/${board.columns[1]}?target_id=${board.columns[2]}`));
    const { data } = requireOk(await restore(board, id)).body;
    expect(data).toMatchObject({ task_status_id: board.columns[0], is_in_other_column: true });
    expect((await board.order(board.columns[0])).at(-1)).toBe(id);
  });

  test("a task whose rank was taken returns below the task that has it", async () => {
    const { board, id } = await boardWithDeletedTask();
    const [copy] = await server.owner.query<{ rank: string }[]>(
      "SELECT data->>'rank' AS rank FROM bin_row WHERE source = 'task' AND data->>'id' = $1",
      [String(id)],
    );
    const [second, third] = (board.tasks[0] as number[]).slice(1);
    await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [second, copy?.rank]);
    requireOk(await restore(board, id));
    expect(await board.order(board.columns[0])).toEqual([second, id, third]);
  });

  test("tags, fields and users that no longer exist are left out", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const id = await fillTask(server, world, board);
    requireOk(await board.member.delete(`/task/${id}`));
    await server.owner.query("DELETE FROM project_tag WHERE tenant_id = $1", [world.tenantId]);
    await server.owner.query("DELETE FROM project_field_use WHERE tenant_id = $1", [world.tenantId]);
    await server.owner.query("DELETE FROM task_series WHERE tenant_id = $1", [world.tenantId]);
    requireOk(await restore(board, id));
    expect(await board.card(id)).toMatchObject({ tag_ids: [], field_values: {}, series_id: null });
  });

  test("those who left the project meanwhile are no longer assigned", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const id = board.tasks[0]?.[0] as number;
    const { owner, member } = board.people;
    requireOk(await board.owner.patch(`/task/${id}`, { users: [owner.id, member.id] }));
    requireOk(await board.owner.post("/sub_task", { task_id: id, name: "Call", assignee_id: member.id }));
    requireOk(await board.owner.delete(`/task/${id}`));
    await server.owner.query("DELETE FROM project_member WHERE tenant_id = $1 AND project_id = $2 AND user_id = $3", [
      world.tenantId,
      board.id,
      member.id,
    ]);
    requireOk(await board.owner.post(`/bin/tasks/${id}/restore`));
    const { data } = requireOk(await board.owner.get(`/task/${id}`)).body;
    expect(data.users.map((user: { id: number }) => user.id)).toEqual([owner.id]);
    expect(data.subtasks.map((subtask: { assignee: unknown }) => subtask.assignee)).toEqual([null]);
    expect(data.watchers.map((user: { id: number }) => user.id)).toEqual([owner.id]);
  });

  test("blockers that would make the task depend on itself are left out", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [id, other, blocker] = board.tasks[0] as [number, number, number];
    const unrelated = board.tasks[1]?.[0] as number;
    requireOk(await board.member.post(`/task/${id}`, { blockers: [blocker, unrelated] }));
    requireOk(await board.member.post(`/task/${other}`, { blockers: [id] }));
    requireOk(await board.member.delete(`/task/${id}`));
    requireOk(await board.member.post(`/task/${blocker}`, { blockers: [other] }));
    const { data, message } = requireOk(await restore(board, id)).body;
    const { key } = await board.card(blocker);
    expect(data.omitted_blocker_keys).toEqual([key]);
    expect(message).toContain(`Not restored as blocking: ${key}.`);
    expect((await board.card(id)).blocker_ids).toEqual([unrelated]);
    expect((await board.card(other)).blocker_ids).toEqual([id]);
    expect((await board.card(blocker)).blocker_ids).toEqual([other]);
  });

  test("time of a submitted week or of a full day is left out, and the answer says so", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [id, other] = board.tasks[0] as [number, number];
    const log = (task: number, date: string, hours: number) =>
      board.member.post("/time-entry", { task_id: task, date, hours, minutes: 0 });
    requireOk(await log(id, "2026-01-06", 2));
    requireOk(await log(id, "2026-01-13", 3));
    requireOk(await log(id, "2026-01-20", 4));
    requireOk(await board.member.delete(`/task/${id}`));
    requireOk(await log(other, "2026-01-13", 22));
    requireOk(await log(other, "2026-01-05", 1));
    requireOk(await board.member.put("/time-week/2026-01-05/submit"));
    const { data, message } = requireOk(await restore(board, id)).body;
    expect(data.omitted_time_entry_count).toBe(2);
    expect(message).toContain("2 time entries");
    expect((await board.card(id)).spent_minutes).toBe(4 * 60);
  });

  test("columns that the table got since have their defaults", async () => {
    const { board, id } = await boardWithDeletedTask();
    await server.owner.query("UPDATE bin_row SET data = data - 'priority' WHERE source = 'task' AND data->>'id' = $1", [
      String(id),
    ]);
    requireOk(await restore(board, id));
    expect((await board.card(id)).priority).toBe("medium");
  });
});

describe("files", () => {
  test("the file of a deleted task stays until the task is deleted for good", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const id = await fillTask(server, world, board);
    requireOk(await board.member.delete(`/task/${id}`));
    expect(await rowCount(world, "file")).toBe(1);
    const mark = server.published.length;
    requireOk(await board.member.delete(`/bin/tasks/${id}`));
    expect(await rowCount(world, "file")).toBe(0);
    expect(world.events(mark).map(({ event }) => event)).toMatchObject([
      { type: "bin_entry.purged", data: { kind: "task", record_id: id } },
    ]);
    expect((await restore(board, id)).status).toBe(404);
  });

  test("the file of a deleted task can't be read", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const id = await fillTask(server, world, board);
    const [file] = await server.owner.query<{ id: number }[]>("SELECT id FROM file WHERE tenant_id = $1", [
      world.tenantId,
    ]);
    requireOk(await board.owner.get(`/files/${file?.id}/a.png`));
    requireOk(await board.member.delete(`/task/${id}`));
    expect((await board.owner.get(`/files/${file?.id}/a.png`)).status).toBe(404);
  });
});

test("the schedule deletes a task for good after thirty days", async () => {
  const { world, board, id } = await boardWithDeletedTask();
  expect(await purgeAfter(world, 29)).toBe(0);
  expect(await purgeAfter(world, 31)).toBe(1);
  expect(await purgeAfter(world, 31)).toBe(0);
  expect((await restore(board, id)).status).toBe(404);
});

describe("concurrent calls", () => {
  test("the second of two restores finds nothing in the bin", async () => {
    const { world, board, id } = await boardWithDeletedTask();
    const actor = actorOf(board.people.member);
    const outcomes = await runSerialized(server, world, (tx) => restoreDeletedTask(tx, actor, id));
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "notFound" } }]);
  });

  test("the schedule skips a task that is being restored", async () => {
    const { world, board, id } = await boardWithDeletedTask();
    const actor = actorOf(board.people.member);
    await world.tx(async (tx) => {
      await restoreDeletedTask(tx, actor, id);
      expect(await purgeAfter(world, 31)).toBe(0);
    });
    expect(await board.order(board.columns[0])).toContain(id);
  });
});
