import { UserEntity } from "../../server/people/user.entity";
import { announceOnboarding } from "../../server/onboarding/onboarding-notifications.service";
import { GroupEntity, GroupMemberEntity } from "../../server/groups/group.entity";
import { saveTemplate as saveAs } from "../../server/onboarding/onboarding.service";
import { changeTask } from "../../server/onboarding/one-task.service";
import { type Tx, unnamed } from "../../server/platform/database/unit-of-work";
import type { MyOnboardingTask, OnboardingTask } from "../../shared/onboarding/onboarding.contract";
import { toldSince } from "../notifications/worker";
import { type Organisation, organisation } from "../people/organisation";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { Person } from "../support/world";
import { ok } from "../tasks/board";

/** A joiner's checklist: made with the hiring, ticked off by whoever it falls to. */
const server = testServer();
let org: Organisation;
let group: number;
beforeEach(async () => {
  org = await organisation(server);
  group = await org.world.tx(async (tx) => {
    const { id: groupId } = await tx.repo(GroupEntity).insert({ title: "IT" });
    await tx.repo(GroupMemberEntity).insert({ groupId, userId: org.world.finance.id } as never);
    return groupId;
  });
});

const day = async (offset: number) =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamed("SELECT (tenant_today() + $1::int)::text AS day"), [offset]),
    )
  )?.day as string;
const tasks = () => [
  { title: "Contract", offset_days: -5, duty: "hr" },
  { title: "Laptop", offset_days: -2, duty: "group", group_id: group },
  { title: "Badge", offset_days: 0, duty: "person", user_id: org.colleague.id },
  { title: "Lunch", offset_days: 1, duty: "manager" },
];
const saveTemplate = (more: object = {}, by: Person = org.world.hr) =>
  org.world.api(by).put("/onboarding/template", { tasks: tasks(), ...more });
const hire = async (offset = 10, more: object = {}) =>
  ok(
    await org.world.api(org.world.hr).post("/user", {
      fullname: "Nour Newcomer",
      email: `new-${Math.random().toString(36).slice(2)}@acme.test`,
      role_id: org.world.roles.employee,
      parent_id: org.world.manager.id,
      date_of_joining: await day(offset),
      ...more,
    }),
  ).body.data.id as number;
const listOf = async (id: number, by: Person = org.world.hr) =>
  ok(await org.world.api(by).get(`/user/${id}/onboarding`)).body.data as OnboardingTask[];
const tick = (id: number, by: Person, done = true) => org.world.api(by).put(`/onboarding/${id}`, { done });
const mine = async (by: Person) =>
  ok(await org.world.api(by).get("/onboarding/mine")).body.data.tasks as MyOnboardingTask[];
const named = (list: OnboardingTask[], title: string) => list.find((one) => one.title === title) as OnboardingTask;

test("refused: the template without user-edit; people and groups that can't be named; a state that has changed", async () => {
  const { world } = org;
  for (const person of [world.manager, world.employee])
    expect((await saveTemplate({}, person)).body.code).toBe("permission.denied");
  const one = (more: object) => saveTemplate({ tasks: [{ title: "X", offset_days: 0, ...more }] });
  const refused = [
    [{ duty: "person" }, "tasks.0.user_id"],
    [{ duty: "person", user_id: world.external.id }, "tasks.0.user_id"],
    [{ duty: "group" }, "tasks.0.group_id"],
    [{ duty: "group", group_id: 999_999 }, "tasks.0.group_id"],
    [{ duty: "janitor" }, "tasks.0.duty"],
    [{ duty: "hr", offset_days: 400 }, "tasks.0.offset_days"],
    [{ duty: "hr", title: " " }, "tasks.0.title"],
  ] as const;
  for (const [more, field] of refused) expect((await one(more)).body.errors).toHaveProperty([field]);
  const { version } = ok(await saveTemplate()).body.data;
  ok(await saveTemplate({ tasks: [], version }));
  expect((await saveTemplate({ version })).body).toMatchObject({ code: "organisation.stale", data: { tasks: [] } });
});

test("of two who change the template at the same moment the second is told", async () => {
  const { world } = org;
  const { version } = ok(await saveTemplate()).body.data;
  const save = (tx: Tx) => saveAs(tx, { tasks: [{ title: "One", offset_days: 0, duty: "hr" }], version });
  const [first, second] = await oneAtATime<unknown>(server, world, save);
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organisation.stale" } });
});

