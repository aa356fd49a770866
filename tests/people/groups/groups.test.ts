import { permissions } from "../../../shared/access";
import { endOpenWork } from "../../../server/people/employment/handover.service";
import { updateGroup } from "../../../server/people/groups/groups.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const make = async (title: string, ...people: { id: number }[]): Promise<{ id: number; version: number }> =>
  requireOk(await world.api(world.hr).post("/groups", { title, users: people.map(({ id }) => id) })).body.data;
const boss = { permissions: new Set(permissions) } as never;
const inProject = async (group: { id: number }) => {
  const manager = world.api(world.manager);
  return requireOk(await manager.post("/project", { title: "Depot app", groups: [group.id] })).body.data as {
    id: number;
  };
};

test("group endpoints return 403 for roles without the permission", async () => {
  const { id } = await make("Night crew");
  const manager = world.api(world.manager);
  expect((await manager.delete(`/groups/${id}`)).body.code).toBe("permission.denied");
  const employee = world.api(world.employee);
  for (const answer of [
    await employee.get("/groups"),
    await employee.get(`/groups/${id}`),
    await employee.get("/groups/select"),
    await employee.post("/groups", { title: "Own" }),
    await employee.put(`/groups/${id}`, { title: "Own" }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
});

test("users can't add themselves to a group with projects they can't see", async () => {
  const group = await make("Night crew", world.employee);
  const project = await inProject(group);
  const hr = world.api(world.hr);
  const url = `/groups/${group.id}`;
  const people = (...who: { id: number }[]) => ({ title: "Night crew", users: who.map(({ id }) => id) });
  const refused = await hr.put(url, people(world.employee, world.hr));
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["users"]]);
  expect((await hr.get(`/project/single/${project.id}`)).status).toBe(404);
  requireOk(await hr.put(url, people(world.employee, world.finance)));
  requireOk(await world.api(world.manager).put(url, people(world.employee, world.manager)));
  requireOk(await world.api(world.admin).put(url, people(world.employee, world.manager, world.admin, world.hr)));
  requireOk(await hr.put(url, people(world.hr)));
});

test("users can't add themselves to a group whose articles they can't read", async () => {
  const group = await make("Board", world.finance);
  const texts = [{ language: "en", title: "Plans", summary: "", body: "<p>For the board</p>" }];
  const audience = { everyone: false, group_ids: [group.id] };
  const article = requireOk(await world.api(world.hr).post("/news", { texts, audience })).body.data.id as number;
  const url = `/groups/${group.id}`;
  const people = (...who: { id: number }[]) => ({ title: "Board", users: who.map(({ id }) => id) });
  const manager = world.api(world.manager);
  for (const publish of [false, true]) {
    if (publish) requireOk(await world.api(world.hr).post(`/news/${article}/publish`, {}));
    const refused = await manager.put(url, people(world.finance, world.manager));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { users: ["Some articles for this group are not visible to you, so someone else has to add you"] },
    ]);
  }
  expect((await manager.get(`/news/${article}`)).status).toBe(404);
  requireOk(await world.api(world.hr).put(url, people(world.finance, world.hr)));
  requireOk(await world.api(world.admin).put(url, people(world.finance, world.hr, world.admin, world.manager)));
  expect((await manager.get(`/news/${article}`)).status).toBe(200);
  requireOk(await manager.put(url, people(world.finance, world.manager)));
});

test("groups require a unique title and active users", async () => {
  const hr = world.api(world.hr);
  await make("Night crew");
  const inactiveUser = await world.person("employee", { active: false });
  for (const [body, field] of [
    [{ title: "" }, "title"],
    [{ title: "night CREW" }, "title"],
    [{ title: "Other", users: [inactiveUser.id] }, "users"],
    [{ title: "Other", users: [world.external.id] }, "users"],
    [{ title: "Other", users: [world.hr.id, 999_999] }, "users"],
  ] as const)
    expect(Object.keys((await hr.post("/groups", body)).body.errors)).toEqual([field]);
  expect(requireOk(await hr.get("/groups")).body.meta.total).toBe(1);
});

