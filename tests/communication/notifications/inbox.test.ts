import { maxStoredNotifications } from "../../../server/communication/notifications/notifications.service";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { runWorkerAfter } from "./worker";

const server = testServer();
const header = "x-unread-notifications";

async function cleaned(world: World): Promise<void> {
  await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
}

async function newInbox(world: World, tasks: number) {
  const project = { id: 0 };
  await runWorkerAfter(server, world, async () => {
    Object.assign(project, await newProject(world, { members: [{ user_id: world.employee.id }] }));
  });
  for (let n = 1; n <= tasks; n++) {
    await runWorkerAfter(server, world, () =>
      newTask(world, project.id, { title: `Task ${n}`, users: [world.employee.id] }, world.manager),
    );
    // Dates the notifications more than ten minutes apart, so that they aren't batched.
    const age = "UPDATE notification SET began_at = began_at - interval '11 minutes' WHERE tenant_id = $1";
    await server.owner.query(age, [world.tenantId]);
  }
  const api = world.api(world.employee);
  const list = requireOk(await api.get("/notification?per_page=200")).body.data as { id: number; is_read: boolean }[];
  return { api, ids: list.map((each) => each.id) };
}

test("notifications of other users can't be marked or deleted", async () => {
  const world = await server.world();
  const { ids } = await newInbox(world, 2);
  const manager = world.api(world.manager);
  const mark = server.published.length;
  const answer = requireOk(await manager.patch("/notification/mark-as-read", { id: ids }));
  expect(answer.body.unread_count).toBe(0);
  requireOk(await manager.delete("/notification/delete-all"));
  expect(world.events(mark)).toEqual([]);
  expect(requireOk(await world.api(world.employee).get("/notification")).body.meta.unread_count).toBe(3);
});

test.each([["x"], [-1], [{ a: 1 }], [[1, "x"]]])("%j as an id gets 422", async (id) => {
  const world = await server.world();
  const answer = await world.api(world.employee).patch("/notification/mark-as-read", { id });
  expect(answer.status).toBe(422);
});

test("the inbox lists ten per page, newest first, and filters by read state and kind", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 11);
  const first = requireOk(await api.get("/notification")).body;
  expect(first.data).toHaveLength(10);
  expect(first.data[0].data.message).toBe("Mia Manager assigned WR-11 Task 11 to you");
  expect(first.meta).toEqual({
    total: 12,
    page: 1,
    per_page: 10,
    last_page: 2,
    unread_count: 12,
    unread_about: { mentions: 0, tasks: 11, comments: 0, projects: 1, requests: 0, news: 0 },
  });
  expect(requireOk(await api.get("/notification?about=projects")).body.meta.total).toBe(1);
  const { project_id } = first.data[0].data;
  expect(requireOk(await api.get(`/notification?project_id=${project_id}`)).body.meta.total).toBe(12);
  expect(requireOk(await api.get(`/notification?project_id=${project_id + 1}`)).body.meta.total).toBe(0);
  expect((await api.get("/notification?about=weather")).status).toBe(422);
  expect(requireOk(await api.get("/notification?page=2&per_page=10")).body.data).toHaveLength(2);
  requireOk(await api.patch("/notification/mark-as-read", { id: first.data[0].id }));
  expect(requireOk(await api.get("/notification?is_read=1")).body.meta).toMatchObject({ total: 1, unread_count: 11 });
  expect(requireOk(await api.get("/notification?is_read=false&kind=project.added")).body.meta.total).toBe(1);
  expect(requireOk(await api.get("/notification?kind=&is_read=")).body.meta.total).toBe(12);
  expect((await api.get("/notification?kind=party")).status).toBe(422);
});

