import { maxMutes } from "../../../server/communication/notifications/mutes.service";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { vapidKeys } from "../../../server/communication/notifications/push";
import { newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { notificationsSince, runWorkerAfter } from "./worker";
import { testsPerMinute } from "../../../server/communication/notifications/settings.service";

const server = testServer();
const path = "/notification/settings";

const browser = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
});

const readOf = async (world: World, who = world.employee) => requireOk(await world.api(who).get(path)).body.data;
const rowOf = async (world: World, topic: string) =>
  (await readOf(world)).topics.find((each: { topic: string }) => each.topic === topic);

describe("refused notification settings", () => {
  test.each([
    [{ topics: { comments: { email: "hourly" } } }, "topics.comments.email"],
    [{ topics: { comments: { push: "maybe" } } }, "topics.comments.push"],
    [{ topics: { membership: { in_app: false } } }, "topics.membership.in_app"],
    [{ digest_time: "25:00" }, "digest_time"],
    [{ digest_weekday: 7 }, "digest_weekday"],
    [{ quiet: { from: "noon" } }, "quiet.from"],
    [{ quiet: { days: [0, 9] } }, "quiet.days.1"],
  ])("the setting %j gets 422", async (body, field) => {
    const world = await server.world();
    const answer = await world.api(world.employee).put(path, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test("push endpoints outside of the supported push services get 422", async () => {
    const world = await server.world();
    const api = world.api(world.employee);
    for (const endpoint of [
      "http://127.0.0.1:6379/",
      "https://169.254.169.254/latest",
      "https://fcm.googleapis.com.evil.test/x",
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com:444/x",
      "https://user@fcm.googleapis.com/x",
      "file:///etc/passwd",
    ]) {
      const answer = await api.post("/notification/push-subscription", { ...browser("x"), endpoint });
      expect([endpoint, answer.status, Object.keys(answer.body.errors)]).toEqual([endpoint, 422, ["endpoint"]]);
    }
  });

  test("unusable push encryption keys get 422", async () => {
    const world = await server.world();
    const { endpoint, keys } = browser("x");
    const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
    const half = Buffer.from(keys.p256dh, "base64url").subarray(0, 60).toString("base64url");
    const cases = { "keys.p256dh": [noPoint, half], "keys.auth": ["AAAAAAAAAAAAAAAAAAAA", "A".repeat(28)] };
    for (const [field, values] of Object.entries(cases))
      for (const value of values) {
        const body = { endpoint, keys: { ...keys, [field.slice("keys.".length)]: value } };
        const answer = await world.api(world.employee).post("/notification/push-subscription", body);
        expect([value, answer.status, Object.keys(answer.body.errors)]).toEqual([value, 422, [field]]);
      }
  });

  test("a mute with an inaccessible or ambiguous target or a past end is refused", async () => {
    const world = await server.world();
    const { project, stranger } = await newTeam(world);
    const task = await newTask(world, project.id);
    const api = world.api(stranger);
    expect((await api.put("/notification/mute", { project_id: project.id })).status).toBe(404);
    expect((await api.put("/notification/mute", { task_id: task.id })).status).toBe(404);
    const own = world.api(world.employee);
    expect((await own.put("/notification/mute", {})).status).toBe(422);
    expect((await own.put("/notification/mute", { project_id: project.id, task_id: task.id })).status).toBe(422);
    expect((await own.put("/notification/mute", { task_id: task.id, until: "2020-01-01T00:00:00Z" })).status).toBe(422);
  });
});

test("a settings change keeps omitted values and emits an event to other tabs", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  expect(await rowOf(world, "comments")).toEqual({
    topic: "comments",
    in_app: true,
    email: "daily",
    push: false,
    in_app_locked: false,
  });
  const mark = server.published.length;
  requireOk(await api.put(path, { topics: { comments: { push: true } } }));
  requireOk(await api.put(path, { topics: { comments: { email: "off" } }, quiet: { on: true, days: [6, 5, 5] } }));
  requireOk(await api.put(path, { digest_time: "17:05", quiet: { from: "22:00" } }));
  expect(await rowOf(world, "comments")).toMatchObject({ in_app: true, email: "off", push: true });
  expect(await readOf(world)).toMatchObject({
    digest: { time: "17:05", weekday: 0 },
    quiet: { on: true, from: "22:00", to: "07:00", days: [5, 6], mentions: true },
    time_zone: "UTC",
  });
  expect(world.events(mark).map(({ stream, event }) => `${event.type} ${stream}`)).toEqual(
    Array.from({ length: 3 }, () => `notification.settings user:${world.employee.id}`),
  );
  expect((await readOf(world, world.manager)).quiet.on).toBe(false);
});

test("concurrent changes of different settings are all saved", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const topics = ["mentions", "assigned", "moved", "changed", "comments", "due"];
  const change = (topic: string, channels: object) => api.put(path, { topics: { [topic]: channels } });
  const changes = topics.flatMap((topic) => [change(topic, { push: true }), change(topic, { email: "weekly" })]);
  for (const answer of await Promise.all(changes)) requireOk(answer);
  for (const topic of topics) expect(await rowOf(world, topic)).toMatchObject({ push: true, email: "weekly" });
});

test("the inbox omits topics off in the app; fully disabled topics aren't stored", async () => {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const task = await newTask(world, project.id, { users: [world.employee.id] }, world.manager);
  const api = world.api(world.employee);
  const say = () =>
    runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).post("/comments", { task_id: task.id, comment: "Hm" })),
    );
  requireOk(await api.put(path, { topics: { comments: { in_app: false } } }));
  const mark = server.published.length;
  await say();
  await say();
  expect(notificationsSince(world, mark)).toEqual([]);
  expect(requireOk(await api.get("/notification?about=comments")).body.meta).toMatchObject({
    total: 0,
    unread_count: 0,
  });
  requireOk(await api.patch("/notification/mark-as-unread", {}));
  expect(requireOk(await api.get("/notification")).body.meta.unread_count).toBe(0);
  expect((await readOf(world)).digest.waiting).toBe(1);
  requireOk(await api.put(path, { topics: { comments: { email: "off" } } }));
  await say();
  const [row] = await server.owner.query(
    "SELECT sum(count)::int AS count FROM notification WHERE tenant_id = $1 AND kind = 'comment.created'",
    [world.tenantId],
  );
  expect(row).toEqual({ count: 2 });
});

