import { ProjectMemberEntity } from "../../../server/work/projects/member.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

const monday = "2026-11-16";
const entry = (overrides: Record<string, unknown> = {}) => ({
  task_id: task,
  date: "2026-11-18",
  hours: 1,
  minutes: 30,
  ...overrides,
});
const selectDays = sql(
  "test.days",
  "SELECT date, minutes FROM time_day WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY date",
);
const daysOf = (userId: number) => world.tx((tx) => tx.rows<{ date: string; minutes: number }>(selectDays, [userId]));

describe("refused time entries", () => {
  test("logging time gets 404 without access to the task, and 403 for viewers", async () => {
    expect((await board.stranger.post("/time-entry", entry())).status).toBe(404);
    expect((await board.viewer.post("/time-entry", entry())).status).toBe(403);
    expect((await world.api(world.external).post("/time-entry", entry())).status).toBe(404);
    expect(await daysOf(board.people.viewer.id)).toEqual([]);
  });

  test.each([
    [{ hours: 25 }, "hours", "Must be less than 24"],
    [{ hours: 24, minutes: 1 }, "hours", "Must be less than 24"],
    [{ minutes: 60 }, "minutes", "Must be less than 60"],
    [{ hours: 0, minutes: 0 }, "minutes", "Must be a positive number"],
    [{ hours: -1 }, "hours", "Must be equal and greater than 0"],
    [{ hours: "two" }, "hours", "Must be a number"],
    [{ minutes: 1.5 }, "minutes", "Must be a whole number"],
    [{ date: "" }, "date", "This field is required"],
    [{ date: "2026-02-30" }, "date", "Please enter a valid date"],
    [{ task_id: null }, "task_id", "This field is required"],
  ])("a time entry with %j is refused", async (wrong, field, message) => {
    const answer = await board.member.post("/time-entry", entry(wrong));
    expect(answer.status).toBe(422);
    expect(answer.body.errors[field]).toContain(message);
  });

  test("time can't be logged in an archived project", async () => {
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await board.member.post("/time-entry", entry())).body.code).toBe("project.archived");
  });

  test("changing another user's entry returns 403, whatever the caller's role", async () => {
    const { id } = requireOk(await board.member.post("/time-entry", entry())).body.data;
    for (const api of [board.owner, world.api(world.admin)]) {
      expect((await api.put(`/time-entry/${id}`, entry())).status).toBe(403);
      expect((await api.delete(`/time-entry/${id}`)).status).toBe(403);
    }
    expect((await board.stranger.delete(`/time-entry/${id}`)).status).toBe(404);
  });

  test("entries of a submitted week can't be added, changed, moved or deleted", async () => {
    const inside = requireOk(await board.member.post("/time-entry", entry())).body.data.id;
    const outside = requireOk(await board.member.post("/time-entry", entry({ date: "2026-11-23" }))).body.data.id;
    requireOk(await board.member.put(`/time-week/${monday}/submit`));
    const calls = [
      board.member.post("/time-entry", entry({ date: "2026-11-22" })),
      board.member.put(`/time-entry/${inside}`, entry({ hours: 3 })),
      board.member.put(`/time-entry/${inside}`, entry({ date: "2026-11-23" })),
      board.member.put(`/time-entry/${outside}`, entry()),
      board.member.delete(`/time-entry/${inside}`),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.status, answer.body.code]).toEqual([409, "time.locked"]);
    requireOk(await board.member.put(`/time-entry/${outside}`, entry({ date: "2026-11-24" })));
  });

  test("a stale entry version is refused as time.stale with the current entry", async () => {
    const createdEntry = requireOk(await board.member.post("/time-entry", entry())).body.data;
    requireOk(
      await board.member.put(`/time-entry/${createdEntry.id}`, entry({ hours: 2, version: createdEntry.version })),
    );
    const late = await board.member.put(
      `/time-entry/${createdEntry.id}`,
      entry({ hours: 5, version: createdEntry.version }),
    );
    expect(late.body).toMatchObject({ code: "time.stale", data: { hours: 2, minutes: 30 } });
  });

  test("a change that is repeated with its earlier version is accepted once", async () => {
    const { id, version } = requireOk(await board.member.post("/time-entry", entry())).body.data;
    const change = () => board.member.put(`/time-entry/${id}`, entry({ hours: 2, version }));
    const [first, second] = [requireOk(await change()).body.data, requireOk(await change()).body.data];
    expect(second).toEqual(first);
    expect(second).toMatchObject({ hours: 2, version: version + 1 });
  });
});

