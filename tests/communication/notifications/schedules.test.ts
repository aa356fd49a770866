import { createDigests } from "../../../workers/communication/notifications/digests";
import { remindOfTasks } from "../../../workers/communication/notifications/reminders";
import { columnsOf, newGroup, newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { deliveryConfig, deliveryFixture } from "./delivery-fixture";
import { notificationsSince, runWorkerAfter } from "./worker";

const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

const unit = () => server.platform.unitOfWork;
const run = (text: string, values: unknown[]) => server.owner.query(text, values);
const zoned = (person: Person, zone: string) =>
  run("UPDATE app_user SET time_zone = $2 WHERE id = $1", [person.id, zone]);

describe("reminders", () => {
  async function newScene(days: readonly string[]) {
    const world = await server.world();
    const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
    const tasks = [];
    for (const due_date of days) {
      const fields = { title: `Due ${due_date}`, due_date, users: [world.employee.id] };
      tasks.push(await newTask(world, project.id, fields, world.manager));
    }
    return { world, project, tasks };
  }
  const kindsSince = (world: World, mark: number) =>
    notificationsSince(world, mark)
      .map(({ message }) => message.split(": ")[0] as string)
      .sort();

  test("tasks due tomorrow, due today and overdue are reminded once, in the morning", async () => {
    const { world, tasks } = await newScene(["2031-03-04", "2031-03-03", "2031-03-01", "2031-03-05", "2031-02-01"]);
    await zoned(world.employee, "Asia/Seoul"); // nine hours ahead of UTC
    const mark = server.published.length;
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-02T22:59:00Z"))).toBe(0); // 07:59 in Seoul
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-02T23:00:00Z"))).toBe(3);
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-03T09:00:00Z"))).toBe(0);
    const [tomorrow, today, late] = tasks.map(({ key }) => key);
    expect(kindsSince(world, mark)).toEqual(
      [
        `${tomorrow} Due 2031-03-04 is due tomorrow`,
        `${today} Due 2031-03-03 is due today`,
        `${late} Due 2031-03-01 was due on 1 Mar 2031`,
      ].sort(),
    );
    expect(notificationsSince(world, mark)[0]?.because).toBe("Because it’s assigned to you");
  });

  test("several overdue tasks of a project share one notification", async () => {
    const { world } = await newScene(["2031-03-01", "2031-03-02", "2031-02-28", "2031-03-04"]);
    const mark = server.published.length;
    const morning = new Date("2031-03-03T12:00:00Z");
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(4);
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(0);
    const messages = kindsSince(world, mark);
    expect(messages).toHaveLength(2);
    expect(messages).toContain("3 tasks overdue");
  });

  test("overdue tasks and tasks due tomorrow have one notification each", async () => {
    const { world } = await newScene(["2031-03-01", "2031-03-02", "2031-03-04", "2031-03-04"]);
    const mark = server.published.length;
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-03T12:00:00Z"))).toBe(4);
    expect([...new Set(kindsSince(world, mark))].sort()).toEqual(["2 tasks are due tomorrow", "2 tasks overdue"]);
    const { data } = requireOk(await world.api(world.employee).get("/notification?kind=task.dueMany")).body;
    expect(data).toHaveLength(2);
  });

  test("tasks that become due later join the unread reminder of their project", async () => {
    const { world, project } = await newScene(["2031-03-04", "2031-03-04"]);
    const morning = new Date("2031-03-03T12:00:00Z");
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(2);
    for (const title of ["Order", "Paint", "Clean"]) {
      const fields = { title, due_date: "2031-03-04", users: [world.employee.id] };
      await newTask(world, project.id, fields, world.manager);
    }
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(3);
    const { data } = requireOk(await world.api(world.employee).get("/notification?kind=task.dueMany")).body;
    expect(data.map((one: { data: { message: string } }) => one.data.message)).toEqual([
      expect.stringContaining("5 tasks are due tomorrow"),
    ]);
  });

  test("muted tasks don't count among several", async () => {
    const { world, tasks } = await newScene(["2031-03-04", "2031-03-04", "2031-03-04"]);
    const [first, second, third] = tasks as [{ id: number }, { id: number }, { id: number; key: string }];
    for (const { id } of [first, second])
      requireOk(await world.api(world.employee).put("/notification/mute", { task_id: id }));
    const mark = server.published.length;
    const morning = new Date("2031-03-03T12:00:00Z");
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(1);
    expect(kindsSince(world, mark)).toEqual([`${third.key} Due 2031-03-04 is due tomorrow`]);
    await run("DELETE FROM notification_mute WHERE user_id = $1", [world.employee.id]);
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(0);
  });

  test("done and archived tasks send no reminder; a moved due date sends another", async () => {
    const { world, project, tasks } = await newScene(["2031-03-04", "2031-03-04", "2031-03-04", "2031-03-04"]);
    const api = world.api(world.manager);
    type Task = { id: number };
    const [done, archived, open, complete] = tasks as unknown as [Task, Task, Task, Task];
    requireOk(await api.post(`/task/${complete.id}`, { progress: 100 }));
    const last = (await columnsOf(world, project.id)).find(({ kind }) => kind === "done");
    requireOk(await api.put(`/task/${done.id}/status-update`, { task_status_id: last?.id }));
    requireOk(await api.put(`/task/${archived.id}/archive`));
    const morning = new Date("2031-03-03T12:00:00Z");
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(1);
    requireOk(await api.post(`/task/${open.id}`, { due_date: "2031-03-05" }));
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(0);
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-04T12:00:00Z"))).toBe(1);
    requireOk(await api.post(`/task/${open.id}`, { due_date: "2031-03-06" }));
    requireOk(await api.put(`/project/${project.id}/archive`));
    expect(await remindOfTasks(unit(), world.tenantId, new Date("2031-03-05T12:00:00Z"))).toBe(0);
  });

  test("a later assignee is reminded too, and no user is reminded twice", async () => {
    const { world, project, tasks } = await newScene(["2031-03-04"]);
    const other = await world.person("employee");
    const morning = new Date("2031-03-03T12:00:00Z");
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(1);
    const api = world.api(world.manager);
    requireOk(await api.put(`/project/${project.id}/members`, { groups: [await newGroup(world, [other])] }));
    requireOk(await api.patch(`/task/${tasks[0]?.id}`, { users: [world.employee.id, other.id] }));
    const mark = server.published.length;
    expect(await remindOfTasks(unit(), world.tenantId, morning)).toBe(1);
    expect(notificationsSince(world, mark).map(({ user }) => user)).toEqual([other.id]);
  });

  test("direct and group assignment send one reminder, even with concurrent workers", async () => {
    const { world, project, tasks } = await newScene(["2031-03-04"]);
    const other = await world.person("employee");
    const group = await newGroup(world, [world.employee, other]);
    requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { groups: [group] }));
    requireOk(await world.api(world.manager).patch(`/task/${tasks[0]?.id}`, { groups: [group] }));
    const mark = server.published.length;
    const morning = new Date("2031-03-03T12:00:00Z");
    const counts = await Promise.all(Array.from({ length: 4 }, () => remindOfTasks(unit(), world.tenantId, morning)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    const reminded = notificationsSince(world, mark).map(({ user }) => user);
    expect(new Set(reminded)).toEqual(new Set([world.employee.id, other.id]));
  });
});

describe("digests", () => {
  /** A user with comments that wait for the daily digest; `createDigestsAt` creates the digest at the given time. */
  async function newScene() {
    const world = await server.world();
    const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
    const users = [world.employee.id];
    const say = async (comment: string, at: string) => {
      const task = await newTask(world, project.id, { users }, world.manager);
      await runWorkerAfter(server, world, async () =>
        requireOk(await world.api(world.manager).post("/comments", { task_id: task.id, comment })),
      );
      await run(
        "UPDATE notification SET created_at = $2 WHERE tenant_id = $1 AND created_at < now() + interval '1 hour'",
        [world.tenantId, at],
      );
    };
    const createDigestsAt = (at: string) => createDigests(unit(), world.tenantId, new Date(at));
    return { world, say, createDigestsAt, reader: world.employee };
  }

  test("one digest with all events is sent per day at the user's local time", async () => {
    const { world, say, createDigestsAt, reader } = await newScene();
    await zoned(reader, "Asia/Baghdad"); // three hours ahead of UTC: 08:30 is 05:30 UTC
    await say("First", "2031-03-03T01:00:00Z");
    expect(await createDigestsAt("2031-03-03T05:29:00Z")).toBe(0);
    expect(await Promise.all(Array.from({ length: 4 }, () => createDigestsAt("2031-03-03T05:30:00Z")))).toEqual(
      expect.arrayContaining([1, 0, 0, 0]),
    );
    await say("Second", "2031-03-03T06:00:00Z");
    expect(await createDigestsAt("2031-03-03T12:00:00Z")).toBe(0);
    await stand.sendAll(world);
    const [mail, ...otherMails] = stand.mailsTo(reader.email);
    expect(otherMails).toEqual([]);
    expect(mail?.headers.subject).toBe("Your day: 1 notification");
    expect(mail?.text).toContain("First");
    expect(mail?.text.match(/WR-1/g)).toHaveLength(1); // the sentence names the task
    expect(mail?.text).not.toContain("Second");
    expect(mail?.headers["list-unsubscribe"]).toContain("daily");
    expect(await createDigestsAt("2031-03-04T05:30:00Z")).toBe(1);
  });

  test("after days without a worker, one digest with all events is sent", async () => {
    const { world, say, createDigestsAt, reader } = await newScene();
    await say("Old", "2031-03-01T01:00:00Z");
    await say("New", "2031-03-04T01:00:00Z");
    expect(await createDigestsAt("2031-03-05T20:00:00Z")).toBe(1);
    expect(await createDigestsAt("2031-03-05T21:00:00Z")).toBe(0);
    await stand.sendAll(world);
    const [mail] = stand.mailsTo(reader.email);
    expect(mail?.text).toContain("Old");
    expect(mail?.text).toContain("New");
    const periods = await run("SELECT period::text AS period FROM notification_digest WHERE tenant_id = $1", [
      world.tenantId,
    ]);
    expect(periods).toEqual([{ period: "2031-03-05" }]);
  });

  test("a digest has no notifications whose mail was switched off", async () => {
    const { world, say, createDigestsAt, reader } = await newScene();
    const api = world.api(reader);
    const waiting = async () => requireOk(await api.get("/notification/settings")).body.data.digest.waiting;
    await say("Silent", "2031-03-03T01:00:00Z");
    expect(await waiting()).toBe(1);
    requireOk(await api.put("/notification/settings", { topics: { comments: { email: "off" } } }));
    expect(await waiting()).toBe(0);
    await createDigestsAt("2031-03-03T12:00:00Z");
    await stand.sendAll(world);
    expect(stand.mailsTo(reader.email).filter(({ headers }) => headers.subject?.startsWith("Your day"))).toEqual([]);
  });

  test("a digest lists 100 notifications and states how many more there are", async () => {
    const { world, say, createDigestsAt, reader } = await newScene();
    await say("One of many", "2031-03-03T01:00:00Z");
    await run(
      `INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject, project_id, shown, digest, created_at)
       SELECT n.tenant_id, n.user_id, n.event_id, n.kind, n."values", n.path, n.subject, n.project_id, n.shown, n.digest, n.created_at
       FROM notification n, generate_series(1, 120) WHERE n.tenant_id = $1 AND n.digest = 'daily'`,
      [world.tenantId],
    );
    expect(await createDigestsAt("2031-03-03T12:00:00Z")).toBe(1);
    await stand.sendAll(world);
    const mail = stand.mailsTo(reader.email).find(({ headers }) => headers.subject?.startsWith("Your day"));
    expect(mail?.headers.subject).toBe("Your day: 121 notifications");
    expect(mail?.text).toContain("21 more notifications aren’t listed here");
    expect(mail?.text.match(/One of many/g)).toHaveLength(100);
  });

  test("the weekly digest is sent on its weekday, without notifications already read", async () => {
    const { world, say, createDigestsAt, reader } = await newScene();
    const api = world.api(reader);
    requireOk(
      await api.put("/notification/settings", { topics: { comments: { email: "weekly" } }, digest_weekday: 1 }),
    );
    await say("Weekly", "2031-03-01T01:00:00Z"); // a Saturday
    expect(await createDigestsAt("2031-03-02T12:00:00Z")).toBe(0);
    requireOk(await api.patch("/notification/mark-as-read", {}));
    expect(await createDigestsAt("2031-03-03T12:00:00Z")).toBe(1);
    expect(await stand.sendAll(world)).toEqual(["read"]);
    expect(stand.mailsTo(reader.email)).toEqual([]);
  });
});
