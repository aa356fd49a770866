import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { moveProjectToBin, restoreDeletedProject } from "../../../server/work/bin/bin.projects";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { purgeBin } from "../../../server/work/bin/bin.purge";
import type { Actor } from "../../../server/platform/session";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { fillTask, rowsOf } from "./tree";

const server = testServer();

async function deletedProject() {
  const world = await server.world();
  const board = await newBoard(world);
  requireOk(await board.owner.delete(`/project/${board.id}`));
  return { world, board };
}

const restore = (board: TestBoard) => board.owner.post(`/bin/projects/${board.id}/restore`);
const listOf = async (api: TestBoard["owner"]) => requireOk(await api.get("/bin/projects")).body.data;

/** A tag, a column's requirement, a view and a deleted task with a file. */
async function fillProject(world: World, board: TestBoard): Promise<void> {
  await fillTask(server, world, board);
  const [field] = await server.owner.query<{ id: number }[]>("SELECT id FROM project_field WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  await server.owner.query(
    `INSERT INTO project_field_requirement (tenant_id, project_id, field_id, task_status_id) VALUES ($1, $2, $3, $4)`,
    [world.tenantId, board.id, field?.id, board.columns[2]],
  );
  const view = { project_id: board.id, name: "Urgent", scope: "project", layout: "board", query: "" };
  requireOk(await board.owner.post("/views", view));
  requireOk(await board.owner.delete(`/task/${board.tasks[1]?.[0]}`));
}

describe("refusals", () => {
  test("users who could not delete the project neither see, restore nor purge it", async () => {
    const { board } = await deletedProject();
    for (const [api, status] of [
      [board.viewer, 403],
      [board.stranger, 404],
    ] as const) {
      expect(await listOf(api)).toEqual([]);
      expect((await api.post(`/bin/projects/${board.id}/restore`)).status).toBe(status);
      expect((await api.delete(`/bin/projects/${board.id}`)).status).toBe(status);
    }
    requireOk(await restore(board));
  });

  test("a project of another tenant is not found", async () => {
    const { board } = await deletedProject();
    const elsewhere = await server.world();
    expect((await elsewhere.api(elsewhere.admin).post(`/bin/projects/${board.id}/restore`)).status).toBe(404);
  });

  test("the limit of the plan is checked", async () => {
    const { world, board } = await deletedProject();
    await server.owner.query(
      `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE project_limit IS NOT NULL ORDER BY project_limit LIMIT 1) WHERE id = $1`,
      [world.tenantId],
    );
    const [plan] = await server.owner.query<{ limit: number }[]>(
      `SELECT p.project_limit AS limit FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = $1`,
      [world.tenantId],
    );
    await server.owner.query(
      `INSERT INTO project (tenant_id, title, code) SELECT $1, 'Other', 'OTHER' || n FROM generate_series(1, $2::int) AS n`,
      [world.tenantId, plan?.limit],
    );
    expect((await restore(board)).body.code).toBe("plan_limit_reached");
  });
});

test("a restored project has all rows that it had before", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  await fillProject(world, board);
  const before = await rowsOf(server, world);
  const binBefore = requireOk(await board.owner.get(`/project/${board.id}/bin`)).body.data;
  requireOk(await board.owner.delete(`/project/${board.id}`));
  expect((await rowsOf(server, world)).task).toEqual([]);
  expect(await listOf(board.owner)).toMatchObject([{ record_id: board.id, title: "Website relaunch" }]);
  requireOk(await restore(board));
  expect(await rowsOf(server, world)).toEqual(before);
  expect(requireOk(await board.owner.get(`/project/${board.id}/bin`)).body.data).toEqual(binBefore);
  requireOk(await board.member.post(`/bin/tasks/${board.tasks[1]?.[0]}/restore`));
  expect(await board.order(board.columns[1])).toContain(board.tasks[1]?.[0]);
});