describe("logging time", () => {
  test("a logged entry is added to the task's time and emitted to the project", async () => {
    const mark = server.published.length;
    const answer = requireOk(await board.member.post("/time-entry", entry({ note: " Rounding cases " })));
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      task_id: task,
      project_id: board.id,
      date: "2026-11-18",
      hours: 1,
      minutes: 30,
      note: "Rounding cases",
      user: { id: world.employee.id },
      can: { edit: true },
    });
    const emitted = world.events(mark);
    expect(emitted).toMatchObject([
      {
        stream: `project:${board.id}`,
        event: { type: "time_entry.created", data: { task_id: task, spent_minutes: 90 } },
      },
    ]);
    const taskDetail = requireOk(await board.owner.get(`/task/${task}`)).body.data;
    expect(taskDetail.spent_minutes).toBe(90);
    expect(taskDetail.time_entries).toMatchObject([{ note: "Rounding cases", can: { edit: false } }]);
    expect((await board.card(task)).spent_minutes).toBe(90);
  });

  test("changing and deleting an entry updates the task's and the day's sums", async () => {
    const { id } = requireOk(await board.member.post("/time-entry", entry())).body.data;
    requireOk(await board.member.put(`/time-entry/${id}`, entry({ date: "2026-11-19", hours: 0, minutes: 20 })));
    expect((await board.card(task)).spent_minutes).toBe(20);
    expect(await daysOf(world.employee.id)).toEqual([
      { date: "2026-11-18", minutes: 0 },
      { date: "2026-11-19", minutes: 20 },
    ]);
    requireOk(await board.member.delete(`/time-entry/${id}`));
    expect((await board.card(task)).spent_minutes).toBe(0);
    expect((await board.member.delete(`/time-entry/${id}`)).status).toBe(404);
  });

  test("up to 24 hours per day can be logged; one minute more gets 422", async () => {
    requireOk(await board.member.post("/time-entry", entry({ hours: 24, minutes: 0 })));
    const reply = await board.member.post("/time-entry", entry({ hours: 0, minutes: 1 }));
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toEqual({ hours: ["The day would have more than 24 hours"] });
    requireOk(await board.owner.post("/time-entry", entry()));
  });

  test("external users can log time as their project role allows", async () => {
    const { external } = world;
    const members = [
      { user_id: world.manager.id, role: "owner" },
      { user_id: external.id, role: "member" },
    ];
    requireOk(await board.owner.put(`/project/${board.id}/members`, { members }));
    requireOk(await world.api(external).post("/time-entry", entry()));
    expect((await world.api(external).get("/time-entry")).status).toBe(403);
    expect(requireOk(await world.api(external).get(`/time-entry?task_id=${task}`)).body.data).toHaveLength(1);
  });

  test("a batch of entries is stored completely or not at all", async () => {
    const second = board.tasks[0]?.[1] as number;
    const full = await board.member.post("/time-entry/batch", {
      entries: [entry({ hours: 20 }), entry({ task_id: second, hours: 10 })],
    });
    expect(full.status).toBe(422);
    expect(await daysOf(world.employee.id)).toEqual([]);
    const reply = requireOk(
      await board.member.post("/time-entry/batch", { entries: [entry(), entry({ task_id: second })] }),
    );
    expect(reply.body).toMatchObject({ message: "2 time entries logged.", data: [{ task_id: task }, {}] });
  });

  test("deleting a task subtracts its time from the user's day", async () => {
    requireOk(await board.member.post("/time-entry", entry({ hours: 23 })));
    requireOk(await board.owner.delete(`/task/${task}`));
    expect(await daysOf(world.employee.id)).toEqual([{ date: "2026-11-18", minutes: 0 }]);
  });
});

