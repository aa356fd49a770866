import { newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { publishAndNotify } from "../news/fixtures";
import { runWorkerAfter } from "./worker";

const server = testServer();
const unreadHeader = "x-unread-notifications";

interface Entry {
  data: { kind: string; path: string };
}
const inboxOf = async (world: World) => {
  const answer = requireOk(await world.api(world.employee).get("/notification?per_page=200"));
  return {
    kinds: (answer.body.data as Entry[]).map(({ data }) => data.kind),
    paths: (answer.body.data as Entry[]).map(({ data }) => data.path),
    unread: Number(answer.headers[unreadHeader]),
  };
};
const countsSince = (world: World, mark: number) =>
  world
    .events(mark)
    .filter(({ stream }) => stream === `user:${world.employee.id}`)
    .flatMap(({ event }) => ((event.data as { unread_count?: number }).unread_count ?? []) as number[]);

async function withTask() {
  const world = await server.world();
  const project = { id: 0 };
  const task = { id: 0 };
  await runWorkerAfter(server, world, async () => {
    Object.assign(project, await newProject(world, { members: [{ user_id: world.employee.id }] }));
  });
  await runWorkerAfter(server, world, async () => {
    Object.assign(
      task,
      await newTask(world, project.id, { title: "Quote", users: [world.employee.id] }, world.manager),
    );
  });
  await runWorkerAfter(server, world, () =>
    world.api(world.manager).post("/comments", { task_id: task.id, comment: "Please have a look" }),
  );
  expect((await inboxOf(world)).kinds).toEqual(["comment.created", "task.assigned", "project.added"]);
  return { world, project, task };
}

test("notifications of a deleted task disappear, and a new one links to the board", async () => {
  const { world, project, task } = await withTask();
  const mark = server.published.length;
  await runWorkerAfter(server, world, () => world.api(world.manager).delete(`/task/${task.id}`));
  const { kinds, paths, unread } = await inboxOf(world);
  expect(kinds).toEqual(["task.deleted", "project.added"]);
  expect(paths[0]).toBe(`/projects/${project.id}/tasks`);
  expect([unread, countsSince(world, mark)]).toEqual([2, [1, 2]]);
});

test("notifications of another task remain", async () => {
  const { world, project, task } = await withTask();
  await runWorkerAfter(server, world, async () => {
    const other = await newTask(world, project.id, { title: "Other" }, world.manager);
    await world.api(world.manager).delete(`/task/${other.id}`);
  });
  expect((await inboxOf(world)).paths.filter((path) => path.includes(`tasks-details/${task.id}`))).toHaveLength(2);
});

test("a deleted project takes the notifications about it and its tasks along", async () => {
  const { world, project } = await withTask();
  const mark = server.published.length;
  await runWorkerAfter(server, world, () => world.api(world.manager).delete(`/project/${project.id}`));
  expect(await inboxOf(world)).toEqual({ kinds: [], paths: [], unread: 0 });
  expect(countsSince(world, mark)).toEqual([0]);
});

test("an article that is withdrawn takes its notifications along", async () => {
  const world = await server.world();
  const id = await publishAndNotify(server, world);
  expect((await inboxOf(world)).kinds).toContain("news.published");
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () =>
    requireOk(await world.api(world.manager).post(`/news/${id}/withdraw`)),
  );
  expect(await inboxOf(world)).toEqual({ kinds: [], paths: [], unread: 0 });
  expect(countsSince(world, mark)).toEqual([0]);
});
