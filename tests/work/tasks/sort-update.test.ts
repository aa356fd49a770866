import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { endpointPathOf } from "../../../shared/kernel/endpoint";
import { sortTasks } from "../../../shared/work/tasks/tasks.contract";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";

const server = testServer({ isShared: false });

describe("sorting the tasks of a column", () => {
  const url = (column: number, ids: readonly (number | string)[]) => `/task/status/${column}/sort-update/${ids.join()}`;

  test("sorting without permission to move tasks or access to the column is refused", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [column] = board.columns;
    const reversedIds = [...(board.tasks[0] ?? [])].reverse();
    expect((await board.viewer.put(url(column, reversedIds))).status).toBe(403);
    expect((await board.stranger.put(url(column, reversedIds))).status).toBe(404);
    expect((await world.api().put(url(column, reversedIds))).status).toBe(401);
    const elsewhere = await server.world();
    expect((await elsewhere.api(elsewhere.admin).put(url(column, reversedIds))).status).toBe(404);
    expect(await board.order(column)).toEqual(board.tasks[0]);
  });

  test("sorting with ids of other columns gets 422 and changes nothing", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const other = await newBoard(world, { project: { title: "Another" } });
    const [column] = board.columns;
    const [a, b, c] = board.tasks[0] as [number, number, number];
    const elsewhere = [board.tasks[1]?.[0] as number, other.tasks[0]?.[0] as number, 999_999_999];
    for (const id of elsewhere) {
      const answer = await board.member.put(url(column, [c, id, a]));
      expect([answer.status, id]).toEqual([422, id]);
      expect(Object.keys(answer.body.errors)[0]).toMatch(/^ids/);
    }
    for (const id of ["x", "0", "1.5", "-1"])
      expect((await board.member.put(url(column, [c, id, a]))).status).toBe(404);
    expect(await board.order(column)).toEqual([a, b, c]);
    expect(await board.order(board.columns[1])).toEqual(board.tasks[1]);
  });

  test("the sent tasks are sorted within their positions; other tasks stay", async () => {
    const board = await newBoard(await server.world(), { cards: [5, 0, 0] });
    const [column] = board.columns;
    const [a, b, c, d, e] = board.tasks[0] as [number, number, number, number, number];
    requireOk(await board.member.put(url(column, [d, b])));
    expect(await board.order(column)).toEqual([a, d, c, b, e]);
    requireOk(await board.member.put(url(column, [e, a, e, e])));
    expect(await board.order(column)).toEqual([e, d, c, b, a]);
    requireOk(await board.member.put(url(column, [c])));
    expect(await board.order(column)).toEqual([e, d, c, b, a]);
  });

  test("each moved task emits an event with a new version; other tasks are unchanged", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [4, 0, 0] });
    const [column] = board.columns;
    const [a, b, c, d] = board.tasks[0] as [number, number, number, number];
    const mark = server.published.length;
    requireOk(await board.member.put(url(column, [c, a])));
    const emitted = world.events(mark).map(({ event }) => [event.type, (event.data as { id: number }).id]);
    expect(emitted).toHaveLength(2);
    expect(emitted).toEqual(
      expect.arrayContaining([
        ["task.moved", a],
        ["task.moved", c],
      ]),
    );
    const versions = Object.fromEntries(
      (await board.read()).data[0]?.tasks.map((task) => [task.id, task.version]) ?? [],
    );
    expect(versions).toEqual({ [a]: 2, [b]: 1, [c]: 2, [d]: 1 });
  });

  test("archived tasks can be sorted without events on the board", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [3, 0, 0] });
    const [column] = board.columns;
    const [a, b, c] = board.tasks[0] as [number, number, number];
    requireOk(await board.member.put(`/task/${b}/archive`));
    const mark = server.published.length;
    requireOk(await board.member.put(url(column, [b, a])));
    expect(world.events(mark).map(({ event }) => (event.data as { id: number }).id)).toEqual([a]);
    requireOk(await board.member.put(url(column, [c, b, a])));
    expect(await board.order(column)).toEqual([c, a]);
  });

  test("the specification's GET request sorts the column without being cached", async () => {
    const board = await newBoard(await server.world());
    const [column] = board.columns;
    const reversedIds = [...(board.tasks[0] ?? [])].reverse();
    const answer = requireOk(await board.member.get(url(column, reversedIds)));
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await board.order(column)).toEqual(reversedIds);
  });

  test("a thousand tasks are sorted in one request", async () => {
    const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
    const [column] = board.columns;
    await server.owner.query(
      `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
       SELECT tenant_id, project_id, task_status_id, n, 'Card ' || n, 'b' || to_char(n, 'FM00000') || '1'
       FROM task, generate_series(1000, 1999) AS n WHERE id = $1`,
      [board.tasks[0]?.[0]],
    );
    const reversedIds = [...(await board.order(column))].reverse();
    requireOk(await board.member.put(url(column, reversedIds)));
    expect(await board.order(column)).toEqual(reversedIds);
  });

  test("the longest list of the longest ids is read from the path", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
    const ids = Array.from({ length: 2_000 }, (_, n) => 2_000_000_000 + n);
    const { port } = server.app.server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const path = endpointPathOf(sortTasks, { id: board.columns[0], ids });
      const headers = { host: world.host, authorization: `Bearer ${world.admin.token}` };
      request({ port, host: "127.0.0.1", method: "PUT", path, headers }, (answer) => resolve(answer.statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(422); // no task of the column has these ids
  });

  test("a task moved away while its column is sorted stays in its target column", async () => {
    const board = await newBoard(await server.world(), { cards: [8, 1, 0] });
    const [from, to] = board.columns;
    const ids = board.tasks[0] as number[];
    const [first] = board.tasks[1] as [number];
    const answers = await Promise.all([
      ...ids
        .slice(0, 4)
        .map((id) => board.member.put(`/task/${id}/status-update`, { task_status_id: to, after_id: first })),
      board.owner.put(url(from, [...ids].reverse())),
    ]);
    expect(answers.slice(0, 4).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect([200, 422]).toContain(answers[4]?.status); // 422 if one of the tasks had already left the column
    expect(new Set(await board.order(to))).toEqual(new Set([...ids.slice(0, 4), first]));
    expect((await board.order(to)).at(-1)).toBe(first);
  });
});

