import type { DomainEvent } from "../../../shared/kernel/events";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

async function two(target: Record<string, unknown> = {}): Promise<[World, TestBoard, TestBoard, number]> {
  const world = await server.world();
  const from = await newBoard(world, { cards: [3, 0, 0] });
  const to = await newBoard(world, { cards: [1, 1, 0], project: target });
  return [world, from, to, from.tasks[0]?.[0] as number];
}
const move = (api: Api, id: number, projectId: number, columnId?: number) =>
  api.put(`/task/${id}/project`, { project_id: projectId, ...(columnId ? { task_status_id: columnId } : {}) });
const read = async (api: Api, id: number) => requireOk(await api.get(`/task/${id}`)).body.data as TaskDetail;

describe("refused moves to another project", () => {
  test("moving a task is refused without edit access to both projects", async () => {
    const [world, from, to, task] = await two();
    const elsewhere = await server.world();
    expect((await move(world.api(), task, to.id)).status).toBe(401);
    expect((await move(from.viewer, task, to.id)).status).toBe(403);
    expect((await move(from.stranger, task, to.id)).status).toBe(404);
    expect((await move(elsewhere.api(elsewhere.admin), task, to.id)).status).toBe(404);
    const hidden = await newBoard(world, { project: { members: [] } });
    const answer = await move(from.member, task, hidden.id);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["project_id"]]);
    const looking = await newBoard(world, {
      project: { members: [{ user_id: from.people.member.id, role: "viewer" }] },
    });
    expect((await move(from.member, task, looking.id)).status).toBe(403);
    expect((await move(from.member, task, to.id, from.columns[0])).status).toBe(422);
    expect((await read(from.owner, task)).project_id).toBe(from.id);
  });

  test("guests can't move a task to their own project, where they could delete it", async () => {
    const [world, from, , task] = await two();
    const guest = await world.person("manager");
    const { owner, member } = from.people;
    requireOk(
      await from.owner.put(`/project/${from.id}/members`, {
        members: [
          { user_id: owner.id, role: "owner" },
          { user_id: member.id, role: "member" },
          { user_id: guest.id, role: "guest" },
        ],
      }),
    );
    requireOk(await from.owner.patch(`/task/${task}`, { users: [guest.id] }));
    const api = world.api(guest);
    const own = requireOk(await api.post("/project", { title: "Their own" })).body.data.id as number;
    expect((await read(api, task)).can).toMatchObject({ edit: true, move: true, delete: false });
    expect((await move(api, task, own)).body.code).toBe("permission.denied");
    expect((await read(from.owner, task)).project_id).toBe(from.id);
  });

  test("dates of a task or subtask outside the target's timeline get 422", async () => {
    const [, from, to, task] = await two({ start_date: "2030-01-10", end_date: "2030-03-01" });
    requireOk(await from.member.post(`/task/${task}`, { due_date: "2030-03-02" }));
    const late = await move(from.member, task, to.id);
    expect([late.status, late.body.errors]).toEqual([422, { due_date: ["Task out date the range of timeline"] }]);
    requireOk(await from.member.post(`/task/${task}`, { due_date: null }));
    requireOk(await from.member.post("/sub_task", { task_id: task, name: "Early", due_date: "2030-01-01" }));
    expect((await move(from.member, task, to.id)).body.message).toBe("Task out date the range of timeline");
  });

  test("archived tasks can't be moved, and no task can move to an archived project", async () => {
    const [, from, to, task] = await two();
    requireOk(await from.member.put(`/task/${task}/archive`));
    expect((await move(from.member, task, to.id)).body.code).toBe("task.archived");
    requireOk(await to.owner.put(`/project/${to.id}/archive`));
    expect((await move(from.member, from.tasks[0]?.[1] as number, to.id)).body.code).toBe("project.archived");
  });
});

