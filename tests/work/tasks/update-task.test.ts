import { maxScannedEvents } from "../../../server/work/tasks/task.entity";
import { projectStream } from "../../../shared/kernel/events";
import { testServer } from "../../support/server";
import { measureWorkOf } from "../../support/statements/work";
import { multipart, newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

describe("refused task changes", () => {
  test("changing a task returns 403 for viewers and 404 without project access", async () => {
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
      "users and tags of another project",
      { users: [999_999_999], tags: [999_999_999], groups: [999_999_999] },
      ["groups", "tags", "users"],
    ],
  ])("a change with %s returns every invalid field", async (_, body, wrong) => {
    const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
    const answer = await board.member.post(`/task/${board.tasks[0]?.[0]}`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual([...wrong].sort());
  });

  test("task dates outside the timeline or in the wrong order get 422", async () => {
    const project = { start_date: "2030-01-10", end_date: "2030-03-01" };
    const board = await newBoard(await server.world(), { cards: [1, 0, 0], project });
    const url = `/task/${board.tasks[0]?.[0]}`;
    const late = await board.member.post(url, { due_date: "2030-03-02" });
    expect([late.status, late.body.errors]).toEqual([422, { due_date: ["Task out date the range of timeline"] }]);
    requireOk(await board.member.post(url, { start_date: "2030-02-10" }));
    const early = await board.member.post(url, { due_date: "2030-02-09" });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ["due_date"]]);
    requireOk(await board.member.post(url, { due_date: "2030-02-10" }));
    requireOk(await board.member.post(url, { start_date: "", due_date: null }));
    expect(await board.card(board.tasks[0]?.[0] as number)).toMatchObject({ start_date: null, due_date: null });
  });

  test("changing an archived task is refused with the current task", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    requireOk(await board.member.put(`${url}/archive`));
    const answer = await board.member.post(url, { title: "Late" });
    expect(answer.body).toMatchObject({ code: "task.archived", data: { title: "Card 0.1" } });
  });

  test("a stale task version gets 409 only if the same field changed", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    requireOk(await board.owner.post(url, { title: "Theirs", version: 1 }));
    const answer = await board.member.post(url, { title: "Mine", priority: "high", version: 1 });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "task.stale",
      data: { title: "Theirs", priority: "medium", version: 2 },
      by: { id: board.people.owner.id, fullname: expect.any(String) },
    });
    requireOk(await board.member.post(url, { priority: "high", version: 1 })); // another field changed
    requireOk(await board.owner.put(`${url}/status-update`, { task_status_id: board.columns[1], version: 1 })); // the task's position wasn't changed
    requireOk(await board.member.post(url, { title: "Mine now" })); // without a version the last change applies
    expect(await board.card(board.tasks[0]?.[0] as number)).toMatchObject({ title: "Mine now", priority: "high" });
  });

  test("a task version too many events behind gets 409", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [id, project_id] = [board.tasks[0]?.[0] as number, board.id];
    const happens = (times: number) =>
      world.tx(async (tx) => {
        const event = { project_id, task_id: id, comment_id: 1, emoji: "👍", user: board.people.owner };
        for (let n = 0; n < times; n++) tx.emit("reaction.added", projectStream(project_id), event as never);
      });
    requireOk(await board.owner.post(`/task/${id}`, { title: "Theirs", version: 1 }));
    await happens(maxScannedEvents - 2);
    requireOk(await board.member.post(`/task/${id}`, { priority: "high", version: 1 })); // the change is still within the scanned events
    await happens(2 * maxScannedEvents);
    const works = await measureWorkOf(async () => {
      const answer = await board.member.post(`/task/${id}`, { complexity: 4, version: 1 });
      expect([answer.status, answer.body.code, answer.body.by]).toEqual([409, "task.stale", null]);
    });
    const looked = works.find(({ name }) => name === "tasks.changedSince");
    expect(looked?.rows).toBeLessThan(10 * maxScannedEvents);
    const { version } = await board.card(id);
    requireOk(await board.member.post(`/task/${id}`, { complexity: 4, version }));
  });

  test("a stale change of assignees gets 409", async () => {
    const board = await newBoard(await server.world());
    const url = `/task/${board.tasks[0]?.[0]}`;
    requireOk(await board.owner.patch(url, { users: [board.people.viewer.id], version: 1 }));
    const answer = await board.member.patch(url, { users: [board.people.member.id], version: 1 });
    expect(answer.body).toMatchObject({ code: "task.stale", data: { user_ids: [board.people.viewer.id] } });
  });
});

test("omitted task fields stay; unchanged values emit nothing", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const url = `/task/${board.tasks[0]?.[0]}`;
  requireOk(await board.member.post(url, { priority: "high", complexity: 4, description: "Why" }));
  const before = requireOk(await board.member.get(url)).body.data;
  const mark = server.published.length;
  const answer = requireOk(
    await board.member.post(url, { title: "Card 0.1", priority: "high", complexity: 4, description: "Why", users: [] }),
  );
  expect(answer.body.data.version).toBe(2);
  expect(world.events(mark)).toEqual([]);
  expect(requireOk(await board.member.get(url)).body.data).toEqual(before);
});

