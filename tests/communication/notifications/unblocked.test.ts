import { columnsOf, newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { Subtask } from "../../../shared/work/tasks/subtasks.contract";
import { consumeEvents, notificationsSince, runWorkerAfter } from "./worker";

const server = testServer();

/** A task of Ann that waits for a task of Dan. */
async function newScene() {
  const world = await server.world();
  const [ann, dan, guest] = [
    await world.person("employee"),
    await world.person("employee"),
    await world.person("employee"),
  ];
  const members = [{ user_id: ann.id }, { user_id: dan.id }, { user_id: guest.id, role: "viewer" }];
  const project = await newProject(world, { members });
  const columns = await columnsOf(world, project.id);
  const columnOf = (kind: string) => columns.find((column) => column.kind === kind)?.id as number;
  const blocker = await newTask(world, project.id, { task_status_id: columnOf("doing") }, dan);
  const waiting = await newTask(world, project.id, { users: [ann.id], blockers: [blocker.id] }, world.manager);
  const api = world.api(dan);
  const reopen = () =>
    runWorkerAfter(server, world, async () => requireOk(await api.post(`/task/${blocker.id}`, { progress: 50 })));
  /** Users notified by the worker about the unblocked task after a change. */
  const toldAfter = async (act: () => Promise<unknown>) => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, act);
    const notified = notificationsSince(world, mark).filter(({ kind }) => kind === "task.unblocked");
    return [...new Set(notified.map(({ user }) => user))].sort((a, b) => a - b);
  };
  const expected = [ann.id, world.manager.id].sort((a, b) => a - b);
  return {
    world,
    project,
    columnOf,
    blocker,
    waiting,
    api,
    guest: world.api(guest),
    ann,
    dan,
    reopen,
    toldAfter,
    expected,
  };
}
type Scene = Awaited<ReturnType<typeof newScene>>;

const addSubtasks = async ({ api, blocker }: Scene, ...names: string[]) =>
  requireOk(await api.post("/sub_task/many", { task_id: blocker.id, names })).body.data as Subtask[];
const finish = async ({ api, blocker }: Scene, fields: object = {}) =>
  requireOk(await api.post(`/task/${blocker.id}`, { progress: 100, ...fields }));

test("refused or reverted completions of a blocker notify no user", async () => {
  const scene = await newScene();
  const { world, api, guest, blocker, project, toldAfter } = scene;
  const elsewhere = await server.world();
  const refused = async () => {
    const path = `/task/${blocker.id}`;
    expect((await world.api().post(path, { progress: 100 })).status).toBe(401);
    expect((await guest.post(path, { progress: 100 })).status).toBe(403);
    expect((await elsewhere.api(elsewhere.admin).post(path, { progress: 100 })).status).toBe(404);
    const changes = [
      { id: blocker.id, progress: 100 },
      { id: 999_999_999, progress: 100 },
    ];
    expect((await api.post("/task/bulk", { changes })).status).toBe(404);
  };
  expect(await toldAfter(refused)).toEqual([]);
  const reopened = async () => {
    await finish(scene);
    await finish(scene, { progress: 40 });
  };
  expect(await toldAfter(reopened)).toEqual([]);
  // Another open blocker remains.
  const other = await newTask(world, project.id, {}, world.manager);
  requireOk(await world.api(world.manager).post(`/task/${scene.waiting.id}`, { blockers: [blocker.id, other.id] }));
  expect(await toldAfter(() => finish(scene))).toEqual([]);
});

test("users who lost access to the project aren't notified of an unblocked task", async () => {
  const scene = await newScene();
  const { world, project, ann, dan, expected, toldAfter } = scene;
  const removed = async () => {
    await finish(scene);
    requireOk(
      await world.api(world.manager).put(`/project/${project.id}/members`, {
        members: [{ user_id: dan.id }, { user_id: world.manager.id, role: "owner" }],
      }),
    );
  };
  expect(await toldAfter(removed)).toEqual(expected.filter((id) => id !== ann.id));
});

test("an archived blocker notifies no user", async () => {
  const scene = await newScene();
  const { api, blocker, toldAfter } = scene;
  const archive = async () =>
    requireOk(await api.post("/task/bulk", { changes: [{ id: blocker.id, archived: true }] }));
  expect(await toldAfter(archive)).toEqual([]);
});

