import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { loadFamilyTests } from "../../approvals/approvals/family-tests";
import { runSerialized } from "../../support/serialized";
import { consumeEvents, notificationsSince } from "../../communication/notifications/worker";
import { openReferences } from "./open-references";
import { withDirectory } from "../../administration/scim/directory";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { closeDueLeaving } from "../../../server/people/employment/leaving.service";

const server = testServer();

const day = async (world: World, from: number): Promise<string> =>
  (
    await world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const leave = (world: World, by: Person, id: number, body: object) =>
  world.api(by).post(`/user/${id}/leaving`, { type: "resignation", ...body });
const comeTo = (id: number, days: number) =>
  server.owner.query(
    `WITH c AS (UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1 RETURNING user_id, effective_on)
     UPDATE app_user SET left_on = c.effective_on FROM c WHERE app_user.id = c.user_id`,
    [id, days],
  );
const leftOpenOf = (world: World, id: number) => world.tx((tx) => openReferences(tx, id));
const closeAll = (world: World) => applyEmploymentChanges(server.platform.unitOfWork, world.tenantId);

async function busyManager() {
  const { world, ask } = await leaveFixture(await server.world());
  const { manager, employee, admin } = world;
  const successor = await world.person("manager", { fullname: "Sara Successor" });
  const as = world.api(manager);
  requireOk(await ask(workingWeek(1)));
  requireOk(await ask({ ...workingWeek(2), draft: true }, as));
  const project = requireOk(await as.post("/project", { title: "Alone" })).body.data.id as number;
  const columns = (await as.get(`/project/${project}/task_tatus`)).body.data as { id: number; kind: string }[];
  const task = async (title: string, kind: string) => {
    const column = columns.find((one) => one.kind === kind)?.id;
    const { id } = requireOk(await as.post("/task", { title, task_status_id: column })).body.data;
    requireOk(await as.patch(`/task/${id}`, { users: [manager.id], groups: [] }));
    return id as number;
  };
  const open = await task("Open", "todo");
  const whole = await task("Without parts", "todo");
  const done = await task("Done", "done");
  const { id: subtask } = requireOk(await as.post("/sub_task", { task_id: open, name: "Part" })).body.data;
  requireOk(await as.put(`/sub_task/${subtask}`, { assignee_id: manager.id }));
  requireOk(await as.post("/time-entry", { task_id: open, date: await day(world, -8), hours: 1, minutes: 0 }));
  requireOk(await as.post("/timer/start", { task_id: open }));
  requireOk(await as.post("/delegation", { delegatee_id: admin.id }));
  await world.tx(async (tx) => {
    await tx.repo(DepartmentEntity).insert({ name: "Led", code: "LED", headId: manager.id });
    const { id: groupId } = await tx.repo(GroupEntity).insert({ title: "Shift" });
    await tx.repo(GroupMemberEntity).insert({ groupId, userId: manager.id } as never);
    await tx.repo(UserEntity).update({ id: employee.id }, { managerId: manager.id });
    await tx.rows(
      unnamedSql(`INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
        VALUES (current_tenant(), 'leave', 900, 'Names one', '{}', jsonb_build_array(jsonb_build_object('by', 'user', 'user_id', $1::bigint)))`),
      [manager.id],
    );
  });
  return { world, successor, project, open, whole, done };
}

test("planning a departure requires permission, a successor and a valid date", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr, admin } = world;
  const on = { last_day: await day(world, 20) };
  expect((await leave(world, successor, manager.id, on)).status).toBe(403);
  expect((await world.api(successor).get(`/user/${manager.id}/leaving`)).status).toBe(403);
  expect((await leave(world, hr, hr.id, { ...on, successor_id: successor.id })).body.code).toBe("user.self");
  const above = await leave(world, hr, admin.id, { ...on, successor_id: successor.id });
  expect(above.body.code).toBe("permission.denied");
  expect((await leave(world, hr, manager.id, on)).body.errors).toHaveProperty("successor_id");
  const one = await leave(world, hr, manager.id, { ...on, successors: [{ kind: "tasks", user_id: successor.id }] });
  expect(one.body.errors).toHaveProperty("successor_id");
  for (const id of [manager.id, world.external.id])
    expect((await leave(world, hr, manager.id, { ...on, successor_id: id })).body.errors).toHaveProperty(
      "successor_id",
    );
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { joinedOn: "2026-01-01" }));
  const early = await leave(world, hr, manager.id, { last_day: "2025-12-31", successor_id: successor.id });
  expect(early.body.errors).toHaveProperty("last_day");
});

