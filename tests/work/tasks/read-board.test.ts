import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

const taskIdsByColumn = async (board: TestBoard, query: string, url = `/project/${board.id}/task_tatus`) => {
  const { data } = requireOk(await board.member.get(`${url}?${query}`)).body as {
    data: { id: number; tasks: { id: number }[] }[];
  };
  return data.map((column) => column.tasks.map((task) => task.id));
};

test("reading a board returns 404 outside the project; viewers can read it", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const elsewhere = await server.world();
  for (const url of [
    `/project/${board.id}/task_tatus`,
    `/project/${board.id}/tasks`,
    `/project/${board.id}/archived-tasks`,
    `/task/${board.tasks[0]?.[0]}`,
  ]) {
    expect((await board.stranger.get(url)).status).toBe(404);
    expect((await elsewhere.api(elsewhere.admin).get(url)).status).toBe(404);
    expect((await world.api().get(url)).status).toBe(401);
    expect((await board.viewer.get(url)).status).toBe(200);
    expect((await world.api(world.admin).get(url)).status).toBe(200);
  }
  for (const id of ["0", "x", "999999999"])
    expect((await board.member.get(`/project/${id}/task_tatus`)).status).toBe(404);
});

test("a board has columns and tasks in order, users, tags and the stream revision", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const { owner, member, viewer } = board.people;
  const reply = await board.read();
  expect(reply.data.map((column) => [column.id, column.kind, column.tasks.map((task) => task.id)])).toEqual([
    [board.columns[0], "todo", board.tasks[0]],
    [board.columns[1], "doing", board.tasks[1]],
    [board.columns[2], "done", []],
  ]);
  expect(new Set(reply.users.map((user) => user.id))).toEqual(new Set([owner.id, member.id, viewer.id]));
  expect(reply.users).toHaveLength(3);
  const emitted = world.events().filter(({ stream }) => stream === `project:${board.id}`);
  expect(reply.revision).toBe(emitted.length);
});

describe("filters", () => {
  async function scene() {
    const world = await server.world();
    const board = await newBoard(world, { cards: [3, 2, 0] });
    const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data
      .id as number;
    const [a, b, c] = board.tasks[0] as [number, number, number];
    requireOk(
      await board.owner.post(`/task/${a}`, { title: "100% Übung", tags: [tag], users: [board.people.member.id] }),
    );
    requireOk(await board.owner.post(`/task/${b}`, { title: "a_b", due_date: "2030-01-02", priority: "high" }));
    requireOk(await board.owner.post(`/task/${c}`, { title: "Zebra", due_date: "2030-01-01", priority: "low" }));
    return { board, tag, a, b, c };
  }

  test("a board filters by key and title, ignoring case, without LIKE wildcards", async () => {
    const { board, a, b } = await scene();
    expect(await taskIdsByColumn(board, `q=${encodeURIComponent("100% ü")}`)).toEqual([[a], [], []]);
    expect(await taskIdsByColumn(board, "q=a_b")).toEqual([[b], [], []]);
    expect(await taskIdsByColumn(board, `q=${encodeURIComponent("%")}`)).toEqual([[a], [], []]);
    const { key } = await board.card(b);
    expect((await taskIdsByColumn(board, `q=${key}`))[0]).toContain(b);
  });

  test("a board filters by column, user and tag; empty values are ignored", async () => {
    const { board, tag, a } = await scene();
    expect(await taskIdsByColumn(board, `s=${board.columns[1]},${board.columns[2]}`)).toEqual([board.tasks[1], []]);
    expect(await taskIdsByColumn(board, `u=${board.people.member.id}`)).toEqual([[a], [], []]);
    expect(await taskIdsByColumn(board, `tag_id=${tag}`)).toEqual([[a], [], []]);
    expect(await taskIdsByColumn(board, `u=${board.people.viewer.id}`)).toEqual([[], [], []]);
    expect(await taskIdsByColumn(board, "q=&s=&u=&tag_id=&sort=")).toEqual([board.tasks[0], board.tasks[1], []]);
  });

  test("a board sorts by field, then by position", async () => {
    const { board, a, b, c } = await scene();
    expect((await taskIdsByColumn(board, "sort=due_date"))[0]).toEqual([c, b, a]);
    expect((await taskIdsByColumn(board, "sort=priority"))[0]).toEqual([b, a, c]);
    expect((await taskIdsByColumn(board, "sort=title"))[0]).toEqual([a, b, c]);
    expect((await taskIdsByColumn(board, "sort=updated_at"))[0]).toEqual([c, b, a]);
    const list = requireOk(await board.member.get(`/project/${board.id}/tasks?sort=due_date`)).body.data as {
      id: number;
    }[];
    expect(list.slice(0, 2).map((task) => task.id)).toEqual([c, b]);
    const inOrder = requireOk(await board.member.get(`/project/${board.id}/tasks`)).body.data as { id: number }[];
    expect(inOrder.map((task) => task.id)).toEqual(board.tasks.flat());
  });

  test.each(["s=x", "u=me", "tag_id=1.5", "sort=color", `q=${"x".repeat(201)}`])(
    "reading a board with the invalid query %s gets 422",
    async (query) => {
      const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
      expect((await board.member.get(`/project/${board.id}/task_tatus?${query}`)).status).toBe(422);
    },
  );
});

