import { maxEventsPerMail } from "../../../server/communication/notifications/notify.service";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { columnsOf, newProject, newTask, requireOk } from "../../work/projects/projects";
import { consumeEvents, runWorkerAfter } from "./worker";

const server = testServer();

const sendTest = async (world: World) => void requireOk(await world.api(world.employee).post("/notification/test"));
const counts = async ({ tenantId }: World): Promise<number[]> => {
  const rows = await server.owner.query("SELECT count FROM notification WHERE tenant_id = $1 ORDER BY id", [tenantId]);
  return rows.map(({ count }: { count: number }) => count);
};

test("after a notification with the maximum number of events, a new one starts", async () => {
  const world = await server.world();
  await sendTest(world);
  await server.owner.query("UPDATE notification SET count = $2 WHERE tenant_id = $1", [
    world.tenantId,
    maxEventsPerMail - 1,
  ]);
  await sendTest(world);
  expect(await counts(world)).toEqual([maxEventsPerMail]);
  await sendTest(world);
  await sendTest(world);
  expect(await counts(world)).toEqual([maxEventsPerMail, 2]);
});

test.each([
  ["3 hours 50 minutes", [3]],
  ["4 hours 10 minutes", [2, 1]],
])("an event %s after the first is batched only within the time limit", async (since, expected) => {
  const world = await server.world();
  await sendTest(world);
  await sendTest(world);
  const age = "UPDATE notification SET began_at = now() - $2::interval WHERE tenant_id = $1";
  await server.owner.query(age, [world.tenantId, since]);
  await sendTest(world);
  expect(await counts(world)).toEqual(expected);
});

describe("one user's changes to several tasks", () => {
  const inbox = async (world: World) =>
    requireOk(await world.api(world.employee).get("/notification?about=tasks")).body as {
      data: { data: { kind: string; message: string; path: string; task_id: number | null; count: number } }[];
      meta: { unread_count: number; total: number };
    };
  const started = async () => {
    const world = await server.world();
    const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
    const assign = (title: string, by = world.manager) =>
      newTask(world, project.id, { title, users: [world.employee.id] }, by);
    return { world, project, assign };
  };

  test("assignments within ten minutes share one notification and unread count", async () => {
    const { world, project, assign } = await started();
    await runWorkerAfter(server, world, () => assign("One"));
    expect((await inbox(world)).data[0]?.data).toMatchObject({ kind: "task.assigned" });
    for (const title of ["Two", "Three"]) await runWorkerAfter(server, world, () => assign(title));
    const { data, meta } = await inbox(world);
    expect(data.map((one) => one.data)).toMatchObject([
      { kind: "task.assignedMany", message: "Mia Manager assigned you 3 tasks", task_id: null },
    ]);
    expect(data[0]?.data.path).toBe(`/projects/${project.id}/tasks`);
    expect(meta.total).toBe(1);
  });

  test("an event consumed twice counts once", async () => {
    const { world, assign } = await started();
    await runWorkerAfter(server, world, () => assign("One"));
    const events = await runWorkerAfter(server, world, () => assign("Two"));
    await consumeEvents(world, events);
    expect((await inbox(world)).data[0]?.data).toMatchObject({ message: "Mia Manager assigned you 2 tasks", count: 2 });
  });

  test("two concurrent workers add their events to the same notification", async () => {
    const { world, assign } = await started();
    await runWorkerAfter(server, world, () => assign("One"));
    const mark = server.published.length;
    await assign("Two");
    const first = world.events(mark);
    const then = server.published.length;
    await assign("Three");
    await Promise.all([consumeEvents(world, first), consumeEvents(world, world.events(then))]);
    expect((await inbox(world)).data.map((one) => one.data.message)).toEqual(["Mia Manager assigned you 3 tasks"]);
  });

  test("archiving and moving tasks send one notification each, linking the project", async () => {
    const { world, project, assign } = await started();
    const tasks = [await assign("One"), await assign("Two"), await assign("Three")];
    const manager = world.api(world.manager);
    requireOk(await world.api(world.employee).put("/notification/settings", { topics: { moved: { in_app: true } } }));
    const done = (await columnsOf(world, project.id)).at(-1)?.id;
    for (const { id } of tasks)
      await runWorkerAfter(server, world, () => manager.put(`/task/${id}/status-update`, { task_status_id: done }));
    for (const { id } of tasks) await runWorkerAfter(server, world, () => manager.put(`/task/${id}/archive`, {}));
    const { data } = await inbox(world);
    expect(data.map((one) => one.data)).toMatchObject([
      {
        kind: "task.archivedMany",
        message: "Mia Manager archived 3 tasks",
        path: `/projects/${project.id}/archived`,
      },
      { kind: "task.movedMany", message: "Mia Manager moved 3 tasks", path: `/projects/${project.id}/tasks` },
    ]);
  });

  test("assignments in several projects share one notification that opens My work", async () => {
    const { world, assign } = await started();
    const other = await newProject(world, { members: [{ user_id: world.employee.id }] });
    await runWorkerAfter(server, world, () => assign("One"));
    const otherTask = { title: "Two", users: [world.employee.id] };
    await runWorkerAfter(server, world, () => newTask(world, other.id, otherTask, world.manager));
    await runWorkerAfter(server, world, () => assign("Three"));
    const { data } = await inbox(world);
    expect(data.map((one) => one.data)).toMatchObject([
      { kind: "task.assignedMany", message: "Mia Manager assigned you 3 tasks", path: "/my-work", project_id: null },
    ]);
  });

  test("an assignment by another user or after ten minutes starts a new notification", async () => {
    const { world, assign } = await started();
    await runWorkerAfter(server, world, () => assign("One"));
    await runWorkerAfter(server, world, () => assign("Two", world.admin));
    expect((await inbox(world)).meta.total).toBe(2);
    const age = "UPDATE notification SET began_at = now() - interval '11 minutes' WHERE tenant_id = $1";
    await server.owner.query(age, [world.tenantId]);
    await runWorkerAfter(server, world, () => assign("Three"));
    expect((await inbox(world)).meta.total).toBe(3);
  });
});
