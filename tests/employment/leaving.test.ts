import { DepartmentEntity } from "../../server/departments/department.entity";
import { GroupEntity, GroupMemberEntity } from "../../server/groups/group.entity";
import { UserEntity } from "../../server/people/user.entity";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../workers/employment/employment-changes";
import { office, week } from "../leave/office";
import { change, inTheGap } from "../locks/gap";
import { testsOf } from "../requests/family-tests";
import { oneAtATime } from "../support/one-at-a-time";
import { toldSince } from "../notifications/worker";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";
import { closeDue } from "../../server/employment/leaving.service";

/** Somebody leaves: what hangs on them is listed, handed over, and nothing is left that waits for them. */
const server = testServer();

const day = async (world: World, from: number): Promise<string> =>
  (await world.tx((tx) => tx.one<{ day: string }>(unnamed("SELECT (tenant_today() + $1::int)::text AS day"), [from])))
    ?.day as string;
const leave = (world: World, by: Person, id: number, body: object) =>
  world.api(by).post(`/user/${id}/leaving`, { type: "resignation", ...body });
const comeTo = (id: number, days: number) =>
  server.owner.query(
    `WITH c AS (UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1 RETURNING user_id, effective_on)
     UPDATE app_user SET left_on = c.effective_on FROM c WHERE app_user.id = c.user_id`,
    [id, days],
  );
const closeAll = (world: World) => applyEmploymentChanges(server.platform.unitOfWork, world.tenantId);

/** A manager on whom everything hangs that can. */
async function busyManager() {
  const { world, ask } = await office(await server.world());
  const { manager, employee, admin } = world;
  const successor = await world.person("manager", { fullname: "Sara Successor" });
  const as = world.api(manager);
  ok(await ask(week(1))); // waits for the manager
  ok(await ask({ ...week(2), draft: true }, as));
  const project = ok(await as.post("/project", { title: "Alone" })).body.data.id as number;
  const columns = (await as.get(`/project/${project}/task_tatus`)).body.data as { id: number; kind: string }[];
  const task = async (title: string, kind: string) => {
    const column = columns.find((one) => one.kind === kind)?.id;
    const { id } = ok(await as.post("/task", { title, task_status_id: column })).body.data;
    ok(await as.patch(`/task/${id}`, { users: [manager.id], groups: [] }));
    return id as number;
  };
  const open = await task("Open", "todo");
  const whole = await task("Without parts", "todo");
  const done = await task("Done", "done");
  const { id: subtask } = ok(await as.post("/sub_task", { task_id: open, name: "Part" })).body.data;
  ok(await as.put(`/sub_task/${subtask}`, { assignee_id: manager.id }));
  ok(await as.post("/time-entry", { task_id: open, date: await day(world, -8), hours: 1, minutes: 0 }));
  ok(await as.post("/timer/start", { task_id: open }));
  ok(await as.post("/delegation", { delegatee_id: admin.id }));
  await world.tx(async (tx) => {
    await tx.repo(DepartmentEntity).insert({ name: "Led", code: "LED", headId: manager.id });
    const { id: groupId } = await tx.repo(GroupEntity).insert({ title: "Shift" });
    await tx.repo(GroupMemberEntity).insert({ groupId, userId: manager.id } as never);
    await tx.repo(UserEntity).update({ id: employee.id }, { parentId: manager.id });
    await tx.rows(
      unnamed(`INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
        VALUES (current_tenant(), 'leave', 900, 'Names one', '{}', jsonb_build_array(jsonb_build_object('by', 'user', 'user_id', $1::bigint)))`),
      [manager.id],
    );
  });
  return { world, successor, project, open, whole, done };
}

