import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newArticle } from "../news/newsroom";
import { office } from "../finance/office";
import { withDirectory } from "../scim/directory";
import { newBoard, ok } from "../tasks/board";

/** What is answered whole has an end: one more is refused at a field, and where one goes there is room again. */
const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const said = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];
/** As the tables' owner: what follows from each would take too long, and isn't what is asked here. */
const fill = (text: string) =>
  server.owner.transaction(async (manager) => {
    await manager.query("SET LOCAL session_replication_role = replica");
    await manager.query(text);
  });
const series = (many: number) => `generate_series(1, ${many}) AS n`;

test("10,000 clients of an organisation", async () => {
  const { hr } = world;
  await fill(
    `INSERT INTO client (tenant_id, fullname) SELECT ${world.tenantId}, 'One of many ' || n FROM ${series(10_000)}`,
  );
  const more = () => world.api(hr).post("/client", { fullname: "One more" });
  expect(said(await more())).toEqual([422, ["fullname"]]);
  await fill(`DELETE FROM client WHERE tenant_id = ${world.tenantId} AND fullname = 'One of many 1'`);
  ok(await more());
});

test("1,000 groups of an organisation, by hand and from its directory", async () => {
  await fill(
    `INSERT INTO user_group (tenant_id, title) SELECT ${world.tenantId}, 'One of many ' || n FROM ${series(1_000)}`,
  );
  const directory = await withDirectory(server, world);
  const more = () => world.api(world.hr).post("/groups", { title: "One more" });
  expect(said(await more())).toEqual([422, ["title"]]);
  const told = await directory.createGroup({ displayName: "One more" });
  expect([told.status, told.body.scimType]).toEqual([400, "invalidValue"]);
  await fill(`DELETE FROM user_group WHERE tenant_id = ${world.tenantId} AND title = 'One of many 1'`);
  ok(await more());
});

test("5,000 projects of an organisation, those that are archived as well, where its plan has no limit", async () => {
  await fill(`INSERT INTO project (tenant_id, title, code, archived_at)
    SELECT ${world.tenantId}, 'One of many ' || n, 'M' || n, CASE WHEN n % 2 = 0 THEN now() END FROM ${series(5_000)}`);
  await fill(
    `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE project_limit IS NULL LIMIT 1) WHERE id = ${world.tenantId}`,
  );
  const more = () => world.api(world.manager).post("/project", { title: "One more" });
  expect(said(await more())).toEqual([422, ["title"]]);
  await fill(`DELETE FROM project WHERE tenant_id = ${world.tenantId} AND code = 'M2'`);
  ok(await more());
});

test("200 columns of a project", async () => {
  const { id, columns, owner } = await newBoard(world);
  await fill(`INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
    SELECT ${world.tenantId}, ${id}, 'One of many', 'doing', 100 + n FROM ${series(200 - columns.length)}`);
  const more = () => owner.post("/task_status", { project_id: id, title: "One more" });
  expect(said(await more())).toEqual([422, ["title"]]);
  await fill(`DELETE FROM task_status WHERE project_id = ${id} AND sort_order = 101`);
  ok(await more());
});

test("500 forms of an organisation", async () => {
  await fill(`INSERT INTO form (tenant_id, draft) SELECT ${world.tenantId}, '{"title": "Many"}' FROM ${series(500)}`);
  expect(said(await world.api(world.hr).post("/vas/vas-template", { title: "One more" }))).toEqual([422, ["title"]]);
});

describe("200 times that somebody is stood in for, or stands in for others", () => {
  const act = (user: Person, acting: Person) =>
    world.api(world.hr).post("/acting", {
      user_id: user.id,
      acting_id: acting.id,
      starts_on: "2031-01-01",
      ends_on: "2031-01-02",
    });
  /** One day each, from 2032 on. */
  const stands = (userId: string, actingId: string, many: number, from = "2032-01-01") =>
    fill(`INSERT INTO acting (tenant_id, user_id, acting_id, announced_on, period)
      SELECT ${world.tenantId}, ${userId}, ${actingId}, current_date, daterange('${from}'::date + n, '${from}'::date + n + 1) FROM ${series(many)}`);

  test("for one position", async () => {
    const { employee, manager, finance } = world;
    await stands(String(employee.id), String(manager.id), 200, "2001-01-01"); // over
    await stands(String(employee.id), String(manager.id), 199);
    const { id } = ok(await act(employee, finance)).body.data;
    ok(await world.api(world.hr).delete(`/acting/${id}`));
    await stands(String(employee.id), String(manager.id), 1, "2033-01-01");
    expect(said(await act(employee, finance))).toEqual([422, ["user_id"]]);
  });

  test("by one person, also where another's is handed to them; what is there is changed all the same", async () => {
    const { employee, manager, finance, admin } = world;
    const other = ok(await act(employee, finance)).body.data;
    const own = ok(await act(admin, manager)).body.data;
    await stands("1000000 + n", String(manager.id), 199);
    expect(said(await act(world.hr, manager))).toEqual([422, ["acting_id"]]);
    const days = { starts_on: "2031-01-01", ends_on: "2031-01-03" };
    const change = (id: number, acting: Person) =>
      world.api(world.hr).put(`/acting/${id}`, { acting_id: acting.id, ...days });
    expect(said(await change(other.id, manager))).toEqual([422, ["acting_id"]]);
    ok(await change(own.id, manager));
  });
});

describe("files", () => {
  /** Lays files with a record, `row` being what stands there of each besides the file `f.id`. */
  const lay = (many: number, table: string, row: Record<string, string | number>) =>
    fill(`WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
        SELECT ${world.tenantId}, 'many.pdf', 'application/pdf', 10, 'many-${world.tenantId}-' || n, 'none' FROM ${series(many)} RETURNING id)
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

  test("500 of a task", async () => {
    const { people, tasks } = await newBoard(world);
    const id = tasks[0]?.[0] as number;
    await lay(500, "task_attachment", { task_id: id, title: "'Many'" });
    const more = () => send(people.member, "/tasks/attachments", { task_id: String(id) });
    expect(said(await more())).toEqual(refused);
    await drop("task_attachment", `task_id = ${id}`);
    ok(await more());
  });

  test("100 of a request", async () => {
    const { ask } = await office(world);
    const { id } = ok(await ask({ draft: true })).body.data;
    await lay(100, "request_attachment", { request_id: id, user_id: world.employee.id });
    const more = () => send(world.employee, `/approvals/request/${id}/attachment`);
    expect(said(await more())).toEqual(refused);
    await drop("request_attachment", `request_id = ${id}`);
    ok(await more());
  });

  test("500 of a person", async () => {
    const { id } = world.employee;
    await lay(500, "user_file", { user_id: id, kind: "'identity'", title: "'Many'" });
    const more = () => send(world.hr, `/user/${id}/files`, { kind: "identity" });
    expect(said(await more())).toEqual(refused);
    await drop("user_file", `user_id = ${id}`);
    ok(await more());
  });

  test("100 of an article", async () => {
    const id = await newArticle(world);
    await lay(100, "news_file", { article_id: id, kind: "'attachment'" });
    const more = () => send(world.manager, `/news/${id}/files`, { kind: "attachment" });
    expect(said(await more())).toEqual(refused);
    await drop("news_file", `article_id = ${id}`);
    ok(await more());
  });
});
