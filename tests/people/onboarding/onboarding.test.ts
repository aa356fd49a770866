import { UserEntity } from "../../../server/people/people/user.entity";
import { notifyOfOnboarding } from "../../../server/people/onboarding/onboarding-notifications";
import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import { saveTemplate as saveAs } from "../../../server/people/onboarding/onboarding.service";
import { changeTask } from "../../../server/people/onboarding/onboarding-task.service";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { MyOnboardingTask, OnboardingTask } from "../../../shared/people/onboarding/onboarding.contract";
import { notificationsSince } from "../../communication/notifications/worker";
import { type PeopleFixture, peopleFixture } from "../people/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
let org: PeopleFixture;
let group: number;
beforeEach(async () => {
  org = await peopleFixture(server);
  group = await org.world.tx(async (tx) => {
    const { id: groupId } = await tx.repo(GroupEntity).insert({ title: "IT" });
    await tx.repo(GroupMemberEntity).insert({ groupId, userId: org.world.finance.id } as never);
    return groupId;
  });
});

const day = async (offset: number) =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [offset]),
    )
  )?.day as string;
const tasks = () => [
  { title: "Contract", offset_days: -5, duty: "hr" },
  { title: "Laptop", offset_days: -2, duty: "group", group_id: group },
  { title: "Badge", offset_days: 0, duty: "person", user_id: org.colleague.id },
  { title: "Lunch", offset_days: 1, duty: "manager" },
];
const saveTemplate = (overrides: object = {}, by: Person = org.world.hr) =>
  org.world.api(by).put("/onboarding/template", { tasks: tasks(), ...overrides });
const hire = async (offset = 10, overrides: object = {}) =>
  requireOk(
    await org.world.api(org.world.hr).post("/user", {
      fullname: "Nour Newcomer",
      email: `new-${Math.random().toString(36).slice(2)}@acme.test`,
      role_id: org.world.roles.employee,
      parent_id: org.world.manager.id,
      date_of_joining: await day(offset),
      ...overrides,
    }),
  ).body.data.id as number;
const listOf = async (id: number, by: Person = org.world.hr) =>
  requireOk(await org.world.api(by).get(`/user/${id}/onboarding`)).body.data as OnboardingTask[];
const tick = (id: number, by: Person, done = true) => org.world.api(by).put(`/onboarding/${id}`, { done });
const mine = async (by: Person) =>
  requireOk(await org.world.api(by).get("/onboarding/mine")).body.data.tasks as MyOnboardingTask[];
const taskTitled = (list: OnboardingTask[], title: string) => list.find((one) => one.title === title) as OnboardingTask;

test("the template can't be saved without user-edit, valid users and its version", async () => {
  const { world } = org;
  for (const person of [world.manager, world.employee])
    expect((await saveTemplate({}, person)).body.code).toBe("permission.denied");
  const one = (overrides: object) => saveTemplate({ tasks: [{ title: "X", offset_days: 0, ...overrides }] });
  const refused = [
    [{ duty: "person" }, "tasks.0.user_id"],
    [{ duty: "person", user_id: world.external.id }, "tasks.0.user_id"],
    [{ duty: "group" }, "tasks.0.group_id"],
    [{ duty: "group", group_id: 999_999 }, "tasks.0.group_id"],
    [{ duty: "janitor" }, "tasks.0.duty"],
    [{ duty: "hr", offset_days: 400 }, "tasks.0.offset_days"],
    [{ duty: "hr", title: " " }, "tasks.0.title"],
  ] as const;
  for (const [fields, field] of refused) expect((await one(fields)).body.errors).toHaveProperty([field]);
  const { version } = requireOk(await saveTemplate()).body.data;
  requireOk(await saveTemplate({ tasks: [], version }));
  expect((await saveTemplate({ version })).body).toMatchObject({ code: "organization.stale", data: { tasks: [] } });
});

test("two concurrent changes of the template: the second gets 409", async () => {
  const { world } = org;
  const { version } = requireOk(await saveTemplate()).body.data;
  const save = (tx: Tx) => saveAs(tx, { tasks: [{ title: "One", offset_days: 0, duty: "hr" }], version });
  const [first, second] = await runSerialized<unknown>(server, world, save);
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
});