test("groups are created, changed, and found by title or members", async () => {
  const mark = server.published.length;
  const { id, version } = await make("Night crew", world.employee, world.hr, world.hr);
  await make("Day crew");
  const hr = world.api(world.hr);
  const changed = requireOk(await hr.put(`/groups/${id}`, { title: "Night shift", version })).body.data;
  expect(changed).toEqual({
    id,
    title: "Night shift",
    users: [world.employee, world.hr].map((person) => ({ id: person.id, fullname: person.fullname, image: null })),
    project_count: 0,
    version: 2,
    can: { edit: true, delete: true },
  });
  expect(requireOk(await hr.get(`/groups/${id}`)).body.data).toEqual(changed);
  const late = await hr.put(`/groups/${id}`, { title: "Late", version });
  expect([late.status, late.body.code, late.body.data.title]).toEqual([409, "organization.stale", "Night shift"]);
  const titles = async (query: Record<string, string>) =>
    requireOk(await hr.get("/groups", { query })).body.data.map(({ title }: { title: string }) => title);
  expect(await titles({})).toEqual(["Day crew", "Night shift"]);
  expect(await titles({ q: "emil" })).toEqual(["Night shift"]);
  expect(await titles({ sort: "-employees", per_page: "1" })).toEqual(["Night shift"]);
  expect(requireOk(await hr.get("/groups/select", { query: { q: "day" } })).body.data).toEqual([
    { id: expect.any(Number), title: "Day crew" },
  ]);
  expect(world.events(mark).map(({ stream, event }) => [stream, event.type])).toEqual([
    [`directory:${world.tenantId}`, "group.created"],
    [`directory:${world.tenantId}`, "group.created"],
    [`directory:${world.tenantId}`, "group.updated"],
  ]);
  // Former users stay in the group until removed.
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [world.employee.id]));
  requireOk(await hr.put(`/groups/${id}`, { title: "Night shift", users: [world.employee.id] }));
  requireOk(await hr.put(`/groups/${id}`, { title: "Night shift", users: [] }));
  expect((await hr.put(`/groups/${id}`, { title: "Night shift", users: [world.employee.id] })).status).toBe(422);
});

test("changing members moves access to projects and tasks and emits events", async () => {
  const group = await make("Night crew", world.employee);
  const project = await inProject(group);
  expect((await world.api(world.employee).get(`/project/single/${project.id}`)).status).toBe(200);
  expect((await world.api(world.finance).get(`/project/single/${project.id}`)).status).toBe(404);
  const mark = server.published.length;
  requireOk(await world.api(world.hr).put(`/groups/${group.id}`, { title: "Night crew", users: [world.finance.id] }));
  expect((await world.api(world.employee).get(`/project/single/${project.id}`)).status).toBe(404);
  expect((await world.api(world.finance).get(`/project/single/${project.id}`)).status).toBe(200);
  const emitted = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  expect(emitted).toEqual(
    expect.arrayContaining([
      `user:${world.finance.id} member.added`,
      `user:${world.employee.id} member.removed`,
      `project:${project.id} member.removed`,
      `project:${project.id} group.updated`,
      `directory:${world.tenantId} group.updated`,
    ]),
  );
});

test("two changes of the same group version: the second gets 409", async () => {
  const { id, version } = await make("Night crew");
  const change = (title: string) => (tx: Tx) => updateGroup(tx, boss, id, { title, version } as never);
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
});

test("a group change waits for a concurrent project change and emits members once", async () => {
  const group = await make("Night crew", world.employee);
  const project = await inProject(group);
  const [first, second] = await runSerialized(
    server,
    world,
    (tx) => tx.manager.query("SELECT FROM project WHERE id = $1 FOR NO KEY UPDATE", [project.id]) as Promise<unknown>,
    (tx) => updateGroup(tx, boss, group.id, { title: "Night crew", users: [] } as never) as Promise<unknown>,
  );
  expect([first?.status, second?.status]).toEqual(["fulfilled", "fulfilled"]);
});

