import { sql } from "../../../server/platform/database/unit-of-work";
import { newBoard, requireOk } from "../tasks/board";
import { testServer } from "../../support/server";
import { minutesAgo, zoneAtNoon, type TimerBoard, timerBoard } from "./timers";

const server = testServer();
let world: TimerBoard["world"];
let board: TimerBoard["board"];
let task: number;
let other: number;
let since: TimerBoard["since"];
let zone: TimerBoard["zone"];
let start: TimerBoard["start"];
let booked: TimerBoard["booked"];
beforeEach(async () => {
  ({ world, board, task, other, since, zone, start, booked } = await timerBoard(server));
});

describe("refused timer actions", () => {
  test("starting a timer without write access to the task is refused", async () => {
    expect((await board.stranger.post("/timer/start", { task_id: task })).status).toBe(404);
    expect((await board.viewer.post("/timer/start", { task_id: task })).status).toBe(403);
  });

  test("stopping is refused without a running timer or for more than its duration", async () => {
    expect((await board.member.post("/timer/stop", {})).body.code).toBe("timer.notRunning");
    expect((await board.member.delete("/timer")).body.code).toBe("timer.notRunning");
    requireOk(await start());
    const longer = await board.member.post("/timer/stop", { minutes: 5 });
    expect(longer.body.errors.minutes).toEqual(["The timer has not run that long"]);
    expect(requireOk(await board.member.get("/timer")).body.data.task.id).toBe(task);
  });

  test("starting a timer is refused while a forgotten one runs on another task", async () => {
    await zone(zoneAtNoon());
    requireOk(await start());
    await since(minutesAgo(3 * 24 * 60));
    const refused = await start(other);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "timer.forgotten", data: { task: { id: task }, forgotten: true } },
    });
    expect(await booked()).toEqual([]);
    requireOk(await start());
    requireOk(await board.member.post("/timer/stop", { minutes: 30 }));
    requireOk(await start(other));
    expect(await booked()).toMatchObject([{ hours: 0, minutes: 30 }]);
  });
});

describe("timer", () => {
  test("a timer is emitted only to its own user's screens", async () => {
    const mark = server.published.length;
    const started = requireOk(await start()).body;
    expect(started.data).toMatchObject({ task: { id: task }, forgotten: false });
    expect(world.events(mark)).toMatchObject([
      { stream: `user:${world.employee.id}`, event: { type: "timer.started" } },
    ]);
    expect(requireOk(await board.member.get("/timer")).body.data).toEqual(started.data);
    expect(requireOk(await board.owner.get("/timer")).body.data).toBeNull();
  });

  test("a timer has its task's current project and key", async () => {
    const [between, last] = [await newBoard(world), await newBoard(world)];
    for (const { id, tasks, member } of [board, between, last]) {
      const [one] = tasks[0] as [number];
      requireOk(await member.post("/timer/start", { task_id: one }));
      const { key } = requireOk(await member.get(`/task/${one}`)).body.data;
      expect(requireOk(await member.get("/timer")).body.data.task).toMatchObject({ id: one, project_id: id, key });
      requireOk(await member.delete("/timer"));
    }
  });

  test("stopping a timer logs its minutes, unless it ran less than one", async () => {
    await zone(zoneAtNoon());
    requireOk(await start());
    await since(minutesAgo(42));
    const stopped = requireOk(await board.member.post("/timer/stop", {})).body;
    expect(stopped).toMatchObject({
      message: "Logged 42 min",
      data: { booked: [{ minutes: 42 }], left_out: [] },
    });
    requireOk(await start());
    const short = requireOk(await board.member.post("/timer/stop", {})).body;
    expect(short.message).toBe("It ran for less than a minute: no time was logged.");
    expect(await booked()).toMatchObject([{ hours: 0, minutes: 42, note: null }]);
    expect(requireOk(await board.member.get("/timer")).body.data).toBeNull();
  });

  test("a timer adds to the day's entry of the task, unless that has a note", async () => {
    await zone(zoneAtNoon());
    for (const minutes of [10, 20]) {
      requireOk(await start());
      await since(minutesAgo(minutes));
      requireOk(await board.member.post("/timer/stop", {}));
    }
    expect(await booked()).toMatchObject([{ minutes: 30 }]);
    const [entry] = await booked();
    requireOk(
      await board.member.put(`/time-entry/${entry.id}`, {
        date: entry.date,
        hours: 0,
        minutes: 30,
        note: "First half",
      }),
    );
    requireOk(await start());
    await since(minutesAgo(5));
    requireOk(await board.member.post("/timer/stop", {}));
    expect(await booked()).toMatchObject([
      { minutes: 5, note: null },
      { minutes: 30, note: "First half" },
    ]);
  });

  test("starting a timer on another task logs the time of the previous one", async () => {
    await zone(zoneAtNoon());
    requireOk(await start());
    await since(minutesAgo(15));
    const mark = server.published.length;
    const switched = requireOk(await start(other)).body;
    expect(switched).toMatchObject({
      data: { task: { id: other } },
      stopped: { task: { id: task }, booked: [{ minutes: 15 }] },
    });
    expect(world.events(mark).map(({ event }) => event.type)).toEqual([
      "time_entry.created",
      "timer.stopped",
      "timer.started",
    ]);
  });

  test("starting a timer again on the same task keeps it running", async () => {
    const first = requireOk(await start()).body.data;
    const mark = server.published.length;
    expect(requireOk(await start()).body.data.started_at).toBe(first.started_at);
    expect(world.events(mark)).toEqual([]);
  });

  test("a timer running over midnight logs on two days in the user's time zone", async () => {
    await zone("Asia/Baghdad");
    requireOk(await start());
    await since("2026-11-10T20:30:00Z"); // 23:30 local time
    const stopped = requireOk(await board.member.post("/timer/stop", { minutes: 75 })).body.data;
    expect(stopped.booked).toEqual([
      { date: "2026-11-10", minutes: 30 },
      { date: "2026-11-11", minutes: 45 },
    ]);
  });

  test("a timer left running overnight is marked as forgotten and can be shortened", async () => {
    await zone("Asia/Baghdad");
    requireOk(await start());
    await since("2026-11-10T07:00:00Z");
    expect(requireOk(await board.member.get("/timer")).body.data.forgotten).toBe(true);
    const stopped = requireOk(await board.member.post("/timer/stop", { minutes: 90 })).body.data;
    expect(stopped).toMatchObject({ booked: [{ date: "2026-11-10", minutes: 90 }], left_out: [] });
  });

  test("discarding a timer logs nothing", async () => {
    requireOk(await start());
    await since(minutesAgo(31));
    const mark = server.published.length;
    expect(requireOk(await board.member.delete("/timer")).body.id).toBe(task);
    expect(world.events(mark)).toMatchObject([{ event: { type: "timer.discarded", data: { minutes: 31 } } }]);
    expect(await booked()).toEqual([]);
  });
});

