import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { testServer } from "../support/server";
import { multipart, newBoard, ok } from "./board";

const server = testServer();

test("a title is one line, whatever is pasted: mails and exports have no second one", async () => {
  const board = await newBoard(await server.world());
  const title = "Tyres\r\nBcc: everybody@example.test";
  const { data } = ok(await board.member.post("/task", { title, task_status_id: board.columns[0] })).body;
  expect(data.title).toBe("Tyres Bcc: everybody@example.test");
});

describe("a new task is refused", () => {
  test("to who may only look, who isn't in the project, another tenant, and nobody", async () => {
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
    ["days that don't exist", { title: "x", start_date: "2030-02-30", due_date: "soon" }, ["start_date", "due_date"]],
    ["an end before its start", { title: "x", start_date: "2030-02-02", due_date: "2030-02-01" }, ["due_date"]],
    ["texts for ids", { title: "x", users: ["me"], tags: "first" }, ["users.0", "tags.0"]],
  ])("with %s", async (_, fields, wrong) => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const body = "title" in fields ? { task_status_id: board.columns[0], ...fields } : fields;
    const answer = await board.member.post("/task", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual([...wrong].sort());
    expect(await board.order(board.columns[0])).toEqual([]);
  });

  test("with people who aren't in the project, groups and tags of others, naming each list", async () => {
    const world = await server.world();
    const [board, other] = [await newBoard(world), await newBoard(world, { project: { title: "Another" } })];
    const tag = ok(await other.owner.post("/project/tags", { project_id: other.id, name: "Design" })).body.data.id;
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

  test("outside the project's timeline, in the specification's words", async () => {
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(await server.world(), { cards: [0, 0, 0], project });
    for (const day of [{ start_date: "2030-01-09" }, { due_date: "2030-03-02" }]) {
      const answer = await board.member.post("/task", { title: "New", task_status_id: board.columns[0], ...day });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [Object.keys(day)[0] as string]: ["Task out date the range of timeline"] });
    }
    const inside = { start_date: "2030-01-10", due_date: "2030-03-01" };
    ok(await board.member.post("/task", { title: "New", task_status_id: board.columns[0], ...inside }));
  });

  test("in an archived project", async () => {
    const board = await newBoard(await server.world());
    ok(await board.owner.put(`/project/${board.id}/archive`));
    const answer = await board.member.post("/task", { title: "New", task_status_id: board.columns[0] });
    expect(answer.body.code).toBe("project.archived");
  });
});

test.each([undefined, null, "", "<p></p>"])(
  "a description of %p is none, in a new task and in one that had one",
  async (description) => {
    const board = await newBoard(await server.world());
    const body = { title: "Bare", task_status_id: board.columns[0], description };
    const { id } = ok(await board.member.post("/task", body)).body.data;
    const read = async () => ok(await board.member.get(`/task/${id}`)).body.data.description;
    expect(await read()).toBeNull();
    if (description === undefined) return;
    ok(await board.member.post(`/task/${id}`, { description: "<p>Why</p>" }));
    ok(await board.member.post(`/task/${id}`, { description }));
    expect(await read()).toBeNull();
  },
);

test("at the end of its column, or between the named neighbours, with everything that was sent", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const tag = ok(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id;
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
  const made = ok(await board.member.post("/task", body)).body.data as BoardTask;
  expect(made).toMatchObject({
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
  expect((await board.order(board.columns[0])).slice(0, 3)).toEqual([first, made.id, second]);
  expect(await board.card(made.id)).toEqual(made);
  const detail = ok(await board.member.get(`/task/${made.id}`)).body.data;
  expect(detail).toMatchObject({
    description: "<p>Why </p>",
    reporter: { id: member.id },
    users: [{ id: member.id }],
    can: { edit: true },
  });
  const last = await board.add(board.columns[0], { title: "Last" });
  expect((await board.order(board.columns[0])).at(-1)).toBe(last.id);
});

test("by multipart, with nested lists", async () => {
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

test("in a done column it is done", async () => {
  const board = await newBoard(await server.world());
  expect((await board.add(board.columns[2], { progress: 10 })).progress).toBe(100);
});

test("twenty people create at once: every number is given once, every rank differs", async () => {
  const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      board.member.post("/task", { title: `New ${at}`, task_status_id: board.columns[0] }),
    ),
  );
  const tasks = made.map((answer) => ok(answer).body.data as BoardTask);
  const numbers = tasks.map((task) => Number(task.key.split("-").pop())).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(new Set(tasks.map((task) => task.rank)).size).toBe(20);
  expect(await board.order(board.columns[0])).toHaveLength(20);
});

describe("sent again with the same Idempotency-Key", () => {
  const send = (board: Awaited<ReturnType<typeof newBoard>>, key: string, title = "Once") =>
    board.member.with({ "idempotency-key": key }).post("/task", { title, task_status_id: board.columns[0] });

  test("it is made once, and answered alike", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const [first, second] = [await send(board, "k1"), await send(board, "k1")];
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await board.order(board.columns[0])).toHaveLength(1);
    ok(await send(board, "k2"));
    expect(await board.order(board.columns[0])).toHaveLength(2);
  });

  test("ten copies at the same moment make one", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [0, 0, 0] });
    const mark = server.published.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(board, "same")));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["task.created"]);
  });

  test("for something else it is refused; another person's key is another", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    ok(await send(board, "k"));
    expect((await send(board, "k", "Twice")).body.code).toBe("request.idempotencyKeyReused");
    const other = board.owner.with({ "idempotency-key": "k" });
    ok(await other.post("/task", { title: "Mine", task_status_id: board.columns[0] }));
    expect(await board.order(board.columns[0])).toHaveLength(2);
  });

  test("after a refusal it may be tried again", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const keyed = board.member.with({ "idempotency-key": "k" });
    expect((await keyed.post("/task", { title: "", task_status_id: board.columns[0] })).status).toBe(422);
    ok(await keyed.post("/task", { title: "Now", task_status_id: board.columns[0] }));
  });
});
