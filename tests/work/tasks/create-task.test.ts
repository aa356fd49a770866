import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { testServer } from "../../support/server";
import { multipart, newBoard, requireOk } from "./board";

const server = testServer();

test("line breaks in a task title become spaces, so it can't add mail headers", async () => {
  const board = await newBoard(await server.world());
  const title = "Tyres\r\nBcc: everybody@example.test";
  const { data } = requireOk(await board.member.post("/task", { title, task_status_id: board.columns[0] })).body;
  expect(data.title).toBe("Tyres Bcc: everybody@example.test");
});

describe("refused new tasks", () => {
  test("creating a task returns 403 for viewers and 404 without project access", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const body = { title: "New", task_status_id: board.columns[0] };
    expect((await board.viewer.post("/task", body)).status).toBe(403);
    expect((await board.stranger.post("/task", body)).status).toBe(404);
    expect((await world.api().post("/task", body)).status).toBe(401);
    const elsewhere = await server.world();
    expect((await elsewhere.api(elsewhere.admin).post("/task", body)).status).toBe(404);
    expect(await board.order(board.columns[0])).toEqual(board.tasks[0]);
  });

  test.each([
    ["no title and no column", {}, ["title", "task_status_id"]],
    ["a title of spaces", { title: "   " }, ["title"]],
    ["a title too long", { title: "x".repeat(256) }, ["title"]],
    ["a zero byte", { title: "a\u0000b" }, ["title"]],
    ["an unknown priority", { title: "x", priority: "urgent" }, ["priority"]],
    [
      "complexity out of range, and a fraction",
      { title: "x", complexity: 6, progress: 1.5 },
      ["complexity", "progress"],
    ],
    ["nonexistent dates", { title: "x", start_date: "2030-02-30", due_date: "soon" }, ["start_date", "due_date"]],
    ["an end before its start", { title: "x", start_date: "2030-02-02", due_date: "2030-02-01" }, ["due_date"]],
    ["strings for ids", { title: "x", users: ["me"], tags: "first" }, ["users.0", "tags.0"]],
  ])("a task with %s gets 422", async (_, fields, wrong) => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const body = "title" in fields ? { task_status_id: board.columns[0], ...fields } : fields;
    const answer = await board.member.post("/task", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual([...wrong].sort());
    expect(await board.order(board.columns[0])).toEqual([]);
  });

  test("assignees, groups and tags from outside the project get 422 by field", async () => {
    const world = await server.world();
    const [board, other] = [await newBoard(world), await newBoard(world, { project: { title: "Another" } })];
    const tag = requireOk(await other.owner.post("/project/tags", { project_id: other.id, name: "Design" })).body.data
      .id;
    const body = {
      title: "New",
      task_status_id: board.columns[0],
      users: [world.finance.id],
      groups: [1],
      tags: [tag],
    };
    const answer = await board.member.post("/task", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual(["groups", "tags", "users"]);
  });

  test("dates outside the project's timeline get 422 with the specified message", async () => {
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(await server.world(), { cards: [0, 0, 0], project });
    for (const day of [{ start_date: "2030-01-09" }, { due_date: "2030-03-02" }]) {
      const answer = await board.member.post("/task", { title: "New", task_status_id: board.columns[0], ...day });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [Object.keys(day)[0] as string]: ["Task out date the range of timeline"] });
    }
    const inside = { start_date: "2030-01-10", due_date: "2030-03-01" };
    requireOk(await board.member.post("/task", { title: "New", task_status_id: board.columns[0], ...inside }));
  });

  test("tasks can't be added to an archived project", async () => {
    const board = await newBoard(await server.world());
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    const answer = await board.member.post("/task", { title: "New", task_status_id: board.columns[0] });
    expect(answer.body.code).toBe("project.archived");
  });
});

test.each([undefined, null, "", "<p></p>"])("a description of %p is stored as null", async (description) => {
  const board = await newBoard(await server.world());
  const body = { title: "Bare", task_status_id: board.columns[0], description };
  const { id } = requireOk(await board.member.post("/task", body)).body.data;
  const read = async () => requireOk(await board.member.get(`/task/${id}`)).body.data.description;
  expect(await read()).toBeNull();
  if (description === undefined) return;
  requireOk(await board.member.post(`/task/${id}`, { description: "<p>Why</p>" }));
  requireOk(await board.member.post(`/task/${id}`, { description }));
  expect(await read()).toBeNull();
});

