import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { uploadAttachment } from "../attachments/attachments";
import { newBoard, requireOk } from "../tasks/board";
import { downloadExport, requestZip } from "./fixtures";

const server = testServer();

const summaryPath = (id: number) => `/project/${id}/export`;

describe("refusals", () => {
  test("an export requires a session", async () => {
    const world = await server.world();
    const { id } = await newBoard(world);
    expect((await world.api(null).get(summaryPath(id))).status).toBe(401);
    expect((await requestZip(server, world, id, null)).statusCode).toBe(401);
  });

  test("members without the right to edit the project can't export it", async () => {
    const world = await server.world();
    const { id, people } = await newBoard(world);
    for (const person of [people.member, people.viewer]) {
      expect((await world.api(person).get(summaryPath(id))).body.code).toBe("permission.denied");
      expect((await requestZip(server, world, id, person)).json()).toMatchObject({ code: "permission.denied" });
    }
  });

  test("an owner who has become an external user can't export the project", async () => {
    const world = await server.world();
    const { external } = world;
    const { id } = await newBoard(world);
    await server.owner.query(
      "INSERT INTO project_member (tenant_id, project_id, user_id, role) VALUES ($1, $2, $3, 'owner')",
      [world.tenantId, id, external.id],
    );
    const { body } = requireOk(await world.api(external).get(`/project/single/${id}`));
    expect(body.data.can.edit).toBe(true);
    expect((await world.api(external).get(summaryPath(id))).body.code).toBe("permission.denied");
    expect((await requestZip(server, world, id, external)).statusCode).toBe(403);
  });

  test("projects of other organizations and invisible ones don't exist", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const { id } = await newBoard(world);
    const stranger = await world.person("employee");
    expect((await requestZip(server, other, id)).statusCode).toBe(404);
    expect((await requestZip(server, world, id, stranger)).statusCode).toBe(404);
    expect((await world.api(stranger).get(summaryPath(id))).status).toBe(404);
  });
});

test("an export contains the board with numbers of its own instead of ids", async () => {
  const world = await server.world();
  const { manager, employee } = world;
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const { owner } = board;
  const field = requireOk(
    await owner.post(`/project/${board.id}/fields`, {
      title: "Stage",
      kind: "choice",
      options: [
        { title: "Draft", color: "grey" },
        { title: "Final", color: "green" },
      ],
      on_card: true,
    }),
  ).body.data;
  const tag = requireOk(await owner.post("/project/tags", { project_id: board.id, name: "Urgent", color: "rose" })).body
    .data;
  const first = await board.add(board.columns[0], { title: "Write" });
  const task = await board.add(board.columns[1], {
    title: "Print / bind",
    description: `<p>Ask <span data-mention="${employee.id}">@${employee.fullname}</span> about <strong>paper</strong></p>`,
    priority: "high",
    complexity: 5,
    start_date: "2026-12-01",
    due_date: "2026-12-04",
    estimate_minutes: 90,
    users: [employee.id],
    tags: [tag.id],
    blockers: [first.id],
    field_values: { [field.id]: field.options[1].id },
  });
  requireOk(await owner.post("/sub_task", { task_id: task.id, name: "Order", assignee_id: employee.id }));
  requireOk(await board.member.post("/comments", { task_id: task.id, comment: "<p>Done <em>soon</em></p>" }));
  const bytes = png(8, 6);
  requireOk(await uploadAttachment(owner, task.id, { bytes, name: "cover.png", title: "Cover" }));

  const { content, entries } = await downloadExport(server, world, board.id);
  expect(content.people.map(({ name, role }) => [name, role])).toEqual([
    [employee.fullname, "member"],
    [manager.fullname, "owner"],
    ["Vera Viewer", "viewer"],
  ]);
  expect(content.columns.map(({ id, kind }) => [id, kind])).toEqual([
    [1, "todo"],
    [2, "doing"],
    [3, "done"],
  ]);
  expect(content.fields[0]).toMatchObject({ id: 1, title: "Stage", on_card: true, options: [{ id: 1 }, { id: 2 }] });
  expect(content.tasks.map(({ number, column }) => [number, column])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(content.tasks[1]).toMatchObject({
    title: "Print / bind",
    description: `<p>Ask <span data-mention="1">@${employee.fullname}</span> about <strong>paper</strong></p>`,
    priority: "high",
    complexity: 5,
    start_date: "2026-12-01",
    due_date: "2026-12-04",
    estimate_minutes: 90,
    reporter: 2,
    assignees: [1],
    tags: [1],
    values: [{ field: 1, value: 2 }],
    subtasks: [{ name: "Order", completed: false, due_date: null, assignee: 1 }],
    comments: [{ author: 1, body: "<p>Done <em>soon</em></p>", edited_at: null }],
    blockers: [1],
    files: [{ title: "Cover", name: "cover.png", path: "files/2/1-cover.png", created_by: 2, is_cover: false }],
  });
  expect(entries.get("files/2/1-cover.png")).toHaveLength(bytes.length);
  expect(String(entries.get("tasks/2-Print-bind.md"))).toContain(`Ask @${employee.fullname} about **paper**`);
});

test("addresses are only exported to users who may see them", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const own = world.manager.email;
  const emailsOf = async () => (await downloadExport(server, world, board.id)).content.people.map(({ email }) => email);
  const setPermissions = (change: string) =>
    server.owner.query(`UPDATE role SET permissions = ${change} WHERE tenant_id = $1`, [world.tenantId]);
  await setPermissions("permissions || '{user-list}'");
  expect(await emailsOf()).not.toContain(null);
  await setPermissions("array_remove(array_remove(permissions, 'user-list'), 'employee-list')");
  expect((await emailsOf()).filter((email) => email !== null)).toEqual([own]);
});

