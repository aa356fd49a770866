import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { UserEntity } from "../../../server/people/people/user.entity";
import { runSerialized } from "../../support/serialized";
import { applyDueChange } from "../../../server/people/employment/employment-change.service";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { type PeopleFixture, peopleFixture } from "../people/fixtures";
import { notificationsSince } from "../../communication/notifications/worker";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import type { Person } from "../../support/world";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
  await org.world.tx((tx) => tx.repo(UserEntity).update({ id: org.world.employee.id }, { leftOn: null }));
});

const day = async (from: number): Promise<string> =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const plan = async (by: Person, on: string, body: object, id = org.world.employee.id) =>
  org.world.api(by).post(`/user/${id}/change`, { type: "promotion", effective_on: on, ...body });
const planned = async (reader: Person) =>
  (await org.world.api(reader).get(`/user/${org.world.employee.id}/changes`)).body.data;
const comeTo = (id: number, days: number) =>
  server.owner.query("UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1", [id, days]);
const applyAll = () => applyEmploymentChanges(server.platform.unitOfWork, org.world.tenantId);
const employee = async () => (await org.world.api(org.world.hr).get(`/user/${org.world.employee.id}`)).body.data;
const versions = () =>
  server.owner.query<{ period: string; location: string | null }[]>(
    "SELECT period::text AS period, location FROM employment WHERE user_id = $1 ORDER BY period",
    [org.world.employee.id],
  );

test("planning returns 403 without permission and 422 for invalid dates", async () => {
  const { world, director } = org;
  const on = await day(10);
  expect((await plan(world.manager, on, { location: "Mersin" })).status).toBe(403);
  expect((await plan(director, on, { location: "Mersin" })).status).toBe(403);
  expect((await plan(world.hr, on, { location: "Mersin" }, 999_999_999)).status).toBe(404);
  const early = await plan(world.hr, "2020-01-01", { location: "Mersin" });
  expect(early.body.errors).toHaveProperty("effective_on");
  expect((await plan(world.hr, on, { location: "Erbil" })).body.errors).toHaveProperty("effective_on");
  expect((await plan(world.hr, on, {})).status).toBe(422);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { leftOn: "2021-09-01" }));
  expect((await plan(world.hr, on, { location: "Mersin" })).body.errors).toHaveProperty("effective_on");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { active: false }));
  expect((await plan(world.hr, on, { location: "Mersin" })).body.code).toBe("employment.left");
});

test("planners can't assign higher roles or change their own role", async () => {
  const { world } = org;
  const on = await day(10);
  expect((await plan(world.hr, on, { role_id: world.roles.administrator })).status).toBe(403);
  expect((await plan(world.hr, on, { role_id: world.roles.manager }, world.hr.id)).body.code).toBe("user.self");
  const circle = await plan(world.hr, on, { parent_id: world.employee.id }, world.manager.id);
  expect(circle.body.errors).toHaveProperty("parent_id");
  const amount = await plan(world.hr, on, { salary: "100" }, world.manager.id);
  expect(amount.body.errors).toHaveProperty("currency");
  const last = await plan(world.admin, on, { role_id: world.roles.hr }, world.admin.id);
  expect(last.body.code).toBe("user.self");
});

test("a planned change takes effect once on its day, with versions and history", async () => {
  const { world, director, colleague } = org;
  const on = await day(30);
  const answer = await plan(world.hr, on, {
    location: "Mersin",
    salary: "5000",
    parent_id: director.id,
    reason: "Good work",
  });
  expect(answer.status).toBe(201);
  const id = answer.body.data.id as number;
  expect(await employee()).toMatchObject({ location: "Erbil", salary: "4200.50" });
  const fields = async (reader: Person) =>
    (await planned(reader))[0]?.fields.map((one: { field: string }) => one.field);
  expect(await fields(world.hr)).toEqual(["location", "parent", "salary"]);
  expect(await fields(world.employee)).toEqual(["location", "parent", "salary"]);
  expect(await fields(director)).toEqual(["location", "parent"]);
  expect(await planned(colleague)).toEqual([]);
  expect((await world.api(colleague).get(`/employment-change/${id}`)).status).toBe(404);
  expect(await applyAll()).toBe(0);
  await comeTo(id, 33); // three days late, as if the worker had been down
  expect(await applyAll()).toBe(1);
  expect(await applyAll()).toBe(0);
  expect(await employee()).toMatchObject({ location: "Mersin", salary: "5000.00", parent_id: director.id });
  expect(await planned(world.hr)).toEqual([]);
  const since = await day(-3);
  expect(await versions()).toEqual([
    { period: `[2021-08-15,${since})`, location: "Erbil" },
    { period: `[${since},)`, location: "Mersin" },
  ]);
  const [entry] = (await world.api(world.hr).get(`/user/${world.employee.id}/history`)).body.data;
  expect(entry).toMatchObject({
    type: "promotion",
    effective_on: since,
    reason: "Good work",
    actor: { id: world.hr.id },
  });
  expect(entry.fields).toContainEqual({ field: "salary", before: "4200.50 USD", after: "5000.00 USD" });
});