describe("stopping a timer when not all time can be logged", () => {
  test("stopping a timer on a full day logs only the minutes that fit", async () => {
    await zone("UTC");
    requireOk(await board.member.post("/time-entry", { task_id: other, date: "2026-11-10", hours: 23, minutes: 30 }));
    requireOk(await start());
    await since("2026-11-10T08:00:00Z");
    const stopped = requireOk(await board.member.post("/timer/stop", { minutes: 60 })).body;
    expect(stopped.data).toMatchObject({
      booked: [{ date: "2026-11-10", minutes: 30 }],
      left_out: [{ date: "2026-11-10", minutes: 30, reason: "full" }],
    });
    expect(stopped.message).toBe("A day has 24 hours: 30 minutes logged, 30 minutes not logged.");
  });

  test("a timer stops on a day that has 100 entries", async () => {
    await zone("UTC");
    const day = "2026-11-10";
    for (let at = 0; at < 100; at++)
      requireOk(
        await board.member.post("/time-entry", { task_id: other, date: day, hours: 0, minutes: 1, note: `${at}` }),
      );
    requireOk(await start());
    await since(`${day}T08:00:00Z`);
    const stopped = requireOk(await board.member.post("/timer/stop", { minutes: 60 })).body;
    expect(stopped.data).toMatchObject({
      booked: [],
      left_out: [{ date: day, minutes: 60, reason: "tooManyEntries" }],
    });
    expect(requireOk(await board.member.get("/timer")).body.data).toBeNull();
  });

  test("stopping a timer that ran over two weeks skips the submitted week", async () => {
    await zone("UTC");
    requireOk(await board.member.put("/time-week/2026-11-09/submit"));
    requireOk(await start());
    await since("2026-11-15T23:00:00Z");
    const stopped = requireOk(await board.member.post("/timer/stop", { minutes: 90 })).body.data;
    expect(stopped.booked).toEqual([{ date: "2026-11-16", minutes: 30 }]);
    expect(stopped.left_out).toEqual([{ date: "2026-11-15", minutes: 60, reason: "locked" }]);
  });

  test("a removed member's timer stops without logging time", async () => {
    requireOk(await start());
    await since(minutesAgo(20));
    const members = [{ user_id: world.manager.id, role: "owner" }];
    requireOk(await board.owner.put(`/project/${board.id}/members`, { members }));
    expect(requireOk(await board.member.get("/timer")).body.data.task).toMatchObject({ id: task, title: "" });
    const stopped = requireOk(await board.member.post("/timer/stop", {})).body.data;
    expect(stopped.booked).toEqual([]);
    expect(stopped.left_out[0].reason).toBe("noAccess");
  });

  test("deleting the task ends its timer", async () => {
    requireOk(await start());
    requireOk(await board.owner.delete(`/task/${task}`));
    expect(requireOk(await board.member.get("/timer")).body.data).toBeNull();
    requireOk(await start(other));
  });
});

describe("concurrent timer actions", () => {
  const selectTimers = sql(
    "test.timers",
    "SELECT task_id AS id FROM timer WHERE tenant_id = current_tenant() AND user_id = $1",
  );
  const timers = () => world.tx((tx) => tx.rows<{ id: number }>(selectTimers, [world.employee.id]));

  test("concurrent timer starts leave one timer and log nothing", async () => {
    const ids = [...(board.tasks[0] as number[]), ...(board.tasks[1] as number[])];
    const answers = await Promise.all([...ids, ...ids].map((id) => start(id)));
    for (const answer of answers) expect(answer.status).toBe(200);
    expect(await timers()).toHaveLength(1);
    expect(requireOk(await board.member.get("/time-entry")).body.data).toEqual([]);
  });

  test("the database allows one timer per user", async () => {
    const insertTimer = sql(
      "test.timer",
      "INSERT INTO timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, now())",
    );
    const writes = [task, other, task].map((id) => world.tx((tx) => tx.rows(insertTimer, [world.employee.id, id])));
    const results = await Promise.allSettled(writes);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  test("stopping a timer in several tabs logs its time once", async () => {
    await zone(zoneAtNoon());
    requireOk(await start());
    await since(minutesAgo(25));
    const answers = await Promise.all([1, 2, 3].map(() => board.member.post("/timer/stop", {})));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await booked()).toMatchObject([{ minutes: 25 }]);
  });
});