test("planners can't give themselves access to projects, teams or departments", async () => {
  const { world, successor, project } = await busyManager();
  const { manager, hr, admin } = world;
  const on = { last_day: await day(world, 20) };
  const refused = async (body: object) => (await leave(world, hr, manager.id, { ...on, ...body })).body.errors;
  expect(await refused({ successor_id: hr.id })).toHaveProperty("successor_id");
  for (const kind of ["tasks", "subtasks", "projects"]) {
    const successors = [{ kind, user_id: hr.id }];
    expect(await refused({ successor_id: successor.id, successors })).toHaveProperty(["successors.0.user_id"]);
  }
  for (const kind of ["reports", "departments"])
    expect(await refused({ successor_id: successor.id, successors: [{ kind, user_id: hr.id }] })).toEqual({
      "successors.0.user_id": [expect.stringContaining("lead")],
    });
  const approvals = [{ kind: "approvals", user_id: hr.id }];
  requireOk(await leave(world, hr, manager.id, { ...on, successor_id: successor.id, successors: approvals }));
  requireOk(await leave(world, admin, manager.id, { ...on, successor_id: admin.id }));
  const { id } = requireOk(await leave(world, hr, manager.id, { ...on, successor_id: successor.id })).body.data;
  await world.tx(async (tx) => {
    await tx.repo(UserEntity).update({ id: successor.id }, { active: false });
    await tx.repo(UserEntity).update({ id: manager.id }, { managerId: hr.id });
  });
  await comeTo(id, 21);
  expect(await closeAll(world)).toBe(1);
  expect((await world.api(hr).get(`/project/single/${project}`)).status).toBe(404);
  const { members } = requireOk(await world.api(admin).get(`/project/single/${project}`)).body.data;
  expect(members).toEqual([expect.objectContaining({ id: admin.id })]);
});

test("planners can't take over private bookings, and tasks only as members", async () => {
  const { world, successor, project } = await busyManager();
  const { manager, hr } = world;
  const on = { last_day: await day(world, 20), successor_id: successor.id };
  const refused = async (kind: string) => {
    const successors = [{ kind, user_id: hr.id }];
    return (await leave(world, hr, manager.id, { ...on, successors })).body.errors?.["successors.0.user_id"];
  };
  expect(await refused("bookings")).toBeUndefined();
  const room = await newRoom(world, "Closed doors");
  const times = {
    start_date: wednesdayAt("10:00"),
    end_date: wednesdayAt("11:00"),
    bookable_type: "room",
    bookable_id: room,
  };
  requireOk(await world.api(manager).post("/booking", { ...times, title: "Doctor", private: true }));
  expect(await refused("bookings")).toEqual([expect.stringContaining("private")]);
  const members = [
    { user_id: manager.id, role: "owner" },
    { user_id: hr.id, role: "viewer" },
  ];
  requireOk(await world.api(manager).put(`/project/${project}/members`, { members }));
  expect(await refused("tasks")).toHaveLength(1);
  requireOk(
    await world
      .api(manager)
      .put(`/project/${project}/members`, { members: [members[0], { user_id: hr.id, role: "member" }] }),
  );
  expect(await refused("tasks")).toBeUndefined();
});