test("a new user gets tasks with due dates that the responsible users complete", async () => {
  const { world, colleague, director } = org;
  requireOk(await saveTemplate());
  const mark = server.published.length;
  const id = await hire(10);
  const list = await listOf(id);
  expect(list.map(({ title, due_on }) => [title, due_on])).toEqual([
    ["Contract", await day(5)],
    ["Laptop", await day(8)],
    ["Badge", await day(10)],
    ["Lunch", await day(11)],
  ]);
  const titles = async (by: Person) => (await listOf(id, by)).map(({ title }) => title);
  expect(await titles(director)).toHaveLength(4); // the director is above the manager
  expect(await titles(colleague)).toEqual(["Badge"]);
  expect(await titles(world.finance)).toEqual(["Laptop"]);
  expect(await titles(world.employee)).toEqual([]);
  expect((await world.api(world.external).get(`/user/${id}/onboarding`)).status).toBe(404);

  const badge = taskTitled(list, "Badge").id;
  expect((await tick(badge, director)).body.code).toBe("permission.denied"); // can see the task, but isn't responsible
  for (const person of [world.employee, world.external]) expect((await tick(badge, person)).status).toBe(404);
  expect(await mine(colleague)).toMatchObject([{ id: badge, person: { id } }]);
  expect(requireOk(await tick(badge, colleague)).body.data).toMatchObject({
    done_on: await day(0),
    done_by: { id: colleague.id },
  });
  requireOk(await tick(badge, world.hr)); // completing the task again keeps the user who completed it first
  expect(taskTitled(await listOf(id), "Badge").done_by?.id).toBe(colleague.id);
  expect(await mine(colleague)).toEqual([]);
  requireOk(await tick(taskTitled(list, "Laptop").id, world.finance));
  requireOk(await tick(taskTitled(list, "Lunch").id, world.manager));
  requireOk(await tick(taskTitled(list, "Contract").id, world.admin));
  requireOk(await tick(badge, world.hr, false));
  expect(taskTitled(await listOf(id), "Badge")).toMatchObject({ done_on: null, done_by: null });
  const changed = world.events(mark).filter(({ event }) => event.type === "onboarding.changed");
  expect(changed.map(({ event }) => event.data)).toEqual(Array(5).fill({ id }));
});

test("external members of a responsible group see no tasks", async () => {
  requireOk(await saveTemplate());
  await hire();
  const { world } = org;
  expect((await mine(world.finance)).map(({ title }) => title)).toEqual(["Laptop"]);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { external: true }));
  expect(await mine(world.finance)).toEqual([]);
});

test("a new joining date moves open tasks; former and external users get no tasks", async () => {
  const { world, colleague } = org;
  requireOk(await saveTemplate());
  const id = await hire(10);
  requireOk(await tick(taskTitled(await listOf(id), "Badge").id, colleague));
  requireOk(await world.api(world.hr).post(`/user/${id}`, { date_of_joining: await day(20) }));
  const due = Object.fromEntries((await listOf(id)).map(({ title, due_on }) => [title, due_on]));
  expect(due).toEqual({ Contract: await day(15), Laptop: await day(18), Badge: await day(10), Lunch: await day(21) });
  expect(await listOf(await hire(-31))).toEqual([]);
  expect(await listOf(await hire(0, { external: true, parent_id: null }))).toEqual([]);
  const late = await hire(0, { date_of_joining: null });
  expect(await listOf(late)).toEqual([]);
  requireOk(await world.api(world.hr).post(`/user/${late}`, { date_of_joining: await day(0) }));
  expect(await listOf(late)).toHaveLength(4);
});

