import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { maxFavoriteViews, maxViews } from "../../../shared/work/views/views.schema";
import { purgeBin } from "../../../server/work/bin/bin.purge";
import {
  createView,
  favoriteView,
  moveView,
  purgeView,
  restoreView,
  updateView,
} from "../../../server/work/views/views.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { Api } from "../../support/api";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

let world: World;
let board: TestBoard;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { cards: [0, 0, 0] });
});

type Input = Partial<{ project_id: number | null; scope: string; name: string; layout: string; query: string }>;
const save = async (api: Api, input: Input = {}): Promise<SavedView> =>
  requireOk(await api.post("/views", { project_id: board.id, scope: "own", name: "Urgent", layout: "list", ...input }))
    .body.data;
const list = async (api: Api, projectId: number | null = board.id): Promise<SavedView[]> =>
  requireOk(await api.get(projectId === null ? "/views" : `/views?project_id=${projectId}`)).body.data;
const names = async (api: Api, projectId?: number | null) => (await list(api, projectId)).map(({ name }) => name);
const addShared = (count: number) =>
  world.tx(({ manager }) =>
    manager.query(
      `INSERT INTO saved_view (tenant_id, owner_id, project_id, scope, name, layout, query, rank)
       SELECT current_tenant(), $1, $2, 'project', 'View ' || n, 'list', '', 'b' || n FROM generate_series(1, $3::int) n`,
      [world.manager.id, board.id, count],
    ),
  );

