import { mondayOf } from "../../shared/time/days.rules";
import { sql, type Tx } from "../../server/platform/database/unit-of-work";
import type { Actor } from "../../server/platform/session";
import { resumeTimer, startTimer, stopTimer } from "../../server/time/timer.service";
import { ok } from "../tasks/board";
import { oneAtATime, whileLocked } from "../support/one-at-a-time";
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

describe("a stopped timer that is taken back", () => {
  const stop = async (minutes = 42) => {
    await zone(noonZone());
    ok(await start());
    await since(minutesAgo(minutes));
    return ok(await board.member.post("/timer/stop", {})).body.data;
  };
  const resume = (id: number) => board.member.post("/timer/resume", { id });
  const running = async () => ok(await board.member.get("/timer")).body.data;

  /** Refused, and everything as it was. */
  async function refused(id: number, status: number, code: string) {
    const before = [await running(), await booked()];
    const mark = server.published.length;
    const answer = await resume(id);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect([await running(), await booked()]).toEqual(before);
    expect(world.events(mark)).toEqual([]);
    return answer.body;
  }

  describe("is refused", () => {
    test("where another one runs, or has run since", async () => {
      const { id } = await stop();
      ok(await start(other));
      expect((await refused(id, 409, "timer.alreadyRuns")).message).toBe("A timer is running already.");
      ok(await board.member.delete("/timer"));
      await refused(id, 409, "timer.ranSince");
    });

    test("where the task of the one that ran since was deleted with it", async () => {
      const { id } = await stop();
      ok(await start(other));
      ok(await board.owner.delete(`/task/${other}`));
      await refused(id, 409, "timer.ranSince");
    });

    test("to everybody else", async () => {
      const { id } = await stop();
      expect((await board.owner.post("/timer/resume", { id })).body.code).toBe("timer.ranSince");
      expect(await booked()).toHaveLength(1);
    });

    test.each(["changed", "deleted"])("where what it wrote down was %s", async (how) => {
      const { id } = await stop();
      const [entry] = await booked();
      const put = () =>
        board.member.put(`/time-entry/${entry.id}`, { date: entry.date, hours: 0, minutes: 42, note: "x" });
      ok(await (how === "changed" ? put() : board.member.delete(`/time-entry/${entry.id}`)));
      await refused(id, 409, "timer.timeChanged");
    });

    test.each(["submitted", "approved"])("where the week is %s", async (state) => {
      const {
        id,
        booked: [{ date }],
      } = await stop();
      ok(await board.member.put(`/time-week/${mondayOf(date)}/submit`));
      if (state === "approved") {
        const body = { user_id: world.employee.id };
        ok(await world.api(world.manager).put(`/time-week/${mondayOf(date)}/approve`, body));
      }
      await refused(id, 409, "time.locked");
    });

    test("where the task was deleted", async () => {
      const { id } = await stop();
      ok(await board.owner.delete(`/task/${task}`));
      expect((await resume(id)).body.code).toBe("timer.taskGone");
      expect(await running()).toBeNull();
    });

    test("where one sees the task no more, or may only read it", async () => {
      const { id } = await stop();
      const owner = { user_id: world.manager.id, role: "owner" };
      const members = (role?: string) =>
        board.owner.put(`/project/${board.id}/members`, {
          members: role ? [owner, { user_id: world.employee.id, role }] : [owner],
        });
      ok(await members("viewer"));
      await refused(id, 403, "permission.denied");
      ok(await members());
      expect((await resume(id)).body.code).toBe("timer.taskGone");
      ok(await members("member"));
      ok(await resume(id));
    });

    test("where the project is archived", async () => {
      const { id } = await stop();
      ok(await board.owner.put(`/project/${board.id}/archive`));
      await refused(id, 409, "project.archived");
    });
  });

  test("runs on since its start, and what it wrote down is gone, as one step", async () => {
    const { id, started_at } = await stop();
    const mark = server.published.length;
    const answer = ok(await resume(id)).body;
    expect(answer).toMatchObject({ message: "The timer runs on.", data: { task: { id: task }, started_at } });
    expect(await running()).toMatchObject({ task: answer.data.task, started_at });
    expect(await booked()).toEqual([]);
    expect(world.events(mark)).toMatchObject([
      { stream: `project:${board.id}`, event: { type: "time_entry.deleted", data: { spent_minutes: 0 } } },
      { stream: `user:${world.employee.id}`, event: { type: "timer.resumed", data: { started_at } } },
    ]);
    expect((await resume(id)).body.code).toBe("timer.alreadyRuns");
  });

  test("leaves the minutes that others of one's timers have added to the day", async () => {
    await stop(10);
    const { id } = await stop(20);
    expect(await booked()).toMatchObject([{ minutes: 30 }]);
    ok(await resume(id));
    expect(await booked()).toMatchObject([{ minutes: 10 }]);
    const again = ok(await board.member.post("/timer/stop", { minutes: 15 })).body.data;
    expect(await booked()).toMatchObject([{ minutes: 25 }]);
    ok(await resume(again.id));
    expect(await booked()).toMatchObject([{ minutes: 10 }]);
  });

  test("over midnight takes back both days; what wasn't written down is nothing to take back", async () => {
    await zone("Asia/Baghdad");
    ok(await start());
    await since("2026-11-10T20:30:00Z");
    const { id } = ok(await board.member.post("/timer/stop", { minutes: 75 })).body.data;
    expect(await booked()).toHaveLength(2);
    ok(await resume(id));
    expect(await booked()).toEqual([]);
    const short = ok(await board.member.post("/timer/stop", { minutes: 0 })).body.data;
    ok(await resume(short.id));
    expect((await running()).started_at).toBe("2026-11-10T20:30:00.000Z");
  });

  test("that was discarded runs on as well", async () => {
    const { started_at } = ok(await start()).body.data;
    const { stopped_id } = ok(await board.member.delete("/timer")).body;
    expect(ok(await resume(stopped_id)).body.data.started_at).toBe(started_at);
  });

  describe("at the same moment", () => {
    const actor = () =>
      ({
        id: world.employee.id,
        fullname: "E",
        image: null,
        external: false,
        timeZone: noonZone(),
        permissions: new Set(["time-entry-create"]),
      }) as unknown as Actor;
    const resuming = (id: number) => (tx: Tx) => resumeTimer(tx, actor(), id, new Date());
    const starting = async (tx: Tx) => (await startTimer(tx, actor(), other, new Date())).timer;
    const codes = (results: PromiseSettledResult<unknown>[]) =>
      results.map((result) => (result.status === "fulfilled" ? "done" : (result.reason as { code: string }).code));

    test("in two tabs: once, and the minutes are taken back once", async () => {
      await stop(10);
      const { id } = await stop(20);
      expect(codes(await oneAtATime(server, world, resuming(id)))).toEqual(["done", "timer.alreadyRuns"]);
      expect(await booked()).toMatchObject([{ minutes: 10 }]);
    });

    test("as another one is started: the one that started stays", async () => {
      const { id } = await stop();
      expect(codes(await oneAtATime(server, world, starting, resuming(id)))).toEqual(["done", "timer.alreadyRuns"]);
      expect(await running()).toMatchObject({ task: { id: other } });
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("as another one is started a moment later: that stops it, and writes its time down again", async () => {
      const { id } = await stop();
      expect(codes(await oneAtATime(server, world, resuming(id), starting))).toEqual(["done", "done"]);
      expect(await running()).toMatchObject({ task: { id: other } });
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("as another one is started and stopped: it has run since", async () => {
      const { id } = await stop();
      const passing = async (tx: Tx) => {
        await startTimer(tx, actor(), other, minutesAgo(5));
        return stopTimer(tx, actor(), new Date());
      };
      const results = await oneAtATime<unknown>(server, world, passing, resuming(id));
      expect(codes(results)).toEqual(["done", "timer.ranSince"]);
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("as its entry is changed: whoever waits for the task finds it changed", async () => {
      const { id } = await stop();
      const [entry] = await booked();
      const lockTask = sql(
        "test.lockTask",
        "SELECT FROM task WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
      );
      const change = () =>
        board.member.put(`/time-entry/${entry.id}`, { ...entry, minutes: 5, version: entry.version });
      const answers = await whileLocked(server, world, (tx) => tx.rows(lockTask, [task]), [change, () => resume(id)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await running()) === null).toBe((await booked()).length === 1);
    });
  });
});
