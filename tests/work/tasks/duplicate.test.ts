import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";

const server = testServer();

test("duplicating is refused for viewers and users without access", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const url = `/task/${board.tasks[0]?.[0]}/duplicate`;
  const elsewhere = await server.world();
  expect((await world.api().post(url)).status).toBe(401);
  expect((await board.viewer.post(url)).status).toBe(403);
  expect((await board.stranger.post(url)).status).toBe(404);
  expect((await elsewhere.api(elsewhere.admin).post(url)).status).toBe(404);
  expect(await board.order(board.columns[0])).toHaveLength(3);
});

test("a copy is placed below the original, without progress, comments and time", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const [first] = board.tasks[0] as [number];
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id;
  const facts = {
    title: "Again",
    description: "<p>Why</p>",
    priority: "high",
    complexity: 5,
    start_date: "2030-01-01",
    due_date: "2030-02-01",
    estimate_minutes: 90,
    users: [board.people.viewer.id],
    tags: [tag],
  };
  requireOk(await board.owner.post(`/task/${first}`, facts));
  const names = ["A", "B"];
  const [a] = requireOk(await board.owner.post("/sub_task/many", { task_id: first, names })).body.data;
  requireOk(await board.owner.put(`/sub_task/${a.id}`, { completed: true, assignee_id: board.people.member.id }));
  requireOk(await board.owner.post("/comments", { task_id: first, comment: "Yes" }));

  const answer = requireOk(await board.member.post(`/task/${first}/duplicate`));
  expect([answer.status, answer.body.data.subtask_count]).toEqual([201, 2]);
  const copy = requireOk(await board.owner.get(`/task/${answer.body.data.id}`)).body.data as TaskDetail;
  expect(copy).toMatchObject({
    title: "Again",
    description: "<p>Why</p>",
    priority: "high",
    complexity: 5,
    start_date: "2030-01-01",
    due_date: "2030-02-01",
    estimate_minutes: 90,
    user_ids: [board.people.viewer.id],
    tag_ids: [tag],
    progress: 0,
    reporter: { id: board.people.member.id },
    comments: [],
    subtasks: [
      { name: "A", completed: 0, assignee: { id: board.people.member.id } },
      { name: "B", completed: 0 },
    ],
  });
  expect((await board.order(board.columns[0])).slice(0, 2)).toEqual([first, copy.id]);
});

test("copied subtasks of users who have left have no assignee", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const [first] = board.tasks[0] as [number];
  const { member } = board.people;
  const step = { task_id: first, name: "A", assignee_id: member.id };
  requireOk(await board.owner.post("/sub_task", step));
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET active = false WHERE id = $1" }, [member.id]));
  const { id } = requireOk(await board.owner.post(`/task/${first}/duplicate`)).body.data;
  const copy = requireOk(await board.owner.get(`/task/${id}`)).body.data as TaskDetail;
  expect(copy.subtasks).toMatchObject([{ name: "A", assignee: null }]);
});

test("ten concurrent copies get ten keys below the original", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
  const [first, last] = board.tasks[0] as [number, number];
  const answers = await Promise.all(Array.from({ length: 10 }, () => board.member.post(`/task/${first}/duplicate`)));
  const keys = answers.map((answer) => requireOk(answer).body.data.key as string);
  expect(new Set(keys).size).toBe(10);
  const order = await board.order(board.columns[0]);
  expect([order.length, order[0], order.at(-1)]).toEqual([12, first, last]);
});