test("a member who joined concurrently stays when another member leaves", async () => {
  const { employee, finance, manager } = world;
  const group = await make("Night crew", employee, manager);
  const ended = await runSerialized<unknown>(
    server,
    world,
    (tx) => updateGroup(tx, boss, group.id, { title: "Day crew", users: [employee.id, manager.id, finance.id] }),
    (tx) => endOpenWork(tx, { permissions: new Set(permissions), id: employee.id } as never, boss),
  );
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  const { title, users } = (await world.api(world.hr).get(`/groups/${group.id}`)).body.data;
  const ids = new Set(users.map(({ id }: { id: number }) => id));
  expect([title, ids]).toEqual(["Day crew", new Set([manager.id, finance.id])]);
});

test("deleting a group in use returns 409 with its uses", async () => {
  const group = await make("Night crew", world.employee);
  const project = await inProject(group);
  const manager = world.api(world.manager);
  const columns = requireOk(await manager.get(`/project/${project.id}/task_tatus`)).body.data as { id: number }[];
  const task = { title: "Count pallets", task_status_id: columns[0]?.id, groups: [group.id] };
  requireOk(await manager.post("/task", task));
  const hr = world.api(world.hr);
  // Titles are included only for users who see the project.
  for (const [who, names] of [
    [world.hr, [[], []]],
    [world.admin, [["Depot app"], ["Count pallets"]]],
  ] as const) {
    const refused = await world.api(who).delete(`/groups/${group.id}`);
    expect([refused.status, refused.body.code, refused.body.data.uses]).toEqual([
      409,
      "organization.inUse",
      [
        { kind: "projects", count: 1, names: names[0] },
        { kind: "tasks", count: 1, names: names[1] },
      ],
    ]);
  }
  requireOk(await manager.post(`/project/update/${project.id}`, { groups: [] }));
  expect(requireOk(await hr.delete(`/groups/${group.id}`)).body).toEqual({ message: "Deleted", id: group.id });
  expect((await hr.delete(`/groups/${group.id}`)).status).toBe(404);
});

test("a group with a single use can't be deleted", async () => {
  const group = await make("Night crew", world.employee);
  await inProject(group);
  const refused = await world.api(world.hr).delete(`/groups/${group.id}`);
  expect([refused.status, refused.body.data?.uses]).toEqual([409, [{ kind: "projects", count: 1, names: [] }]]);
});

test("every table that references groups is checked before deletion", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'user_group'::regclass ORDER BY 1`,
  );
  // A table that is added here needs an entry in `selectGroupUses`, unless it is deleted with the group.
  expect(pointing.map(({ name }) => name)).toEqual([
    "leave_allowance_rule",
    "news_audience",
    "onboarding_task",
    "onboarding_template",
    "project_group",
    "room_group",
    "scim_group",
    "task_group",
    "user_group_member",
  ]);
});

test("the number of group members per tenant is limited", async () => {
  const { id } = await make("Night crew", world.employee, world.hr);
  // Inserts without triggers, as a hundred thousand rows would take too long.
  await server.owner.query(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO user_group (tenant_id, title) SELECT ${world.tenantId}, 'One of many ' || n FROM generate_series(1, 100) AS n;
    INSERT INTO user_group_member (tenant_id, group_id, user_id) SELECT ${world.tenantId}, g.id, 1000000000 + n
      FROM user_group g, generate_series(1, 1000) AS n WHERE g.tenant_id = ${world.tenantId} AND g.id <> ${id};
    COMMIT`);
  const hr = world.api(world.hr);
  const refused = await hr.post("/groups", { title: "One more", users: [world.employee.id] });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ["users"]]);
  requireOk(await hr.post("/groups", { title: "Empty" }));
  requireOk(await hr.put(`/groups/${id}`, { title: "Night crew", users: [world.hr.id] }));
});