test("made with the hiring, each due by its offset; who sees what of it; ticked off by whoever it falls to", async () => {
  const { world, colleague, director } = org;
  ok(await saveTemplate());
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
  expect(await titles(director)).toHaveLength(4); // stands above
  expect(await titles(colleague)).toEqual(["Badge"]);
  expect(await titles(world.finance)).toEqual(["Laptop"]);
  expect(await titles(world.employee)).toEqual([]);
  expect((await world.api(world.external).get(`/user/${id}/onboarding`)).status).toBe(404);

  const badge = named(list, "Badge").id;
  expect((await tick(badge, director)).body.code).toBe("permission.denied"); // sees it, and it isn't theirs
  for (const person of [world.employee, world.external]) expect((await tick(badge, person)).status).toBe(404);
  expect(await mine(colleague)).toMatchObject([{ id: badge, person: { id } }]);
  expect(ok(await tick(badge, colleague)).body.data).toMatchObject({
    done_on: await day(0),
    done_by: { id: colleague.id },
  });
  ok(await tick(badge, world.hr)); // said twice, it stays with who was first
  expect(named(await listOf(id), "Badge").done_by?.id).toBe(colleague.id);
  expect(await mine(colleague)).toEqual([]);
  ok(await tick(named(list, "Laptop").id, world.finance));
  ok(await tick(named(list, "Lunch").id, world.manager));
  ok(await tick(named(list, "Contract").id, world.admin));
  ok(await tick(badge, world.hr, false));
  expect(named(await listOf(id), "Badge")).toMatchObject({ done_on: null, done_by: null });
  const changed = world.events(mark).filter(({ event }) => event.type === "onboarding.changed");
  expect(changed.map(({ event }) => event.data)).toEqual(Array(5).fill({ id }));
});

test("a group that prepares something doesn't show newcomers to whoever is in it and from outside by now", async () => {
  ok(await saveTemplate());
  await hire();
  const { world } = org;
  expect((await mine(world.finance)).map(({ title }) => title)).toEqual(["Laptop"]);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { external: true }));
  expect(await mine(world.finance)).toEqual([]);
});

test("another first day moves what is open and nothing else; no list for who came long ago, or is from outside", async () => {
  const { world, colleague } = org;
  ok(await saveTemplate());
  const id = await hire(10);
  ok(await tick(named(await listOf(id), "Badge").id, colleague));
  ok(await world.api(world.hr).post(`/user/${id}`, { date_of_joining: await day(20) }));
  const due = Object.fromEntries((await listOf(id)).map(({ title, due_on }) => [title, due_on]));
  expect(due).toEqual({ Contract: await day(15), Laptop: await day(18), Badge: await day(10), Lunch: await day(21) });
  expect(await listOf(await hire(-31))).toEqual([]);
  expect(await listOf(await hire(0, { external: true, parent_id: null }))).toEqual([]);
  const late = await hire(0, { date_of_joining: null });
  expect(await listOf(late)).toEqual([]);
  ok(await world.api(world.hr).post(`/user/${late}`, { date_of_joining: await day(0) }));
  expect(await listOf(late)).toHaveLength(4);
});

test("without a manager it falls to HR; a group that is asked isn't deleted; a newcomer without more is", async () => {
  const { world } = org;
  ok(await saveTemplate());
  const id = await hire(3, { parent_id: null });
  expect((await mine(world.hr)).map(({ title }) => title)).toEqual(["Contract", "Lunch"]);
  const uses = (await world.api(world.admin).delete(`/groups/${group}`)).body.data.uses;
  expect(uses).toEqual([{ kind: "onboarding", count: 2, names: ["Laptop"] }]);
  ok(await tick(named(await listOf(id), "Laptop").id, world.finance));
  ok(await saveTemplate({ tasks: [] }));
  ok(await world.api(world.admin).delete(`/groups/${group}`));
  expect(named(await listOf(id), "Laptop")).toMatchObject({ duty: "group", group: null });
});

test("a leaver's tasks and places in the template are the successor's; for who leaves themself nothing is prepared", async () => {
  const { world, colleague } = org;
  ok(await saveTemplate());
  const id = await hire(0);
  const leave = (who: number) =>
    day(0).then((last_day) =>
      world
        .api(world.hr)
        .post(`/user/${who}/leaving`, { type: "resignation", last_day, successor_id: world.manager.id }),
    );
  const held = ok(await world.api(world.hr).get(`/user/${colleague.id}/leaving`)).body.data.handover;
  expect(held).toContainEqual({ kind: "onboarding", count: 1, names: ["Badge"] });
  ok(await leave(colleague.id));
  expect(named(await listOf(id), "Badge").user?.id).toBe(world.manager.id);
  const template = ok(await world.api(world.hr).get("/onboarding/template")).body.data.tasks;
  expect(template[2]).toMatchObject({ title: "Badge", user: { id: world.manager.id } });
  ok(await leave(id));
  expect(await mine(world.manager)).toEqual([]);
  expect(await listOf(id)).toEqual([]);
});

test("whom it falls to is told once, also by two workers at once, and again on its day; many newcomers in one line", async () => {
  const { world, colleague } = org;
  ok(await saveTemplate());
  await hire(10);
  const since = (mark: number) => toldSince(world, mark).map(({ user, kind }) => `${user} ${kind}`);
  const told = async () => {
    const mark = server.published.length;
    await world.tx(announceOnboarding);
    return since(mark);
  };
  const mark = server.published.length;
  const ended = await oneAtATime(server, world, announceOnboarding);
  expect(ended).toEqual([5, 0].map((value) => ({ status: "fulfilled", value })));
  const people = [world.admin, world.hr, world.finance, world.manager, colleague];
  expect(since(mark).toSorted()).toEqual(people.map(({ id }) => `${id} onboarding.added`).toSorted());
  await server.owner.query("UPDATE onboarding_task SET due_on = due_on - 10 WHERE title = 'Badge' AND tenant_id = $1", [
    world.tenantId,
  ]);
  expect(await told()).toEqual([`${colleague.id} onboarding.due`]);
  for (let count = 0; count < 6; count++) await hire(10);
  expect(await told()).toContain(`${colleague.id} onboarding.addedMany`);
  expect(await told()).toEqual([]);
});