test("without a manager HR is responsible; a responsible group can't be deleted", async () => {
  const { world } = org;
  requireOk(await saveTemplate());
  const id = await hire(3, { parent_id: null });
  expect((await mine(world.hr)).map(({ title }) => title)).toEqual(["Contract", "Lunch"]);
  const uses = (await world.api(world.admin).delete(`/groups/${group}`)).body.data.uses;
  expect(uses).toEqual([{ kind: "onboarding", count: 2, names: ["Laptop"] }]);
  requireOk(await tick(taskTitled(await listOf(id), "Laptop").id, world.finance));
  requireOk(await saveTemplate({ tasks: [] }));
  requireOk(await world.api(world.admin).delete(`/groups/${group}`));
  expect(taskTitled(await listOf(id), "Laptop")).toMatchObject({ duty: "group", group: null });
});

test("a leaver's tasks and template entries are assigned to the successor", async () => {
  const { world, colleague } = org;
  requireOk(await saveTemplate());
  const id = await hire(0);
  const leave = (who: number) =>
    day(0).then((last_day) =>
      world
        .api(world.hr)
        .post(`/user/${who}/leaving`, { type: "resignation", last_day, successor_id: world.manager.id }),
    );
  const handover = requireOk(await world.api(world.hr).get(`/user/${colleague.id}/leaving`)).body.data.handover;
  expect(handover).toContainEqual({ kind: "onboarding", count: 1, names: ["Badge"] });
  requireOk(await leave(colleague.id));
  expect(taskTitled(await listOf(id), "Badge").user?.id).toBe(world.manager.id);
  const template = requireOk(await world.api(world.hr).get("/onboarding/template")).body.data.tasks;
  expect(template[2]).toMatchObject({ title: "Badge", user: { id: world.manager.id } });
  requireOk(await leave(id));
  expect(await mine(world.manager)).toEqual([]);
  expect(await listOf(id)).toEqual([]);
});

test("responsible users are notified on assignment and on the due day, once each", async () => {
  const { world, colleague } = org;
  requireOk(await saveTemplate());
  await hire(10);
  const since = (mark: number) => notificationsSince(world, mark).map(({ user, kind }) => `${user} ${kind}`);
  const newNotifications = async () => {
    const mark = server.published.length;
    await world.tx(notifyOfOnboarding);
    return since(mark);
  };
  const mark = server.published.length;
  const ended = await runSerialized(server, world, notifyOfOnboarding);
  expect(ended).toEqual([5, 0].map((value) => ({ status: "fulfilled", value })));
  const people = [world.admin, world.hr, world.finance, world.manager, colleague];
  expect(since(mark).toSorted()).toEqual(people.map(({ id }) => `${id} onboarding.added`).toSorted());
  await server.owner.query("UPDATE onboarding_task SET due_on = due_on - 10 WHERE title = 'Badge' AND tenant_id = $1", [
    world.tenantId,
  ]);
  expect(await newNotifications()).toEqual([`${colleague.id} onboarding.due`]);
  for (let count = 0; count < 6; count++) await hire(10);
  expect(await newNotifications()).toContain(`${colleague.id} onboarding.addedMany`);
  expect(await newNotifications()).toEqual([]);
});

test("tasks are hidden from other tenants, and inactive users have none", async () => {
  const { world, colleague } = org;
  requireOk(await saveTemplate());
  const id = await hire(0);
  const other = await server.world();
  const [first] = await listOf(id);
  expect((await other.api(other.admin).put(`/onboarding/${first?.id}`, { done: true })).status).toBe(404);
  await world.tx((tx) => tx.repo(UserEntity).update({ id }, { active: false }));
  expect(await mine(colleague)).toEqual([]);
});

