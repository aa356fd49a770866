import { mostLookedThrough } from "../../server/tasks/task.entity";
import { projectStream } from "../../shared/kernel/events";
import { testServer } from "../support/server";
import { workOf } from "../support/statements/work";
import { multipart, newBoard, ok } from "./board";

const server = testServer();

describe("a change is refused", () => {
  test("to who may only look, who isn't in the project, another tenant, and nobody", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const url = `/task/${board.tasks[0]?.[0]}`;
    const elsewhere = await server.world();
    for (const [method, body] of [
      ["post", { title: "Mine" }],
      ["patch", { users: [] }],
    ] as const) {
      expect((await board.viewer[method](url, body)).status).toBe(403);
      expect((await board.stranger[method](url, body)).status).toBe(404);
      expect((await world.api()[method](url, body)).status).toBe(401);
      expect((await elsewhere.api(elsewhere.admin)[method](url, body)).status).toBe(404);
    }
    expect(await board.card(board.tasks[0]?.[0] as number)).toMatchObject({ title: "Card 0.1", version: 1 });
  });

  test.each([
    ["an empty title", { title: " " }, ["title"]],
    [
      "wrong types everywhere",
      { title: ["x"], priority: 1, complexity: "much", due_date: {}, users: "all" },
      ["title", "priority", "complexity", "due_date", "users.0"],
    ],
    [
      "people and tags from elsewhere",
      { users: [999_999_999], tags: [999_999_999], groups: [999_999_999] },
      ["groups", "tags", "users"],
    ],
  ])("with %s, naming every field", async (_, body, wrong) => {
    const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
    const answer = await board.member.post(`/task/${board.tasks[0]?.[0]}`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual([...wrong].sort());
  });

  test("with dates outside the project's timeline, or out of order with the one that stands there", async () => {
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(await server.world(), { cards: [1, 0, 0], project });
    const url = `/task/${board.tasks[0]?.[0]}`;
    const late = await board.member.post(url, { due_date: "2030-03-02" });
    expect([late.status, late.body.errors]).toEqual([422, { due_date: ["Task out date the range of timeline"] }]);
    ok(await board.member.post(url, { start_date: "2030-02-10" }));
    const early = await board.member.post(url, { due_date: "2030-02-09" });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ["due_date"]]);
    ok(await board.member.post(url, { due_date: "2030-02-10" }));
    ok(await board.member.post(url, { start_date: "", due_date: null }));
    expect(await board.card(board.tasks[0]?.[0] as number)).toMatchObject({ start_date: null, due_date: null });
  });

  test("of an archived task, with the record as it is", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    ok(await board.member.put(`${url}/archive`));
    const answer = await board.member.post(url, { title: "Late" });
    expect(answer.body).toMatchObject({ code: "task.archived", data: { title: "Card 0.1" } });
  });

  test("when the same field was changed by someone else since, and only then", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    ok(await board.owner.post(url, { title: "Theirs", version: 1 }));
    const answer = await board.member.post(url, { title: "Mine", priority: "high", version: 1 });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "task.stale",
      data: { title: "Theirs", priority: "medium", version: 2 },
      by: { id: board.people.owner.id, fullname: expect.any(String) },
    });
    ok(await board.member.post(url, { priority: "high", version: 1 })); // another field
    ok(await board.owner.put(`${url}/status-update`, { task_status_id: board.columns[1], version: 1 })); // its place
    ok(await board.member.post(url, { title: "Mine now" })); // without a version the last one wins
    expect(await board.card(board.tasks[0]?.[0] as number)).toMatchObject({ title: "Mine now", priority: "high" });
  });

  test("when too much has happened since to look through, whatever it was", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [id, project_id] = [board.tasks[0]?.[0] as number, board.id];
    const happens = (times: number) =>
      world.tx(async (tx) => {
        const event = { project_id, task_id: id, comment_id: 1, emoji: "👍", user: board.people.owner };
        for (let n = 0; n < times; n++) tx.emit("reaction.added", projectStream(project_id), event as never);
      });
    ok(await board.owner.post(`/task/${id}`, { title: "Theirs", version: 1 }));
    await happens(mostLookedThrough - 2);
    ok(await board.member.post(`/task/${id}`, { priority: "high", version: 1 })); // the change since is still among them
    await happens(2 * mostLookedThrough);
    const works = await workOf(async () => {
      const answer = await board.member.post(`/task/${id}`, { complexity: 4, version: 1 });
      expect([answer.status, answer.body.code, answer.body.by]).toEqual([409, "task.stale", null]);
    });
    const looked = works.find(({ name }) => name === "tasks.changedSince");
    expect(looked?.rows).toBeLessThan(10 * mostLookedThrough);
    const { version } = await board.card(id);
    ok(await board.member.post(`/task/${id}`, { complexity: 4, version }));
  });

  test("of the people, when they were changed since", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    ok(await board.owner.patch(url, { users: [board.people.viewer.id], version: 1 }));
    const answer = await board.member.patch(url, { users: [board.people.member.id], version: 1 });
    expect(answer.body).toMatchObject({ code: "task.stale", data: { user_ids: [board.people.viewer.id] } });
  });
});