/** Columns that name people for what they did, have seen or own: they stay. */
const history = new Set(
  `comment.author_id comment.deleted_by comment_reaction.user_id task.reporter_id task_attachment.created_by project.created_by
  time_entry.user_id time_day.user_id time_week.user_id time_week.decided_by file.uploaded_by
  request_step.decided_by request_step.on_behalf_of request_step.meant_id request_comment.user_id request_attachment.user_id
  request_decision.decided_by leave_request.entered_by leave_balance.user_id leave_ledger.user_id leave_ledger.actor_id
  finance_archive_run.started_by finance_request.paid_by finance_entry.actor_id form.saved_by form_version.published_by
  notification.user_id notification.sender_id notification_event.user_id notification_preference.user_id notification_mute.user_id
  notification_digest.user_id notification_delivery.user_id task_reminder.user_id task_mention.user_id task_watcher.user_id
  known_device.user_id totp_factor.user_id passkey.user_id recovery_code.user_id stopped_timer.user_id user_private.user_id user_file.user_id
  employment_file.created_by
  user_history.user_id user_history.actor_id password_history.user_id employment.user_id employment.parent_id
  employment_salary.user_id employment_change.user_id employment_change.requested_by employment_change.withdrawn_by
  employment_change_field.user_id booking.decided_by booking_participant.user_id outage.created_by project_member.user_id
  booking_invitation.user_id
  sign_on_identity.user_id scim_user.user_id data_export.user_id news_article.author_id news_comment.user_id news_comment_reaction.user_id news_reaction.user_id news_reading.user_id door_screen.created_by
  onboarding_task.done_by vacancy.filled_by trip.logged_by trip_photo.added_by`.split(/\s+/),
);

/** Columns that mean something is open while their row is in this state. */
const openWhile: Record<string, string> = {
  "app_user.parent_id": "true",
  "department.head_id": "true",
  "user_group_member.user_id": "true",
  "session.user_id": "true",
  "viewing.viewer_id": "true",
  "viewing.user_id": "true",
  "timer.user_id": "true",
  "calendar_feed.user_id": "true",
  "push_subscription.user_id": "true",
  "api_token.user_id": "true",
  "analytics_report.user_id": "true",
  "password_reset.user_id": "used_at IS NULL",
  "sign_in_step.user_id": "true",
  "sign_on.exempt_user_id": "required",
  "delegation.delegator_id": "ended_at IS NULL",
  "delegation.delegatee_id": "ended_at IS NULL",
  "request.requester_id": "family <> 'booking' AND status IN ('draft', 'changes_requested')",
  "request_step.approver_id": "state = 'now'",
  "task_user.user_id": `task_id IN (SELECT t.id FROM task t JOIN task_status s ON s.id = t.task_status_id
    WHERE t.archived_at IS NULL AND s.kind <> 'done')`,
  "subtask.assignee_id": "NOT completed",
  "leave_request.user_id": "live AND end_date > tenant_today()",
  "leave_request.substitute_id": "live AND end_date >= tenant_today()",
  "employment_change.successor_id": "status = 'planned'",
  "employment_handover.successor_id": "change_id IN (SELECT id FROM employment_change WHERE status = 'planned')",
  "employment_change_field.parent_id": "planned",
  "booking.requester_id": "status IN ('pending', 'approved') AND ends_at > now()",
  "driver.user_id": "deleted_at IS NULL",
  "onboarding_template.user_id": "true",
  "vacancy.manager_id": "ended_on IS NULL",
  "dotted_line.user_id": "ended_on IS NULL",
  "dotted_line.manager_id": "ended_on IS NULL",
  "acting.user_id": "upper(period) > tenant_today()",
  "acting.acting_id": "upper(period) > tenant_today()",
  "vacancy.acting_id": "ended_on IS NULL",
  "onboarding_task.person_id": "done_at IS NULL",
  "onboarding_task.user_id": "done_at IS NULL",
};

