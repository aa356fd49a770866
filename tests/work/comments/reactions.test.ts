import { newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();

async function newThread(world: World) {
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const comment = requireOk(await world.api(team.member).post("/comments", { task_id: task.id, comment: "First" })).body
    .data;
  const path = `/comments/${comment.id}/reactions`;
  return { ...team, task, comment, path };
}

type Reaction = { emoji: string; users: { id: number }[] };
const summary = (reactions: Reaction[]) => reactions.map(({ emoji, users }) => [emoji, users.map(({ id }) => id)]);

describe("refused reactions", () => {
  test("reacting returns 404 without access to the task and 401 without sign-in", async () => {
    const world = await server.world();
    const other = await server.world();
    const { path, stranger } = await newThread(world);
    for (const api of [world.api(stranger), world.api(world.external), other.api(other.admin)]) {
      expect((await api.put(path, { emoji: "like" })).status).toBe(404);
    }
    expect((await world.api().put(path, { emoji: "like" })).status).toBe(401);
  });

  test("reacting returns 403 for viewers and in archived projects", async () => {
    const world = await server.world();
    const { path, viewer, member, project } = await newThread(world);
    expect((await world.api(viewer).put(path, { emoji: "like" })).status).toBe(403);
    requireOk(await world.api(world.manager).put(`/project/${project.id}/archive`));
    expect((await world.api(member).put(path, { emoji: "like" })).body.code).toBe("project.archived");
  });

  test.each([{}, { emoji: "rocket" }, { emoji: "👍" }, { emoji: "like", on: "perhaps" }])(
    "an invalid reaction gets 422: %j",
    async (body) => {
      const world = await server.world();
      const { path, member } = await newThread(world);
      expect((await world.api(member).put(path, body)).status).toBe(422);
    },
  );

  test("reacting to a deleted comment returns 404", async () => {
    const world = await server.world();
    const { path, comment, member } = await newThread(world);
    requireOk(await world.api(member).delete(`/comments/${comment.id}`));
    expect((await world.api(member).put(path, { emoji: "like" })).status).toBe(404);
  });
});

test("adding and removing reactions emits events with the users", async () => {
  const world = await server.world();
  const { path, task, comment, member, owner } = await newThread(world);
  const mark = server.published.length;
  requireOk(await world.api(member).put(path, { emoji: "eyes" }));
  requireOk(await world.api(owner).put(path, { emoji: "like" }));
  const answer = requireOk(await world.api(member).put(path, { emoji: "like", on: true })).body.data;
  expect(summary(answer.reactions)).toEqual([
    ["like", [owner.id, member.id]],
    ["eyes", [member.id]],
  ]);
  const detail = requireOk(await world.api(owner).get(`/task/${task.id}`)).body.data;
  expect(detail.comments[0].reactions).toEqual(answer.reactions);
  requireOk(await world.api(member).put(path, { emoji: "eyes", on: false }));
  const events = world.events(mark).map(({ event }) => event);
  expect(events.map(({ type }) => type)).toEqual([
    "reaction.added",
    "reaction.added",
    "reaction.added",
    "reaction.removed",
  ]);
  expect(events.at(-1)?.data).toMatchObject({
    comment_id: comment.id,
    task_id: task.id,
    emoji: "eyes",
    user: { id: member.id },
  });
});

test("repeating a reaction or removing a missing one emits nothing", async () => {
  const world = await server.world();
  const { path, member } = await newThread(world);
  const api = world.api(member);
  requireOk(await api.put(path, { emoji: "heart" }));
  const mark = server.published.length;
  requireOk(await api.put(path, { emoji: "heart" }));
  requireOk(await api.put(path, { emoji: "laugh", on: false }));
  expect(world.events(mark)).toEqual([]);
});

test("reactions are not in the task's history", async () => {
  const world = await server.world();
  const { path, task, member } = await newThread(world);
  requireOk(await world.api(member).put(path, { emoji: "heart" }));
  const { activities } = requireOk(await world.api(member).get(`/task/${task.id}`)).body.data;
  expect(activities.map(({ type }: { type: string }) => type)).toEqual(["comment.created", "task.created"]);
});

test("twenty concurrent identical reactions count and emit once per user", async () => {
  const world = await server.world();
  const { path, member, owner } = await newThread(world);
  const mark = server.published.length;
  const people = [member, owner];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.api(people[n % 2]).put(path, { emoji: "like" })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(world.events(mark)).toHaveLength(2);
  const now = requireOk(await world.api(member).put(path, { emoji: "like" })).body.data;
  expect(now.reactions[0].users).toHaveLength(2);
});
