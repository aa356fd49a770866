import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { maxScannedEvents } from "../../../server/work/tasks/task.entity";
import { projectStream } from "../../../shared/kernel/events";
import { maxAssignedSubtasks } from "../../../shared/work/tasks/subtasks.schema";
import { newTask, newTeam } from "../projects/projects";
import type { Subtask } from "../../../shared/work/tasks/subtasks.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { testServer } from "../../support/server";
import { measureWorkOf } from "../../support/statements/work";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

async function oneTask(project: Record<string, unknown> = {}): Promise<[TestBoard, number]> {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0], project });
  return [board, board.tasks[0]?.[0] as number];
}
const add = async (board: TestBoard, task: number, name: string, fields: object = {}) =>
  requireOk(await board.member.post("/sub_task", { task_id: task, name, ...fields })).body.data as Subtask;
const addAll = async (board: TestBoard, task: number, ...names: string[]) =>
  requireOk(await board.member.post("/sub_task/many", { task_id: task, names })).body.data as Subtask[];
const detailOf = async (board: TestBoard, task: number) =>
  requireOk(await board.owner.get(`/task/${task}`)).body.data as TaskDetail;

describe("refused subtask changes", () => {
  test("viewers get 403 and non-members get 404 when changing subtasks", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    const { id } = await add(board, task, "Mine");
    const elsewhere = await server.world();
    const calls: ((api: typeof board.owner) => Promise<{ status: number }>)[] = [
      (api) => api.post("/sub_task", { task_id: task, name: "Theirs" }),
      (api) => api.post("/sub_task/many", { task_id: task, names: ["Theirs"] }),
      (api) => api.put(`/sub_task/${id}`, { completed: 1 }),
      (api) => api.get(`/sub_task/${id}`),
      (api) => api.patch(`/sub_task/${id}`),
      (api) => api.put(`/sub_task/${task}/sort-update/${id}`),
      (api) => api.post(`/sub_task/${id}/task`),
      (api) => api.delete(`/sub_task/${id}`),
    ];
    for (const call of calls) {
      expect((await call(world.api())).status).toBe(401);
      expect((await call(board.viewer)).status).toBe(403);
      expect((await call(board.stranger)).status).toBe(404);
      expect((await call(elsewhere.api(elsewhere.admin))).status).toBe(404);
    }
    expect((await detailOf(board, task)).subtasks).toEqual([
      { id, task_id: task, name: "Mine", completed: 0, assignee: null, due_date: null, version: 1 },
    ]);
  });

  test("a missing name gets 422, and none of several subtasks is created", async () => {
    const [board, task] = await oneTask();
    const nameErrors = { name: ["Please enter the subtask name"] };
    const subtask = await add(board, task, "Mine");
    for (const answer of [
      await board.member.post("/sub_task", { task_id: task }),
      await board.member.post("/sub_task", { task_id: task, name: "  " }),
      await board.member.put(`/sub_task/${subtask.id}`, { name: "" }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([422, nameErrors]);
    const reply = await board.member.post("/sub_task/many", { task_id: task, names: ["One", " "] });
    expect([reply.status, reply.body.message]).toEqual([422, "Please enter the subtask name"]);
    expect((await board.member.post("/sub_task/many", { task_id: task, names: [] })).status).toBe(422);
    expect((await detailOf(board, task)).subtask_count).toBe(1);
  });

  test("an assignee outside the project or a date outside its timeline gets 422", async () => {
    const world = await server.world();
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(world, { cards: [1, 0, 0], project });
    const body = { task_id: board.tasks[0]?.[0], name: "Mine" };
    const stranger = await board.member.post("/sub_task", { ...body, assignee_id: world.hr.id });
    expect([stranger.status, Object.keys(stranger.body.errors)]).toEqual([422, ["assignee_id"]]);
    const late = await board.member.post("/sub_task", { ...body, due_date: "2030-03-02" });
    expect([late.status, late.body.errors]).toEqual([422, { due_date: ["Task out date the range of timeline"] }]);
  });

  test("subtasks of an archived task can't be changed", async () => {
    const [board, task] = await oneTask();
    const { id } = await add(board, task, "Mine");
    requireOk(await board.member.put(`/task/${task}/archive`));
    expect((await board.member.post("/sub_task", { task_id: task, name: "Late" })).body.code).toBe("task.archived");
    expect((await board.member.put(`/sub_task/${id}`, { completed: 1 })).body.code).toBe("task.archived");
  });

  test("a stale subtask version gets 409 only if the same field changed", async () => {
    const [board, task] = await oneTask();
    const { id } = await add(board, task, "Mine");
    requireOk(await board.owner.put(`/sub_task/${id}`, { name: "Theirs", version: 1 }));
    const answer = await board.member.put(`/sub_task/${id}`, { name: "Mine again", version: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, "subtask.stale"]);
    expect(answer.body).toMatchObject({ data: { name: "Theirs", version: 2 }, by: { id: board.people.owner.id } });
    requireOk(await board.member.put(`/sub_task/${id}`, { completed: true, version: 1 }));
    expect((await detailOf(board, task)).subtasks).toMatchObject([{ name: "Theirs", completed: 1, version: 3 }]);
  });

  test("a subtask version too many events behind gets 409", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task_id = board.tasks[0]?.[0] as number;
    const { id } = await add(board, task_id, "Mine");
    const happens = (times: number) =>
      world.tx(async (tx) => {
        const event = { project_id: board.id, task_id, comment_id: 1, emoji: "👍", user: board.people.owner };
        for (let n = 0; n < times; n++) tx.emit("reaction.added", projectStream(board.id), event as never);
      });
    requireOk(await board.owner.put(`/sub_task/${id}`, { name: "Theirs", version: 1 }));
    await happens(maxScannedEvents - 2);
    requireOk(await board.member.put(`/sub_task/${id}`, { completed: true, version: 1 })); // the change is still within the scanned events
    await happens(2 * maxScannedEvents);
    const works = await measureWorkOf(async () => {
      const answer = await board.member.put(`/sub_task/${id}`, { due_date: "2030-02-01", version: 1 });
      expect([answer.status, answer.body.code, answer.body.by]).toEqual([409, "subtask.stale", null]);
    });
    const looked = works.find(({ name }) => name === "subtasks.changedSince");
    expect(looked?.rows).toBeLessThan(10 * maxScannedEvents);
    requireOk(await board.member.put(`/sub_task/${id}`, { due_date: "2030-02-01", version: 3 }));
  });

  test("sorting with subtasks of another task gets 422", async () => {
    const [board, task] = await oneTask();
    const [a] = await addAll(board, task, "A");
    const other = await board.add(board.columns[0]);
    const [b] = await addAll(board, other.id, "B");
    expect((await board.member.put(`/sub_task/${task}/sort-update/${a?.id},${b?.id}`)).status).toBe(422);
  });
});

test("a subtask has name, assignee, due date and state; no-op changes emit nothing", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const { id, fullname } = board.people.viewer;
  const subtask = await add(board, task, "Call", { assignee_id: id, due_date: "2030-02-01" });
  expect(subtask).toMatchObject({ completed: 0, assignee: { id, fullname, image: null }, due_date: "2030-02-01" });
  const mark = server.published.length;
  requireOk(await board.member.put(`/sub_task/${subtask.id}`, { name: "Call", completed: 0, due_date: "2030-02-01" }));
  expect(world.events(mark)).toEqual([]);
  requireOk(await board.member.put(`/sub_task/${subtask.id}`, { name: "Call them", assignee_id: null, due_date: "" }));
  const [updatedEvent] = world.events(mark);
  expect(updatedEvent?.event.data).toMatchObject({
    id: subtask.id,
    task_id: task,
    before: { name: "Call", assignee: { id }, due_date: "2030-02-01" },
  });
  expect((await detailOf(board, task)).subtasks).toMatchObject([{ name: "Call them", assignee: null, due_date: null }]);
});

