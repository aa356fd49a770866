import { sql } from "../../server/platform/database/unit-of-work";
import { newBoard, ok } from "../tasks/board";
import { testServer } from "../support/server";
import { minutesAgo, noonZone, type TimerBoard, timerBoard } from "./timers";

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

describe("refused", () => {
  test("on tasks one doesn't see or may not write time on", async () => {
    expect((await board.stranger.post("/timer/start", { task_id: task })).status).toBe(404);
    expect((await board.viewer.post("/timer/start", { task_id: task })).status).toBe(403);
  });

  test("stopping or discarding what doesn't run; a longer time than it ran", async () => {
    expect((await board.member.post("/timer/stop", {})).body.code).toBe("timer.notRunning");
    expect((await board.member.delete("/timer")).body.code).toBe("timer.notRunning");
    ok(await start());
    const longer = await board.member.post("/timer/stop", { minutes: 5 });
    expect(longer.body.errors.minutes).toEqual(["The timer has not run that long"]);
    expect(ok(await board.member.get("/timer")).body.data.task.id).toBe(task);
  });
});

describe("a timer", () => {
  test("runs on all one's screens and is nobody else's", async () => {
    const mark = server.published.length;
    const started = ok(await start()).body;
    expect(started.data).toMatchObject({ task: { id: task }, forgotten: false });
    expect(world.events(mark)).toMatchObject([
      { stream: `user:${world.employee.id}`, event: { type: "timer.started" } },
    ]);
    expect(ok(await board.member.get("/timer")).body.data).toEqual(started.data);
    expect(ok(await board.owner.get("/timer")).body.data).toBeNull();
  });

  test("names its task by the project that it is in, whatever other projects there are", async () => {
    const [between, last] = [await newBoard(world), await newBoard(world)];
    for (const { id, tasks, member } of [board, between, last]) {
      const [one] = tasks[0] as [number];
      ok(await member.post("/timer/start", { task_id: one }));
      const { key } = ok(await member.get(`/task/${one}`)).body.data;
      expect(ok(await member.get("/timer")).body.data.task).toMatchObject({ id: one, project_id: id, key });
      ok(await member.delete("/timer"));
    }
  });

  test("stopped, its minutes are written down; under a minute nothing is, and it says so", async () => {
    await zone(noonZone());
    ok(await start());
    await since(minutesAgo(42));
    const stopped = ok(await board.member.post("/timer/stop", {})).body;
    expect(stopped).toMatchObject({
      message: "Logged 42 min",
      data: { booked: [{ minutes: 42 }], left_out: [] },
    });
    ok(await start());
    const short = ok(await board.member.post("/timer/stop", {})).body;
    expect(short.message).toBe("It ran for less than a minute: no time was logged.");
    expect(await booked()).toMatchObject([{ hours: 0, minutes: 42, note: null }]);
    expect(ok(await board.member.get("/timer")).body.data).toBeNull();
  });

  test("adds to what the day has already, unless that has a note", async () => {
    await zone(noonZone());
    for (const minutes of [10, 20]) {
      ok(await start());
      await since(minutesAgo(minutes));
      ok(await board.member.post("/timer/stop", {}));
    }
    expect(await booked()).toMatchObject([{ minutes: 30 }]);
    const [entry] = await booked();
    ok(
      await board.member.put(`/time-entry/${entry.id}`, {
        date: entry.date,
        hours: 0,
        minutes: 30,
        note: "First half",
      }),
    );
    ok(await start());
    await since(minutesAgo(5));
    ok(await board.member.post("/timer/stop", {}));
    expect(await booked()).toMatchObject([
      { minutes: 5, note: null },
      { minutes: 30, note: "First half" },
    ]);
  });

  test("switched: what ran is written down first, in the same step", async () => {
    await zone(noonZone());
    ok(await start());
    await since(minutesAgo(15));
    const mark = server.published.length;
    const switched = ok(await start(other)).body;
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

  test("started again on the same task it goes on", async () => {
    const first = ok(await start()).body.data;
    const mark = server.published.length;
    expect(ok(await start()).body.data.started_at).toBe(first.started_at);
    expect(world.events(mark)).toEqual([]);
  });

  test("over midnight it is two days' work, in the person's time zone", async () => {
    await zone("Asia/Baghdad");
    ok(await start());
    await since("2026-11-10T20:30:00Z"); // 23:30 there
    const stopped = ok(await board.member.post("/timer/stop", { minutes: 75 })).body.data;
    expect(stopped.booked).toEqual([
      { date: "2026-11-10", minutes: 30 },
      { date: "2026-11-11", minutes: 45 },
    ]);
  });

  test("left running overnight it is taken for forgotten, and can be trimmed", async () => {
    await zone("Asia/Baghdad");
    ok(await start());
    await since("2026-11-10T07:00:00Z");
    expect(ok(await board.member.get("/timer")).body.data.forgotten).toBe(true);
    const stopped = ok(await board.member.post("/timer/stop", { minutes: 90 })).body.data;
    expect(stopped).toMatchObject({ booked: [{ date: "2026-11-10", minutes: 90 }], left_out: [] });
  });

  test("discarded, nothing is written down", async () => {
    ok(await start());
    await since(minutesAgo(31));
    const mark = server.published.length;
    expect(ok(await board.member.delete("/timer")).body.id).toBe(task);
    expect(world.events(mark)).toMatchObject([{ event: { type: "timer.discarded", data: { minutes: 31 } } }]);
    expect(await booked()).toEqual([]);
  });
});

describe("what can't be written down is said, and the timer stops all the same", () => {
  test("a full day takes what fits", async () => {
    await zone("UTC");
    ok(await board.member.post("/time-entry", { task_id: other, date: "2026-11-10", hours: 23, minutes: 30 }));
    ok(await start());
    await since("2026-11-10T08:00:00Z");
    const stopped = ok(await board.member.post("/timer/stop", { minutes: 60 })).body;
    expect(stopped.data).toMatchObject({
      booked: [{ date: "2026-11-10", minutes: 30 }],
      left_out: [{ date: "2026-11-10", minutes: 30, reason: "full" }],
    });
    expect(stopped.message).toBe("A day has 24 hours: 30 minutes logged, 30 minutes left out.");
  });

  test("a week that is handed in takes nothing, the next one does", async () => {
    await zone("UTC");
    ok(await board.member.put("/time-week/2026-11-09/submit"));
    ok(await start());
    await since("2026-11-15T23:00:00Z");
    const stopped = ok(await board.member.post("/timer/stop", { minutes: 90 })).body.data;
    expect(stopped.booked).toEqual([{ date: "2026-11-16", minutes: 30 }]);
    expect(stopped.left_out).toEqual([{ date: "2026-11-15", minutes: 60, reason: "locked" }]);
  });

  test("taken off the project meanwhile", async () => {
    ok(await start());
    await since(minutesAgo(20));
    const members = [{ user_id: world.manager.id, role: "owner" }];
    ok(await board.owner.put(`/project/${board.id}/members`, { members }));
    expect(ok(await board.member.get("/timer")).body.data.task).toMatchObject({ id: task, title: "" });
    const stopped = ok(await board.member.post("/timer/stop", {})).body.data;
    expect(stopped.booked).toEqual([]);
    expect(stopped.left_out[0].reason).toBe("noAccess");
  });

  test("the task was deleted: nothing runs any more", async () => {
    ok(await start());
    ok(await board.owner.delete(`/task/${task}`));
    expect(ok(await board.member.get("/timer")).body.data).toBeNull();
    ok(await start(other));
  });
});

describe("at the same moment", () => {
  const running = sql(
    "test.timers",
    "SELECT task_id AS id FROM timer WHERE tenant_id = current_tenant() AND user_id = $1",
  );
  const timers = () => world.tx((tx) => tx.rows<{ id: number }>(running, [world.employee.id]));

  test("however many start, one runs, and no minute is invented", async () => {
    const ids = [...(board.tasks[0] as number[]), ...(board.tasks[1] as number[])];
    const answers = await Promise.all([...ids, ...ids].map((id) => start(id)));
    for (const answer of answers) expect(answer.status).toBe(200);
    expect(await timers()).toHaveLength(1);
    expect(ok(await board.member.get("/time-entry")).body.data).toEqual([]);
  });

  test("the database itself allows one per person", async () => {
    const insert = sql(
      "test.timer",
      "INSERT INTO timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, now())",
    );
    const writes = [task, other, task].map((id) => world.tx((tx) => tx.rows(insert, [world.employee.id, id])));
    const results = await Promise.allSettled(writes);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  test("stopped in two tabs it is written down once", async () => {
    await zone(noonZone());
    ok(await start());
    await since(minutesAgo(25));
    const answers = await Promise.all([1, 2, 3].map(() => board.member.post("/timer/stop", {})));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await booked()).toMatchObject([{ minutes: 25 }]);
  });
});
