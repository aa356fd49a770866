import { maxReplacedCharacters } from "../../../server/work/tasks/tasks.change.checks";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { maxDescriptionLength } from "../../../shared/work/tasks/tasks.fields";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

type Change = Record<string, unknown> & { id: number };
interface Changed {
  id: number;
  version: number;
  task: { id: number; title: string; progress: number } | null;
  undo: Change | null;
}

const bulk = (api: TestBoard["owner"], changes: unknown, options = {}) =>
  api.post("/task/bulk", { changes, ...options });

async function changed(api: TestBoard["owner"], changes: Change[], options = {}): Promise<Changed[]> {
  return requireOk(await bulk(api, changes, options)).body.data as Changed[];
}

const undosOf = (data: Changed[]) => data.flatMap((each) => each.undo ?? []);

describe("refused bulk changes", () => {
  test("a bulk change with an inaccessible task is refused completely", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const elsewhere = await server.world();
    const changes = board.tasks.flat().map((id) => ({ id, priority: "high" }));
    expect((await bulk(world.api(), changes)).status).toBe(401);
    expect((await bulk(board.viewer, changes)).status).toBe(403);
    expect((await bulk(board.stranger, changes)).status).toBe(404);
    expect((await bulk(elsewhere.api(elsewhere.admin), changes)).status).toBe(404);
    expect((await bulk(board.member, [...changes, { id: 999_999_999, title: "x" }])).status).toBe(404);
    for (const id of board.tasks.flat()) expect(await board.card(id)).toMatchObject({ priority: "medium", version: 1 });
  });

  test("a bulk change returns the errors of every invalid entry and field", async () => {
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(await server.world(), { project });
    const other = await newBoard(await server.world());
    const [a, b, c] = board.tasks[0] as [number, number, number];
    const errorsOf = async (changes: unknown) => {
      const answer = await bulk(board.member, changes);
      expect(answer.status).toBe(422);
      return Object.keys(answer.body.errors).sort();
    };
    expect(await errorsOf([])).toEqual(["changes"]);
    expect(await errorsOf(Array.from({ length: 501 }, (_, at) => ({ id: at + 1, title: "x" })))).toEqual(["changes"]);
    expect(
      await errorsOf([
        { id: a, title: " " },
        { id: b, complexity: 9 },
      ]),
    ).toEqual(["changes.0.title", "changes.1.complexity"]);
    expect(
      await errorsOf([
        { id: a, title: "x" },
        { id: a, title: "y" },
      ]),
    ).toEqual(["changes.1.id"]);
    expect(
      await errorsOf([
        { id: a, title: "fine" },
        { id: b, users: [999_999_999], tags: [999_999_999] },
        { id: c, due_date: "2031-01-01" },
      ]),
    ).toEqual(["changes.1.tags", "changes.1.users", "changes.2.due_date"]);
    expect(
      await errorsOf([
        { id: a, title: "fine" },
        { id: b, task_status_id: other.columns[0] },
      ]),
    ).toEqual(["changes.1.task_status_id"]);
    // Each dependency is valid alone; together they are a cycle.
    expect(
      await errorsOf([
        { id: a, blockers: [b] },
        { id: b, blockers: [c] },
        { id: c, blockers: [a] },
      ]),
    ).toEqual(["changes.0.blockers", "changes.1.blockers", "changes.2.blockers"]);
    for (const id of [a, b, c]) expect((await board.card(id)).version).toBe(1);
  });

  test("a bulk change with a stale task is refused and returns the other user", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [a, b, c] = board.tasks[0] as [number, number, number];
    requireOk(await board.owner.post(`/task/${b}`, { title: "Theirs" }));
    requireOk(await board.owner.post(`/task/${c}`, { priority: "high" }));
    const mark = server.published.length;
    const changes = [a, b, c].map((id) => ({ id, title: `Mine ${id}`, version: 1 }));
    const answer = await bulk(board.member, changes);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "task.stale",
      by: { id: board.people.owner.id },
      data: [{ id: b, title: "Theirs" }],
    });
    expect(answer.body.data).toHaveLength(1);
    expect((await board.card(a)).title).toBe("Card 0.1");
    expect(world.events(mark)).toEqual([]);
  });

  test("a bulk change with an archived task is refused completely", async () => {
    const board = await newBoard(await server.world());
    const [a, b] = board.tasks[0] as [number, number];
    requireOk(await board.owner.put(`/task/${b}/archive`));
    const answer = await bulk(
      board.member,
      [a, b].map((id) => ({ id, title: "New" })),
    );
    expect(answer.body).toMatchObject({ code: "task.archived", data: [{ id: b }] });
    expect((await board.card(a)).title).toBe("Card 0.1");
  });
});