test("several subtasks are created with their states, which count towards the progress", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const mark = server.published.length;
  const body = { task_id: task, names: ["Backup", "Notify", "Deploy"], completed: [true, false] };
  const subtasks = requireOk(await board.member.post("/sub_task/many", body)).body.data as Subtask[];
  expect(subtasks.map(({ name, completed }) => [name, completed])).toEqual([
    ["Backup", 1],
    ["Notify", 0],
    ["Deploy", 0],
  ]);
  const counts = { progress: 33, subtask_count: 3, subtask_done_count: 1 };
  expect(world.events(mark).map(({ event }) => event.data)).toMatchObject([
    { name: "Backup", completed: 1, task: counts },
    { name: "Notify", completed: 0, task: counts },
    { name: "Deploy", completed: 0, task: counts },
  ]);
  expect(await board.card(task)).toMatchObject({ ...counts, version: 2 });
  for (const completed of [[true, true, false, false], ["maybe"], "yes"])
    expect((await board.member.post("/sub_task/many", { ...body, completed })).status).toBe(422);
  expect((await detailOf(board, task)).subtask_count).toBe(3);
  const finished = { task_id: (await board.add(board.columns[0])).id, names: ["One", "Two"], completed: [true, true] };
  requireOk(await board.member.post("/sub_task/many", finished));
  expect(await board.card(finished.task_id)).toMatchObject({ progress: 100, subtask_done_count: 2 });
});