test("what isn't sent stays; what is sent as it is changes nothing and is told to nobody", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const url = `/task/${board.tasks[0]?.[0]}`;
  ok(await board.member.post(url, { priority: "high", complexity: 4, description: "Why" }));
  const before = ok(await board.member.get(url)).body.data;
  const mark = server.published.length;
  const answer = ok(
    await board.member.post(url, { title: "Card 0.1", priority: "high", complexity: 4, description: "Why", users: [] }),
  );
  expect(answer.body.data.version).toBe(2);
  expect(world.events(mark)).toEqual([]);
  expect(ok(await board.member.get(url)).body.data).toEqual(before);
});

test("the event carries what changed, and what it was before", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const { member, viewer } = board.people;
  const url = `/task/${board.tasks[0]?.[0]}`;
  ok(await board.member.post(url, { users: [viewer.id] }));
  const mark = server.published.length;
  ok(await board.member.post(url, { title: "New title", due_date: "2030-01-01", users: [viewer.id, member.id] }));
  const [told] = world.events(mark);
  expect(told?.event).toMatchObject({ type: "task.updated", actor: { id: member.id } });
  expect(told?.event.data).toEqual({
    id: board.tasks[0]?.[0],
    project_id: board.id,
    key: (await board.card(board.tasks[0]?.[0] as number)).key,
    version: 3,
    title: "New title",
    due_date: "2030-01-01",
    user_ids: [viewer.id, member.id].sort((a, b) => a - b),
    before: { title: "Card 0.1", due_date: null, user_ids: [viewer.id] },
    users: [{ id: member.id, fullname: member.fullname, image: null }],
  });
});

test("a column that is sent moves it as well; both changes are kept", async () => {
  const board = await newBoard(await server.world());
  const url = `/task/${board.tasks[0]?.[0]}`;
  const answer = ok(await board.member.post(url, { title: "Moved", progress: 40, task_status_id: board.columns[1] }));
  expect(answer.body.data).toMatchObject({
    title: "Moved",
    progress: 40,
    task_status_id: board.columns[1],
    version: 3,
  });
  expect((await board.order(board.columns[1])).at(-1)).toBe(board.tasks[0]?.[0]);
  const other = await newBoard(await server.world());
  expect((await board.member.post(url, { task_status_id: other.columns[0] })).status).toBe(422);
});

test("by multipart, with lists in every spelling", async () => {
  const board = await newBoard(await server.world());
  const url = `/task/${board.tasks[0]?.[0]}`;
  const { member, viewer } = board.people;
  const both = [member.id, viewer.id].sort((a, b) => a - b);
  for (const fields of [
    { "users[]": String(member.id) },
    { "users[0]": String(member.id), "users[1]": String(viewer.id) },
    { users: both.join() },
  ]) {
    const answer = await board.member.send({
      method: "POST",
      url,
      ...multipart(fields as unknown as Record<string, string>),
    });
    expect(answer.status).toBe(200);
  }
  expect((await board.card(board.tasks[0]?.[0] as number)).user_ids).toEqual(both);
  const emptied = await board.member.send({ method: "POST", url, ...multipart({ users: "", _method: "PATCH" }) });
  expect([emptied.status, emptied.body.data.user_ids]).toEqual([200, []]);
});