describe("departure of the planner's superiors with separation of duties", () => {
  const heads = (world: World, id: number) =>
    world.tx(async (tx) => {
      const { id: departmentId } = await tx.repo(DepartmentEntity).insert({ name: "Own", code: "OWN", headId: id });
      await tx.repo(UserEntity).update({ id: world.hr.id }, { departmentId });
    });
  const below = (world: World, id: number, parentId: number) =>
    world.tx((tx) => tx.repo(UserEntity).update({ id }, { managerId: parentId }));

  test("planners can't choose who succeeds their own superiors", async () => {
    const { world, successor } = await busyManager();
    const { manager, hr, admin } = world;
    const body = { last_day: await day(world, 20), successor_id: successor.id };
    const codeOf = async (by: Person, overrides = {}) =>
      (await leave(world, by, manager.id, { ...body, ...overrides })).body.code;
    await below(world, hr.id, manager.id);
    expect(await codeOf(hr)).toBe("user.ownEmployment");
    expect(await codeOf(admin)).toBeUndefined(); // administrators may edit approval rules, so they may choose any successor
    await below(world, successor.id, manager.id);
    await below(world, hr.id, successor.id);
    expect(await codeOf(hr)).toBeUndefined();
    expect(await codeOf(hr, { successors: [{ kind: "reports", user_id: hr.id }] })).toBe("user.ownEmployment");
    await heads(world, manager.id);
    expect(await codeOf(hr)).toBe("user.ownEmployment");
  });
});

test("the last administrator can't leave, even if planned while there was another", async () => {
  const world = await server.world();
  const second = await world.person("administrator");
  const on = { last_day: await day(world, 20), successor_id: world.hr.id };
  const { id } = requireOk(await leave(world, second, world.admin.id, on)).body.data;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: second.id }, { active: false }));
  await comeTo(id, 21);
  const mark = server.published.length;
  expect(await closeAll(world)).toBe(0);
  const [plan] = (await world.api(world.hr).get(`/user/${world.admin.id}/changes`)).body.data;
  expect(plan).toMatchObject({ id, status: "failed" });
  // The planner's account is closed, so the others who may plan the departure again are notified.
  const notified = notificationsSince(world, mark).filter(({ kind }) => kind === "employment.failed");
  expect(new Set(notified.map(({ user }) => user))).toEqual(new Set([world.admin.id, world.hr.id]));
  expect(notified[0]?.message).toContain("The departure of");
});

test("withdrawing a failed departure keeps the last day of a newer one", async () => {
  const world = await server.world();
  const { admin, hr } = world;
  const second = await world.person("administrator");
  const leaveOn = async (days: number) => {
    const body = { last_day: await day(world, days), successor_id: hr.id };
    return requireOk(await leave(world, second, admin.id, body)).body.data.id as number;
  };
  const first = await leaveOn(20);
  await comeTo(first, 21);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: second.id }, { active: false }));
  const mark = server.published.length;
  expect(await closeAll(world)).toBe(0);
  expect(notificationsSince(world, mark).map(({ kind }) => kind)).toContain("employment.failed");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: second.id }, { active: true }));
  const next = await leaveOn(5);
  const plans = async () => (await world.api(second).get(`/user/${admin.id}/changes`)).body.data;
  expect(await plans()).toEqual([expect.objectContaining({ id: next, status: "planned" })]);
  // Departures that failed before plans replaced them are still listed beside a newer plan.
  await server.owner.query("UPDATE employment_change SET status = 'failed' WHERE id = $1", [first]);
  requireOk(await world.api(second).delete(`/employment-change/${first}`));
  expect((await world.api(second).get(`/user/${admin.id}`)).body.data.last_day).toBe(await day(world, 5));
  requireOk(await world.api(second).delete(`/employment-change/${next}`));
  expect((await world.api(second).get(`/user/${admin.id}`)).body.data.last_day).toBeNull();
});

