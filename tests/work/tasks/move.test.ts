import { maxRankLength } from "../../../shared/work/tasks/tasks.rank.rules";
import { testServer } from "../../support/server";
import { multipart, newBoard, requireOk } from "./board";

const server = testServer();
const world = () => server.world();

describe("refused moves", () => {
  test("moving a task returns 403 for viewers and 404 without project access", async () => {
    const tenant = await world();
    const board = await newBoard(tenant);
    const url = `/task/${board.tasks[0]?.[0]}/status-update`;
    const body = { task_status_id: board.columns[1] };
    expect((await board.viewer.put(url, body)).body).toMatchObject({ code: "permission.denied" });
    expect((await board.stranger.put(url, body)).status).toBe(404);
    expect((await tenant.api().put(url, body)).status).toBe(401);
    const elsewhere = await world();
    expect((await elsewhere.api(elsewhere.admin).put(url, body)).status).toBe(404);
    expect(await board.order(board.columns[0])).toEqual(board.tasks[0]); // proves that the task exists
  });

  test("unknown tasks and columns, and columns of another project, are refused", async () => {
    const tenant = await world();
    const [board, other] = [await newBoard(tenant), await newBoard(tenant, { project: { title: "Another" } })];
    const [task] = board.tasks[0] as [number];
    for (const id of ["999999999", "0", "x", "1.5", "99999999999999999999"]) {
      expect((await board.member.put(`/task/${id}/status-update`, { task_status_id: board.columns[1] })).status).toBe(
        404,
      );
    }
    for (const column of [999_999_999, other.columns[0]]) {
      const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: column });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(["task_status_id"]);
    }
  });

  test.each([
    ["no column", {}],
    ["a text for a column", { task_status_id: "first" }],
    ["a list for a column", { task_status_id: [1, 2] }],
    ["a fraction for a version", { task_status_id: 1, version: 1.5 }],
    ["an object for a neighbour", { task_status_id: 1, before_id: { id: 1 } }],
  ])("a move with %s gets 422", async (_, body) => {
    const board = await newBoard(await world(), { cards: [1, 0, 0] });
    expect((await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, body)).status).toBe(422);
  });

  test("moving an archived task returns 409 with the task", async () => {
    const board = await newBoard(await world());
    const [task, other] = board.tasks[0] as [number, number];
    requireOk(await board.member.put(`/task/${task}/archive`));
    const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "task.archived", data: { id: task, task_status_id: board.columns[0] } });
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    const readOnly = await board.member.put(`/task/${other}/status-update`, { task_status_id: board.columns[1] });
    expect(readOnly.body).toMatchObject({ code: "project.archived" });
  });

  test("moving a task that another user moved returns 409 with its position", async () => {
    const board = await newBoard(await world());
    const [task] = board.tasks[0] as [number];
    const { version } = await board.card(task);
    requireOk(await board.owner.put(`/task/${task}/status-update`, { task_status_id: board.columns[2], version }));
    const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1], version });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "task.stale",
      data: { id: task, task_status_id: board.columns[2], version: version + 1 },
    });
    expect(await board.order(board.columns[2])).toEqual([task]);
  });
});

test("changes other than moves don't make a move stale", async () => {
  const board = await newBoard(await world());
  const [task] = board.tasks[0] as [number];
  const { version } = await board.card(task);
  requireOk(await board.owner.post(`/task/${task}`, { title: "Another title" }));
  requireOk(await board.owner.post("/comments", { task_id: task, comment: "Yes" }));
  const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1], version });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ task_status_id: board.columns[1], version: version + 2 });
});

test("without neighbors a task is placed at the end; the response has its position", async () => {
  const board = await newBoard(await world());
  const [task] = board.tasks[0] as [number];
  const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] });
  const last = board.tasks[1]?.at(-1);
  expect(answer.body).toMatchObject({
    message: "Task moved",
    data: { id: task, before_id: last, after_id: null, progress: 0 },
  });
  expect(await board.order(board.columns[1])).toEqual([...(board.tasks[1] ?? []), task]);
  expect((await board.card(task)).rank).toBe(answer.body.data.rank);
});

test("a task is placed between, above or below the given neighbors", async () => {
  const board = await newBoard(await world(), { cards: [4, 2, 0] });
  const [from, to] = board.columns;
  const [a, b, c, d] = board.tasks[0] as [number, number, number, number];
  const [x, y] = board.tasks[1] as [number, number];
  requireOk(await board.member.put(`/task/${a}/status-update`, { task_status_id: to, before_id: x, after_id: y }));
  expect(await board.order(to)).toEqual([x, a, y]);
  requireOk(await board.member.put(`/task/${b}/status-update`, { task_status_id: to, after_id: x }));
  expect(await board.order(to)).toEqual([b, x, a, y]);
  requireOk(await board.member.put(`/task/${c}/status-update`, { task_status_id: to, before_id: x }));
  expect(await board.order(to)).toEqual([b, x, c, a, y]);
  requireOk(await board.member.put(`/task/${y}/status-update`, { task_status_id: to, after_id: b, before_id: null }));
  expect(await board.order(to)).toEqual([y, b, x, c, a]);
  expect(await board.order(from)).toEqual([d]);
});