test("a planned change takes effect after its planner left, including the salary", async () => {
  const { world } = org;
  const other = await world.person("hr");
  const { id } = (await plan(other, await day(5), { salary: "4300" })).body.data;
  await world.api(world.admin).patch(`/user/${other.id}/status`);
  await comeTo(id, 5);
  expect(await applyAll()).toBe(1);
  expect((await employee()).salary).toBe("4300.00");
});

test("a first salary counts from the day of the change, planned or at once", async () => {
  const { world } = org;
  const newcomers = [await world.person("employee"), await world.person("employee")] as const;
  await world.tx(async (tx) => {
    for (const { id } of newcomers) await tx.repo(UserEntity).update({ id }, { joinedOn: "2021-08-15" });
  });
  const first = { salary: "3000", currency: "USD" };
  requireOk(await plan(world.hr, await day(-5), first, newcomers[0].id));
  const { id } = requireOk(await plan(world.hr, await day(30), first, newcomers[1].id)).body.data;
  await comeTo(id, 35);
  expect(await applyAll()).toBe(1);
  const since = await day(-5);
  for (const newcomer of newcomers)
    expect(
      await server.owner.query("SELECT period::text AS period, salary FROM employment_salary WHERE user_id = $1", [
        newcomer.id,
      ]),
    ).toEqual([{ period: `[${since},)`, salary: "3000.000" }]);
});

test("a salary without a day counts from the first day only if it is the first", async () => {
  const { world } = org;
  const hr = world.api(world.hr);
  const { id } = await world.person("employee");
  await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2021-08-15" }));
  const first = await server.owner.query("SELECT min(lower(period))::text AS day FROM employment WHERE user_id = $1", [
    id,
  ]);
  const change = async (body: object) => requireOk(await hr.post(`/user/${id}`, body));
  const salaries = () =>
    server.owner.query(
      "SELECT period::text AS period, salary FROM employment_salary WHERE user_id = $1 ORDER BY period",
      [id],
    );
  await change({ address: "Main Street 1" });
  expect(await salaries()).toEqual([]);
  await change({ salary: "3000", currency: "USD" });
  const since = first[0]?.["day"];
  expect(await salaries()).toEqual([{ period: `[${since},)`, salary: "3000.000" }]);
  const today = await day(0);
  await change({ salary: null });
  await change({ salary: "3500" });
  expect(await salaries()).toEqual([
    { period: `[${since},${today})`, salary: "3000.000" },
    { period: `[${today},)`, salary: "3500.000" },
  ]);
});

test("the first salary of a rehired employee counts from the present employment", async () => {
  const { world } = org;
  const { id } = await world.person("employee");
  await server.owner.query("DELETE FROM employment WHERE user_id = $1", [id]);
  await server.owner.query(
    `INSERT INTO employment (tenant_id, user_id, period) SELECT $1, $2, period FROM unnest(
       '{"[2015-01-01,2018-01-01)", "[2026-01-05,2026-03-01)", "[2026-03-01,)"}'::daterange[]) AS period`,
    [world.tenantId, id],
  );
  requireOk(await world.api(world.hr).post(`/user/${id}`, { salary: "3000", currency: "USD" }));
  expect(
    await server.owner.query("SELECT period::text AS period FROM employment_salary WHERE user_id = $1", [id]),
  ).toEqual([{ period: "[2026-01-05,)" }]);
});

test("a planned role that manages users applies only if its planner may assign it", async () => {
  const { world } = org;
  const other = await world.person("administrator");
  const colleague = await world.person("employee");
  const roleOf = async (id: number) => (await world.api(world.hr).get(`/user/${id}`)).body.data.role.id;
  const high = (await plan(other, await day(5), { role_id: world.roles.administrator })).body.data.id;
  const low = (await plan(other, await day(5), { role_id: world.roles.manager }, colleague.id)).body.data.id;
  requireOk(await world.api(world.admin).post(`/user/${other.id}`, { role_id: world.roles.employee }));
  for (const id of [high, low]) await comeTo(id, 5);
  expect(await applyAll()).toBe(1);
  expect(await roleOf(world.employee.id)).toBe(world.roles.employee);
  expect(await roleOf(colleague.id)).toBe(world.roles.manager);
  expect(await planned(world.hr)).toMatchObject([{ id: high, status: "failed" }]);
});