test("what an export leaves out is counted in the summary and in the ZIP", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 0, 0] });
  const [deleted, remaining] = board.tasks[0] as [number, number];
  requireOk(await board.owner.delete(`/task/${deleted}`));
  requireOk(await board.viewer.put(`/task/${remaining}/watch`, { watching: true }));
  const tag = requireOk(
    await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent", color: "rose" }),
  ).body.data;
  const view = { project_id: board.id, layout: "list" };
  requireOk(await board.owner.post("/views", { ...view, scope: "project", name: "All" }));
  requireOk(await board.owner.post("/views", { ...view, scope: "own", name: "Private" }));
  requireOk(await board.owner.post("/views", { ...view, scope: "project", name: "Tag", query: `tag_id=${tag.id}` }));
  requireOk(await board.owner.delete(`/project/tags/${tag.id}`));
  const omitted = [
    { kind: "bin", count: 1 },
    { kind: "views", count: 1 },
    { kind: "watchers", count: 1 },
  ];
  const { data } = requireOk(await board.owner.get(summaryPath(board.id))).body;
  const counts = { task_count: 1, file_count: 0, file_bytes: 0, view_count: 1, template_count: 0, series_count: 0 };
  expect(data).toEqual({ ...counts, is_importable: true, omitted });
  const { entries, content } = await downloadExport(server, world, board.id);
  expect(JSON.parse(String(entries.get("export.json")))).toEqual({ omitted });
  expect(content.views.map(({ name }) => name)).toEqual(["All"]);
});

test("archived projects can be exported, and exports are in the security log", async () => {
  const world = await server.world();
  const { id, owner } = await newBoard(world, { cards: [1, 0, 0] });
  requireOk(await owner.put(`/project/${id}/archive`, {}));
  expect((await downloadExport(server, world, id)).content.tasks).toHaveLength(1);
  const [entry] = await server.owner.query<{ facts: object; user_id: string }[]>(
    "SELECT facts, user_id FROM security_event WHERE tenant_id = $1 AND kind = 'exported'",
    [world.tenantId],
  );
  expect([entry?.facts, Number(entry?.user_id)]).toEqual([{ project: id }, world.manager.id]);
});

test("a file that is missing in the store is left out of the ZIP", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const [task] = board.tasks[0] as [number];
  requireOk(await uploadAttachment(board.owner, task, { bytes: png(), name: "a.png" }));
  const [file] = await server.owner.query<{ storage_key: string }[]>(
    "SELECT storage_key FROM file WHERE tenant_id = $1",
    [world.tenantId],
  );
  await server.platform.files.remove(file?.storage_key as string);
  const { content, entries } = await downloadExport(server, world, board.id);
  expect(content.tasks[0]?.files).toHaveLength(1);
  expect([...entries.keys()].some((name) => name.startsWith("files/"))).toBe(false);
});