async function openOf(world: World, id: number): Promise<string[]> {
  return world.tx(async (tx) => {
    const columns = await tx.rows<{ name: string; table: string; column: string }>(
      unnamed(`SELECT k.conrelid::regclass || '.' || a.attname AS name, k.conrelid::regclass::text AS table, a.attname::text AS column
        FROM pg_constraint k JOIN unnest(k.conkey) AS n ON true
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n AND a.attname <> 'tenant_id'
        WHERE k.contype = 'f' AND k.confrelid = 'app_user'::regclass ORDER BY 1`),
    );
    const left: string[] = [];
    for (const { name, table, column } of columns) {
      if (history.has(name)) continue;
      const state = openWhile[name];
      if (!state)
        throw new Error(`${name} names people: say in this test whether it is history, or while what it is open`);
      const found = await tx.rows(
        unnamed(`SELECT 1 FROM ${table} WHERE tenant_id = current_tenant() AND ${column} = $1 AND ${state} LIMIT 1`),
        [id],
      );
      if (found.length > 0) left.push(name);
    }
    return left;
  });
}

test("refused: without the right, for oneself, the last administrator, a day before the first, and nobody to take over", async () => {
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

test("the last administrator neither leaves at once nor on a day that was planned while there was another", async () => {
  const world = await server.world();
  const second = await world.person("administrator");
  const on = { last_day: await day(world, 20), successor_id: world.hr.id };
  const { id } = ok(await leave(world, second, world.admin.id, on)).body.data;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: second.id }, { active: false }));
  await comeTo(id, 21);
  expect(await closeAll(world)).toBe(0);
  const [plan] = (await world.api(world.hr).get(`/user/${world.admin.id}/changes`)).body.data;
  expect(plan).toMatchObject({ id, status: "failed" });
});

