import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { multipart, newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

describe("refused column changes", () => {
  test("changing columns returns 403 for members and viewers and 404 without access", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const elsewhere = await server.world();
    for (const call of [
      (api: typeof board.owner) => api.post("/task_status", { project_id: board.id, title: "Review" }),
      (api: typeof board.owner) => api.put(`/task_status/${board.columns[0]}`, { title: "Mine" }),
      (api: typeof board.owner) => api.delete(`/task_status/${board.columns[0]}?target_id=${board.columns[1]}`),
    ]) {
      expect((await call(board.member)).status).toBe(403);
      expect((await call(board.viewer)).status).toBe(403);
      expect((await call(board.stranger)).status).toBe(404);
      expect((await call(elsewhere.api(elsewhere.admin))).status).toBe(404);
      expect((await call(world.api())).status).toBe(401);
    }
    expect((await board.read()).data.map((column) => column.id)).toEqual(board.columns);
  });

  test.each([
    ["no title", { title: "" }, ["title"]],
    ["an unknown kind", { title: "x", kind: "later" }, ["kind"]],
    ["an unknown color", { title: "x", color: "#ff0000" }, ["color"]],
    ["a zero limit and one too large", { title: "x", wip_limit: 0 }, ["wip_limit"]],
    ["a title too long", { title: "x".repeat(61), wip_limit: 1_000 }, ["title", "wip_limit"]],
  ])("a column with %s gets 422", async (_, fields, wrong) => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    for (const answer of [
      await board.owner.post("/task_status", { project_id: board.id, ...fields }),
      await board.owner.put(`/task_status/${board.columns[0]}`, fields),
    ]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors).sort()).toEqual([...wrong].sort());
    }
  });

  test("columns of an archived project can't be changed", async () => {
    const board = await newBoard(await server.world());
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    const reply = await board.owner.post("/task_status", { project_id: board.id, title: "Review" });
    expect(reply.body.code).toBe("project.archived");
    expect((await board.owner.put(`/task_status/${board.columns[0]}`, { title: "x" })).body.code).toBe(
      "project.archived",
    );
  });
});

test("users without permission are refused without waiting for the project's lock", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  await world.tx(async (tx) => {
    await tx.manager.query("SELECT id FROM project WHERE id = $1 FOR UPDATE", [board.id]);
    for (const [who, status] of [
      [board.member, 403],
      [board.stranger, 404],
    ] as const)
      expect((await who.post("/task_status", { project_id: board.id, title: "Review" })).status).toBe(status);
  });
});

test("a new column is added at the end of the board", async () => {
  const board = await newBoard(await server.world());
  const body = { project_id: board.id, title: "Review", color: "teal", wip_limit: 3 };
  const createdColumn = requireOk(await board.owner.post("/task_status", body)).body.data;
  expect(createdColumn).toMatchObject({ title: "Review", kind: "doing", color: "teal", wip_limit: 3, version: 1 });
  expect((await board.read()).data.at(-1)).toEqual({ ...createdColumn, tasks: [] });
  const fields = { project_id: String(board.id), title: "By form", wip_limit: "" };
  const second = await board.owner.send({ method: "POST", url: "/task_status", ...multipart(fields) });
  expect([second.status, second.body.data.wip_limit]).toEqual([201, null]);
});

test("a changed column keeps omitted fields; an unchanged one emits nothing", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const url = `/task_status/${board.columns[0]}`;
  const changed = requireOk(await board.owner.put(url, { title: "Ideas", wip_limit: 2 })).body.data;
  expect(changed).toMatchObject({ title: "Ideas", wip_limit: 2, kind: "todo", version: 2 });
  const mark = server.published.length;
  requireOk(await board.owner.put(url, { title: "Ideas", wip_limit: 2 }));
  expect(world.events(mark)).toEqual([]);
  expect(requireOk(await board.owner.put(url, { wip_limit: null })).body.data).toMatchObject({
    title: "Ideas",
    wip_limit: null,
  });
});