test("correcting a rehired employee's first day moves only the present employment", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const as = world.api(hr);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { joinedOn: "2020-01-01" }));
  const dayAt = (days: number) => day(world, days);
  requireOk(await leave(world, hr, manager.id, { last_day: await dayAt(-30), successor_id: successor.id }));
  requireOk(await as.post(`/user/${manager.id}/rehire`, { date_of_joining: await dayAt(-5) }));
  const periods = async () =>
    (
      await server.owner.query(
        `SELECT lower(period)::text AS first, (upper(period) - 1)::text AS last FROM employment WHERE user_id = $1 ORDER BY period`,
        [manager.id],
      )
    ).map(({ first, last }: { first: string; last: string | null }) => [first, last]);
  const former = ["2020-01-01", await dayAt(-30)];
  for (const days of [-9, -3, 4]) {
    requireOk(await as.post(`/user/${manager.id}`, { date_of_joining: await dayAt(days) }));
    expect(await periods()).toEqual([former, [await dayAt(days), null]]);
  }
  const early = await as.post(`/user/${manager.id}`, { date_of_joining: await dayAt(-30) });
  expect(early.body.errors).toHaveProperty("date_of_joining");
  expect(await periods()).toEqual([former, [await dayAt(4), null]]);
});

test("correcting the first day after a rehire without a gap keeps the employment's start", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { joinedOn: "2020-01-01" }));
  requireOk(await leave(world, hr, manager.id, { last_day: await day(world, -1), successor_id: successor.id }));
  requireOk(await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: await day(world, 0) }));
  requireOk(await world.api(hr).post(`/user/${manager.id}`, { date_of_joining: await day(world, 1) }));
  const starts = "SELECT lower(period)::text AS first FROM employment WHERE user_id = $1 ORDER BY period LIMIT 1";
  expect(await server.owner.query(starts, [manager.id])).toEqual([{ first: "2020-01-01" }]);
});

test("the handover list is complete, and no open record remains after the last day", async () => {
  const { world, successor, project, open, done } = await busyManager();
  const { manager, hr, employee } = world;
  const list = requireOk(await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data;
  const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind).toSorted();
  expect(kinds(list.handover)).toEqual([
    "approvals",
    "departments",
    "projects",
    "reports",
    "rules",
    "subtasks",
    "tasks",
  ]);
  expect(kinds(list.ending)).toEqual(["delegations", "groups", "requests", "timer", "weeks"]);
  const last = await day(world, 20);
  const planned = requireOk(
    await leave(world, hr, manager.id, { last_day: last, successor_id: successor.id, reason: "Moves" }),
  );
  const { id } = planned.body.data;
  expect(await closeAll(world)).toBe(0);
  await comeTo(id, 20); // today is the last day, so no change yet
  expect(await closeAll(world)).toBe(0);
  await comeTo(id, 1);
  const mark = server.published.length;
  expect(await closeAll(world)).toBe(1);
  expect(await leftOpenOf(world, manager.id)).toEqual([]);
  const types = new Set(world.events(mark).map(({ event }) => event.type));
  for (const type of ["user.left", "session.ended", "task.updated", "subtask.updated", "request.handed"])
    expect(types).toContain(type);
  const managers = notificationsSince(world, mark).filter(({ kind }) => /^(manager|report)/.test(kind));
  expect(managers.map(({ user, kind }) => [user, kind])).toEqual(
    expect.arrayContaining([
      [employee.id, "manager.changed"],
      [successor.id, "report.added"],
    ]),
  );
  expect((await world.api(manager).get("/auth/user")).status).toBe(401);
  const api = world.api(successor);
  const users = async (task: number) =>
    ((await api.get(`/task/${task}`)).body.data.users as { id: number }[]).map((user) => user.id);
  expect(await users(open)).toEqual([successor.id]);
  expect(await users(done)).toEqual([manager.id]);
  expect((await api.get(`/project/single/${project}`)).status).toBe(200);
  expect((await world.api(hr).get(`/user/${employee.id}`)).body.data.parent_id).toBe(successor.id);
  const [entry] = (await world.api(hr).get(`/user/${manager.id}/history`)).body.data;
  expect(entry).toMatchObject({ type: "resignation", reason: "Moves", effective_on: await day(world, -1) });
  expect((await world.api(world.admin).delete(`/user/${manager.id}`)).body.code).toBe("user.hasHistory");
});