describe("sorting the columns of a project", () => {
  const url = (project: number, ids: readonly (number | string)[]) =>
    `/task_status/${project}/sort-update/${ids.join()}`;

  test("sorting columns without permission to edit the board is refused", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const reversedIds = [...board.columns].reverse();
    expect((await board.member.put(url(board.id, reversedIds))).status).toBe(403);
    expect((await board.viewer.put(url(board.id, reversedIds))).status).toBe(403);
    expect((await board.stranger.put(url(board.id, reversedIds))).status).toBe(404);
    expect((await world.api(world.admin).put(url(board.id, reversedIds))).status).toBe(200);
    expect((await board.read()).data.map((column) => column.id)).toEqual(reversedIds);
  });

  test("column ids of other projects get 422; columns that aren't sent stay", async () => {
    const world = await server.world();
    const [board, other] = [await newBoard(world), await newBoard(world, { project: { title: "Another" } })];
    const [a, b, c] = board.columns;
    expect((await board.owner.put(url(board.id, [a, other.columns[0]]))).status).toBe(422);
    requireOk(await board.owner.put(url(board.id, [c, a])));
    expect((await board.read()).data.map((column) => column.id)).toEqual([c, b, a]);
    requireOk(await board.owner.get(url(board.id, [b, c])));
    expect((await board.read()).data.map((column) => column.id)).toEqual([b, c, a]);
  });

  test("two concurrent column sorts leave one complete order", async () => {
    const board = await newBoard(await server.world());
    const [a, b, c] = board.columns;
    await Promise.all(
      [board.owner.put(url(board.id, [c, b, a])), board.owner.put(url(board.id, [b, a, c]))].map(async (each) =>
        requireOk(await each),
      ),
    );
    const order = (await board.read()).data.map((column) => column.id);
    expect([...order].sort((x, y) => x - y)).toEqual([a, b, c]);
  });
});