const finishingActions: [string, (scene: Scene) => Promise<unknown>][] = [
  ["its progress", (scene) => finish(scene)],
  ["a bulk change", ({ api, blocker }) => api.post("/task/bulk", { changes: [{ id: blocker.id, progress: 100 }] })],
  [
    "a move",
    ({ api, blocker, columnOf }) => api.put(`/task/${blocker.id}/status-update`, { task_status_id: columnOf("done") }),
  ],
  [
    "progress with a move",
    ({ api, blocker, columnOf }) =>
      api.post("/task/bulk", { changes: [{ id: blocker.id, progress: 100, task_status_id: columnOf("todo") }] }),
  ],
  [
    "progress with a move to a done column",
    ({ api, blocker, columnOf }) =>
      api.post("/task/bulk", { changes: [{ id: blocker.id, progress: 100, task_status_id: columnOf("done") }] }),
  ],
  [
    "the kind of its column",
    ({ world, columnOf }) => world.api(world.admin).put(`/task_status/${columnOf("doing")}`, { kind: "done" }),
  ],
  [
    "the deletion of its column",
    ({ world, columnOf }) =>
      world.api(world.admin).delete(`/task_status/${columnOf("doing")}`, { target_id: columnOf("done") }),
  ],
];

test.each(finishingActions)("assignees are notified once when a blocker is finished by %s", async (_, act) => {
  const scene = await newScene();
  const { world, toldAfter, expected, columnOf, api, blocker } = scene;
  const mark = server.published.length;
  const events = await runWorkerAfter(server, world, async () => requireOk((await act(scene)) as never));
  const count = () => notificationsSince(world, mark).filter(({ kind }) => kind === "task.unblocked").length;
  expect([...new Set(notificationsSince(world, mark).map(({ user }) => user))].sort((a, b) => a - b)).toEqual(expected);
  expect(count()).toBe(2);
  await consumeEvents(world, events);
  expect(count()).toBe(2);
  // The finished task stays finished.
  const done = async () => api.put(`/task/${blocker.id}/status-update`, { task_status_id: columnOf("done") });
  expect(await toldAfter(done)).toEqual([]);
});

test("assignees are notified when subtasks finish a blocker", async () => {
  const scene = await newScene();
  const { api, toldAfter, expected, blocker } = scene;
  const [one, two] = (await addSubtasks(scene, "One", "Two")) as [Subtask, Subtask];
  const toggle = async ({ id }: Subtask) => requireOk(await api.patch(`/sub_task/${id}`));
  expect(await toldAfter(() => toggle(one))).toEqual([]);
  expect(await toldAfter(() => toggle(two))).toEqual(expected);
  // The task blocks again until the deletion of its open subtask finishes it.
  expect(await toldAfter(() => toggle(two))).toEqual([]);
  expect(await toldAfter(async () => requireOk(await api.delete(`/sub_task/${two.id}`)))).toEqual(expected);
  const added = async () =>
    requireOk(await api.post("/sub_task", { task_id: blocker.id, name: "Three", completed: true }));
  expect(await toldAfter(added)).toEqual([]);
});

test("a blocker that is reopened and finished again notifies again", async () => {
  const scene = await newScene();
  const { toldAfter, reopen, expected } = scene;
  expect(await toldAfter(() => finish(scene))).toEqual(expected);
  expect(await toldAfter(reopen)).toEqual([]);
  expect(await toldAfter(() => finish(scene))).toEqual(expected);
});

test("two blockers finished at once notify each user once", async () => {
  const scene = await newScene();
  const { world, api, project, blocker, waiting, expected } = scene;
  const other = await newTask(world, project.id, {}, world.manager);
  requireOk(await world.api(world.manager).post(`/task/${waiting.id}`, { blockers: [blocker.id, other.id] }));
  const mark = server.published.length;
  await runWorkerAfter(server, world, () =>
    Promise.all([finish(scene), api.post(`/task/${other.id}`, { progress: 100 }).then(requireOk)]),
  );
  const created = world.events(mark).filter(({ event }) => event.type === "notification.created");
  expect(created.map(({ stream }) => Number(stream.slice("user:".length))).sort((a, b) => a - b)).toEqual(expected);
});