test("a new task is placed at the end or between its neighbors, with all fields", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id;
  const [first, second] = board.tasks[0] as [number, number];
  const { member } = board.people;
  const body = {
    title: "  Between  ",
    task_status_id: board.columns[0],
    description: "<p>Why <script>alert(1)</script></p>",
    priority: "high",
    complexity: 5,
    start_date: "2030-01-01",
    due_date: "2030-01-02",
    progress: 30,
    users: [member.id, member.id],
    tags: [tag],
    before_id: first,
    nonsense: true,
  };
  const createdTask = requireOk(await board.member.post("/task", body)).body.data as BoardTask;
  expect(createdTask).toMatchObject({
    project_id: board.id,
    title: "Between",
    priority: "high",
    complexity: 5,
    start_date: "2030-01-01",
    due_date: "2030-01-02",
    progress: 30,
    user_ids: [member.id],
    group_ids: [],
    tag_ids: [tag],
    version: 1,
    comment_count: 0,
  });
  expect((await board.order(board.columns[0])).slice(0, 3)).toEqual([first, createdTask.id, second]);
  expect(await board.card(createdTask.id)).toEqual(createdTask);
  const detail = requireOk(await board.member.get(`/task/${createdTask.id}`)).body.data;
  expect(detail).toMatchObject({
    description: "<p>Why </p>",
    reporter: { id: member.id },
    users: [{ id: member.id }],
    can: { edit: true },
  });
  const last = await board.add(board.columns[0], { title: "Last" });
  expect((await board.order(board.columns[0])).at(-1)).toBe(last.id);
});

test("a multipart request with nested lists creates a task", async () => {
  const board = await newBoard(await server.world());
  const fields = {
    title: "By form",
    task_status_id: String(board.columns[1]),
    "users[0]": String(board.people.member.id),
    due_date: "",
  };
  const answer = await board.member.send({ method: "POST", url: "/task", ...multipart(fields) });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({ title: "By form", user_ids: [board.people.member.id], due_date: null });
});

test("a task created in a done column has progress 100", async () => {
  const board = await newBoard(await server.world());
  expect((await board.add(board.columns[2], { progress: 10 })).progress).toBe(100);
});

test("twenty tasks created concurrently get unique numbers and ranks", async () => {
  const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      board.member.post("/task", { title: `New ${at}`, task_status_id: board.columns[0] }),
    ),
  );
  const tasks = replies.map((answer) => requireOk(answer).body.data as BoardTask);
  const numbers = tasks.map((task) => Number(task.key.split("-").pop())).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(new Set(tasks.map((task) => task.rank)).size).toBe(20);
  expect(await board.order(board.columns[0])).toHaveLength(20);
});

describe("idempotency keys for new tasks", () => {
  const send = (board: Awaited<ReturnType<typeof newBoard>>, key: string, title = "Once") =>
    board.member.with({ "idempotency-key": key }).post("/task", { title, task_status_id: board.columns[0] });

  test("a repeated request creates one task and gets the same response", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const [first, second] = [await send(board, "k1"), await send(board, "k1")];
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await board.order(board.columns[0])).toHaveLength(1);
    requireOk(await send(board, "k2"));
    expect(await board.order(board.columns[0])).toHaveLength(2);
  });

  test("ten concurrent requests with the same key create one task", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [0, 0, 0] });
    const mark = server.published.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(board, "same")));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["task.created"]);
  });

  test("a key reused for another body gets 422; another user may use the key", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    requireOk(await send(board, "k"));
    expect((await send(board, "k", "Twice")).body.code).toBe("request.idempotencyKeyReused");
    const other = board.owner.with({ "idempotency-key": "k" });
    requireOk(await other.post("/task", { title: "Mine", task_status_id: board.columns[0] }));
    expect(await board.order(board.columns[0])).toHaveLength(2);
  });

  test("a key can be used again after a refused request", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const keyed = board.member.with({ "idempotency-key": "k" });
    expect((await keyed.post("/task", { title: "", task_status_id: board.columns[0] })).status).toBe(422);
    requireOk(await keyed.post("/task", { title: "Now", task_status_id: board.columns[0] }));
  });
});