test("replanning replaces the plan, and two concurrent workers apply it once", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const body = { successor_id: successor.id };
  await leave(world, hr, manager.id, { ...body, last_day: await day(world, 20) });
  const { id } = requireOk(await leave(world, hr, manager.id, { ...body, last_day: await day(world, 30) })).body.data;
  expect((await world.api(hr).get(`/user/${manager.id}/changes`)).body.data).toHaveLength(1);
  requireOk(await world.api(hr).delete(`/employment-change/${id}`));
  expect((await world.api(hr).get(`/user/${manager.id}`)).body.data.last_day).toBeNull();
  const again = requireOk(await leave(world, hr, manager.id, { ...body, last_day: await day(world, 3) })).body.data.id;
  await comeTo(again, 4);
  const ended = await runSerialized(server, world, (tx) => closeDueLeaving(tx, again));
  expect(ended).toEqual([
    { status: "fulfilled", value: true },
    { status: "fulfilled", value: false },
  ]);
});

test("a departure that another user planned meanwhile isn't replaced", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr, admin } = world;
  const plan = async (by: Person, days: number, replaces_id?: number | null) =>
    leave(world, by, manager.id, { successor_id: successor.id, last_day: await day(world, days), replaces_id });
  const planned = async () => (await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.planned;
  const { id: first } = requireOk(await plan(hr, 20, null)).body.data;
  const unread = await plan(admin, 30, null);
  expect([unread.status, unread.body.code]).toEqual([409, "organization.stale"]);
  expect(unread.body.data.planned).toMatchObject({ id: first, effective_on: await day(world, 20) });
  const both = await Promise.all([plan(hr, 21, first), plan(admin, 31, first)]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
  const won = both.find(({ status }) => status === 201)?.body.data;
  expect(await planned()).toEqual(won);
  requireOk(await world.api(hr).delete(`/employment-change/${won.id}`));
  expect((await plan(admin, 40, won.id)).body.data.planned).toBeNull();
  requireOk(await plan(admin, 40));
});

test("colleagues see the last day only while it is announced", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr, employee } = world;
  const last_day = await day(world, 20);
  const seenBy = async (reader: Person) => {
    const { leaves_on, last_day: own } = (await world.api(reader).get(`/user/${manager.id}`)).body.data;
    return [leaves_on, own];
  };
  const leavingTo = async (reader: Person) => {
    const { data, meta } = (await world.api(reader).get("/user?leaving=true")).body;
    expect(meta.counts.leaving).toBe(data.length);
    return data.map(({ id }: { id: number }) => id);
  };
  const plan = (overrides: object) =>
    leave(world, hr, manager.id, { successor_id: successor.id, last_day, ...overrides });
  requireOk(await plan({}));
  expect(await seenBy(employee)).toEqual([null, undefined]);
  expect(await seenBy(hr)).toEqual([null, last_day]);
  expect([await leavingTo(hr), await leavingTo(employee)]).toEqual([[manager.id], []]);
  const mark = server.published.length;
  const { id } = requireOk(await plan({ announced: true })).body.data;
  expect(await seenBy(employee)).toEqual([last_day, undefined]);
  expect([await leavingTo(hr), await leavingTo(employee)]).toEqual([[manager.id], [manager.id]]);
  expect((await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.announced).toBe(true);
  expect(world.events(mark).map(({ event }) => event.type)).toContain("user.updated");
  requireOk(await world.api(hr).delete(`/employment-change/${id}`));
  expect(await seenBy(employee)).toEqual([null, undefined]);
  expect([await leavingTo(hr), await leavingTo(employee)]).toEqual([[], []]);
});