describe("cached boards", () => {
  test("a cached board is never older than the latest event", async () => {
    const board = await newBoard(await server.world(), { cards: [2, 1, 0] });
    const titles = async (who: "member" | "owner") =>
      requireOk(await board[who].get(`/project/${board.id}/task_tatus`)).body.data.flatMap(
        (column: { tasks: { title: string }[] }) => column.tasks.map(({ title }) => title),
      );
    for (let round = 0; round < 5; round++) {
      requireOk(await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { title: `Round ${round}` }));
      expect(await titles("member")).toContain(`Round ${round}`);
      expect(await titles("owner")).toEqual(await titles("member"));
    }
    expect(await titles("member")).toHaveLength(3);
  });

  test("a cached board isn't returned without project access", async () => {
    const board = await newBoard(await server.world());
    const url = `/project/${board.id}/task_tatus`;
    requireOk(await board.member.get(url));
    requireOk(await board.member.get(url));
    expect((await board.stranger.get(url)).status).toBe(404);
  });

  test("a cached board isn't returned for a request with filters", async () => {
    const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
    const url = `/project/${board.id}/task_tatus`;
    requireOk(await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { title: "Needle" }));
    for (let round = 0; round < 2; round++) {
      expect(requireOk(await board.member.get(url)).body.data[0].tasks).toHaveLength(2);
      expect(requireOk(await board.member.get(`${url}?q=needle`)).body.data[0].tasks).toHaveLength(1);
    }
  });
});

test("boards filtered by tag, user and column have only the project's linked rows", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 1, 0] });
  const [first, second] = board.tasks[0] as [number, number];
  const [third] = board.tasks[1] as [number];
  const newTag = async (name: string) =>
    requireOk(await board.owner.post("/project/tags", { project_id: board.id, name })).body.data.id as number;
  const [one, other] = [await newTag("One"), await newTag("Other")];
  const { member, owner } = board.people;
  requireOk(await board.owner.post(`/task/${first}`, { tags: [one], users: [member.id] }));
  requireOk(await board.owner.post(`/task/${second}`, { tags: [other], users: [owner.id] }));
  requireOk(await board.owner.post(`/task/${third}`, { tags: [one, other], users: [member.id, owner.id] }));
  const found = async (query: object) =>
    requireOk(await board.owner.get(`/project/${board.id}/tasks`, { query: query as Record<string, string> }))
      .body.data.map(({ id }: { id: number }) => id)
      .toSorted((a: number, b: number) => a - b);
  expect(await found({ tag_id: one })).toEqual([first, third]);
  expect(await found({ tag_id: other })).toEqual([second, third]);
  expect(await found({ u: member.id })).toEqual([first, third]);
  expect(await found({ u: owner.id })).toEqual([second, third]);
  expect(await found({ "s[]": board.columns[1] as number })).toEqual([third]);
  expect(await found({ tag_id: one, u: owner.id })).toEqual([third]);
});