test("a muted task or project notifies of mentions only, until the mute expires", async () => {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const task = await newTask(world, project.id, { users: [world.employee.id] }, world.manager);
  const api = world.api(world.employee);
  const heard = async (text = "Hm") => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).post("/comments", { task_id: task.id, comment: text })),
    );
    return notificationsSince(world, mark).map(({ kind }) => kind);
  };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const target of [{ task_id: task.id }, { project_id: project.id, until }]) {
    requireOk(await api.put("/notification/mute", target));
    expect(await heard()).toEqual([]);
    expect(await heard(`<p><span data-mention="${world.employee.id}">@E</span></p>`)).toEqual(["comment.mentioned"]);
    const [mute] = (await readOf(world)).mutes;
    expect([mute.task?.id ?? mute.project?.id, mute.until]).toEqual([Object.values(target)[0], target.until ?? null]);
    requireOk(await api.put("/notification/mute", { ...target, muted: false }));
    expect(await heard()).toEqual(["comment.created"]);
  }
  for (const target of [{ task_id: task.id }, { project_id: project.id }]) {
    requireOk(await api.put("/notification/mute", { ...target, until }));
    expect(await heard()).toEqual([]);
    await server.owner.query("UPDATE notification_mute SET until = now() WHERE tenant_id = $1", [world.tenantId]);
    expect(await heard()).toEqual(["comment.created"]);
    expect((await readOf(world)).mutes).toEqual([]);
  }
});

test("muting again replaces the expiry", async () => {
  const world = await server.world();
  const { id } = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const ends = [until(1), until(2)];
  for (const end of ends)
    requireOk(await world.api(world.employee).put("/notification/mute", { project_id: id, until: end }));
  expect((await readOf(world)).mutes.map((mute: { until: string }) => mute.until)).toEqual([ends[1]]);
});

test("a mute applies to its own project when an event concerns several projects", async () => {
  const world = await server.world();
  const { employee } = world;
  const projects = [await newProject(world), await newProject(world)];
  requireOk(
    await world.api(world.manager).put(`/project/${projects[1]?.id}/members`, {
      members: [
        { user_id: world.manager.id, role: "owner" },
        { user_id: employee.id, role: "member" },
      ],
    }),
  );
  requireOk(await world.api(employee).put("/notification/mute", { project_id: projects[1]?.id }));
  const mark = server.published.length;
  const messages = projects.map(({ id, title }) => ({
    kind: "project.archived" as const,
    people: [{ id: employee.id, reason: null }],
    values: { sender: "", title },
    path: `/projects/${id}`,
    subject: title,
    taskId: null,
    projectId: id,
  }));
  await world.tx((tx) => notifyUsers(tx, { eventId: null, sender: null }, messages));
  expect(notificationsSince(world, mark).map((one) => one.path)).toEqual([`/projects/${projects[0]?.id}`]);
});