test.each(["leave", "finance", "form"] as const)(
  "unsent and returned requests (%s) are listed and closed when the owner leaves",
  async (family) => {
    const world = await server.world();
    const { hr, employee, manager } = world;
    const { drafts, url } = await loadFamilyTests(family);
    const draft = await drafts(world);
    const [unsent, returned] = [await draft(), await draft()];
    const requests = async () =>
      (
        await world.tx((tx) =>
          tx.rows<{ id: number; status: string }>(
            unnamedSql("SELECT id, status FROM request WHERE requester_id = $1"),
            [employee.id],
          ),
        )
      ).map(({ id, status }) => [id, status]);
    requireOk(await world.api(employee).put(`${url}/${returned}/send`));
    requireOk(await world.api(manager).put(`${url}/${returned}/request-changes`, { note: "Which day?" }));
    const { ending } = requireOk(await world.api(hr).get(`/user/${employee.id}/leaving`)).body.data;
    expect(ending.map(({ kind }: { kind: string }) => kind)).toContain("requests");
    expect(await requests()).toHaveLength(2);
    requireOk(await leave(world, hr, employee.id, { last_day: await day(world, 0), successor_id: manager.id }));
    expect(await requests()).toEqual([[returned, "cancelled"]]);
    expect(await requests()).not.toContainEqual([unsent, expect.anything()]);
  },
);

test("leave and plans after a leaver's last day end", async () => {
  const { world, ask } = await leaveFixture(await server.world());
  const { hr, employee } = world;
  const { end_date: end } = workingWeek(1);
  requireOk(await ask(workingWeek(1)));
  const later = new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10);
  requireOk(
    await world
      .api(hr)
      .post(`/user/${employee.id}/change`, { type: "change", effective_on: later, location: "Hamburg" }),
  );
  const ending = async (last_day?: string) => {
    const query: Record<string, string> = last_day ? { last_day } : {};
    const { data } = requireOk(await world.api(hr).get(`/user/${employee.id}/leaving`, { query })).body;
    return data.ending.map(({ kind, count }: { kind: string; count: number }) => [kind, count]);
  };
  const before = new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 10);
  const [leave, change] = [
    ["leave", 1],
    ["changes", 1],
  ];
  expect(await ending()).toEqual([leave, change]);
  expect(await ending(before)).toEqual([leave, change]);
  expect(await ending(end)).toEqual([change]);
  expect(await ending(later)).toEqual([]);
});

test("leaving today takes effect immediately, and rehiring keeps the history", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const today = await day(world, 0);
  const body = { type: "termination", last_day: today, successor_id: successor.id };
  expect(requireOk(await leave(world, hr, manager.id, body)).body.data.status).toBe("applied");
  expect(await leftOpenOf(world, manager.id)).toEqual([]);
  expect((await leave(world, hr, manager.id, body)).body.code).toBe("employment.left");
  expect((await world.api(hr).post(`/user/${successor.id}/rehire`, { date_of_joining: today })).body.code).toBe(
    "employment.works",
  );
  const early = await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: today });
  expect(early.body.errors).toHaveProperty("date_of_joining");
  await server.owner.query("UPDATE app_user SET left_on = left_on - 1 WHERE id = $1", [manager.id]);
  requireOk(await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: today }));
  const person = (await world.api(hr).get(`/user/${manager.id}`)).body.data;
  expect(person).toMatchObject({ active: true, last_day: null, date_of_joining: today });
  const types = (await world.api(hr).get(`/user/${manager.id}/history`)).body.data.map(
    (one: { type: string }) => one.type,
  );
  expect(types).toEqual(expect.arrayContaining(["hiring", "termination"]));
});