test("a plan replaces a role that manages users only if its planner may change it", async () => {
  const { world } = org;
  const { hr, admin, employee, roles } = world;
  const colleague = await world.person("employee");
  const leader = await world.person("employee");
  const roleOf = async (id: number) => (await world.api(hr).get(`/user/${id}`)).body.data.role.id;
  const plans: number[] = [];
  const planRole = async (by: Person, id: number) => {
    plans.push((await plan(by, await day(5), { role_id: roles.manager }, id)).body.data.id);
  };
  for (const [by, id] of [
    [hr, employee.id],
    [admin, colleague.id],
    [hr, leader.id],
  ] as const)
    await planRole(by, id);
  for (const { id } of [employee, colleague])
    requireOk(await world.api(admin).post(`/user/${id}`, { role_id: roles.administrator }));
  expect((await plan(hr, await day(5), { role_id: roles.manager }, employee.id)).body.code).toBe("permission.denied");
  requireOk(await world.api(admin).post(`/user/${hr.id}`, { parent_id: leader.id }));
  for (const id of plans) await comeTo(id, 5);
  expect(await applyAll()).toBe(1);
  expect(await roleOf(employee.id)).toBe(roles.administrator);
  expect(await roleOf(colleague.id)).toBe(roles.manager);
  expect(await roleOf(leader.id)).toBe(roles.employee);
  expect(await planned(admin)).toMatchObject([{ id: plans[0], status: "failed" }]);
});

test("a plan can be withdrawn by its planner and by users who may edit the account", async () => {
  const { world } = org;
  const { hr, admin, employee, roles } = world;
  const high = await world.person("administrator");
  const on = await day(5);
  const leaving = (id: number) => world.api(admin).post(`/user/${id}/leaving`, { type: "termination", last_day: on });
  const withdraw = (by: Person, id: number) => world.api(by).delete(`/employment-change/${id}`);
  const accounts = [
    (await plan(admin, on, { role_id: roles.employee }, high.id)).body.data.id,
    requireOk(await leaving(high.id)).body.data.id,
  ];
  for (const id of accounts) expect((await withdraw(hr, id)).body.code).toBe("permission.denied");
  const replaces = { location: "Basel", replaces_id: accounts[0] };
  expect((await plan(hr, on, replaces, high.id)).body.code).toBe("permission.denied");
  const changesFor = async (by: Person) => (await world.api(by).get(`/user/${high.id}/changes`)).body.data;
  const allowed = async (by: Person) =>
    (await changesFor(by)).map((one: { can: { withdraw: boolean } }) => one.can.withdraw);
  expect([await allowed(hr), await allowed(admin)]).toEqual([
    [false, false],
    [true, true],
  ]);
  for (const id of accounts) requireOk(await withdraw(admin, id));
  // HR may withdraw other users' plans for ordinary accounts, and its own plans for any account.
  requireOk(await withdraw(hr, requireOk(await leaving(employee.id)).body.data.id));
  const own = (await plan(hr, on, { role_id: roles.manager })).body.data.id;
  requireOk(await world.api(admin).post(`/user/${employee.id}`, { role_id: roles.administrator }));
  requireOk(await withdraw(hr, own));
});

test("a second plan for the same field gets 409 until the first is withdrawn", async () => {
  const { world } = org;
  const { id } = (await plan(world.hr, await day(30), { location: "Mersin" })).body.data;
  const refused = await plan(world.hr, await day(60), { location: "Basel", contract_type: "temporary" });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: "employment.overlaps", data: { id, field: "location" } });
  expect((await plan(world.hr, await day(60), { contract_type: "temporary" })).status).toBe(201);
  expect((await world.api(world.manager).delete(`/employment-change/${id}`)).status).toBe(403);
  expect((await world.api(world.hr).delete(`/employment-change/${id}`)).status).toBe(200);
  expect((await world.api(world.hr).delete(`/employment-change/${id}`)).body.code).toBe("employment.settled");
  expect((await plan(world.hr, await day(60), { location: "Basel" })).status).toBe(201);
});

test("future plans don't block changes for today, but overdue plans do", async () => {
  const { world } = org;
  const { id } = (await plan(world.hr, await day(30), { location: "Mersin", salary: "5000" })).body.data;
  expect((await plan(world.hr, await day(-3), { location: "Basel" })).body.data?.status).toBe("applied");
  expect((await employee()).location).toBe("Basel");
  expect((await planned(world.hr)).map((one: { id: number }) => one.id)).toEqual([id]);
  await comeTo(id, 30);
  const refused = await plan(world.hr, await day(0), { location: "Duhok" });
  expect(refused.body).toMatchObject({ code: "employment.overlaps", data: { id, field: "location" } });
  expect(await applyAll()).toBe(1);
  expect(await employee()).toMatchObject({ location: "Mersin", salary: "5000.00" });
  const [entry] = (await world.api(world.hr).get(`/user/${world.employee.id}/history`)).body.data;
  expect(entry.fields).toContainEqual({ field: "location", before: "Basel", after: "Mersin" });
});