test("the total length of descriptions replaced in a bulk change is limited", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const ids: number[] = [];
  for (let n = 0; n <= maxReplacedCharacters / maxDescriptionLength; n++)
    ids.push(
      (await board.add(board.columns[0], { description: `<p>${"x".repeat(maxDescriptionLength - 10)}</p>` })).id,
    );
  await world.tx((tx) =>
    tx.rows(
      unnamedSql(
        "UPDATE task SET description = rpad(description, $2, 'y') WHERE tenant_id = current_tenant() AND id = ANY($1)",
      ),
      [ids, maxDescriptionLength],
    ),
  );
  const emptied = (some: number[]) =>
    bulk(
      board.member,
      some.map((id) => ({ id, description: null })),
    );
  const all = await emptied(ids);
  expect([all.status, Object.keys(all.body.errors)]).toEqual([422, ids.map((_, at) => `changes.${at}.description`)]);
  expect(await board.card(ids[0] as number)).toMatchObject({ version: 1 });
  requireOk(await emptied(ids.slice(1)));
  requireOk(await emptied(ids));
});

test("each changed task emits its own event; tasks of several projects can be mixed", async () => {
  const world = await server.world();
  const [one, two] = [await newBoard(world), await newBoard(world)];
  const [a, b, c] = one.tasks[0] as [number, number, number];
  const [d] = two.tasks[0] as [number];
  requireOk(await one.member.put(`/task/${c}/archive`));
  const mark = server.published.length;
  const data = await changed(one.member, [
    { id: a, priority: "high", task_status_id: one.columns[1] },
    { id: b, archived: true },
    { id: c, archived: false },
    { id: d, users: [one.people.member.id] },
  ]);
  expect(data.find((each) => each.id === b)).toMatchObject({ task: null });
  expect(data.find((each) => each.id === a)).toMatchObject({
    version: 3,
    task: { priority: "high", task_status_id: one.columns[1] },
  });
  const emitted = world
    .events(mark)
    .map(({ stream, event }) => [stream, event.type, (event.data as { id: number }).id]);
  expect(emitted).toHaveLength(5);
  expect(emitted).toEqual(
    expect.arrayContaining([
      [`project:${one.id}`, "task.updated", a],
      [`project:${one.id}`, "task.moved", a],
      [`project:${one.id}`, "task.archived", b],
      [`project:${one.id}`, "task.restored", c],
      [`project:${two.id}`, "task.updated", d],
    ]),
  );
});

test("moved tasks that refer to each other are placed together in that order", async () => {
  const board = await newBoard(await server.world(), { cards: [5, 3, 0] });
  const [from, to] = board.columns;
  const [a, b, c, d, e] = board.tasks[0] as [number, number, number, number, number];
  const [x, y, z] = board.tasks[1] as [number, number, number];
  await changed(board.member, [
    { id: d, task_status_id: to, before_id: x, after_id: y },
    { id: b, task_status_id: to, before_id: d, after_id: y },
  ]);
  expect(await board.order(to)).toEqual([x, d, b, y, z]);
  await changed(board.member, [
    { id: y, task_status_id: to },
    { id: a, task_status_id: to },
    { id: e, task_status_id: to },
  ]);
  expect(await board.order(to)).toEqual([x, d, b, y, z, a, e]);
  expect(await board.order(from)).toEqual([c]);
});