test("a leaver can't be activated, neither individually nor in bulk, by import or by SCIM", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const as = world.api(hr);
  const directory = await withDirectory(server, world);
  const last = { type: "termination", last_day: await day(world, 0), successor_id: successor.id };
  requireOk(await leave(world, hr, manager.id, last));
  const wish = { active: true };
  expect((await as.patch(`/user/${manager.id}/status`)).body.code).toBe("employment.rehire");
  expect((await as.post(`/user/${manager.id}`, wish)).body.code).toBe("employment.rehire");
  const bulk = requireOk(await as.post("/user/bulk", { ids: [manager.id], ...wish })).body.data;
  expect(bulk).toEqual([expect.objectContaining({ done: false, status: 409, code: "employment.rehire" })]);
  const { email } = (await as.get(`/user/${manager.id}`)).body.data;
  const file = { name: "file", value: Buffer.from(`E-mail,Active\n${email},yes`), filename: "people.csv" };
  const fields = [file, { name: "columns", value: "email,active" }];
  const preview = await as.send({ method: "POST", url: "/user/import/preview", ...multipart(fields) });
  expect(requireOk(preview).body.data.rows).toEqual([
    expect.objectContaining({ state: "wrong", errors: [expect.objectContaining({ field: "active" })] }),
  ]);
  const operation = { op: "replace", path: "active", value: true };
  const provisioning = await directory.patch(`/Users/${manager.id}`, operation);
  expect([provisioning.status, provisioning.body.detail]).toEqual([409, expect.stringContaining("Rehire")]);
  expect((await as.get(`/user/${manager.id}`)).body.data).toMatchObject({ active: false, last_day: last.last_day });
});

test("an account that was deactivated before its planned last day can be activated", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const as = world.api(hr);
  requireOk(await leave(world, hr, manager.id, { last_day: await day(world, 9), successor_id: successor.id }));
  for (const active of [false, true]) requireOk(await as.post(`/user/${manager.id}`, { active }));
});

test("rehiring withdraws a departure that was planned for an inactive account", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const body = { type: "termination", last_day: await day(world, 1), successor_id: successor.id };
  expect(requireOk(await leave(world, hr, manager.id, body)).body.data.status).toBe("planned");
  await server.owner.query("UPDATE app_user SET active = false WHERE id = $1", [manager.id]);
  requireOk(await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: await day(world, 2) }));
  expect(requireOk(await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.planned).toBeNull();
});

test("a task changed during the handover is emitted with its new version", async () => {
  const { world, successor, whole } = await busyManager();
  const mark = server.published.length;
  const body = { last_day: await day(world, 0), successor_id: successor.id };
  const changed = changeStatement(
    "UPDATE task SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
    whole,
  );
  requireOk(await runInsideLockGap(server, world, [changed], () => leave(world, world.hr, world.manager.id, body)));
  const updates = world.events(mark).flatMap(({ event }) => (event.type === "task.updated" ? [event.data] : []));
  const [row] = await server.owner.query<{ version: number }[]>("SELECT version FROM task WHERE id = $1", [whole]);
  expect(updates).toContainEqual(expect.objectContaining({ id: whole, version: row?.version }));
});

test("closing an account submits its time sheet weeks in the user's name", async () => {
  const { world, successor, open } = await busyManager();
  const { hr, manager, employee } = world;
  const above = await world.person("manager", { fullname: "Ada Above" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { managerId: above.id }));
  expect(open).toBeGreaterThan(0);
  const mark = server.published.length;
  requireOk(await leave(world, hr, manager.id, { last_day: await day(world, 0), successor_id: successor.id }));
  await consumeEvents(world, world.events(mark));
  const notified = notificationsSince(world, mark).filter(({ kind }) => kind === "week.submitted");
  expect(new Set(notified.map(({ user }) => user))).toEqual(new Set([above.id]));
  for (const { message } of notified)
    expect(message).toMatch(
      new RegExp(`^The week of .* of ${manager.fullname} was submitted when their account was closed$`),
    );
  expect(notified.some(({ user }) => user === employee.id)).toBe(false);
});

test("events of a planned last day name the planner as actor", async () => {
  const { world, successor } = await busyManager();
  const { hr, manager } = world;
  const { id } = requireOk(
    await leave(world, hr, manager.id, { last_day: await day(world, 20), successor_id: successor.id }),
  ).body.data;
  await comeTo(id, 21);
  const mark = server.published.length;
  expect(await closeAll(world)).toBe(1);
  const events = world.events(mark);
  await consumeEvents(world, events);
  const assigned = notificationsSince(world, mark).filter(({ kind }) => kind === "task.assigned");
  expect(assigned.length).toBeGreaterThan(0);
  for (const { message } of assigned) expect(message.startsWith(hr.fullname)).toBe(true);
});
