import { mondayOf } from "../../../shared/kernel/days";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { Actor } from "../../../server/platform/session";
import { resumeTimer, startTimer, stopTimer } from "../../../server/work/time/timer.service";
import { requireOk } from "../tasks/board";
import { runSerialized, runWhileLocked } from "../../support/serialized";
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

describe("resuming a stopped timer", () => {
  const stop = async (minutes = 42) => {
    await zone(zoneAtNoon());
    requireOk(await start());
    await since(minutesAgo(minutes));
    return requireOk(await board.member.post("/timer/stop", {})).body.data;
  };
  const resume = (id: number) => board.member.post("/timer/resume", { id });
  const running = async () => requireOk(await board.member.get("/timer")).body.data;

  async function refused(id: number, status: number, code: string) {
    const before = [await running(), await booked()];
    const mark = server.published.length;
    const answer = await resume(id);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect([await running(), await booked()]).toEqual(before);
    expect(world.events(mark)).toEqual([]);
    return answer.body;
  }

  describe("refused resume", () => {
    test("a stopped timer can't be resumed while or after another one runs", async () => {
      const { id } = await stop();
      requireOk(await start(other));
      expect((await refused(id, 409, "timer.alreadyRuns")).message).toBe("A timer is already running.");
      requireOk(await board.member.delete("/timer"));
      await refused(id, 409, "timer.ranSince");
    });

    test("a stopped timer can't be resumed after another ran on a deleted task", async () => {
      const { id } = await stop();
      requireOk(await start(other));
      requireOk(await board.owner.delete(`/task/${other}`));
      await refused(id, 409, "timer.ranSince");
    });

    test("other users can't resume a stopped timer", async () => {
      const { id } = await stop();
      expect((await board.owner.post("/timer/resume", { id })).body.code).toBe("timer.ranSince");
      expect(await booked()).toHaveLength(1);
    });

    test.each(["changed", "deleted"])("a stopped timer can't be resumed if its entry was %s", async (how) => {
      const { id } = await stop();
      const [entry] = await booked();
      const changeEntry = () =>
        board.member.put(`/time-entry/${entry.id}`, { date: entry.date, hours: 0, minutes: 42, note: "x" });
      requireOk(await (how === "changed" ? changeEntry() : board.member.delete(`/time-entry/${entry.id}`)));
      await refused(id, 409, "timer.timeChanged");
    });

    test.each(["submitted", "approved"])("a stopped timer can't be resumed if the week is %s", async (state) => {
      const {
        id,
        booked: [{ date }],
      } = await stop();
      requireOk(await board.member.put(`/time-week/${mondayOf(date)}/submit`));
      if (state === "approved") {
        const body = { user_id: world.employee.id };
        requireOk(await world.api(world.manager).put(`/time-week/${mondayOf(date)}/approve`, body));
      }
      await refused(id, 409, "time.locked");
    });

    test("a stopped timer can't be resumed if the task was deleted", async () => {
      const { id } = await stop();
      requireOk(await board.owner.delete(`/task/${task}`));
      expect((await resume(id)).body.code).toBe("timer.taskGone");
      expect(await running()).toBeNull();
    });

    test("a stopped timer can't be resumed without write access to the task", async () => {
      const { id } = await stop();
      const owner = { user_id: world.manager.id, role: "owner" };
      const members = (role?: string) =>
        board.owner.put(`/project/${board.id}/members`, {
          members: role ? [owner, { user_id: world.employee.id, role }] : [owner],
        });
      requireOk(await members("viewer"));
      await refused(id, 403, "permission.denied");
      requireOk(await members());
      expect((await resume(id)).body.code).toBe("timer.taskGone");
      requireOk(await members("member"));
      requireOk(await resume(id));
    });

    test("a stopped timer can't be resumed if the project is archived", async () => {
      const { id } = await stop();
      requireOk(await board.owner.put(`/project/${board.id}/archive`));
      await refused(id, 409, "project.archived");
    });
  });

  test("a resumed timer continues from its start and deletes its entry", async () => {
    const { id, started_at } = await stop();
    const mark = server.published.length;
    const answer = requireOk(await resume(id)).body;
    expect(answer).toMatchObject({ message: "Timer resumed.", data: { task: { id: task }, started_at } });
    expect(await running()).toMatchObject({ task: answer.data.task, started_at });
    expect(await booked()).toEqual([]);
    expect(world.events(mark)).toMatchObject([
      { stream: `project:${board.id}`, event: { type: "time_entry.deleted", data: { spent_minutes: 0 } } },
      { stream: `user:${world.employee.id}`, event: { type: "timer.resumed", data: { started_at } } },
    ]);
    expect((await resume(id)).body.code).toBe("timer.alreadyRuns");
  });

  test("resuming a timer keeps the minutes that other timers added on that day", async () => {
    await stop(10);
    const { id } = await stop(20);
    expect(await booked()).toMatchObject([{ minutes: 30 }]);
    requireOk(await resume(id));
    expect(await booked()).toMatchObject([{ minutes: 10 }]);
    const again = requireOk(await board.member.post("/timer/stop", { minutes: 15 })).body.data;
    expect(await booked()).toMatchObject([{ minutes: 25 }]);
    requireOk(await resume(again.id));
    expect(await booked()).toMatchObject([{ minutes: 10 }]);
  });

  test("resuming a timer that ran over midnight deletes the entries of both days", async () => {
    await zone("Asia/Baghdad");
    requireOk(await start());
    await since("2026-11-10T20:30:00Z");
    const { id } = requireOk(await board.member.post("/timer/stop", { minutes: 75 })).body.data;
    expect(await booked()).toHaveLength(2);
    requireOk(await resume(id));
    expect(await booked()).toEqual([]);
    const short = requireOk(await board.member.post("/timer/stop", { minutes: 0 })).body.data;
    requireOk(await resume(short.id));
    expect((await running()).started_at).toBe("2026-11-10T20:30:00.000Z");
  });

  test("a discarded timer can be resumed too", async () => {
    const { started_at } = requireOk(await start()).body.data;
    const { stopped_id } = requireOk(await board.member.delete("/timer")).body;
    expect(requireOk(await resume(stopped_id)).body.data.started_at).toBe(started_at);
  });

  describe("concurrent resume", () => {
    const actor = () =>
      ({
        id: world.employee.id,
        fullname: "E",
        image: null,
        external: false,
        timeZone: zoneAtNoon(),
        permissions: new Set(["time-entry-create"]),
      }) as unknown as Actor;
    const resuming = (id: number) => (tx: Tx) => resumeTimer(tx, actor(), id, new Date());
    const starting = async (tx: Tx) => (await startTimer(tx, actor(), other, new Date())).timer;
    const codes = (results: PromiseSettledResult<unknown>[]) =>
      results.map((result) => (result.status === "fulfilled" ? "done" : (result.reason as { code: string }).code));

    test("resuming a timer in two tabs subtracts the minutes once", async () => {
      await stop(10);
      const { id } = await stop(20);
      expect(codes(await runSerialized(server, world, resuming(id)))).toEqual(["done", "timer.alreadyRuns"]);
      expect(await booked()).toMatchObject([{ minutes: 10 }]);
    });

    test("a timer started concurrently stays, and resuming another is refused", async () => {
      const { id } = await stop();
      expect(codes(await runSerialized(server, world, starting, resuming(id)))).toEqual(["done", "timer.alreadyRuns"]);
      expect(await running()).toMatchObject({ task: { id: other } });
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("starting another timer right after resuming one logs its time again", async () => {
      const { id } = await stop();
      expect(codes(await runSerialized(server, world, resuming(id), starting))).toEqual(["done", "done"]);
      expect(await running()).toMatchObject({ task: { id: other } });
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("resuming is refused if another timer ran concurrently", async () => {
      const { id } = await stop();
      const passing = async (tx: Tx) => {
        await startTimer(tx, actor(), other, minutesAgo(5));
        return stopTimer(tx, actor(), new Date());
      };
      const results = await runSerialized<unknown>(server, world, passing, resuming(id));
      expect(codes(results)).toEqual(["done", "timer.ranSince"]);
      expect(await booked()).toMatchObject([{ minutes: 42 }]);
    });

    test("resuming a timer while its entry is changed is refused", async () => {
      const { id } = await stop();
      const [entry] = await booked();
      const lockTask = sql(
        "test.lockTask",
        "SELECT FROM task WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
      );
      const change = () =>
        board.member.put(`/time-entry/${entry.id}`, { ...entry, minutes: 5, version: entry.version });
      const answers = await runWhileLocked(server, world, (tx) => tx.rows(lockTask, [task]), [
        change,
        () => resume(id),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await running()) === null).toBe((await booked()).length === 1);
    });
  });
});