test("GET and PATCH toggle a subtask, and the response isn't cached", async () => {
  const [board, task] = await oneTask();
  const { id } = await add(board, task, "Mine");
  const on = requireOk(await board.member.get(`/sub_task/${id}`));
  expect([on.body.data.completed, on.headers["cache-control"]]).toEqual([1, "no-store"]);
  expect(requireOk(await board.member.patch(`/sub_task/${id}`)).body.data.completed).toBe(0);
});

describe("task progress by subtasks", () => {
  test("progress follows the subtasks and increases the version only if it changes", async () => {
    const [board, task] = await oneTask();
    const [a, b, c] = (await addAll(board, task, "A", "B", "C")) as [Subtask, Subtask, Subtask];
    expect(await board.card(task)).toMatchObject({ progress: 0, version: 1, subtask_count: 3 });
    requireOk(await board.member.put(`/sub_task/${a.id}`, { completed: true }));
    expect(await board.card(task)).toMatchObject({ progress: 33, version: 2, subtask_done_count: 1 });
    requireOk(await board.member.put(`/sub_task/${a.id}`, { name: "A!" }));
    expect(await board.card(task)).toMatchObject({ progress: 33, version: 2 });
    requireOk(await board.member.delete(`/sub_task/${b.id}`));
    expect((await board.card(task)).progress).toBe(50);
    requireOk(await board.member.get(`/sub_task/${c.id}`));
    expect((await board.card(task)).progress).toBe(100);
  });

  test("progress set manually isn't changed by subtasks, and is 100 in a done column", async () => {
    const [board, task] = await oneTask();
    const { id } = await add(board, task, "A");
    requireOk(await board.member.post(`/task/${task}`, { progress: 40 }));
    requireOk(await board.member.put(`/sub_task/${id}`, { completed: true }));
    expect((await board.card(task)).progress).toBe(40);
    const done = await board.add(board.columns[2]);
    await add(board, done.id, "Open");
    expect(await board.card(done.id)).toMatchObject({ progress: 100, subtask_count: 1, subtask_done_count: 0 });
  });

  test("progress set manually to the subtasks' value follows them again", async () => {
    const [board, task] = await oneTask();
    const [first, second] = await addAll(board, task, "One", "Two");
    requireOk(await board.member.post(`/task/${task}`, { progress: 40 }));
    requireOk(await board.member.put(`/sub_task/${first?.id}`, { completed: 1 }));
    expect((await board.card(task)).progress).toBe(40);
    requireOk(await board.member.post(`/task/${task}`, { progress: 50 }));
    requireOk(await board.member.put(`/sub_task/${second?.id}`, { completed: 1 }));
    expect((await board.card(task)).progress).toBe(100);
  });
});