test("a moved task keeps its old key and the related records the target allows", async () => {
  const [world, from, to, task] = await two();
  const { hr } = world;
  const { owner, member, viewer } = from.people;
  requireOk(
    await from.owner.put(`/project/${from.id}/members`, {
      members: [owner, member, viewer, hr].map(({ id }) => ({
        user_id: id,
        role: id === owner.id ? "owner" : "member",
      })),
    }),
  );
  const tag = async (board: TestBoard, name: string) =>
    requireOk(await board.owner.post("/project/tags", { project_id: board.id, name })).body.data.id as number;
  const [design, alone] = [await tag(from, "Design"), await tag(from, "Alone")];
  const theirs = await tag(to, "DESIGN");
  const facts = { title: "Moving", estimate_minutes: 90, users: [member.id, hr.id], tags: [design, alone] };
  requireOk(await from.owner.post(`/task/${task}`, facts));
  requireOk(await from.owner.put(`/task/${task}/blockers/${from.tasks[0]?.[1]}`));
  requireOk(await from.owner.put(`/task/${from.tasks[0]?.[2]}/blockers/${task}`));
  requireOk(await from.owner.post("/sub_task", { task_id: task, name: "Call", assignee_id: hr.id }));
  requireOk(await from.member.post("/comments", { task_id: task, comment: "Yes" }));
  const before = await read(from.owner, task);

  const answer = requireOk(await move(from.member, task, to.id));
  const after = await read(from.owner, task);
  expect(answer.body.data).toMatchObject({ id: task, project_id: to.id, key: after.key });
  expect(after).toMatchObject({
    project_id: to.id,
    title: "Moving",
    estimate_minutes: 90,
    column: { id: to.columns[0] },
    user_ids: [member.id],
    tag_ids: [theirs],
    blockers: [],
    blocking: [],
    comment_count: 1,
    subtasks: [{ name: "Call", assignee: null }],
    version: before.version + 1,
  });
  expect(after.watchers.map(({ id }) => id)).not.toContain(hr.id);
  expect(after.activities.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["task.arrived", "comment.created", "task.updated", "task.created"]),
  );
  for (const key of [before.key, before.key.toLowerCase(), after.key]) {
    expect(requireOk(await to.viewer.get(`/task/key/${key}`)).body.data).toEqual({
      id: task,
      key: after.key,
      project_id: to.id,
    });
  }
  requireOk(await move(from.member, task, from.id));
  expect((await read(from.owner, task)).key).not.toBe(before.key);
  expect(requireOk(await from.owner.get(`/task/key/${before.key}`)).body.data.id).toBe(task);
});

test("a task key finds only tasks visible to the user", async () => {
  const [, from, , task] = await two();
  const { key } = await from.card(task);
  const elsewhere = await server.world();
  expect(requireOk(await from.viewer.get(`/task/key/${key.toLowerCase()}`)).body.data.id).toBe(task);
  expect((await from.stranger.get(`/task/key/${key}`)).status).toBe(404);
  expect((await elsewhere.api(elsewhere.admin).get(`/task/key/${key}`)).status).toBe(404);
  for (const none of ["WEB", "WEB-0", "-1", `${key}x`, "ZZZZ-999999"])
    expect((await from.owner.get(`/task/key/${none}`)).status).toBe(404);
});

test("the event in the former project contains only the task's id", async () => {
  const [world, from, to, task] = await two({ title: "Secret plans" });
  const mark = server.published.length;
  requireOk(await move(from.member, task, to.id));
  const emitted = world.events(mark).filter(({ stream }) => stream === `project:${from.id}`);
  expect(emitted.map(({ event }) => event.type)).toEqual(["task.left"]);
  expect(JSON.stringify(emitted)).not.toContain("Secret plans");
});

/**
 * Reads the boards.
 * @returns a function that applies all events to these boards and compares them with a fresh read
 */
async function watched(world: World, boards: readonly TestBoard[]) {
  const before = await Promise.all(boards.map(async (board) => boardFromReply(await board.read())));
  return async () => {
    for (const [at, board] of boards.entries()) {
      const events = world
        .events()
        .filter(({ stream }) => stream === `project:${board.id}`)
        .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent)
        .sort((a, b) => a.revision - b.revision);
      expect(applyEvents(before[at] as ReturnType<typeof boardFromReply>, events)).toEqual(
        boardFromReply(await board.read()),
      );
    }
  };
}

test("both boards match a fresh read after concurrent moves between projects", async () => {
  const [world, from, to, task] = await two();
  const subtask = requireOk(await from.member.post("/sub_task", { task_id: task, name: "A" })).body.data.id as number;
  const agree = await watched(world, [from, to]);
  for (let round = 0; round < 4; round++) {
    const [source, target] = round % 2 === 0 ? [from, to] : [to, from];
    const answers = await Promise.all([
      move(from.member, task, target.id),
      from.owner.put(`/task/${task}/status-update`, { task_status_id: source.columns[1] }),
      from.member.post("/comments", { task_id: task, comment: `Round ${round}` }),
      from.owner.get(`/sub_task/${subtask}`),
      from.owner.post(`/task/${task}`, { title: `Round ${round}` }),
      target.add(target.columns[0]),
    ]);
    const statuses = answers.slice(0, 5).map((answer) => (answer as { status: number }).status);
    expect(statuses.filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([]);
    expect(statuses[2]).toBe(201);
    await agree();
  }
  expect((await read(from.owner, task)).comment_count).toBe(4);
});

test("concurrent swaps and moves between projects finish without deadlock", async () => {
  const [world, from, to, task] = await two();
  const other = to.tasks[0]?.[0] as number;
  const third = await newBoard(world, { cards: [0, 0, 0] });
  const agree = await watched(world, [from, to, third]);
  const answers = await Promise.all([
    move(from.member, task, to.id),
    move(from.owner, other, from.id),
    move(from.member, from.tasks[0]?.[1] as number, to.id),
    move(from.owner, from.tasks[0]?.[1] as number, third.id),
  ]);
  expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
  await agree();
});