test("nobody else's is seen in another organisation, and who is off isn't prepared for", async () => {
  const { world, colleague } = org;
  ok(await saveTemplate());
  const id = await hire(0);
  const other = await server.world();
  const [first] = await listOf(id);
  expect((await other.api(other.admin).put(`/onboarding/${first?.id}`, { done: true })).status).toBe(404);
  await world.tx((tx) => tx.repo(UserEntity).update({ id }, { active: false }));
  expect(await mine(colleague)).toEqual([]);
});

describe("one task of somebody's list", () => {
  const add = (id: number, more: object = {}, by: Person = org.world.hr) =>
    org.world.api(by).post(`/user/${id}/onboarding`, { title: "Screen", due_on: "2031-01-01", duty: "hr", ...more });
  const change = (id: number, body: object, by: Person = org.world.hr) =>
    org.world.api(by).patch(`/onboarding/${id}`, body);

  test("refused: without user-edit, who can't be named, the newcomer, a day too far, a full list, who isn't here, what is done", async () => {
    const { world, colleague, director } = org;
    ok(await saveTemplate());
    const id = await hire(10);
    const badge = named(await listOf(id), "Badge").id;
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
    for (const [more, field] of refused) {
      expect((await add(id, { ...body, ...more })).body.errors).toHaveProperty([field]);
      expect((await change(badge, { ...body, ...more })).body.errors).toHaveProperty([field]);
    }
    expect((await add(world.external.id, body)).status).toBe(404);
    const { version } = named(await listOf(id), "Badge");
    ok(await change(badge, { ...body, version }));
    expect((await change(badge, { ...body, version })).body).toMatchObject({
      code: "organisation.stale",
      data: { title: "Screen", version: version + 1 },
    });
    ok(await tick(badge, world.hr));
    expect((await change(badge, body)).body.code).toBe("organisation.stale");
    await world.tx((tx) =>
      tx.rows(
        unnamed(`INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, offset_days, due_on)
          SELECT current_tenant(), $1, 9, 'More', 'hr', 0, tenant_today() FROM generate_series(1, 56)`),
        [id],
      ),
    );
    expect((await add(id, body)).body.errors).toHaveProperty("title");
  });

  test("added, changed and taken off, live, without touching the template; it moves with the first day; whose it becomes is told", async () => {
    const { world, colleague } = org;
    ok(await saveTemplate());
    const id = await hire(10);
    await world.tx(announceOnboarding);
    const mark = server.published.length;
    const added = ok(await add(id, { due_on: await day(12), duty: "person", user_id: colleague.id })).body.data;
    expect(added).toMatchObject({ title: "Screen", user: { id: colleague.id }, can: { edit: true } });
    const lunch = named(await listOf(id), "Lunch").id;
    ok(await change(lunch, { title: "Dinner", due_on: await day(13), duty: "group", group_id: group }));
    ok(await world.api(world.hr).delete(`/onboarding/${named(await listOf(id), "Contract").id}`));
    ok(await world.api(world.hr).post(`/user/${id}`, { date_of_joining: await day(20) }));
    expect((await listOf(id)).map(({ title, due_on }) => [title, due_on])).toEqual([
      ["Laptop", await day(18)],
      ["Badge", await day(20)],
      ["Screen", await day(22)],
      ["Dinner", await day(23)],
    ]);
    expect((await listOf(id, world.manager))[0]?.can).toEqual({ tick: false, edit: false });
    expect(world.events(mark).filter(({ event }) => event.type === "onboarding.changed")).toHaveLength(3);
    const told = server.published.length;
    await world.tx(announceOnboarding);
    expect(
      toldSince(world, told)
        .map(({ user }) => user)
        .toSorted((a, b) => a - b),
    ).toEqual([colleague.id, world.finance.id].toSorted((a, b) => a - b));
    expect(ok(await world.api(world.hr).get("/onboarding/template")).body.data.tasks).toHaveLength(4);
    expect((await listOf(await hire(10))).map(({ title }) => title)).toEqual(["Contract", "Laptop", "Badge", "Lunch"]);
  });

  test("of two who change it at the same moment the second is told", async () => {
    const { world } = org;
    ok(await saveTemplate());
    const id = await hire(10);
    const task = named(await listOf(id), "Badge");
    const actor = { id: world.hr.id, permissions: new Set(["user-edit"]), external: false } as never;
    const body = { title: "Screen", due_on: await day(4), duty: "hr", version: task.version } as const;
    const [first, second] = await oneAtATime<unknown>(server, world, (tx) =>
      changeTask(tx, actor, task.id, body as never),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "organisation.stale" } });
  });
});