describe("refusals", () => {
  test("a view of a project returns 404 without access to the project", async () => {
    const shared = await save(board.owner, { scope: "project" });
    const elsewhere = await server.world();
    for (const api of [board.stranger, elsewhere.api(elsewhere.admin)]) {
      for (const answer of [
        await api.get(`/views?project_id=${board.id}`),
        await api.post("/views", { project_id: board.id, scope: "own", name: "Mine", layout: "list" }),
        await api.put(`/views/${shared.id}`, { name: "Mine", version: 1 }),
        await api.put(`/views/${shared.id}/position`, { before_id: null }),
        await api.put(`/views/${shared.id}/favorite`, { favorite: true }),
        await api.delete(`/views/${shared.id}`),
        await api.post(`/views/${shared.id}/restore`),
      ])
        expect(answer.status).toBe(404);
    }
    expect((await world.api().get(`/views?project_id=${board.id}`)).status).toBe(401);
    expect(await names(board.viewer)).toEqual(["Urgent"]);
  });

  test("members without the right to edit the project can't share or change its views", async () => {
    const shared = await save(board.owner, { scope: "project" });
    const own = await save(board.viewer, { name: "Own" });
    for (const answer of [
      await board.viewer.post("/views", { project_id: board.id, scope: "project", name: "Mine", layout: "list" }),
      await board.viewer.put(`/views/${own.id}`, { scope: "project", version: own.version }),
      await board.viewer.put(`/views/${shared.id}`, { name: "Mine", version: shared.version }),
      await board.viewer.put(`/views/${shared.id}/position`, { before_id: own.id }),
      await board.viewer.delete(`/views/${shared.id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    expect((await list(board.viewer)).map(({ name, can }) => [name, can.edit])).toEqual([
      ["Urgent", false],
      ["Own", true],
    ]);
  });

  test("only users who see all projects share views with the organization", async () => {
    const body = { scope: "tenant", name: "All", layout: "timeline" };
    expect((await world.api(world.manager).post("/views", body)).status).toBe(403);
    const createdView = requireOk(await world.api(world.admin).post("/views", body)).body.data;
    expect((await board.member.put(`/views/${createdView.id}`, { name: "Mine", version: 1 })).status).toBe(403);
    expect(await names(board.member, null)).toEqual(["All"]);
    const external = world.api(world.external);
    expect(await names(external, null)).toEqual([]);
    expect((await external.put(`/views/${createdView.id}/favorite`, { favorite: true })).status).toBe(404);
  });

  test("a view across projects has a layout that exists across projects", async () => {
    const input = { scope: "own", name: "Urgent", layout: "calendar" };
    const refused = await board.owner.post("/views", input);
    expect([refused.status, refused.body.errors.layout?.length]).toEqual([422, 1]);
    const view = await save(board.owner, { project_id: null, layout: "timeline" });
    const changed = await board.owner.put(`/views/${view.id}`, { layout: "board", version: view.version });
    expect([changed.status, changed.body.errors.layout?.length]).toEqual([422, 1]);
  });

  test("another user's own view returns 404", async () => {
    const own = await save(board.member);
    expect(await names(board.owner)).toEqual([]);
    expect((await board.owner.delete(`/views/${own.id}`)).status).toBe(404);
    expect((await board.owner.put(`/views/${own.id}`, { name: "Mine", version: 1 })).status).toBe(404);
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ scope: "tenant" }, "scope"],
    [{ layout: "gantt" }, "layout"],
    [{ query: `q=${"x".repeat(4_000)}` }, "query"],
    [{ project_id: null, scope: "project" }, "scope"],
  ])("a view with %j gets 422", async (input, field) => {
    const body = { project_id: board.id, scope: "own", name: "Mine", layout: "list", ...input };
    const answer = await board.owner.post("/views", body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test("shared views of an archived project can't be changed, own ones can", async () => {
    const shared = await save(board.owner, { scope: "project" });
    const own = await save(board.owner, { name: "Own" });
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await board.owner.delete(`/views/${shared.id}`)).body.code).toBe("project.archived");
    requireOk(await board.owner.delete(`/views/${own.id}`));
  });

  test("the numbers of own views and of favorites are limited", async () => {
    const insert = `INSERT INTO saved_view (tenant_id, owner_id, project_id, scope, name, layout, query, rank)
      SELECT current_tenant(), $1, $2, 'own', 'View ' || n, 'list', '', 'a' || to_char(n, 'FM000') || 'V' FROM generate_series(1, $3::int) n
      RETURNING id, rank`;
    await world.tx(async ({ manager }) => {
      const views = await manager.query(insert, [world.employee.id, board.id, maxViews]);
      for (const { id, rank } of views.slice(0, maxFavoriteViews))
        await manager.query("INSERT INTO favorite_view VALUES (current_tenant(), $1, $2, $3)", [
          world.employee.id,
          id,
          rank,
        ]);
    });
    const reply = await board.member.post("/views", { project_id: board.id, scope: "own", name: "x", layout: "list" });
    expect(Object.keys(reply.body.errors)).toEqual(["name"]);
    await save(board.owner);
    const last = (await list(board.member)).at(-1) as SavedView;
    const favorite = await board.member.put(`/views/${last.id}/favorite`, { favorite: true });
    expect(Object.keys(favorite.body.errors)).toEqual(["favorite"]);
  });
});

test("a saved view keeps the parameters of its address, without open task and position", async () => {
  const query = "q=login&priority=high&task=12&view=3&comment=4&lanes=assignee&all=tags.not:5&page=2";
  const createdView = await save(board.member, { query, layout: "board" });
  expect(createdView).toMatchObject({
    project: { id: board.id },
    owner: { id: world.employee.id },
    scope: "own",
    name: "Urgent",
    layout: "board",
    query: "all=tags.not%3A5&lanes=assignee&priority=high&q=login",
    version: 1,
    favorite: false,
    can: { edit: true },
  });
  expect(await list(board.member)).toEqual([createdView]);
});

test("an edit of an outdated version gets 409 with the current view", async () => {
  const createdView = await save(board.owner, { scope: "project" });
  const changed = requireOk(await board.owner.put(`/views/${createdView.id}`, { name: "New", version: 1 })).body.data;
  expect(changed).toMatchObject({ name: "New", layout: "list", version: 2 });
  const late = await board.owner.put(`/views/${createdView.id}`, { name: "Late", version: 1 });
  expect([late.status, late.body.code, late.body.data.name]).toEqual([409, "view.stale", "New"]);
});

test("views are moved within their list, also concurrently", async () => {
  const [a, b, c] = [
    await save(board.owner, { name: "A" }),
    await save(board.owner, { name: "B" }),
    await save(board.owner, { name: "C" }),
  ];
  requireOk(await board.owner.put(`/views/${c.id}/position`, { before_id: a.id }));
  expect(await names(board.owner)).toEqual(["C", "A", "B"]);
  requireOk(await board.owner.put(`/views/${c.id}/position`, { before_id: null }));
  expect(await names(board.owner)).toEqual(["A", "B", "C"]);
  const other = await newBoard(world, { project: { title: "Another" } });
  const elsewhere = requireOk(
    await board.owner.post("/views", { project_id: other.id, scope: "own", name: "D", layout: "list" }),
  ).body.data;
  for (const before of [elsewhere.id, a.id, 999_999])
    expect((await board.owner.put(`/views/${a.id}/position`, { before_id: before })).status).toBe(422);
  await Promise.all([b, c].map(({ id }) => board.owner.put(`/views/${id}/position`, { before_id: a.id })));
  expect((await names(board.owner)).toSorted()).toEqual(["A", "B", "C"]);
  expect((await names(board.owner)).at(-1)).toBe("A");
});

test("two concurrent changes of the order of views get different ranks", async () => {
  const [a, b] = [await save(board.owner, { name: "A" }), await save(board.owner, { name: "B" })];
  const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
  await runSerialized(
    server,
    world,
    (tx) => moveView(tx, actor, b.id, a.id),
    (tx) => createView(tx, actor, { project_id: board.id, scope: "own", name: "C", layout: "list", query: "" }),
  );
  expect(await names(board.owner)).toEqual(["B", "A", "C"]);
});

test("two concurrent shares don't exceed the limit of views", async () => {
  const views = [await save(board.owner, { name: "A" }), await save(board.owner, { name: "B" })];
  await addShared(maxViews - 1);
  const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
  const [first, second] = views.map(
    ({ id, version }) =>
      (tx: Tx) =>
        updateView(tx, actor, id, { scope: "project", version }),
  );
  const [shared, refused] = await runSerialized(server, world, first as NonNullable<typeof first>, second);
  expect(shared).toMatchObject({ status: "fulfilled", value: { name: "A", scope: "project" } });
  expect(refused).toMatchObject({ status: "rejected", reason: { detail: { errors: { name: ["field.tooMany"] } } } });
});

test("two concurrent favorites of a user get different ranks", async () => {
  const [a, b] = [await save(board.owner, { name: "A" }), await save(board.owner, { name: "B" })];
  const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
  await runSerialized(
    server,
    world,
    (tx) => favoriteView(tx, actor, a.id, { favorite: true }),
    (tx) => favoriteView(tx, actor, b.id, { favorite: true }),
  );
  const favorites = async () =>
    requireOk(await board.owner.get("/views/favorites")).body.data.map(({ name }: SavedView) => name);
  expect(await favorites()).toEqual(["A", "B"]);
  requireOk(await board.owner.put(`/views/${b.id}/favorite`, { favorite: true, before_id: a.id }));
  expect(await favorites()).toEqual(["B", "A"]);
  requireOk(await board.owner.put(`/views/${b.id}/favorite`, { favorite: false }));
  expect(await favorites()).toEqual(["A"]);
});

test("a favorite disappears with access to its project", async () => {
  const shared = await save(board.owner, { scope: "project" });
  requireOk(await board.member.put(`/views/${shared.id}/favorite`, { favorite: true }));
  expect(requireOk(await board.member.get("/views/favorites")).body.data).toHaveLength(1);
  requireOk(
    await board.owner.put(`/project/${board.id}/members`, {
      members: [{ user_id: world.manager.id, role: "owner" }],
    }),
  );
  expect(requireOk(await board.member.get("/views/favorites")).body.data).toEqual([]);
});

test("a deleted view is restored with its position and favorites", async () => {
  const [a] = [await save(board.owner, { name: "A", scope: "project" }), await save(board.owner, { name: "B" })];
  requireOk(await board.member.put(`/views/${a.id}/favorite`, { favorite: true }));
  requireOk(await board.owner.delete(`/views/${a.id}`));
  expect(await names(board.owner)).toEqual(["B"]);
  expect((await board.owner.delete(`/views/${a.id}`)).status).toBe(404);
  expect((await board.viewer.post(`/views/${a.id}/restore`)).status).toBe(403);
  requireOk(await board.owner.post(`/views/${a.id}/restore`));
  expect(await names(board.owner)).toEqual(["A", "B"]);
  expect((await list(board.member))[0]?.favorite).toBe(true);
  expect((await board.owner.post(`/views/${a.id}/restore`)).status).toBe(404);
});

describe("the bin", () => {
  interface Entry {
    kind: string;
    record_id: number;
    title: string;
    deleted_by: { id: number } | null;
  }
  const bin = async (api: Api): Promise<Entry[]> => requireOk(await api.get(`/project/${board.id}/bin`)).body.data;
  const titles = async (api: Api) => (await bin(api)).map(({ title }) => title);
  const purgeAfter = (days: number) => world.tx((tx) => purgeBin(tx, new Date(Date.now() + days * elapsedDayMs)));
  const deleted = async (input: Input = {}, api = board.owner): Promise<SavedView> => {
    const view = await save(api, input);
    requireOk(await api.delete(`/views/${view.id}`));
    return view;
  };

  test("only users who may delete a view see, restore and purge it", async () => {
    const own = await deleted({ name: "Own" });
    const shared = await deleted({ name: "Shared", scope: "project" });
    const elsewhere = await server.world();
    for (const [api, id, status] of [
      [board.viewer, own.id, 404],
      [board.viewer, shared.id, 403],
      [board.stranger, shared.id, 404],
      [elsewhere.api(elsewhere.admin), shared.id, 404],
    ] as const) {
      expect((await api.post(`/bin/views/${id}/restore`)).status).toBe(status);
      expect((await api.delete(`/bin/views/${id}`)).status).toBe(status);
    }
    expect(await titles(board.viewer)).toEqual([]);
    expect((await titles(board.owner)).toSorted()).toEqual(["Own", "Shared"]);
    expect(await titles(world.api(world.admin))).toEqual(["Shared"]);
  });

  test("a view that isn't deleted is neither restored nor purged", async () => {
    const view = await save(board.owner);
    expect((await board.owner.post(`/bin/views/${view.id}/restore`)).status).toBe(404);
    expect((await board.owner.delete(`/bin/views/${view.id}`)).status).toBe(404);
    expect(await names(board.owner)).toEqual(["Urgent"]);
  });

  test("a shared view of an archived project can't be restored", async () => {
    const view = await deleted({ scope: "project" });
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await board.owner.post(`/bin/views/${view.id}/restore`)).body.code).toBe("project.archived");
    expect((await board.owner.delete(`/bin/views/${view.id}`)).body.code).toBe("project.archived");
  });

  test("a view isn't restored when the project has too many views", async () => {
    const view = await deleted({ scope: "project", name: "Old" });
    await addShared(maxViews);
    expect((await board.owner.post(`/bin/views/${view.id}/restore`)).body.errors.name).toHaveLength(1);
    expect(await titles(board.owner)).toEqual(["Old"]);
  });

  test("a deleted view is listed with its user and restored from there", async () => {
    const view = await deleted({ scope: "project" });
    expect(await bin(board.owner)).toMatchObject([
      { kind: "view", record_id: view.id, title: "Urgent", key: null, deleted_by: { id: world.manager.id } },
    ]);
    requireOk(await board.owner.post(`/bin/views/${view.id}/restore`));
    expect(await bin(board.owner)).toEqual([]);
    expect(await names(board.viewer)).toEqual(["Urgent"]);
  });

  test("users without the right to edit restore their own views", async () => {
    const view = await deleted({ name: "Own" }, board.viewer);
    expect(await titles(board.viewer)).toEqual(["Own"]);
    requireOk(await board.viewer.post(`/bin/views/${view.id}/restore`));
    expect(await names(board.viewer)).toEqual(["Own"]);
  });

  test("the title of a purged private view is sent to its owner only", async () => {
    const [own, shared] = [await deleted({ name: "Own" }), await deleted({ name: "Shared", scope: "project" })];
    const mark = server.published.length;
    for (const { id } of [own, shared]) requireOk(await board.owner.delete(`/bin/views/${id}`));
    expect(world.events(mark).map(({ stream, event: { type, data } }) => [type, stream, data])).toMatchObject([
      ["bin_entry.purged", `user:${world.manager.id}`, { kind: "view", title: "Own" }],
      ["bin_entry.purged", `project:${board.id}`, { kind: "view", title: "Shared" }],
    ]);
    expect((await board.owner.post(`/views/${own.id}/restore`)).status).toBe(404);
  });

  test("the schedule deletes views after thirty days, but none that was restored", async () => {
    const [deletedView, restored] = [await deleted({ name: "A" }), await deleted({ name: "B" })];
    requireOk(await board.owner.post(`/views/${restored.id}/restore`));
    expect(await purgeAfter(29.9)).toBe(0);
    expect(await purgeAfter(30.1)).toBe(1);
    expect((await board.owner.post(`/views/${deletedView.id}/restore`)).status).toBe(404);
    expect(await names(board.owner)).toEqual(["B"]);
  });

  test("the schedule skips a view that is being restored", async () => {
    const view = await deleted();
    const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
    await world.tx(async (tx) => {
      await restoreView(tx, actor, view.id);
      expect(await purgeAfter(31)).toBe(0);
    });
    expect(await names(board.owner)).toEqual(["Urgent"]);
  });

  test("a restored project has its deleted views in the bin", async () => {
    const view = await deleted({ scope: "project" });
    requireOk(await board.owner.delete(`/project/${board.id}`));
    requireOk(await board.owner.post(`/bin/projects/${board.id}/restore`));
    expect(await titles(board.owner)).toEqual(["Urgent"]);
    requireOk(await board.owner.post(`/bin/views/${view.id}/restore`));
    expect(await names(board.viewer)).toEqual(["Urgent"]);
  });

  test("a view that is restored and purged concurrently is restored once", async () => {
    const view = await deleted();
    const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
    const [, purged] = await runSerialized<unknown>(
      server,
      world,
      (tx) => restoreView(tx, actor, view.id),
      (tx) => purgeView(tx, actor, view.id),
    );
    expect(purged).toMatchObject({ reason: { code: "notFound" } });
    expect(await names(board.owner)).toEqual(["Urgent"]);
  });
});

test("the owner's next deletion removes views across projects deleted a day before", async () => {
  const [a, b] = [
    await save(board.owner, { name: "A", project_id: null }),
    await save(board.owner, { name: "B", project_id: null }),
  ];
  requireOk(await board.owner.delete(`/views/${a.id}`));
  await world.tx(({ manager }) =>
    manager.query("UPDATE saved_view SET deleted_at = now() - interval '25 hours' WHERE id = $1", [a.id]),
  );
  requireOk(await board.owner.delete(`/views/${b.id}`));
  expect((await board.owner.post(`/views/${a.id}/restore`)).status).toBe(404);
  requireOk(await board.owner.post(`/views/${b.id}/restore`));
});

test("events go to the streams of the scope, of the owner and of favorites", async () => {
  const streams = async (act: () => Promise<unknown>) => {
    const mark = server.published.length;
    await act();
    return world.events(mark).map(({ stream, event }) => [event.type, stream, event.data]);
  };
  const [owner, member, project] = [`user:${world.manager.id}`, `user:${world.employee.id}`, `project:${board.id}`];
  let createdView = {} as SavedView;
  const created = await streams(async () => {
    createdView = await save(board.owner);
  });
  const data = { id: createdView.id, project_id: board.id };
  expect(created).toEqual([["view.created", owner, data]]);
  const shared = await streams(() => board.owner.put(`/views/${createdView.id}`, { scope: "project", version: 1 }));
  expect(new Set(shared.map(([, stream]) => stream))).toEqual(new Set([owner, project]));
  expect(await streams(() => board.member.put(`/views/${createdView.id}/favorite`, { favorite: true }))).toEqual([
    ["view.updated", member, data],
  ]);
  const hidden = await streams(() => board.owner.put(`/views/${createdView.id}`, { scope: "own", version: 2 }));
  expect(new Set(hidden.map(([, stream]) => stream))).toEqual(new Set([owner, member, project]));
  expect(requireOk(await board.member.get("/views/favorites")).body.data).toEqual([]);
  const deleted = await streams(() => board.owner.delete(`/views/${createdView.id}`));
  expect(deleted.map(([type]) => type)).toEqual(["view.deleted", "view.deleted"]);
  const across = await streams(() =>
    world.api(world.admin).post("/views", { scope: "tenant", name: "All", layout: "list" }),
  );
  expect(across.map(([, stream]) => stream)).toContain(`tenant:${world.tenantId}`);
});

test("a view names the tags, columns and people that no longer exist", async () => {
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "seo" })).body.data;
  const leaver = await world.person("employee", { fullname: "Lea Leaver" });
  const [column] = board.columns;
  const query = `tag_id=${tag.id}&s=${column}&all=reporter.not:${leaver.id}&u=${world.employee.id},0`;
  const createdView = await save(board.owner, { scope: "project", query });
  expect(createdView.missing).toEqual([]);
  requireOk(await board.owner.delete(`/project/tags/${tag.id}`));
  requireOk(await board.owner.delete(`/task_status/${column}`));
  await world.tx(({ manager }) => manager.query("UPDATE app_user SET active = false WHERE id = $1", [leaver.id]));
  const [read] = await list(board.viewer);
  expect(read?.missing).toEqual(
    expect.arrayContaining([
      { kind: "tag", id: tag.id, name: "seo" },
      { kind: "column", id: column, name: "To do" },
      { kind: "person", id: leaver.id, name: "Lea Leaver" },
    ]),
  );
  expect(read?.missing).toHaveLength(3);
});

test("a view names a deleted tag by its last name", async () => {
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Play" })).body.data;
  await save(board.owner, { scope: "project", query: `tag_id=${tag.id}` });
  requireOk(await board.owner.patch(`/project/tags/${tag.id}`, { name: "Fun" }));
  requireOk(await board.owner.delete(`/project/tags/${tag.id}`));
  expect((await list(board.viewer))[0]?.missing).toEqual([{ kind: "tag", id: tag.id, name: "Fun" }]);
});

test("a view across projects names deleted tags only to its owner, and no hidden ones", async () => {
  const tag = async (name: string, projectId: number) =>
    requireOk(await board.owner.post("/project/tags", { project_id: projectId, name })).body.data.id as number;
  const hidden = await newBoard(world, { project: { title: "Hidden", members: [] } });
  const admin = world.api(world.admin);
  const [remainingTag, deletedTag, hiddenTag] = [
    await tag("kept", board.id),
    await tag("gone", board.id),
    await tag("x", hidden.id),
  ];
  const query = `tag_id=${remainingTag},${deletedTag},${hiddenTag}`;
  const shared = await save(admin, { project_id: null, scope: "tenant", layout: "timeline", query });
  const own = await save(board.member, { project_id: null, layout: "timeline", query });
  expect([shared.missing, own.missing]).toEqual([[], []]);
  for (const id of [deletedTag, hiddenTag]) requireOk(await admin.delete(`/project/tags/${id}`));
  const missing = async (api: Api) =>
    (await list(api, null)).map((view) => [view.id, view.missing.map(({ id, name }) => [id, name])]);
  expect(await missing(admin)).toEqual([
    [
      shared.id,
      [
        [deletedTag, "gone"],
        [hiddenTag, "x"],
      ],
    ],
  ]);
  expect(await missing(board.member)).toEqual([
    [
      shared.id,
      [
        [deletedTag, null],
        [hiddenTag, null],
      ],
    ],
    [
      own.id,
      [
        [deletedTag, "gone"],
        [hiddenTag, null],
      ],
    ],
  ]);
});

test("views that name a user are refreshed once when the user leaves or returns", async () => {
  const admin = world.api(world.admin);
  const leaver = await world.person("employee", { fullname: "Lea Leaver" });
  const query = `u=${leaver.id}`;
  const own = await save(board.owner, { query });
  const first = await save(board.owner, { scope: "project", query });
  const favorite = await save(board.owner, { scope: "project", query, name: "Favorite" });
  requireOk(await board.member.put(`/views/${favorite.id}/favorite`, { favorite: true }));
  const across = await save(admin, { project_id: null, scope: "tenant", query });
  await save(board.owner, { query: `u=${world.employee.id}` });
  for (const active of [false, true]) {
    const mark = server.published.length;
    requireOk(await admin.get(`/user/${leaver.id}/status`));
    const sent = world.events(mark).filter(({ event }) => event.type === "view.updated");
    expect(sent).toHaveLength(5);
    expect(Object.fromEntries(sent.map(({ stream, event }) => [stream, event.data]))).toEqual({
      [`project:${board.id}`]: { id: first.id, project_id: board.id },
      [`tenant:${world.tenantId}`]: { id: across.id, project_id: null },
      [`user:${world.admin.id}`]: { id: across.id, project_id: null },
      [`user:${world.employee.id}`]: { id: favorite.id, project_id: board.id },
      [`user:${world.manager.id}`]: { id: own.id, project_id: board.id },
    });
    expect((await list(board.viewer)).map(({ missing }) => missing.length)).toEqual(active ? [0, 0] : [1, 1]);
  }
});