const muted = (world: World, project: number, count: number) =>
  server.owner.query(
    `WITH t AS (INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
       SELECT tenant_id, project_id, task_status_id, number + 1000 + n + $3, title, 'b' || lpad((n + $3)::text, 5, '0') || 'b'
       FROM (SELECT * FROM task WHERE project_id = $2 ORDER BY id LIMIT 1) one, generate_series(1, $3::int) n RETURNING tenant_id, id)
     INSERT INTO notification_mute (tenant_id, user_id, task_id) SELECT tenant_id, $1, id FROM t`,
    [world.employee.id, project, count],
  );

test("a user has at most 500 mutes; expired and inaccessible ones don't count", async () => {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const leftProject = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const task = await newTask(world, project.id);
  const api = world.api(world.employee);
  const mute = async (target: object) => (await api.put("/notification/mute", target)).status;
  expect(await mute({ project_id: leftProject.id })).toBe(200);
  await muted(world, project.id, maxMutes - 1);
  expect(await mute({ project_id: leftProject.id, until: "2100-01-01" })).toBe(200);
  const refused = await api.put("/notification/mute", { task_id: task.id });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["task_id"]]);
  await world
    .api(world.manager)
    .put(`/project/${leftProject.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }] });
  expect(await mute({ task_id: task.id })).toBe(200);
  expect((await readOf(world)).mutes).toHaveLength(maxMutes);
  expect(await mute({ project_id: project.id })).toBe(422);
  await server.owner.query("UPDATE notification_mute SET until = now() WHERE tenant_id = $1 AND task_id = $2", [
    world.tenantId,
    task.id,
  ]);
  expect(await mute({ project_id: project.id })).toBe(200);
  await muted(world, project.id, 1);
  expect((await readOf(world)).mutes).toHaveLength(maxMutes);
});

test("a browser's push subscription moves to the next user who signs in there", async () => {
  const world = await server.world();
  const [ann, bob] = [world.api(world.employee), world.api(world.manager)];
  const body = browser(world.host);
  requireOk(await ann.post("/notification/push-subscription", body));
  requireOk(await ann.post("/notification/push-subscription", body));
  expect((await readOf(world)).push.endpoints).toEqual([body.endpoint]);
  requireOk(await bob.delete("/notification/push-subscription", { endpoint: body.endpoint }));
  expect((await readOf(world)).push.endpoints).toEqual([body.endpoint]);
  requireOk(await bob.post("/notification/push-subscription", body));
  expect((await readOf(world)).push.endpoints).toEqual([]);
  requireOk(await bob.delete("/notification/push-subscription", { endpoint: body.endpoint }));
  expect((await readOf(world, world.manager)).push.endpoints).toEqual([]);
});

test("concurrent first reads of the VAPID key create one key", async () => {
  await server.owner.query("DELETE FROM installation_secret WHERE name = 'vapid'");
  const { database } = server.platform;
  let first = "";
  // Neither call finds a key. The first call finishes before the second one inserts.
  const query = async (text: string, values: unknown[]) => {
    if (text.startsWith("INSERT")) first = (await vapidKeys(database)).publicKey;
    return database.query(text, values);
  };
  const second = await vapidKeys({ query } as typeof database);
  expect(first).not.toBe("");
  expect([second.publicKey, (await readOf(await server.world())).push.public_key]).toEqual([first, first]);
});

test("a test notification is added to the inbox and due immediately", async () => {
  const world = await server.world();
  const mark = server.published.length;
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO push_subscription (tenant_id, user_id, session_id, endpoint, p256dh, auth)
       VALUES (current_tenant(), $1, $2, 'https://push.test/1', 'x', 'x')`,
      [world.employee.id, world.employee.sessionId],
    ),
  );
  requireOk(await world.api(world.employee).post("/notification/test"));
  expect(notificationsSince(world, mark).map(({ message }) => message)).toEqual(["This is a test notification"]);
  const [due] = await server.owner.query(
    "SELECT count(*)::int AS due FROM notification_delivery WHERE tenant_id = $1 AND due_at <= now()",
    [world.tenantId],
  );
  expect(due).toEqual({ due: 2 });
});

test("trial notifications are limited per user and minute", async () => {
  const world = await server.world();
  const test = async (who: Person) => (await world.api(who).post("/notification/test")).status;
  for (let n = 0; n < testsPerMinute; n++) expect(await test(world.employee)).toBe(200);
  const answer = await world.api(world.employee).post("/notification/test");
  expect([answer.status, answer.body.code]).toEqual([429, "rate.limited"]);
  expect(await test(world.manager)).toBe(200);
});