test("with missing neighbors a task is placed as close as possible", async () => {
  const board = await newBoard(await world(), { cards: [3, 3, 0] });
  const [, to, away] = board.columns;
  const [a, b, c] = board.tasks[0] as [number, number, number];
  const [x, y, z] = board.tasks[1] as [number, number, number];
  requireOk(await board.owner.put(`/task/${x}/status-update`, { task_status_id: away }));
  requireOk(await board.member.put(`/task/${a}/status-update`, { task_status_id: to, before_id: x, after_id: y }));
  expect(await board.order(to)).toEqual([a, y, z]); // placed next to the remaining neighbor
  requireOk(await board.member.put(`/task/${b}/status-update`, { task_status_id: to, before_id: y, after_id: x }));
  expect(await board.order(to)).toEqual([a, y, b, z]);
  requireOk(
    await board.member.put(`/task/${c}/status-update`, { task_status_id: to, before_id: x, after_id: 999_999_999 }),
  );
  expect(await board.order(to)).toEqual([a, y, b, z, c]); // both neighbors are missing: placed at the end
});

test("archived tasks keep their position between the other tasks", async () => {
  const board = await newBoard(await world(), { cards: [1, 3, 0] });
  const [, to] = board.columns;
  const [x, y, z] = board.tasks[1] as [number, number, number];
  requireOk(await board.member.put(`/task/${y}/archive`));
  requireOk(
    await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, {
      task_status_id: to,
      before_id: x,
      after_id: z,
    }),
  );
  expect(await board.order(to)).toEqual([x, board.tasks[0]?.[0], z]);
});

test("a move to the current position changes and emits nothing", async () => {
  const tenant = await world();
  const board = await newBoard(tenant);
  const [a, b, c] = board.tasks[0] as [number, number, number];
  const before = await board.read();
  for (const place of [{ before_id: a, after_id: c }, { before_id: a }, { after_id: c }]) {
    const answer = await board.member.put(`/task/${b}/status-update`, { task_status_id: board.columns[0], ...place });
    expect(answer.body.data).toMatchObject({ id: b, version: 1, before_id: a, after_id: c });
  }
  expect(await board.read()).toEqual(before);
});

test("a done column sets progress to 100, and leaving it restores the old progress", async () => {
  const board = await newBoard(await world(), { cards: [2, 0, 0] });
  const [todo, , done] = board.columns;
  requireOk(await board.owner.put(`/task_status/${done}`, { wip_limit: 1 }));
  for (const task of board.tasks[0] ?? []) {
    const answer = requireOk(await board.member.put(`/task/${task}/status-update`, { task_status_id: done }));
    expect(answer.body.data.progress).toBe(100);
  }
  const back = await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, { task_status_id: todo });
  expect(back.body.data.progress).toBe(0);
});

test("a multipart request with numbers as text and empty fields moves a task", async () => {
  const board = await newBoard(await world());
  const [task] = board.tasks[0] as [number];
  const fields = {
    task_status_id: String(board.columns[1]),
    before_id: "",
    after_id: String(board.tasks[1]?.[0]),
    _method: "PUT",
  };
  const answer = await board.member.send({ method: "POST", url: `/task/${task}/status-update`, ...multipart(fields) });
  expect(answer.status).toBe(200);
  expect((await board.order(board.columns[1]))[0]).toBe(task);
});

test("long ranks are shortened without changing the order", async () => {
  const board = await newBoard(await world(), { cards: [6, 0, 0] });
  const [column] = board.columns;
  const ids = board.tasks[0] as number[];
  // A rank as it is after hundreds of moves to the same position.
  const above = (await board.card(ids[0] as number)).rank;
  await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [
    ids[1],
    `${above}${"0".repeat(maxRankLength)}1`,
  ]);
  for (const task of ids.slice(2)) {
    requireOk(
      await board.member.put(`/task/${task}/status-update`, {
        task_status_id: column,
        before_id: ids[0],
        after_id: ids[1],
      }),
    );
  }
  expect(await board.order(column)).toEqual([ids[0], ...ids.slice(2).reverse(), ids[1]]);
  const ranks = (await board.read()).data[0]?.tasks.map((task) => task.rank) ?? [];
  expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThan(10);
});