test("marking notifications as read returns and emits the unread count", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 4);
  expect(requireOk(await api.get("/notification/has-unread")).body.has_unread).toBe(true);
  const mark = server.published.length;
  const steps: [string, unknown, number][] = [
    ["mark-as-read", { id: ids[0] }, 4],
    ["mark-as-read", { id: [ids[0], ids[1]] }, 3],
    ["mark-as-read", { id: `${ids[2]},${ids[3]}` }, 1],
    ["mark-as-unread", { id: [ids[3]] }, 2],
    ["mark-as-read", {}, 0],
    ["mark-as-read", {}, 0],
    ["mark-as-unread", {}, 5],
  ];
  for (const [call, body, left] of steps) {
    const answer = requireOk(await api.patch(`/notification/${call}`, body));
    expect([answer.body.unread_count, answer.headers[header]]).toEqual([left, String(left)]);
  }
  expect(world.events(mark).map(({ stream, event }) => [stream, event.data])).toEqual(
    [
      { ids: [ids[0]], is_read: true, unread_count: 4 },
      { ids: [ids[1]], is_read: true, unread_count: 3 },
      { ids: [ids[3], ids[2]], is_read: true, unread_count: 1 },
      { ids: [ids[3]], is_read: false, unread_count: 2 },
      { ids: null, is_read: true, unread_count: 0 },
      { ids: null, is_read: false, unread_count: 5 },
    ].map((data) => [`user:${world.employee.id}`, data]),
  );
  expect((await api.get("/auth/user")).headers[header]).toBe("5");
});

test("the inbox keeps 10,000 notifications and counts unread ones up to 1,000", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 1);
  await server.owner.query(
    `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject, created_at)
     SELECT tenant_id, user_id, kind, "values", path, subject, created_at + make_interval(secs => n)
     FROM notification, generate_series(1, $2::int) n WHERE id = $1`,
    [ids[0], maxStoredNotifications + 5],
  );
  const listed = async (query: string) => requireOk(await api.get(`/notification?${query}`)).body;
  const last = await listed("per_page=200&page=50");
  expect([last.data.length, last.meta.total, last.meta.unread_about.projects + last.meta.unread_about.tasks]).toEqual([
    200,
    maxStoredNotifications,
    1_000,
  ]);
  expect((await listed("per_page=200&page=51")).data).toEqual([]);
  const left = async () => {
    const [row] = await server.owner.query<{ all: number; unread: number; old: number }[]>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE read_at IS NULL)::int AS unread,
         count(*) FILTER (WHERE id = ANY($2))::int AS old FROM notification WHERE user_id = $1`,
      [world.employee.id, ids],
    );
    return row;
  };
  requireOk(await api.patch("/notification/mark-as-read", {}));
  expect(await left()).toEqual({ all: maxStoredNotifications + 7, unread: 7, old: 2 });
  await cleaned(world);
  expect(await left()).toEqual({ all: maxStoredNotifications, unread: 0, old: 0 });
});

test("deleting all notifications emits one event", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 2);
  const mark = server.published.length;
  const answer = requireOk(await api.delete("/notification/delete-all"));
  expect(answer.headers[header]).toBe("0");
  expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual([
    ["notification.cleared", { unread_count: 0 }],
  ]);
  expect(requireOk(await api.get("/notification")).body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
  expect(requireOk(await api.get("/notification/has-unread")).body.has_unread).toBe(false);
});

test("the inbox works after the plan has expired", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 1);
  await world.change({ planEndsAt: new Date(Date.now() - 1000) });
  expect((await api.get("/project/list")).status).toBe(402);
  requireOk(await api.get("/notification"));
  requireOk(await api.patch("/notification/mark-as-read", {}));
});

test("concurrent marking as read emits each unread count in order", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 9);
  const mark = server.published.length;
  await Promise.all(ids.map((id) => api.patch("/notification/mark-as-read", { id })));
  const emitted = world.events(mark).sort((a, b) => a.event.revision - b.event.revision);
  expect(emitted.map(({ event }) => (event.data as { unread_count: number }).unread_count)).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ]);
});
