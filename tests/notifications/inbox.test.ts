import { mostKept } from "../../server/notifications/notifications.service";
import { housekeeping } from "../../workers/platform/housekeeping";
import { newProject, newTask, ok } from "../projects/projects";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { worked } from "./worker";

const server = testServer();
const header = "x-unread-notifications";

async function cleaned(world: World): Promise<void> {
  await housekeeping(await server.workerDatabase(world), server.platform.log).run();
}

/** Somebody with so many notifications of tasks, and one of the project. */
async function newInbox(world: World, tasks: number) {
  await worked(server, world, async () => {
    const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
    for (let n = 1; n <= tasks; n++) {
      await newTask(world, project.id, { title: `Task ${n}`, users: [world.employee.id] }, world.manager);
    }
  });
  const api = world.api(world.employee);
  const list = ok(await api.get("/notification?per_page=200")).body.data as { id: number; is_read: boolean }[];
  return { api, ids: list.map((each) => each.id) };
}

test("other people's notifications can't be marked, and aren't deleted", async () => {
  const world = await server.world();
  const { ids } = await newInbox(world, 2);
  const manager = world.api(world.manager);
  const mark = server.published.length;
  const answer = ok(await manager.patch("/notification/mark-as-read", { id: ids }));
  expect(answer.body.unread_count).toBe(0);
  ok(await manager.delete("/notification/delete-all"));
  expect(world.events(mark)).toEqual([]);
  expect(ok(await world.api(world.employee).get("/notification")).body.meta.unread_count).toBe(3);
});

test.each([["x"], [-1], [{ a: 1 }], [[1, "x"]]])("%j is no id: 422", async (id) => {
  const world = await server.world();
  const answer = await world.api(world.employee).patch("/notification/mark-as-read", { id });
  expect(answer.status).toBe(422);
});

test("newest first, ten to a page, filtered by read and by kind", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 11);
  const first = ok(await api.get("/notification")).body;
  expect(first.data).toHaveLength(10);
  expect(first.data[0].data.message).toBe("Mia Manager assigned WR-11 to you: Task 11");
  expect(first.meta).toEqual({
    total: 12,
    page: 1,
    per_page: 10,
    last_page: 2,
    unread_count: 12,
    unread_about: { mentions: 0, tasks: 11, comments: 0, projects: 1, requests: 0, news: 0 },
  });
  expect(ok(await api.get("/notification?about=projects")).body.meta.total).toBe(1);
  const { project_id } = first.data[0].data;
  expect(ok(await api.get(`/notification?project_id=${project_id}`)).body.meta.total).toBe(12);
  expect(ok(await api.get(`/notification?project_id=${project_id + 1}`)).body.meta.total).toBe(0);
  expect((await api.get("/notification?about=weather")).status).toBe(422);
  expect(ok(await api.get("/notification?page=2&per_page=10")).body.data).toHaveLength(2);
  ok(await api.patch("/notification/mark-as-read", { id: first.data[0].id }));
  expect(ok(await api.get("/notification?is_read=1")).body.meta).toMatchObject({ total: 1, unread_count: 11 });
  expect(ok(await api.get("/notification?is_read=false&kind=project.added")).body.meta.total).toBe(1);
  expect(ok(await api.get("/notification?kind=&is_read=")).body.meta.total).toBe(12);
  expect((await api.get("/notification?kind=party")).status).toBe(422);
});

test("marked one by one, as a list, as text, all at once; the header and the event tell the count after it", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 4);
  expect(ok(await api.get("/notification/has-unread")).body.has_unread).toBe(true);
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
    const answer = ok(await api.patch(`/notification/${call}`, body));
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

test("ten thousand are shown and marked, a thousand counted as unread, and what is older goes", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 1);
  await server.owner.query(
    `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject, created_at)
     SELECT tenant_id, user_id, kind, "values", path, subject, created_at + make_interval(secs => n)
     FROM notification, generate_series(1, $2::int) n WHERE id = $1`,
    [ids[0], mostKept + 5],
  );
  const listed = async (query: string) => ok(await api.get(`/notification?${query}`)).body;
  const last = await listed("per_page=200&page=50");
  expect([last.data.length, last.meta.total, last.meta.unread_about.projects + last.meta.unread_about.tasks]).toEqual([
    200,
    mostKept,
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
  ok(await api.patch("/notification/mark-as-read", {}));
  expect(await left()).toEqual({ all: mostKept + 7, unread: 7, old: 2 });
  await cleaned(world);
  expect(await left()).toEqual({ all: mostKept, unread: 0, old: 0 });
});

test("deleted all at once", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 2);
  const mark = server.published.length;
  const answer = ok(await api.delete("/notification/delete-all"));
  expect(answer.headers[header]).toBe("0");
  expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual([
    ["notification.cleared", { unread_count: 0 }],
  ]);
  expect(ok(await api.get("/notification")).body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
  expect(ok(await api.get("/notification/has-unread")).body.has_unread).toBe(false);
});

test("open when the plan has expired", async () => {
  const world = await server.world();
  const { api } = await newInbox(world, 1);
  await world.change({ planEndsAt: new Date(Date.now() - 1000) });
  expect((await api.get("/project/list")).status).toBe(402);
  ok(await api.get("/notification"));
  ok(await api.patch("/notification/mark-as-read", {}));
});

test("tabs that mark one after the other at once end on the same count", async () => {
  const world = await server.world();
  const { api, ids } = await newInbox(world, 9);
  const mark = server.published.length;
  await Promise.all(ids.map((id) => api.patch("/notification/mark-as-read", { id })));
  const told = world.events(mark).sort((a, b) => a.event.revision - b.event.revision);
  expect(told.map(({ event }) => (event.data as { unread_count: number }).unread_count)).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ]);
});