describe("reading time entries", () => {
  test("reading another user's entries requires permission; a task's require access", async () => {
    requireOk(await board.member.post("/time-entry", entry()));
    requireOk(await board.member.post("/time-entry", entry({ date: "2026-10-01" })));
    const range = "from=2026-11-01&to=2026-11-30";
    expect(requireOk(await board.member.get(`/time-entry?${range}`)).body.data).toHaveLength(1);
    expect((await board.stranger.get(`/time-entry?${range}&user_id=${world.employee.id}`)).status).toBe(403);
    expect(
      requireOk(await board.owner.get(`/time-entry?${range}&user_id=${world.employee.id}`)).body.data,
    ).toHaveLength(1);
    expect(requireOk(await board.viewer.get(`/time-entry?task_id=${task}`)).body.data).toHaveLength(2);
    expect((await board.stranger.get(`/time-entry?task_id=${task}`)).status).toBe(404);
    expect((await board.member.get("/time-entry?from=2026-01-01&to=2026-11-30")).status).toBe(422);
  });

  test("time on projects hidden from the reader is returned only as minutes", async () => {
    const boss = await world.person("manager", { fullname: "Bea Boss" });
    requireOk(await board.member.post("/time-entry", entry({ note: "Secret note" })));
    const answer = requireOk(
      await world.api(boss).get(`/time-entry?from=${monday}&to=2026-11-22&user_id=${world.employee.id}`),
    );
    expect(answer.body).toEqual({ message: "Loaded", data: [], hidden: [{ date: "2026-11-18", minutes: 90 }] });
  });
});

describe("concurrent time entries", () => {
  test("concurrent entries never exceed 24 hours per day", async () => {
    const calls = Array.from({ length: 12 }, (_, n) =>
      board.member.post("/time-entry", entry({ task_id: board.tasks[0]?.[n % 3], hours: 5, minutes: 0 })),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(8);
    expect(await daysOf(world.employee.id)).toEqual([{ date: "2026-11-18", minutes: 1200 }]);
  });

  test("the database enforces 24 hours per day", async () => {
    const insertEntry = sql(
      "test.entry",
      "INSERT INTO time_entry (tenant_id, task_id, user_id, date, minutes) VALUES (current_tenant(), $1, $2, '2026-11-18', 600)",
    );
    const writes = Array.from({ length: 6 }, () => world.tx((tx) => tx.rows(insertEntry, [task, world.employee.id])));
    const results = await Promise.allSettled(writes);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(2);
    expect(await daysOf(world.employee.id)).toEqual([{ date: "2026-11-18", minutes: 1200 }]);
  });

  test("an entry added while its week is submitted is included or refused", async () => {
    const writes = Array.from({ length: 8 }, () => board.member.post("/time-entry", entry({ hours: 0, minutes: 10 })));
    const [submitted, ...replies] = await Promise.all([board.member.put(`/time-week/${monday}/submit`), ...writes]);
    const inside = replies.filter((answer) => answer.status === 201).length;
    for (const answer of replies) expect([201, 409]).toContain(answer.status);
    expect(submitted?.status).toBe(200);
    const week = requireOk(await board.owner.get(`/time-week/waiting`)).body.data[0];
    expect(week.minutes).toBe(inside * 10);
    // The sum at submission is final and equals the week's sum.
    expect(submitted?.body.data.minutes).toBe(week.minutes);
  });

  test("two changes of the same entry version: the second gets 409", async () => {
    const createdEntry = requireOk(await board.member.post("/time-entry", entry())).body.data;
    const answers = await Promise.all(
      [2, 3].map((hours) =>
        board.member.put(`/time-entry/${createdEntry.id}`, entry({ hours, version: createdEntry.version })),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

test("moving an entry to another day is limited by that day's 24 hours", async () => {
  requireOk(await board.member.post("/time-entry", entry({ date: "2026-11-19", hours: 20, minutes: 0 })));
  const createdEntry = requireOk(await board.member.post("/time-entry", entry({ hours: 5, minutes: 0 }))).body.data;
  const to = { date: "2026-11-19", hours: 5, minutes: 0 };
  const answer = await board.member.put(`/time-entry/${createdEntry.id}`, entry(to));
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["hours"]]);
  requireOk(await board.member.put(`/time-entry/${createdEntry.id}`, entry({ ...to, hours: 4 })));
});

test("a shared project doesn't give access to another user's entries", async () => {
  const other = await world.person("employee");
  await world.tx((tx) =>
    tx.repo(ProjectMemberEntity).insert({ projectId: board.id, userId: other.id, role: "member" }),
  );
  const range = "from=2026-11-16&to=2026-11-22";
  const ask = (user: number) => world.api(other).get(`/time-entry?${range}&user_id=${user}&project_id=${board.id}`);
  const { status, body } = await ask(board.people.member.id);
  expect([status, body.code]).toEqual([403, "permission.denied"]);
  requireOk(await ask(other.id));
});