describe("changing the kind of a column", () => {
  const progressOf = async (board: TestBoard) => {
    const cards = await Promise.all((board.tasks[1] as number[]).map((id) => board.card(id)));
    return cards.map(({ progress }) => progress);
  };
  const setKind = async (board: TestBoard, kind: string) =>
    requireOk(await board.owner.put(`/task_status/${board.columns[1]}`, { kind }));
  const boardWithProgress = async (world: World) => {
    const board = await newBoard(world, { cards: [0, 3, 0] });
    for (const [at, id] of (board.tasks[1] as number[]).entries())
      requireOk(await board.owner.post(`/task/${id}`, { progress: [0, 40, 60][at] }));
    return board;
  };

  test("tasks in a column that becomes a done column are completed by one event", async () => {
    const world = await server.world();
    const board = await boardWithProgress(world);
    const [first, archived, third] = board.tasks[1] as [number, number, number];
    requireOk(await board.owner.put(`/task/${archived}/archive`));
    const mark = server.published.length;
    await setKind(board, "done");
    const events = world.events(mark).map(({ event }) => event);
    expect(events.map(({ type }) => type)).toEqual(["column.updated"]);
    expect(events[0]?.data).toMatchObject({
      progress: { [first]: { before: 0, after: 100 }, [archived]: { before: 40, after: 100 }, [third]: { after: 100 } },
    });
    expect([(await board.card(first)).progress, (await board.card(third)).progress]).toEqual([100, 100]);
  });

  test("changing the kind back restores the progress of tasks unchanged since", async () => {
    const board = await boardWithProgress(await server.world());
    const [, second] = board.tasks[1] as [number, number];
    await setKind(board, "done");
    requireOk(await board.owner.post(`/task/${second}`, { title: "Changed since" }));
    await setKind(board, "doing");
    expect(await progressOf(board)).toEqual([0, 0, 60]);
    const { version } = await board.card(second);
    await setKind(board, "todo");
    expect(await progressOf(board)).toEqual([0, 0, 60]);
    expect((await board.card(second)).version).toBe(version);
  });
});

test("ten columns added concurrently get ten positions", async () => {
  const board = await newBoard(await server.world());
  const make = (at: number) => board.owner.post("/task_status", { project_id: board.id, title: `New ${at}` });
  await Promise.all(Array.from({ length: 10 }, async (_, at) => requireOk(await make(at))));
  const { data } = await board.read();
  expect(data).toHaveLength(13);
  expect(new Set(data.map((column) => column.sort_order)).size).toBe(13);
});

describe("deleting a column", () => {
  test("deleting a column with tasks requires another column as target", async () => {
    const world = await server.world();
    const [board, other] = [await newBoard(world), await newBoard(world, { project: { title: "Another" } })];
    const url = `/task_status/${board.columns[0]}`;
    expect((await board.owner.delete(url)).body).toMatchObject({ code: "column.notEmpty" });
    for (const target of [other.columns[0], board.columns[0], 999_999_999]) {
      expect((await board.owner.delete(`${url}?target_id=${target}`)).status).toBe(422);
    }
    expect(await board.order(board.columns[0])).toEqual(board.tasks[0]);
  });

  test("tasks of a deleted column, even archived ones, move to the target's end", async () => {
    const board = await newBoard(await server.world());
    const [deletedColumn, target] = board.columns;
    const [a, b, c] = board.tasks[0] as [number, number, number];
    requireOk(await board.owner.put(`/task/${b}/archive`));
    const answer = requireOk(await board.owner.delete(`/task_status/${deletedColumn}`, { target_id: target }));
    expect(answer.body).toMatchObject({ id: deletedColumn });
    expect(await board.order(target)).toEqual([...(board.tasks[1] ?? []), a, c]);
    expect((await board.read()).data.map((column) => column.id)).toEqual(board.columns.slice(1));
    const [archived] = requireOk(await board.owner.get(`/project/${board.id}/archived-tasks`)).body.data;
    expect(archived).toMatchObject({ id: b, task_status_id: target });
  });

  test("an empty column is deleted without target; the last column can't be deleted", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    requireOk(await board.owner.delete(`/task_status/${board.columns[0]}`));
    requireOk(await board.owner.delete(`/task_status/${board.columns[1]}`));
    expect((await board.owner.delete(`/task_status/${board.columns[2]}`)).body).toMatchObject({ code: "column.last" });
    expect((await board.owner.delete(`/task_status/${board.columns[0]}`)).status).toBe(404);
  });

  test("moving tasks into a column while it is deleted loses no task", async () => {
    const board = await newBoard(await server.world(), { cards: [3, 6, 0] });
    const [deletedColumn, from, target] = board.columns;
    const cards = board.tasks[1] as number[];
    const answers = await Promise.all([
      board.owner.delete(`/task_status/${deletedColumn}?target_id=${target}`),
      ...cards.map((id) => board.member.put(`/task/${id}/status-update`, { task_status_id: deletedColumn })),
    ]);
    expect(answers[0]?.status).toBe(200);
    for (const answer of answers.slice(1)) expect([200, 422]).toContain(answer.status);
    const { data } = await board.read();
    expect(data.map((column) => column.id)).toEqual([from, target]);
    const boardIds = data.flatMap((column) => column.tasks.map((task) => task.id));
    expect(new Set(boardIds)).toEqual(new Set([...cards, ...(board.tasks[0] ?? [])]));
    expect(boardIds).toHaveLength(9);
  });

  test("deleting all columns concurrently leaves one", async () => {
    const board = await newBoard(await server.world(), { cards: [0, 0, 0] });
    const answers = await Promise.all(board.columns.map((column) => board.owner.delete(`/task_status/${column}`)));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 200, 409]);
    expect((await board.read()).data).toHaveLength(1);
  });
});