describe("undo of a bulk change", () => {
  const shot = async (board: TestBoard) =>
    (await board.read()).data.map(({ tasks }) => tasks.map(({ version, rank, ...task }) => task));

  test("undo restores fields, positions, archive and progress, and can be undone", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [6, 3, 2] });
    const [todo, doing, done] = board.columns;
    const [a, b, c, d, e, f] = board.tasks[0] as [number, number, number, number, number, number];
    const [finished] = board.tasks[2] as [number];
    requireOk(
      await board.member.post(`/task/${a}`, { progress: 35, description: "Why", users: [board.people.viewer.id] }),
    );
    const before = await shot(board);
    const data = await changed(board.member, [
      { id: f, task_status_id: done },
      { id: a, task_status_id: done, title: "A", description: "", users: [board.people.member.id] },
      { id: c, archived: true },
      { id: b, task_status_id: doing, before_id: null, after_id: board.tasks[1]?.[0] },
      { id: d, archived: true, due_date: "2030-02-02" },
      { id: e, priority: "high" },
      { id: finished, task_status_id: todo },
    ]);
    const after = await shot(board);
    expect(after).not.toEqual(before);
    const redo = await changed(board.member, undosOf(data), { undoing: true });
    expect(await shot(board)).toEqual(before);
    expect(requireOk(await board.member.get(`/task/${a}`)).body.data.description).toBe("<p>Why</p>");
    const again = await changed(board.member, undosOf(redo), { undoing: true });
    expect(await shot(board)).toEqual(after);
    await changed(board.member, undosOf(again), { undoing: true });
    expect(await shot(board)).toEqual(before);
  });

  test("undo includes a description only if it changed", async () => {
    const board = await newBoard(await server.world());
    const [a, b, c] = board.tasks.flat() as [number, number, number];
    const read = async (id: number) => requireOk(await board.member.get(`/task/${id}`)).body.data.description;
    for (const id of [a, b, c]) requireOk(await board.member.post(`/task/${id}`, { description: `Why ${id}` }));
    const { data } = requireOk(
      await bulk(board.member, [
        { id: a, priority: "high" },
        { id: b, priority: "high", description: "Because" },
        { id: c, description: "" },
      ]),
    ).body as { data: { id: number; undo: object }[] };
    expect([await read(a), await read(b), await read(c)]).toEqual([`<p>Why ${a}</p>`, "<p>Because</p>", null]);
    const undo = (id: number) => data.find((changed) => changed.id === id)?.undo;
    expect(undo(a)).not.toHaveProperty("description");
    expect(undo(b)).toMatchObject({ description: `<p>Why ${b}</p>` });
    requireOk(
      await bulk(
        board.member,
        data.map((changed) => changed.undo),
      ),
    );
    expect(await Promise.all([a, b, c].map(read))).toEqual([a, b, c].map((id) => `<p>Why ${id}</p>`));
  });

  test("an unchanged task has no undo change", async () => {
    const board = await newBoard(await server.world());
    const [a] = board.tasks[0] as [number];
    expect(await changed(board.member, [{ id: a, title: "Card 0.1", task_status_id: board.columns[0] }])).toMatchObject(
      [{ id: a, version: 1, undo: null }],
    );
  });

  test("undo omits the position of a task that didn't move", async () => {
    const board = await newBoard(await server.world());
    const [a, b] = board.tasks[0] as [number, number];
    const stays = { task_status_id: board.columns[0], before_id: null, after_id: b };
    const [data] = await changed(board.member, [{ id: a, title: "Renamed", ...stays }]);
    expect(data?.undo).toEqual({ id: a, version: data?.version, title: "Card 0.1" });
    // Moving back restores the progress, so the undo doesn't contain it.
    const [moved] = await changed(board.member, [{ id: a, task_status_id: board.columns[1] }]);
    const place = { task_status_id: board.columns[0], before_id: null, after_id: b };
    expect(moved?.undo).toEqual({ id: a, version: moved?.version, ...place });
  });

  test("a user's changes are undone in reverse, unless another user changed the task", async () => {
    const board = await newBoard(await server.world());
    const [a] = board.tasks[0] as [number];
    const steps: Change[][] = [];
    for (const title of ["One", "Two", "Three"]) steps.push(undosOf(await changed(board.member, [{ id: a, title }])));
    await changed(board.member, steps.pop() as Change[], { undoing: true });
    await changed(board.member, steps.pop() as Change[], { undoing: true });
    expect((await board.card(a)).title).toBe("One");
    requireOk(await board.owner.post(`/task/${a}`, { title: "Theirs" }));
    const answer = await bulk(board.member, steps.pop(), { undoing: true });
    expect(answer.body).toMatchObject({ code: "task.stale", by: { fullname: "Mia Manager" } });
    expect((await board.card(a)).title).toBe("Theirs");
  });

  test("a task restored by another user isn't restored again", async () => {
    const board = await newBoard(await server.world());
    const [a] = board.tasks[0] as [number];
    const data = await changed(board.member, [{ id: a, archived: true }]);
    requireOk(await board.owner.put(`/task/${a}/restore`, { task_status_id: board.columns[1] }));
    const answer = await bulk(board.member, undosOf(data), { undoing: true });
    expect(answer.body).toMatchObject({ code: "task.stale", by: { id: board.people.owner.id } });
  });
});