describe("tasks of one checklist", () => {
  const add = (id: number, overrides: object = {}, by: Person = org.world.hr) =>
    org.world
      .api(by)
      .post(`/user/${id}/onboarding`, { title: "Screen", due_on: "2031-01-01", duty: "hr", ...overrides });
  const change = (id: number, body: object, by: Person = org.world.hr) =>
    org.world.api(by).patch(`/onboarding/${id}`, body);

  test("a task without permission or valid input, or for a full list, is refused", async () => {
    const { world, colleague, director } = org;
    requireOk(await saveTemplate());
    const id = await hire(10);
    const badge = taskTitled(await listOf(id), "Badge").id;
    const body = { title: "Screen", due_on: await day(4), duty: "hr" };
    for (const person of [world.manager, director, colleague, world.external]) {
      expect((await add(id, body, person)).body.code).toBe("permission.denied");
      expect((await change(badge, body, person)).body.code).toBe("permission.denied");
      expect((await world.api(person).delete(`/onboarding/${badge}`)).body.code).toBe("permission.denied");
    }
    const refused = [
      [{ duty: "person" }, "user_id"],
      [{ duty: "person", user_id: world.external.id }, "user_id"],
      [{ duty: "person", user_id: id }, "user_id"],
      [{ duty: "group", group_id: 999_999 }, "group_id"],
      [{ due_on: await day(400) }, "due_on"],
      [{ title: " " }, "title"],
    ] as const;
    for (const [fields, field] of refused) {
      expect((await add(id, { ...body, ...fields })).body.errors).toHaveProperty([field]);
      expect((await change(badge, { ...body, ...fields })).body.errors).toHaveProperty([field]);
    }
    expect((await add(world.external.id, body)).status).toBe(404);
    const { version } = taskTitled(await listOf(id), "Badge");
    requireOk(await change(badge, { ...body, version }));
    expect((await change(badge, { ...body, version })).body).toMatchObject({
      code: "organization.stale",
      data: { title: "Screen", version: version + 1 },
    });
    requireOk(await tick(badge, world.hr));
    expect((await change(badge, body)).body.code).toBe("organization.stale");
    await world.tx((tx) =>
      tx.rows(
        unnamedSql(`INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, offset_days, due_on)
          SELECT current_tenant(), $1, 9, 'More', 'hr', 0, tenant_today() FROM generate_series(1, 56)`),
        [id],
      ),
    );
    expect((await add(id, body)).body.errors).toHaveProperty("title");
  });

  test("tasks are added, changed and deleted with events and notifications", async () => {
    const { world, colleague } = org;
    requireOk(await saveTemplate());
    const id = await hire(10);
    await world.tx(notifyOfOnboarding);
    const mark = server.published.length;
    const added = requireOk(await add(id, { due_on: await day(12), duty: "person", user_id: colleague.id })).body.data;
    expect(added).toMatchObject({ title: "Screen", user: { id: colleague.id }, can: { edit: true } });
    const lunch = taskTitled(await listOf(id), "Lunch").id;
    requireOk(await change(lunch, { title: "Dinner", due_on: await day(13), duty: "group", group_id: group }));
    requireOk(await world.api(world.hr).delete(`/onboarding/${taskTitled(await listOf(id), "Contract").id}`));
    requireOk(await world.api(world.hr).post(`/user/${id}`, { date_of_joining: await day(20) }));
    expect((await listOf(id)).map(({ title, due_on }) => [title, due_on])).toEqual([
      ["Laptop", await day(18)],
      ["Badge", await day(20)],
      ["Screen", await day(22)],
      ["Dinner", await day(23)],
    ]);
    expect((await listOf(id, world.manager))[0]?.can).toEqual({ tick: false, edit: false });
    expect(world.events(mark).filter(({ event }) => event.type === "onboarding.changed")).toHaveLength(3);
    const before = server.published.length;
    await world.tx(notifyOfOnboarding);
    expect(
      notificationsSince(world, before)
        .map(({ user }) => user)
        .toSorted((a, b) => a - b),
    ).toEqual([colleague.id, world.finance.id].toSorted((a, b) => a - b));
    expect(requireOk(await world.api(world.hr).get("/onboarding/template")).body.data.tasks).toHaveLength(4);
    expect((await listOf(await hire(10))).map(({ title }) => title)).toEqual(["Contract", "Laptop", "Badge", "Lunch"]);
  });

  test("two concurrent changes of the same task: the second gets 409", async () => {
    const { world } = org;
    requireOk(await saveTemplate());
    const id = await hire(10);
    const task = taskTitled(await listOf(id), "Badge");
    const actor = { id: world.hr.id, permissions: new Set(["user-edit"]), external: false } as never;
    const body = { title: "Screen", due_on: await day(4), duty: "hr", version: task.version } as const;
    const [first, second] = await runSerialized<unknown>(server, world, (tx) =>
      changeTask(tx, actor, task.id, body as never),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
  });
});
