import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { newTask, newTeam, requireOk, sortedStatuses } from "../projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();

async function newThread(world: World) {
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const comment = requireOk(await world.api(team.member).post("/comments", { task_id: task.id, comment: "First" })).body
    .data;
  return { ...team, task, comment, path: `/comments/${comment.id}` };
}

const detailOf = async (world: World, taskId: number) =>
  requireOk(await world.api(world.admin).get(`/task/${taskId}`)).body.data;

describe("refused comment restore", () => {
  test("restoring a comment returns 404 unless the same user deleted it", async () => {
    const world = await server.world();
    const other = await server.world();
    const { path, member, owner, viewer, stranger } = await newThread(world);
    requireOk(await world.api(member).delete(path));
    for (const person of [owner, viewer, stranger, world.admin, world.external]) {
      expect((await world.api(person).put(`${path}/restore`)).status).toBe(404);
    }
    expect((await other.api(other.admin).put(`${path}/restore`)).status).toBe(404);
    expect((await world.api().put(`${path}/restore`)).status).toBe(401);
  });

  test("the author can't restore a comment that another user deleted", async () => {
    const world = await server.world();
    const { path, member, owner } = await newThread(world);
    requireOk(await world.api(owner).delete(path));
    expect((await world.api(member).put(`${path}/restore`)).status).toBe(404);
    requireOk(await world.api(owner).put(`${path}/restore`));
  });

  test("restoring a comment is refused in an archived project and after a day", async () => {
    const world = await server.world();
    const { path, comment, project, member } = await newThread(world);
    requireOk(await world.api(member).delete(path));
    const manager = world.api(world.manager);
    requireOk(await manager.put(`/project/${project.id}/archive`));
    expect((await world.api(member).put(`${path}/restore`)).body.code).toBe("project.archived");
    requireOk(await manager.put(`/project/${project.id}/restore`));
    await server.owner.query("UPDATE comment SET deleted_at = now() - interval '25 hours' WHERE id = $1", [comment.id]);
    expect((await world.api(member).put(`${path}/restore`)).status).toBe(404);
  });
});

test("a deleted comment can't be read, counted, changed or deleted again", async () => {
  const world = await server.world();
  const { path, task, member } = await newThread(world);
  const api = world.api(member);
  requireOk(await api.delete(path));
  expect(await detailOf(world, task.id)).toMatchObject({ comments: [], comment_count: 0 });
  expect((await api.put(path, { comment: "Again" })).status).toBe(404);
  expect((await api.delete(path)).status).toBe(404);
});

test("restoring a comment keeps its reactions and position and emits events", async () => {
  const world = await server.world();
  const { path, comment, task, member, owner } = await newThread(world);
  requireOk(await world.api(owner).post("/comments", { task_id: task.id, comment: "Second" }));
  requireOk(await world.api(owner).put(`${path}/reactions`, { emoji: "done" }));
  const before = await detailOf(world, task.id);
  requireOk(await world.api(member).delete(path));
  const mark = server.published.length;
  const answer = requireOk(await world.api(member).put(`${path}/restore`)).body;
  expect(answer).toMatchObject({
    message: "The comment was restored.",
    data: { id: comment.id, comment: "<p>First</p>", version: 1, can: { edit: true } },
  });
  const after = await detailOf(world, task.id);
  expect([after.comments, after.comment_count]).toEqual([before.comments, 2]);
  const [restoredEvent, ...otherEvents] = world.events(mark);
  expect([restoredEvent?.event.type, otherEvents]).toEqual(["comment.restored", []]);
  expect(restoredEvent?.event.data).toMatchObject({ id: comment.id, task_id: task.id, reactions: [{ emoji: "done" }] });
});

test("restoring a comment that isn't deleted changes and emits nothing", async () => {
  const world = await server.world();
  const { path, member } = await newThread(world);
  const mark = server.published.length;
  requireOk(await world.api(member).put(`${path}/restore`));
  expect(world.events(mark)).toEqual([]);
});

test("housekeeping removes only comments that can no longer be restored", async () => {
  const world = await server.world();
  const { path, comment, task, member } = await newThread(world);
  const api = world.api(member);
  const fresh = requireOk(await api.post("/comments", { task_id: task.id, comment: "Just now" })).body.data;
  for (const id of [comment.id, fresh.id]) requireOk(await api.delete(`/comments/${id}`));
  await server.owner.query("UPDATE comment SET deleted_at = now() - interval '25 hours' WHERE id = $1", [comment.id]);
  await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
  const left = await server.owner.query<{ id: number }[]>("SELECT id FROM comment WHERE task_id = $1", [task.id]);
  expect(left.map(({ id }) => Number(id))).toEqual([fresh.id]);
  expect((await api.put(`${path}/restore`)).status).toBe(404);
  requireOk(await api.put(`/comments/${fresh.id}/restore`));
  expect((await detailOf(world, task.id)).comment_count).toBe(1);
});

test("concurrently changing and deleting a comment leaves it deleted", async () => {
  const world = await server.world();
  const { path, task, member, owner } = await newThread(world);
  const answers = await Promise.all([
    world.api(member).put(path, { comment: "Other words" }),
    world.api(owner).delete(path),
  ]);
  expect([200, 404]).toContain(answers[0]?.status);
  expect(answers[1]?.status).toBe(200);
  expect(await detailOf(world, task.id)).toMatchObject({ comments: [], comment_count: 0 });
});

test("five concurrent deletes or restores of a comment take effect and emit once", async () => {
  const world = await server.world();
  const { path, task, member } = await newThread(world);
  const api = world.api(member);
  const mark = server.published.length;
  const deleted = await Promise.all(Array.from({ length: 5 }, () => api.delete(path)));
  expect(sortedStatuses(deleted)).toEqual([200, 404, 404, 404, 404]);
  const restored = await Promise.all(Array.from({ length: 5 }, () => api.put(`${path}/restore`)));
  expect(new Set(sortedStatuses(restored))).toEqual(new Set([200]));
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["comment.deleted", "comment.restored"]);
  expect((await detailOf(world, task.id)).comment_count).toBe(1);
});