test("the update event has the changed fields with their old values", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const { member, viewer } = board.people;
  const url = `/task/${board.tasks[0]?.[0]}`;
  requireOk(await board.member.post(url, { users: [viewer.id] }));
  const mark = server.published.length;
  requireOk(
    await board.member.post(url, { title: "New title", due_date: "2030-01-01", users: [viewer.id, member.id] }),
  );
  const [updatedEvent] = world.events(mark);
  expect(updatedEvent?.event).toMatchObject({ type: "task.updated", actor: { id: member.id } });
  expect(updatedEvent?.event.data).toEqual({
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

test("a request with a column moves the task together with its other changes", async () => {
  const board = await newBoard(await server.world());
  const url = `/task/${board.tasks[0]?.[0]}`;
  const answer = requireOk(
    await board.member.post(url, { title: "Moved", progress: 40, task_status_id: board.columns[1] }),
  );
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

test("multipart requests accept lists in every notation", async () => {
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

test("ten concurrent changes of different task fields are all kept", async () => {
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
  expect(requireOk(await board.member.get(url)).body.data).toMatchObject({
    title: "T",
    priority: "low",
    complexity: 1,
    progress: 7,
    due_date: "2031-01-01",
    description: "<p>D</p>",
    version: 7,
  });
});

describe("archiving, restoring and deleting", () => {
  test("archiving, restoring and deleting are refused without the permissions", async () => {
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

  test("an archived task leaves the board; a restored one is at its column's end", async () => {
    const board = await newBoard(await server.world());
    const [a, b, c] = board.tasks[0] as [number, number, number];
    requireOk(await board.member.put(`/task/${a}/archive`));
    requireOk(await board.member.put(`/task/${b}/archive`));
    requireOk(await board.member.put(`/task/${b}/archive`));
    expect(await board.order(board.columns[0])).toEqual([c]);
    const listed = requireOk(await board.member.get(`/project/${board.id}/archived-tasks`)).body.data as {
      id: number;
    }[];
    expect(listed.map((task) => task.id)).toEqual([b, a]);
    requireOk(await board.member.put(`/task/${a}/restore`, { task_status_id: board.columns[1] }));
    expect(await board.order(board.columns[1])).toEqual([...(board.tasks[1] ?? []), a]);
    const elsewhere = await newBoard(await server.world());
    expect((await board.member.put(`/task/${b}/restore`, { task_status_id: elsewhere.columns[0] })).status).toBe(422);
    expect((await board.member.put(`/task/${b}/restore`, {})).status).toBe(422);
  });

  test("a done task restored into another column loses its progress 100", async () => {
    const board = await newBoard(await server.world());
    const [task] = board.tasks[0] as [number];
    requireOk(await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[2] }));
    requireOk(await board.member.put(`/task/${task}/archive`));
    const answer = requireOk(await board.member.put(`/task/${task}/restore`, { task_status_id: board.columns[0] }));
    expect(answer.body.data.progress).toBe(0);
  });

  test("a deleted task returns 404; its history contains the deletion", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const [task] = board.tasks[0] as [number];
    requireOk(await board.member.post("/comments", { task_id: task, comment: "Yes" }));
    const answer = requireOk(await board.member.delete(`/task/${task}`));
    expect(answer.body).toMatchObject({ id: task, message: expect.any(String) });
    expect((await board.member.get(`/task/${task}`)).status).toBe(404);
    expect((await board.member.delete(`/task/${task}`)).status).toBe(404);
    expect(world.events().at(-1)?.event).toMatchObject({ type: "task.deleted", data: { id: task, archived: false } });
  });
});

describe("dates outside the project with extend_project", () => {
  const project = { start_date: "2026-11-01", end_date: "2026-12-31" };
  const dates = async (board: TestBoard) => {
    const { start_date, end_date } = requireOk(await board.owner.get(`/project/single/${board.id}`)).body.data;
    return [start_date, end_date];
  };

  test("extending the project without permission to edit it is refused", async () => {
    const world = await server.world();
    const board = await newBoard(world, { project });
    const task = board.tasks[0]?.[0] as number;
    const body = { due_date: "2027-02-01", extend_project: true };
    expect((await board.viewer.post(`/task/${task}`, body)).status).toBe(403);
    expect((await board.member.post(`/task/${task}`, body)).status).toBe(403);
    expect((await board.stranger.post(`/task/${task}`, body)).status).toBe(404);
    const bulk = { changes: [{ id: task, version: 1, ...body }] };
    expect((await board.member.post("/task/bulk", bulk)).status).toBe(403);
    expect(await dates(board)).toEqual(["2026-11-01", "2026-12-31"]);
    expect((await board.card(task)).due_date).toBeNull();
  });

  test("a task date outside the project extends the project and emits two events", async () => {
    const world = await server.world();
    const board = await newBoard(world, { project });
    const [task, other] = board.tasks[0] as [number, number];
    const mark = server.published.length;
    requireOk(await board.owner.post(`/task/${task}`, { due_date: "2027-02-01", extend_project: true }));
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(["project.updated", "task.updated"]),
    );
    expect(await dates(board)).toEqual(["2026-11-01", "2027-02-01"]);
    const { version } = await board.card(other);
    const changes = [{ id: other, version, start_date: "2026-10-05", extend_project: true }];
    requireOk(await board.owner.post("/task/bulk", { changes }));
    expect(await dates(board)).toEqual(["2026-10-05", "2027-02-01"]);
    expect((await board.card(other)).start_date).toBe("2026-10-05");
  });

  test("an archived project isn't extended", async () => {
    const world = await server.world();
    const board = await newBoard(world, { project });
    const task = board.tasks[0]?.[0] as number;
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    const answer = await board.owner.post(`/task/${task}`, { due_date: "2027-02-01", extend_project: true });
    expect(answer.status).toBe(409);
    expect(await dates(board)).toEqual(["2026-11-01", "2026-12-31"]);
  });
});
