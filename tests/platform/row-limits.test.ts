import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newArticle } from "../communication/news/fixtures";
import { financeFixture } from "../requests/finance/fixtures";
import { withDirectory } from "../administration/scim/directory";
import { newBoard, requireOk } from "../work/tasks/board";

/** Lists without paging have a limit: one more entry gets 422 with the field's name, and deleting one makes another possible. */
const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const statusAndErrors = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];
const fill = (text: string) =>
  server.owner.transaction(async (manager) => {
    await manager.query("SET LOCAL session_replication_role = replica");
    await manager.query(text);
  });
const series = (count: number) => `generate_series(1, ${count}) AS n`;

test("a tenant has at most 10,000 clients", async () => {
  const { hr } = world;
  await fill(
    `INSERT INTO client (tenant_id, fullname) SELECT ${world.tenantId}, 'One of many ' || n FROM ${series(10_000)}`,
  );
  const addClient = () => world.api(hr).post("/client", { fullname: "One more" });
  expect(statusAndErrors(await addClient())).toEqual([422, ["fullname"]]);
  await fill(`DELETE FROM client WHERE tenant_id = ${world.tenantId} AND fullname = 'One of many 1'`);
  requireOk(await addClient());
});

test("a tenant has at most 1,000 groups, created by users or SCIM", async () => {
  await fill(
    `INSERT INTO user_group (tenant_id, title) SELECT ${world.tenantId}, 'One of many ' || n FROM ${series(1_000)}`,
  );
  const directory = await withDirectory(server, world);
  const addGroup = () => world.api(world.hr).post("/groups", { title: "One more" });
  expect(statusAndErrors(await addGroup())).toEqual([422, ["title"]]);
  const refused = await directory.createGroup({ displayName: "One more" });
  expect([refused.status, refused.body.scimType]).toEqual([400, "invalidValue"]);
  await fill(`DELETE FROM user_group WHERE tenant_id = ${world.tenantId} AND title = 'One of many 1'`);
  requireOk(await addGroup());
});

test("a tenant has at most 5,000 projects, archived ones included, on any plan", async () => {
  await fill(`INSERT INTO project (tenant_id, title, code, archived_at)
    SELECT ${world.tenantId}, 'One of many ' || n, 'M' || n, CASE WHEN n % 2 = 0 THEN now() END FROM ${series(5_000)}`);
  await fill(
    `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE project_limit IS NULL LIMIT 1) WHERE id = ${world.tenantId}`,
  );
  const addProject = () => world.api(world.manager).post("/project", { title: "One more" });
  expect(statusAndErrors(await addProject())).toEqual([422, ["title"]]);
  await fill(`DELETE FROM project WHERE tenant_id = ${world.tenantId} AND code = 'M2'`);
  requireOk(await addProject());
});

test("a project has at most 200 columns", async () => {
  const { id, columns, owner } = await newBoard(world);
  await fill(`INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
    SELECT ${world.tenantId}, ${id}, 'One of many', 'doing', 100 + n FROM ${series(200 - columns.length)}`);
  const addColumn = () => owner.post("/task_status", { project_id: id, title: "One more" });
  expect(statusAndErrors(await addColumn())).toEqual([422, ["title"]]);
  await fill(`DELETE FROM task_status WHERE project_id = ${id} AND sort_order = 101`);
  requireOk(await addColumn());
});

test("a tenant has at most 500 forms", async () => {
  await fill(`INSERT INTO form (tenant_id, draft) SELECT ${world.tenantId}, '{"title": "Many"}' FROM ${series(500)}`);
  expect(statusAndErrors(await world.api(world.hr).post("/vas/vas-template", { title: "One more" }))).toEqual([
    422,
    ["title"],
  ]);
});