test("changes dated today or earlier apply immediately, unless a later one exists", async () => {
  const { world } = org;
  const since = await day(-40);
  expect((await plan(world.hr, since, { location: "Mersin" })).body.data.status).toBe("applied");
  expect((await employee()).location).toBe("Mersin");
  expect((await versions()).map(({ period }) => period)).toEqual([`[2021-08-15,${since})`, `[${since},)`]);
  const refused = await plan(world.hr, await day(-60), { location: "Basel" });
  expect(refused.body).toMatchObject({ code: "employment.since", data: { effective_on: since } });
  expect((await plan(world.hr, await day(0), { location: "Basel" })).status).toBe(201);
  expect(await versions()).toHaveLength(3);
});

test("a plan whose target is missing fails and doesn't block other plans", async () => {
  const { world } = org;
  const boss = await world.person("manager");
  const first = (await plan(world.hr, await day(5), { parent_id: boss.id })).body.data.id;
  const second = (await plan(world.hr, await day(6), { location: "Mersin" })).body.data.id;
  await world.api(world.admin).patch(`/user/${boss.id}/status`);
  for (const id of [first, second]) await comeTo(id, 6);
  const mark = server.published.length;
  expect(await applyAll()).toBe(1);
  const failures = notificationsSince(world, mark).filter(({ kind }) => kind === "employment.failed");
  expect(failures.map(({ user, path }) => [user, path])).toEqual([
    [world.hr.id, `/employees/view/${world.employee.id}`],
  ]);
  expect((await planned(world.hr)).map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
    [first, "failed"],
  ]);
  expect(await employee()).toMatchObject({ location: "Mersin", parent_id: world.manager.id });
});

test("two concurrent workers: the change is applied once", async () => {
  const { world } = org;
  const { id } = (await plan(world.hr, await day(5), { location: "Mersin" })).body.data;
  await comeTo(id, 5);
  const ended = await runSerialized(server, world, (tx) => applyDueChange(tx, id));
  expect(ended).toEqual([
    { status: "fulfilled", value: true },
    { status: "fulfilled", value: false },
  ]);
});

test("versions follow deactivation, reactivation and corrected dates", async () => {
  const { world } = org;
  const today = await day(0);
  await world.api(world.hr).patch(`/user/${world.employee.id}/status`);
  expect((await versions()).map(({ period }) => period)).toEqual([`[2021-08-15,${today})`]);
  await world.api(world.hr).patch(`/user/${world.employee.id}/status`);
  expect((await versions()).map(({ period }) => period)).toEqual(["[2021-08-15,)"]);
  await world.api(world.hr).post(`/user/${world.employee.id}`, { date_of_joining: "2022-01-01" });
  expect((await versions()).map(({ period }) => period)).toEqual(["[2022-01-01,)"]);
  await world.api(world.hr).post(`/user/${world.employee.id}`, { location: "Basel" });
  await world.api(world.hr).post(`/user/${world.employee.id}`, { location: "Mersin" });
  expect(await versions()).toEqual([
    { period: `[2022-01-01,${today})`, location: "Erbil" },
    { period: `[${today},)`, location: "Mersin" },
  ]);
});

test("the user list as of a past date shows past assignments", async () => {
  const { world, department, director } = org;
  const listed = async (reader: Person, query: string) =>
    (await world.api(reader).get(`/user?per_page=100&${query}`)).body.data as {
      id: number;
      location: string | null;
      contract_type?: string | null;
      position: { title: string } | null;
    }[];
  const since = await day(-20);
  await plan(world.hr, since, { location: "Mersin", position_id: null, contract_type: "temporary" });
  const one = async (reader: Person, query: string) =>
    (await listed(reader, query)).find(({ id }) => id === world.employee.id);
  const then = `as_of=${await day(-21)}`;
  expect(await one(world.hr, then)).toMatchObject({ location: "Erbil", position: { title: "Backend engineer" } });
  expect(await one(world.hr, `as_of=${since}`)).toMatchObject({ location: "Mersin", position: null });
  expect(await one(world.hr, "as_of=2021-08-14")).toBeUndefined();
  expect(await one(director, `${then}&department_id=${department}`)).toMatchObject({
    contract_type: "full_time_contract",
  });
  expect(await one(org.colleague, then)).not.toHaveProperty("contract_type");
  const ids = async (query: string) => (await listed(world.hr, query)).map(({ id }) => id);
  expect(await ids(`as_of=${await day(0)}`)).toEqual(await ids("active=1"));
  await world.api(world.hr).patch(`/user/${world.employee.id}/status`);
  expect(await one(world.hr, then)).toBeDefined();
  expect(await one(org.colleague, then)).toBeUndefined();
  expect((await world.api(world.hr).get("/user?as_of=yesterday")).status).toBe(422);
});