test("converting a subtask creates a task below the original, with assignee and date", async () => {
  const [board, task] = await oneTask();
  await board.add(board.columns[0], { title: "Last" });
  const { id } = await add(board, task, "Call", { assignee_id: board.people.viewer.id, due_date: "2030-02-01" });
  const reply = requireOk(await board.member.post(`/sub_task/${id}/task`));
  expect(reply.status).toBe(201);
  expect(reply.body.data).toMatchObject({ title: "Call", user_ids: [board.people.viewer.id], due_date: "2030-02-01" });
  expect((await board.order(board.columns[0])).slice(0, 2)).toEqual([task, reply.body.data.id]);
  const detail = await detailOf(board, task);
  expect([detail.subtasks, detail.subtask_count]).toEqual([[], 0]);
  expect(detail.activities[0]).toMatchObject({ type: "subtask.deleted", data: { task_made: reply.body.data.key } });
  expect((await board.member.post(`/sub_task/${id}/task`)).status).toBe(404);
});

test("subtasks of users who leave the project become unassigned", async () => {
  const [board, task] = await oneTask();
  const { viewer, owner, member } = board.people;
  await add(board, task, "Call", { assignee_id: viewer.id });
  const members = [
    { user_id: owner.id, role: "owner" },
    { user_id: member.id, role: "member" },
  ];
  const mark = server.published.length;
  requireOk(await board.owner.put(`/project/${board.id}/members`, { members }));
  expect((await detailOf(board, task)).subtasks).toMatchObject([{ assignee: null, version: 2 }]);
  const updates = server.published.slice(mark).filter(({ event }) => event.type === "subtask.updated");
  expect(updates.map(({ event }) => event.data)).toMatchObject([
    { assignee: null, version: 2, before: { assignee: { id: viewer.id } } },
  ]);
});

test("subtasks per user are limited on creation, assignment and copying", async () => {
  const world = await server.world();
  const { project, member, owner } = await newTeam(world);
  const api = world.api(owner);
  const task = await newTask(world, project.id);
  const own = { task_id: task.id, assignee_id: member.id };
  const mine = requireOk(await api.post("/sub_task", { ...own, name: "Mine" })).body.data;
  const other = requireOk(await api.post("/sub_task", { task_id: task.id, name: "Nobody's" })).body.data;
  const full = await newTask(world, project.id);
  await server.owner.query(
    `INSERT INTO subtask (tenant_id, task_id, name, assignee_id, sort_order)
     SELECT $1, $2, 'Many', $3, n FROM generate_series(1, $4::int) AS n`,
    [world.tenantId, full.id, member.id, maxAssignedSubtasks - 2],
  );
  requireOk(await api.post("/sub_task", { ...own, name: "The last one" }));
  for (const refused of [
    await api.post("/sub_task", { ...own, name: "One more" }),
    await api.put(`/sub_task/${other.id}`, { assignee_id: member.id }),
  ])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["assignee_id"]]);
  requireOk(await api.put(`/sub_task/${mine.id}`, { assignee_id: member.id, name: "Still mine" }));
  const copy = requireOk(await api.post(`/task/${task.id}/duplicate`, {})).body.data;
  const { subtasks } = requireOk(await api.get(`/task/${copy.id}`)).body.data;
  expect(subtasks.map(({ assignee }: { assignee: unknown }) => assignee)).toEqual([null, null, null]);
  requireOk(await api.put(`/project/${project.id}/members`, { members: [{ user_id: owner.id, role: "owner" }] }));
  const left = await world.tx((tx) => tx.rows(unnamedSql("SELECT FROM subtask WHERE assignee_id = $1"), [member.id]));
  expect(left).toEqual([]);
});