describe("limit of 200 substitutions", () => {
  const act = (user: Person, acting: Person) =>
    world.api(world.hr).post("/acting", {
      user_id: user.id,
      acting_id: acting.id,
      starts_on: "2031-01-01",
      ends_on: "2031-01-02",
    });
  const insertActings = (userId: string, actingId: string, count: number, from = "2032-01-01") =>
    fill(`INSERT INTO acting (tenant_id, user_id, acting_id, announced_on, period)
      SELECT ${world.tenantId}, ${userId}, ${actingId}, current_date, daterange('${from}'::date + n, '${from}'::date + n + 1) FROM ${series(count)}`);

  test("a user can have at most 200 upcoming substitutes", async () => {
    const { employee, manager, finance } = world;
    await insertActings(String(employee.id), String(manager.id), 200, "2001-01-01");
    await insertActings(String(employee.id), String(manager.id), 199);
    const { id } = requireOk(await act(employee, finance)).body.data;
    requireOk(await world.api(world.hr).delete(`/acting/${id}`));
    await insertActings(String(employee.id), String(manager.id), 1, "2033-01-01");
    expect(statusAndErrors(await act(employee, finance))).toEqual([422, ["user_id"]]);
  });

  test("a user can be substitute at most 200 times; existing periods can be changed", async () => {
    const { employee, manager, finance, admin } = world;
    const other = requireOk(await act(employee, finance)).body.data;
    const own = requireOk(await act(admin, manager)).body.data;
    await insertActings("1000000 + n", String(manager.id), 199);
    expect(statusAndErrors(await act(world.hr, manager))).toEqual([422, ["acting_id"]]);
    const days = { starts_on: "2031-01-01", ends_on: "2031-01-03" };
    const change = (id: number, acting: Person) =>
      world.api(world.hr).put(`/acting/${id}`, { acting_id: acting.id, ...days });
    expect(statusAndErrors(await change(other.id, manager))).toEqual([422, ["acting_id"]]);
    requireOk(await change(own.id, manager));
  });
});

describe("files", () => {
  const insertFiles = (count: number, table: string, row: Record<string, string | number>) =>
    fill(`WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
        SELECT ${world.tenantId}, 'many.pdf', 'application/pdf', 10, 'many-${world.tenantId}-' || n, 'none' FROM ${series(count)} RETURNING id)
      INSERT INTO ${table} (tenant_id, file_id, ${Object.keys(row).join(", ")})
      SELECT ${world.tenantId}, f.id, ${Object.values(row).join(", ")} FROM f`);
  const send = (person: Person, url: string, values: Record<string, string> = {}) =>
    world.api(person).send({
      method: "POST",
      url,
      ...multipart([
        { name: "file", value: pdf(), filename: "more.pdf" },
        ...Object.entries(values).map(([name, value]) => ({ name, value })),
      ]),
    });
  const refused = [422, ["file"]];
  const drop = (table: string, condition: string) =>
    fill(`DELETE FROM ${table} WHERE id = (SELECT min(id) FROM ${table} WHERE ${condition})`);

  test("a task has at most 500 files", async () => {
    const { people, tasks } = await newBoard(world);
    const id = tasks[0]?.[0] as number;
    await insertFiles(500, "task_attachment", { task_id: id, title: "'Many'" });
    const addFile = () => send(people.member, "/tasks/attachments", { task_id: String(id) });
    expect(statusAndErrors(await addFile())).toEqual(refused);
    await drop("task_attachment", `task_id = ${id}`);
    requireOk(await addFile());
  });

  test("a request has at most 100 files", async () => {
    const { ask } = await financeFixture(world);
    const { id } = requireOk(await ask({ draft: true })).body.data;
    await insertFiles(100, "request_attachment", { request_id: id, user_id: world.employee.id });
    const addFile = () => send(world.employee, `/approvals/request/${id}/attachment`);
    expect(statusAndErrors(await addFile())).toEqual(refused);
    await drop("request_attachment", `request_id = ${id}`);
    requireOk(await addFile());
  });

  test("a user has at most 500 documents", async () => {
    const { id } = world.employee;
    await insertFiles(500, "user_file", { user_id: id, kind: "'identity'", title: "'Many'" });
    const addFile = () => send(world.hr, `/user/${id}/files`, { kind: "identity" });
    expect(statusAndErrors(await addFile())).toEqual(refused);
    await drop("user_file", `user_id = ${id}`);
    requireOk(await addFile());
  });

  test("an article has at most 100 files", async () => {
    const id = await newArticle(world);
    await insertFiles(100, "news_file", { article_id: id, kind: "'attachment'" });
    const addFile = () => send(world.manager, `/news/${id}/files`, { kind: "attachment" });
    expect(statusAndErrors(await addFile())).toEqual(refused);
    await drop("news_file", `article_id = ${id}`);
    requireOk(await addFile());
  });
});