test("what hangs on somebody is listed; after the last day nothing that names them is open, and all is told", async () => {
  const { world, successor, project, open, done } = await busyManager();
  const { manager, hr, employee } = world;
  const list = ok(await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data;
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
  const planned = ok(
    await leave(world, hr, manager.id, { last_day: last, successor_id: successor.id, reason: "Moves" }),
  );
  const { id } = planned.body.data;
  expect(await closeAll(world)).toBe(0);
  await comeTo(id, 20); // today is the last day: it is still theirs
  expect(await closeAll(world)).toBe(0);
  await comeTo(id, 1);
  const mark = server.published.length;
  expect(await closeAll(world)).toBe(1);
  expect(await openOf(world, manager.id)).toEqual([]);
  const told = new Set(world.events(mark).map(({ event }) => event.type));
  for (const type of ["user.left", "session.ended", "task.updated", "subtask.updated", "request.handed"])
    expect(told).toContain(type);
  const managers = toldSince(world, mark).filter(({ kind }) => /^(manager|report)/.test(kind));
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

test("planned anew it is one plan; withdrawn nobody leaves; two workers at the same moment let somebody go once", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const body = { successor_id: successor.id };
  await leave(world, hr, manager.id, { ...body, last_day: await day(world, 20) });
  const { id } = ok(await leave(world, hr, manager.id, { ...body, last_day: await day(world, 30) })).body.data;
  expect((await world.api(hr).get(`/user/${manager.id}/changes`)).body.data).toHaveLength(1);
  ok(await world.api(hr).delete(`/employment-change/${id}`));
  expect((await world.api(hr).get(`/user/${manager.id}`)).body.data.last_day).toBeNull();
  const again = ok(await leave(world, hr, manager.id, { ...body, last_day: await day(world, 3) })).body.data.id;
  await comeTo(again, 4);
  const ended = await oneAtATime(server, world, (tx) => closeDue(tx, again));
  expect(ended).toEqual([
    { status: "fulfilled", value: true },
    { status: "fulfilled", value: false },
  ]);
});

test("the last day is shown to colleagues once it is announced, and no more when it is withdrawn", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr, employee } = world;
  const last_day = await day(world, 20);
  const seenBy = async (reader: Person) => {
    const { leaves_on, last_day: own } = (await world.api(reader).get(`/user/${manager.id}`)).body.data;
    return [leaves_on, own];
  };
  const plan = (more: object) => leave(world, hr, manager.id, { successor_id: successor.id, last_day, ...more });
  ok(await plan({}));
  expect(await seenBy(employee)).toEqual([null, undefined]);
  expect(await seenBy(hr)).toEqual([null, last_day]);
  const mark = server.published.length;
  const { id } = ok(await plan({ announced: true })).body.data;
  expect(await seenBy(employee)).toEqual([last_day, undefined]);
  expect((await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.announced).toBe(true);
  expect(world.events(mark).map(({ event }) => event.type)).toContain("user.updated");
  ok(await world.api(hr).delete(`/employment-change/${id}`));
  expect(await seenBy(employee)).toEqual([null, undefined]);
});

test.each(["leave", "finance", "form"] as const)(
  "what somebody hasn't sent (%s) is listed, and goes with them; so does what came back to them",
  async (family) => {
    const world = await server.world();
    const { hr, employee, manager } = world;
    const { drafts, url } = await testsOf(family);
    const draft = await drafts(world);
    const [unsent, returned] = [await draft(), await draft()];
    const requests = async () =>
      (
        await world.tx((tx) =>
          tx.rows<{ id: number; status: string }>(unnamed("SELECT id, status FROM request WHERE requester_id = $1"), [
            employee.id,
          ]),
        )
      ).map(({ id, status }) => [id, status]);
    ok(await world.api(employee).put(`${url}/${returned}/send`));
    ok(await world.api(manager).put(`${url}/${returned}/request-changes`, { note: "Which day?" }));
    const { ending } = ok(await world.api(hr).get(`/user/${employee.id}/leaving`)).body.data;
    expect(ending.map(({ kind }: { kind: string }) => kind)).toContain("requests");
    expect(await requests()).toHaveLength(2);
    ok(await leave(world, hr, employee.id, { last_day: await day(world, 0), successor_id: manager.id }));
    expect(await requests()).toEqual([[returned, "cancelled"]]);
    expect(await requests()).not.toContainEqual([unsent, expect.anything()]);
  },
);

test("gone at once on a day that is today; taken on again with the history kept", async () => {
  const { world, successor } = await busyManager();
  const { manager, hr } = world;
  const today = await day(world, 0);
  const body = { type: "termination", last_day: today, successor_id: successor.id };
  expect(ok(await leave(world, hr, manager.id, body)).body.data.status).toBe("applied");
  expect(await openOf(world, manager.id)).toEqual([]);
  expect((await leave(world, hr, manager.id, body)).body.code).toBe("employment.left");
  expect((await world.api(hr).post(`/user/${successor.id}/rehire`, { date_of_joining: today })).body.code).toBe(
    "employment.works",
  );
  const early = await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: today });
  expect(early.body.errors).toHaveProperty("date_of_joining");
  await server.owner.query("UPDATE app_user SET left_on = left_on - 1 WHERE id = $1", [manager.id]);
  ok(await world.api(hr).post(`/user/${manager.id}/rehire`, { date_of_joining: today }));
  const person = (await world.api(hr).get(`/user/${manager.id}`)).body.data;
  expect(person).toMatchObject({ active: true, last_day: null, date_of_joining: today });
  const types = (await world.api(hr).get(`/user/${manager.id}/history`)).body.data.map(
    (one: { type: string }) => one.type,
  );
  expect(types).toEqual(expect.arrayContaining(["hiring", "termination"]));
});

test("a task that changes while it is handed over is told with the version it has", async () => {
  const { world, successor, whole } = await busyManager();
  const mark = server.published.length;
  const body = { last_day: await day(world, 0), successor_id: successor.id };
  const changed = change("UPDATE task SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", whole);
  ok(await inTheGap(server, world, [changed], () => leave(world, world.hr, world.manager.id, body)));
  const told = world.events(mark).flatMap(({ event }) => (event.type === "task.updated" ? [event.data] : []));
  const [row] = await server.owner.query<{ version: number }[]>("SELECT version FROM task WHERE id = $1", [whole]);
  expect(told).toContainEqual(expect.objectContaining({ id: whole, version: row?.version }));
});