test("calendar addresses of a project and its views end with its deletion", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const view = { project_id: board.id, name: "Urgent", scope: "project", layout: "board", query: "" };
  const { id: viewId } = requireOk(await board.owner.post("/views", view)).body.data;
  const [ofProject, ofView] = [`/project/${board.id}/calendar-feed`, `/views/${viewId}/calendar-feed`];
  const paths: string[] = [
    requireOk(await board.owner.post(ofProject, { query: "" })).body.data.path,
    requireOk(await board.owner.post(ofView)).body.data.path,
  ];
  const statuses = async () => Promise.all(paths.map(async (path) => (await world.api().get(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  requireOk(await board.owner.delete(`/project/${board.id}`));
  requireOk(await restore(board));
  expect(await statuses()).toEqual([404, 404]);
  for (const feed of [ofProject, ofView]) expect(requireOk(await board.owner.get(feed)).body.data).toBeNull();
});

test("a project whose code was given to another one gets a new code", async () => {
  const { world, board } = await deletedProject();
  const [code] = await server.owner.query<{ code: string }[]>(
    "SELECT key AS code FROM bin_entry WHERE tenant_id = $1",
    [world.tenantId],
  );
  requireOk(await board.owner.post("/project", { title: "Another", code: code?.code }));
  const { data, message } = requireOk(await restore(board)).body;
  expect(data).toMatchObject({ has_new_code: true, code: `${code?.code}2` });
  expect(message).toContain(data.code);
});

test("everyone with access is told that the project is back", async () => {
  const { world, board } = await deletedProject();
  const mark = server.published.length;
  requireOk(await restore(board));
  const streams = world
    .events(mark)
    .flatMap(({ stream, event }) => (event.type === "project.restored" ? [stream] : []));
  expect(streams).toEqual(
    expect.arrayContaining([`project:${board.id}`, `user:${board.people.member.id}`, `user:${board.people.viewer.id}`]),
  );
});

test("the scheduled purge of a project informs its former owners and who deleted it", async () => {
  const { world, board } = await deletedProject();
  await server.owner.query("UPDATE bin_entry SET deleted_by = $2 WHERE tenant_id = $1", [
    world.tenantId,
    world.admin.id,
  ]);
  const mark = server.published.length;
  const later = new Date(Date.now() + 31 * elapsedDayMs);
  expect(await server.platform.unitOfWork({ tenantId: world.tenantId }, (tx) => purgeBin(tx, later))).toBe(1);
  const events = world.events(mark).filter(({ event }) => event.type === "bin_entry.purged");
  expect(events.map(({ stream }) => stream).toSorted()).toEqual(
    [world.admin.id, board.people.owner.id].map((id) => `user:${id}`).toSorted(),
  );
  expect(events[0]?.event.data).toMatchObject({ kind: "project", record_id: board.id, project_id: board.id });
  expect(await listOf(board.owner)).toEqual([]);
});

test("a purge by hand informs all whose list has the project", async () => {
  const { world, board } = await deletedProject();
  const overseer = await world.person("administrator");
  const mark = server.published.length;
  requireOk(await world.api(world.admin).delete(`/bin/projects/${board.id}`));
  const events = world.events(mark).filter(({ event }) => event.type === "bin_entry.purged");
  expect(events.map(({ stream }) => stream).toSorted()).toEqual(
    [world.admin.id, overseer.id, board.people.owner.id].map((id) => `user:${id}`).toSorted(),
  );
});

test("purging a project deletes its files and those in its bin", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const id = await fillTask(server, world, board);
  requireOk(await board.member.delete(`/task/${id}`));
  requireOk(await board.owner.delete(`/project/${board.id}`));
  const count = async () =>
    (await server.owner.query("SELECT count(*)::int AS count FROM file WHERE tenant_id = $1", [world.tenantId]))[0]
      .count;
  expect(await count()).toBe(1);
  requireOk(await board.owner.delete(`/bin/projects/${board.id}`));
  expect(await count()).toBe(0);
  expect((await restore(board)).status).toBe(404);
});

test("a comment is not added between the copying and the deletion of a project", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const insertComment = unnamedSql(
    "INSERT INTO comment (tenant_id, task_id, author_id, body) VALUES (current_tenant(), $1, $2, '<p>Late</p>') RETURNING id",
  );
  const project = { id: board.id, code: "WEB", title: "Website relaunch" };
  const outcomes = await runSerialized<unknown>(
    server,
    world,
    (tx) => moveProjectToBin(tx, project),
    (tx) => tx.rows(insertComment, [board.tasks[0]?.[0], board.people.owner.id]),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("a view is not added between the copying and the deletion of a project", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const insertView = unnamedSql(
    `INSERT INTO saved_view (tenant_id, owner_id, project_id, name, scope, layout, query, rank)
     VALUES (current_tenant(), $1, $2, 'Late', 'project', 'board', '', 'a') RETURNING id`,
  );
  const project = { id: board.id, code: "WEB", title: "Website relaunch" };
  const outcomes = await runSerialized<unknown>(
    server,
    world,
    (tx) => moveProjectToBin(tx, project),
    (tx) => tx.rows(insertView, [board.people.owner.id, board.id]),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("the second of two concurrent restores finds nothing in the bin", async () => {
  const { world, board } = await deletedProject();
  const actor = { id: board.people.owner.id, permissions: new Set(), external: false } as unknown as Actor;
  const outcomes = await runSerialized(server, world, (tx) => restoreDeletedProject(tx, actor, board.id));
  expect(outcomes).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "notFound" } }]);
});
