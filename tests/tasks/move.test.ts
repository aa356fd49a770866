import { longestRank } from "../../shared/tasks/tasks.rank.rules";
import { testServer } from "../support/server";
import { multipart, newBoard, ok } from "./board";

const server = testServer();
const world = () => server.world();

describe("a move is refused", () => {
  test("to who may only look, who isn't in the project, another tenant, and nobody", async () => {
    const here = await world();
    const board = await newBoard(here);
    const url = `/task/${board.tasks[0]?.[0]}/status-update`;
    const body = { task_status_id: board.columns[1] };
    expect((await board.viewer.put(url, body)).body).toMatchObject({ code: "permission.denied" });
    expect((await board.stranger.put(url, body)).status).toBe(404);
    expect((await here.api().put(url, body)).status).toBe(401);
    const elsewhere = await world();
    expect((await elsewhere.api(elsewhere.admin).put(url, body)).status).toBe(404);
    expect(await board.order(board.columns[0])).toEqual(board.tasks[0]); // it was there to be moved
  });

  test("of a task or to a column that doesn't exist, or to a column of another project", async () => {
    const here = await world();
    const [board, other] = [await newBoard(here), await newBoard(here, { project: { title: "Another" } })];
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
  ])("with %s", async (_, body) => {
    const board = await newBoard(await world(), { cards: [1, 0, 0] });
    expect((await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, body)).status).toBe(422);
  });

  test("of an archived task, with the task as it is; and in an archived project", async () => {
    const board = await newBoard(await world());
    const [task, other] = board.tasks[0] as [number, number];
    ok(await board.member.put(`/task/${task}/archive`));
    const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "task.archived", data: { id: task, task_status_id: board.columns[0] } });
    ok(await board.owner.put(`/project/${board.id}/archive`));
    const readOnly = await board.member.put(`/task/${other}/status-update`, { task_status_id: board.columns[1] });
    expect(readOnly.body).toMatchObject({ code: "project.archived" });
  });

  test("when someone else has moved it since: 409 with where it is now", async () => {
    const board = await newBoard(await world());
    const [task] = board.tasks[0] as [number];
    const { version } = await board.card(task);
    ok(await board.owner.put(`/task/${task}/status-update`, { task_status_id: board.columns[2], version }));
    const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1], version });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "task.stale",
      data: { id: task, task_status_id: board.columns[2], version: version + 1 },
    });
    expect(await board.order(board.columns[2])).toEqual([task]);
  });
});

test("what someone else changed about it is no reason to refuse, only where it stands is", async () => {
  const board = await newBoard(await world());
  const [task] = board.tasks[0] as [number];
  const { version } = await board.card(task);
  ok(await board.owner.post(`/task/${task}`, { title: "Another title" }));
  ok(await board.owner.post("/comments", { task_id: task, comment: "Yes" }));
  const answer = await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1], version });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ task_status_id: board.columns[1], version: version + 2 });
});

test("without neighbours it lands at the end; the answer says where", async () => {
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

test("between, above and below the neighbours that are named", async () => {
  const board = await newBoard(await world(), { cards: [4, 2, 0] });
  const [from, to] = board.columns;
  const [a, b, c, d] = board.tasks[0] as [number, number, number, number];
  const [x, y] = board.tasks[1] as [number, number];
  ok(await board.member.put(`/task/${a}/status-update`, { task_status_id: to, before_id: x, after_id: y }));
  expect(await board.order(to)).toEqual([x, a, y]);
  ok(await board.member.put(`/task/${b}/status-update`, { task_status_id: to, after_id: x }));
  expect(await board.order(to)).toEqual([b, x, a, y]);
  ok(await board.member.put(`/task/${c}/status-update`, { task_status_id: to, before_id: x }));
  expect(await board.order(to)).toEqual([b, x, c, a, y]);
  ok(await board.member.put(`/task/${y}/status-update`, { task_status_id: to, after_id: b, before_id: null }));
  expect(await board.order(to)).toEqual([y, b, x, c, a]);
  expect(await board.order(from)).toEqual([d]);
});

test("where the neighbours have gone meanwhile, as near as can be", async () => {
  const board = await newBoard(await world(), { cards: [3, 3, 0] });
  const [, to, away] = board.columns;
  const [a, b, c] = board.tasks[0] as [number, number, number];
  const [x, y, z] = board.tasks[1] as [number, number, number];
  ok(await board.owner.put(`/task/${x}/status-update`, { task_status_id: away }));
  ok(await board.member.put(`/task/${a}/status-update`, { task_status_id: to, before_id: x, after_id: y }));
  expect(await board.order(to)).toEqual([a, y, z]); // the one that is still there decides
  ok(await board.member.put(`/task/${b}/status-update`, { task_status_id: to, before_id: y, after_id: x }));
  expect(await board.order(to)).toEqual([a, y, b, z]);
  ok(await board.member.put(`/task/${c}/status-update`, { task_status_id: to, before_id: x, after_id: 999_999_999 }));
  expect(await board.order(to)).toEqual([a, y, b, z, c]); // both gone: the end
});

test("archived cards keep their places between the others", async () => {
  const board = await newBoard(await world(), { cards: [1, 3, 0] });
  const [, to] = board.columns;
  const [x, y, z] = board.tasks[1] as [number, number, number];
  ok(await board.member.put(`/task/${y}/archive`));
  ok(
    await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, {
      task_status_id: to,
      before_id: x,
      after_id: z,
    }),
  );
  expect(await board.order(to)).toEqual([x, board.tasks[0]?.[0], z]);
});

test("to where it stands already: nothing happens, and nothing is told", async () => {
  const here = await world();
  const board = await newBoard(here);
  const [a, b, c] = board.tasks[0] as [number, number, number];
  const before = await board.read();
  for (const place of [{ before_id: a, after_id: c }, { before_id: a }, { after_id: c }]) {
    const answer = await board.member.put(`/task/${b}/status-update`, { task_status_id: board.columns[0], ...place });
    expect(answer.body.data).toMatchObject({ id: b, version: 1, before_id: a, after_id: c });
  }
  expect(await board.read()).toEqual(before);
});

test("reaching the done column completes it, leaving takes that back; a limit of the column is no obstacle", async () => {
  const board = await newBoard(await world(), { cards: [2, 0, 0] });
  const [todo, , done] = board.columns;
  ok(await board.owner.put(`/task_status/${done}`, { wip_limit: 1 }));
  for (const task of board.tasks[0] ?? []) {
    const answer = ok(await board.member.put(`/task/${task}/status-update`, { task_status_id: done }));
    expect(answer.body.data.progress).toBe(100);
  }
  const back = await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, { task_status_id: todo });
  expect(back.body.data.progress).toBe(0);
});

test("the same by multipart, with numbers as texts and empty fields", async () => {
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

test("ranks that have grown long are made short again, and the order stays", async () => {
  const board = await newBoard(await world(), { cards: [6, 0, 0] });
  const [column] = board.columns;
  const ids = board.tasks[0] as number[];
  // As after hundreds of drops into one gap.
  const above = (await board.card(ids[0] as number)).rank;
  await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [ids[1], `${above}${"0".repeat(longestRank)}1`]);
  for (const task of ids.slice(2)) {
    ok(
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