test("ten people change different fields at once: all changes are there", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const url = `/task/${board.tasks[0]?.[0]}`;
  const changes = [
    { title: "T" },
    { priority: "low" },
    { complexity: 1 },
    { progress: 7 },
    { due_date: "2031-01-01" },
    { description: "D" },
  ];
  const answers = await Promise.all(changes.map((change) => board.member.post(url, { ...change, version: 1 })));
  expect(answers.map((answer) => answer.status)).toEqual(changes.map(() => 200));
  expect(ok(await board.member.get(url)).body.data).toMatchObject({
    title: "T",
    priority: "low",
    complexity: 1,
    progress: 7,
    due_date: "2031-01-01",
    description: "<p>D</p>",
    version: 7,
  });
});

describe("archiving, restoring, deleting", () => {
  test("are refused like changes; deleting needs its own permission", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const url = `/task/${board.tasks[0]?.[0]}`;
    const elsewhere = await server.world();
    for (const call of [
      (api: typeof board.owner) => api.put(`${url}/archive`),
      (api: typeof board.owner) => api.put(`${url}/restore`, { task_status_id: board.columns[0] }),
      (api: typeof board.owner) => api.delete(url),
    ]) {
      expect((await call(board.viewer)).status).toBe(403);
      expect((await call(board.stranger)).status).toBe(404);
      expect((await call(elsewhere.api(elsewhere.admin))).status).toBe(404);
    }
  });

  test("an archived task leaves the board and is listed; restored it stands at the end of the column", async () => {
    const board = await newBoard(await server.world());
    const [a, b, c] = board.tasks[0] as [number, number, number];
    ok(await board.member.put(`/task/${a}/archive`));
    ok(await board.member.put(`/task/${b}/archive`));
    ok(await board.member.put(`/task/${b}/archive`)); // twice is as good as once
    expect(await board.order(board.columns[0])).toEqual([c]);
    const listed = ok(await board.member.get(`/project/${board.id}/archived-tasks`)).body.data as { id: number }[];
    expect(listed.map((task) => task.id)).toEqual([b, a]);
    ok(await board.member.put(`/task/${a}/restore`, { task_status_id: board.columns[1] }));
    expect(await board.order(board.columns[1])).toEqual([...(board.tasks[1] ?? []), a]);
    const elsewhere = await newBoard(await server.world());
    expect((await board.member.put(`/task/${b}/restore`, { task_status_id: elsewhere.columns[0] })).status).toBe(422);
    expect((await board.member.put(`/task/${b}/restore`, {})).status).toBe(422);
  });

  test("restored from done into another column it isn't done any more", async () => {
    const board = await newBoard(await server.world());
    const [task] = board.tasks[0] as [number];
    ok(await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[2] }));
    ok(await board.member.put(`/task/${task}/archive`));
    const answer = ok(await board.member.put(`/task/${task}/restore`, { task_status_id: board.columns[0] }));
    expect(answer.body.data.progress).toBe(0);
  });

  test("a deleted task is gone with everything on it; its history tells of it", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [task] = board.tasks[0] as [number];
    ok(await board.member.post("/comments", { task_id: task, comment: "Yes" }));
    const answer = ok(await board.member.delete(`/task/${task}`));
    expect(answer.body).toMatchObject({ id: task, message: expect.any(String) });
    expect((await board.member.get(`/task/${task}`)).status).toBe(404);
    expect((await board.member.delete(`/task/${task}`)).status).toBe(404);
    expect(world.events().at(-1)?.event).toMatchObject({ type: "task.deleted", data: { id: task, archived: false } });
  });
});
