import { addDays } from "../../../shared/kernel/days";
import { projectStream, tenantStream } from "../../../shared/kernel/events";
import type { Series } from "../../../shared/work/series/series.contract";
import { maxSeriesPerProject } from "../../../shared/work/series/series.schema";
import { sql, type UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { handOverSeries } from "../../../server/work/series/series.leaving";
import {
  planAfterCompletion,
  planAfterTimeZoneChange,
  planRequested,
  planRequestedSeries,
  requestPlanning,
} from "../../../server/work/series/series.run";
import { createSeries, lockSeries, seriesById, setSeriesState } from "../../../server/work/series/series.service";
import { deleteTask } from "../../../server/work/tasks/tasks.service";
import { createSeriesPlanner } from "../../../workers/work/series/planning";
import { runSerialized, runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { World } from "../../support/world";
import { hasLockWaiters } from "../../locks/lock-gap";
import { requireOk, type TestBoard } from "../tasks/board";
import {
  consume,
  createSetting,
  daily,
  moveBack,
  occurrencesOf,
  readSeries,
  run,
  type SeriesInput,
  type Setting,
  unitOf,
} from "./setting";

const server = testServer();
const newSeries = (...input: SeriesInput) => createSetting(server, ...input);

type CallOfTask = (board: TestBoard, taskId: number) => ReturnType<TestBoard["owner"]["put"]>;

const rowOf = ({ world, series }: Setting) => world.tx((tx) => seriesById(tx, series.id));
const changeState = ({ board, series }: Setting, state: Series["state"], id = series.id) =>
  board.owner.post(`/task_series/${id}/state`, { state });
const skip = async ({ board, series }: Setting, day: string, skipped: boolean): Promise<Series> =>
  requireOk(await board.owner.post(`/task_series/${series.id}/skip`, { day, skipped })).body.data;

/** A series after completion whose last task was completed today. */
async function completedSeries(rule: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const setting = await newSeries({ basis: "completion", ...rule }, fields);
  const { world, board, taskId } = setting;
  requireOk(await board.owner.post(`/task/${taskId}`, { progress: 100 }));
  await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
  return setting;
}

describe("a date after completion", () => {
  test("isn't the day of the task that was completed early", async () => {
    const setting = await completedSeries({}, { due_date: addDays((await newSeries()).today, 1) });
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_day: addDays(setting.today, 2) });
  });

  test("is replaced by a later one if its day has an occurrence meanwhile", async () => {
    const setting = await completedSeries({ every: 3 });
    const { world, today, series } = setting;
    const insertOccurrence = sql(
      "test.insertOccurrence",
      "INSERT INTO task_series_occurrence (tenant_id, series_id, day) VALUES (current_tenant(), $1, $2)",
    );
    await world.tx((tx) => tx.rows(insertOccurrence, [series.id, addDays(today, 3)]));
    await moveBack(world, series.id, 3);
    await run(world);
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_day: addDays(today, 3), created_count: 1 });
  });

  test("is planned when the last task is completed by its column or an import", async () => {
    const archiveTask = sql(
      "test.archiveTask",
      "UPDATE task SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    );
    const finishTask = sql(
      "test.finishTask",
      "UPDATE task SET progress = 100 WHERE tenant_id = current_tenant() AND id = $1",
    );
    const importChange =
      (statement: typeof archiveTask) =>
      ({ world, board, taskId }: Setting) =>
        world.tx(async (tx) => {
          await tx.rows(statement, [taskId]);
          const counts = { tasks: 0, comments: 0, updated: 1 };
          tx.emit("project.imported", projectStream(board.id), {
            id: board.id,
            title: "T",
            source: "trello",
            ...counts,
          });
        });
    for (const finish of [
      async ({ board }: Setting) => {
        requireOk(await board.owner.put(`/task_status/${board.columns[0]}`, { kind: "done" }));
      },
      importChange(archiveTask),
      importChange(finishTask),
    ]) {
      const setting = await newSeries({ basis: "completion", every: 2 });
      const mark = server.published.length;
      await finish(setting);
      await consume(setting.world, mark);
      expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: addDays(setting.today, 2) });
    }
  });

  test("isn't planned by an import or a renamed column while the last task is open", async () => {
    const setting = await newSeries({ basis: "completion", every: 2 });
    const { world, board } = setting;
    const mark = server.published.length;
    requireOk(await board.owner.put(`/task_status/${board.columns[0]}`, { title: "Later" }));
    await world.tx(async (tx) =>
      tx.emit("project.imported", projectStream(board.id), {
        id: board.id,
        title: "T",
        source: "trello",
        tasks: 0,
        comments: 0,
      }),
    );
    await consume(world, mark);
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: null });
  });

  test.each([
    ["reopened", (board, id) => board.owner.put(`/task/${id}/status-update`, { task_status_id: board.columns[0] })],
    ["reopened by its column", (board) => board.owner.put(`/task_status/${board.columns[2]}`, { kind: "todo" })],
  ] as [string, CallOfTask][])("is withdrawn when the last task is %s", async (_, reopen) => {
    const setting = await newSeries({ basis: "completion", every: 30 });
    const { world, board, taskId } = setting;
    requireOk(await board.owner.put(`/task/${taskId}/status-update`, { task_status_id: board.columns[2] }));
    await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    const mark = server.published.length;
    requireOk(await reopen(board, taskId));
    await consume(world, mark);
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: null, completed_on: null });
  });

  test("is withdrawn when the deleted or archived last task is restored", async () => {
    for (const [remove, restore] of [
      [(board, id) => board.owner.delete(`/task/${id}`), (board, id) => board.owner.post(`/bin/tasks/${id}/restore`)],
      [
        (board, id) => board.owner.put(`/task/${id}/archive`),
        (board, id) => board.owner.put(`/task/${id}/restore`, { task_status_id: board.columns[0] }),
      ],
    ] as [CallOfTask, CallOfTask][]) {
      const setting = await newSeries({ basis: "completion", every: 30 });
      const { world, board, today, taskId } = setting;
      let mark = server.published.length;
      requireOk(await remove(board, taskId));
      await consume(world, mark);
      expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 30) });
      mark = server.published.length;
      requireOk(await restore(board, taskId));
      await consume(world, mark);
      expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: null });
    }
  });

  test("follows the latest completion, also before the reopening is consumed", async () => {
    const setting = await completedSeries({ every: 30 });
    const { world, today, taskId, series } = setting;
    await moveBack(world, series.id, 19);
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 11) });
    for (let time = 0; time < 2; time++) await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 30), completed_on: today });
    const earlier = new Date(Date.now() - 19 * 86_400_000);
    await world.tx((tx) => planAfterCompletion(tx, taskId, earlier));
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 30) });
  });

  test("stays when the hour of its task is changed", async () => {
    const setting = await completedSeries({ every: 7 });
    const { world, board, today, series } = setting;
    await moveBack(world, series.id, 3);
    const { version, first_day } = await rowOf(setting);
    const rule = daily(today, { basis: "completion", every: 7, first_day, version });
    const later = requireOk(await board.owner.put(`/task_series/${series.id}`, { ...rule, at_hour: 5 })).body.data;
    expect(later).toMatchObject({ next_date: addDays(today, 4), at_hour: 5 });
    const body = { ...rule, every: 3, version: later.version };
    const sooner = requireOk(await board.owner.put(`/task_series/${series.id}`, body)).body.data;
    expect(sooner.next_date).toBe(today);
  });

  test("is the same after a pause, an end or a change of the rule is undone", async () => {
    const setting = await completedSeries({ every: 30 });
    const { world, board, today, series } = setting;
    await moveBack(world, series.id, 10);
    const nextDate = addDays(today, 20);
    for (const state of ["paused", "ended"] as const) {
      requireOk(await changeState(setting, state));
      expect(requireOk(await changeState(setting, "active")).body.data).toMatchObject({ next_date: nextDate });
    }
    for (const every of [7, 14, 30]) {
      const { version, first_day } = await rowOf(setting);
      const rule = daily(today, { basis: "completion", every, first_day, version });
      requireOk(await board.owner.put(`/task_series/${series.id}`, rule));
    }
    expect(await rowOf(setting)).toMatchObject({ next_date: nextDate });
  });

  test("is counted from the day of resuming when it has passed", async () => {
    const setting = await completedSeries({ every: 7 });
    const { world, today, series } = setting;
    requireOk(await changeState(setting, "paused"));
    await moveBack(world, series.id, 9);
    expect(requireOk(await changeState(setting, "active")).body.data).toMatchObject({ next_date: addDays(today, 7) });
  });

  test("is restored after it was skipped", async () => {
    const setting = await completedSeries({ every: 7 });
    const { world, today, series } = setting;
    await moveBack(world, series.id, 3);
    const [first, second] = [addDays(today, 4), addDays(today, 11)];
    expect((await skip(setting, first, true)).next_day).toBe(second);
    expect((await skip(setting, second, true)).next_day).toBe(addDays(today, 18));
    expect((await skip(setting, first, false)).next_day).toBe(first);
    expect((await skip(setting, second, false)).next_day).toBe(first);
  });

  test("is restored if the series ended without it", async () => {
    const { today } = await newSeries();
    const setting = await completedSeries({ every: 7, until: addDays(today, 8) });
    const day = addDays(today, 7);
    expect(await skip(setting, day, true)).toMatchObject({ state: "ended", next_day: null });
    expect(await skip(setting, day, false)).toMatchObject({ state: "active", next_day: day });
  });
});

describe("a pending date on schedule", () => {
  test("stays when the rule is changed", async () => {
    const setting = await newSeries();
    const { world, board, today, series } = setting;
    await moveBack(world, series.id, 1);
    const { version, first_day } = await rowOf(setting);
    const body = { ...daily(today, { first_day, every: 1, lead_days: 1 }), version };
    const changed = requireOk(await board.owner.put(`/task_series/${series.id}`, body)).body.data;
    expect(changed.next_date).toBe(today);
    await run(world);
    expect((await occurrencesOf(world, series.id)).map(({ due }) => due)).toContain(today);
  });

  test("stays with those before it when a later one is skipped", async () => {
    const setting = await newSeries({ create_missed: true });
    const { world, today, series } = setting;
    await moveBack(world, series.id, 5);
    await skip(setting, addDays(today, 1), true);
    await run(world);
    const tasks = (await occurrencesOf(world, series.id)).filter(({ task_id: id }) => id !== null);
    expect(tasks.map(({ day }) => day)).toEqual([-5, -4, -3, -2, -1, 0].map((days) => addDays(today, days)));
  });

  test("is skipped and restored on its day", async () => {
    const setting = await newSeries();
    const { world, today, series } = setting;
    await moveBack(world, series.id, 1);
    expect((await skip(setting, today, true)).next_day).toBe(addDays(today, 1));
    expect((await skip(setting, today, false)).next_day).toBe(today);
  });

  test("resumes the series that ended when it was skipped", async () => {
    const { today } = await newSeries();
    const setting = await newSeries({ until: addDays(today, 1) });
    const { board, taskId, series } = setting;
    const day = addDays(today, 1);
    expect(await skip(setting, day, true)).toMatchObject({ state: "ended", next_day: null });
    expect((await board.card(taskId)).series_id).toBeNull();
    expect(await skip(setting, day, false)).toMatchObject({ state: "active", next_day: day, skipped_days: [] });
    expect((await board.card(taskId)).series_id).toBe(series.id);
  });

  test("leaves a paused series paused when it is skipped and restored", async () => {
    const { today } = await newSeries();
    const setting = await newSeries({ until: addDays(today, 1) });
    const day = addDays(today, 1);
    requireOk(await changeState(setting, "paused"));
    expect(await skip(setting, day, true)).toMatchObject({ state: "paused", next_day: null });
    expect(await skip(setting, day, false)).toMatchObject({ state: "paused", next_day: day, skipped_days: [] });
    await skip(setting, day, true);
    expect(requireOk(await changeState(setting, "active")).body.data).toMatchObject({ state: "ended", next_day: null });
  });

  test.each(["paused", "ended"])("of today is created when a series that was %s is resumed", async (state) => {
    const setting = await newSeries();
    const { world, today, series } = setting;
    await moveBack(world, series.id, 2);
    requireOk(await changeState(setting, state as Series["state"]));
    const resumed = requireOk(await changeState(setting, "active")).body.data;
    expect(resumed).toMatchObject({ state: "active", next_date: today });
    await run(world);
    const created = (await occurrencesOf(world, series.id)).filter(({ task_id: id }) => id !== null);
    expect(created.at(-1)).toMatchObject({ day: today });
    requireOk(await changeState(setting, "paused"));
    const again = requireOk(await changeState(setting, "active")).body.data;
    expect(again.next_date).toBe(addDays(today, 1));
  });

  test("doesn't resume a series that a user ended", async () => {
    const setting = await newSeries();
    const day = addDays(setting.today, 1);
    await skip(setting, day, true);
    requireOk(await changeState(setting, "ended"));
    expect(await skip(setting, day, false)).toMatchObject({ state: "ended", next_day: null });
  });
});

describe("a holiday entered after planning", () => {
  const insertHoliday = sql(
    "test.insertHoliday",
    "INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, 'Holiday')",
  );
  const setWeekend = sql("test.setWeekend", "UPDATE tenant SET weekend = $1 WHERE id = current_tenant()");

  /** A series whose planned date, today, became a holiday; tomorrow isn't one. */
  async function seriesOnHoliday(rule: Record<string, unknown>) {
    const setting = await newSeries({ every: 7, ...rule });
    const { world, board, today, taskId, series } = setting;
    await world.tx((tx) => tx.rows(setWeekend, [[]]));
    if (rule.basis === "completion") {
      requireOk(await board.owner.post(`/task/${taskId}`, { progress: 100 }));
      await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    }
    await moveBack(world, series.id, 7);
    await world.tx((tx) => tx.rows(insertHoliday, [today]));
    return setting;
  }

  test.each([
    ["schedule", "move", 1],
    ["schedule", "leave_out", 7],
    ["completion", "move", 1],
    ["completion", "leave_out", 7],
  ])("is avoided on %s with the choice %s", async (basis, choice, days) => {
    const setting = await seriesOnHoliday({ basis, days_off: choice });
    const { world, today, series } = setting;
    expect(await rowOf(setting)).toMatchObject({ next_date: today });
    await run(world);
    expect((await occurrencesOf(world, series.id)).filter(({ task_id: id }) => id !== null)).toHaveLength(1);
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: addDays(today, days), missed_count: 0 });
  });

  const deleteHolidays = sql("test.deleteHolidays", "DELETE FROM holiday WHERE tenant_id = current_tenant()");
  const selectRequests = sql(
    "test.selectRequests",
    "SELECT id FROM task_series WHERE tenant_id = current_tenant() AND planning_requested_at IS NOT NULL ORDER BY id",
  );
  const requestedIds = async ({ tx: inTransaction }: World) =>
    (await inTransaction((tx) => tx.rows<{ id: number }>(selectRequests))).map(({ id }) => id);

  /** Series whose next date, in a week, avoids days off. */
  async function avoidingSeries() {
    const setting = await newSeries({ every: 7, days_off: "move" });
    const { world, today } = setting;
    await world.tx((tx) => tx.rows(setWeekend, [[]]));
    return { ...setting, day: addDays(today, 7) };
  }

  async function anotherSeries({ board, today }: Setting): Promise<Series> {
    const task = await board.add(board.columns[0], { due_date: today });
    const rule = daily(today, { every: 7, days_off: "move" });
    return requireOk(await board.member.post(`/task/${task.id}/series`, rule)).body.data;
  }

  test("moves the planned dates at once, each with one event, and back after it was removed", async () => {
    const setting = await avoidingSeries();
    const { world, day } = setting;
    const planner = createSeriesPlanner({ unitOfWork: unitOf(world), log: server.platform.log });
    /** @returns the series that were planned again, once for each event. */
    const change = async (statement: typeof deleteHolidays, values: string[]) => {
      const mark = server.published.length;
      await world.tx(async (tx) => {
        await tx.rows(statement, values);
        tx.emit("leave.settings_changed", tenantStream(world.tenantId), { what: "holidays" });
      });
      await consume(world, mark, [planner.consumer]);
      await planner.run(world.tenantId);
      return world
        .events(mark)
        .flatMap(({ event }) =>
          event.type === "task_series.updated" ? [(event.data as { series_id: number }).series_id] : [],
        );
    };
    expect(await change(insertHoliday, [day])).toEqual([setting.series.id]);
    expect(await rowOf(setting)).toMatchObject({ next_day: day, next_date: addDays(day, 1) });
    expect(await change(deleteHolidays, [])).toEqual([setting.series.id]);
    expect(await rowOf(setting)).toMatchObject({ next_day: day, next_date: day });
    expect(await requestedIds(world)).toEqual([]);
  });

  test("moves the other dates if one can't be planned, which the next run plans", async () => {
    const setting = await avoidingSeries();
    const { world, day, series } = setting;
    const other = await anotherSeries(setting);
    await world.tx((tx) => tx.rows(insertHoliday, [day]));
    await world.tx(requestPlanning);
    let count = 0;
    const failingUnit: UnitOfWork = (_, work) =>
      world.tx(async (tx) => {
        const result = await work(tx);
        if (++count === 2) throw new Error("The first series can't be planned"); // the first transaction reads the requests
        return result;
      });
    const datesOf = () =>
      Promise.all([series, other].map(({ id }) => rowOf({ ...setting, series: { ...series, id } })));
    await expect(planRequestedSeries(failingUnit, world.tenantId)).rejects.toThrow("1 series failed");
    expect((await datesOf()).map((row) => row.next_date)).toEqual([day, addDays(day, 1)]);
    expect(await requestedIds(world)).toEqual([series.id]);
    await planRequestedSeries(unitOf(world), world.tenantId);
    expect((await datesOf()).map((row) => row.next_date)).toEqual([addDays(day, 1), addDays(day, 1)]);
  });

  test("entered while a series is planned again waits and requests it once more", async () => {
    const { world, series } = await avoidingSeries();
    await world.tx(requestPlanning);
    await runSerialized<unknown>(server, world, (tx) => planRequested(tx, series.id), requestPlanning);
    expect(await requestedIds(world)).toEqual([series.id]);
  });

  test("is applied once if two runs plan a series at the same time", async () => {
    const setting = await avoidingSeries();
    const { world, day, series } = setting;
    await world.tx((tx) => tx.rows(insertHoliday, [day]));
    await world.tx(requestPlanning);
    const mark = server.published.length;
    await runSerialized(server, world, (tx) => planRequested(tx, series.id));
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["task_series.updated"]);
  });

  async function changeCalendar({ world }: Setting, statement: typeof deleteHolidays, values: unknown[] = []) {
    await world.tx(async (tx) => {
      await tx.rows(statement, values);
      await requestPlanning(tx);
    });
    await planRequestedSeries(unitOf(world), world.tenantId);
  }

  test("leaves out a date after completion, which is planned again after it was removed", async () => {
    const setting = await completedSeries({ every: 7, days_off: "leave_out" });
    const day = addDays(setting.today, 7);
    await changeCalendar(setting, setWeekend, [[]]);
    await changeCalendar(setting, insertHoliday, [day]);
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(day, 7) });
    await changeCalendar(setting, deleteHolidays);
    expect(await rowOf(setting)).toMatchObject({ next_day: day, next_date: day });
  });

  test("on the last date ends a series only when that is due", async () => {
    const { today } = await newSeries();
    const days = Array.from({ length: 8 }, (_, at) => addDays(today, at));
    const setting = await newSeries({ every: 7, days_off: "move", until: days.at(-1) });
    const { world, series } = setting;
    await changeCalendar(setting, setWeekend, [[]]);
    for (const day of days) await changeCalendar(setting, insertHoliday, [day]);
    expect(await rowOf(setting)).toMatchObject({ state: "active", next_date: days.at(-1) });
    await moveBack(world, series.id, 7);
    await run(world);
    expect(await rowOf(setting)).toMatchObject({ state: "ended", next_date: null });
  });

  test("isn't needed to count workdays after completion again", async () => {
    const setting = await completedSeries({ unit: "workday", every: 3 });
    const { today } = setting;
    await changeCalendar(setting, setWeekend, [[]]);
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 3) });
    await changeCalendar(setting, setWeekend, [[new Date(addDays(today, 2)).getUTCDay()]]);
    expect(await rowOf(setting)).toMatchObject({ next_date: addDays(today, 4) });
  });

  test("doesn't move a date that keeps days off", async () => {
    const { world, today, series } = await seriesOnHoliday({ days_off: "keep" });
    await run(world);
    expect((await occurrencesOf(world, series.id)).map(({ due }) => due)).toContain(today);
  });
});

describe("resuming an ended series", () => {
  async function replacedSeries() {
    const setting = await newSeries();
    const { board, today, taskId } = setting;
    requireOk(await changeState(setting, "ended"));
    const second = requireOk(await board.member.post(`/task/${taskId}/series`, daily(today))).body.data as Series;
    return { ...setting, second };
  }

  test("is refused while its last task belongs to another series", async () => {
    const { second, ...setting } = await replacedSeries();
    const { board, taskId } = setting;
    const refused = await changeState(setting, "active");
    expect([refused.status, refused.body.code]).toEqual([409, "series.exists"]);
    expect((await board.card(taskId)).series_id).toBe(second.id);
    expect((await rowOf(setting)).state).toBe("ended");
  });

  test("gives it its last task again after the other series has ended", async () => {
    const { second, ...setting } = await replacedSeries();
    const { board, taskId, series } = setting;
    requireOk(await changeState(setting, "ended", second.id));
    requireOk(await changeState(setting, "active"));
    expect((await readSeries(board, taskId)).series).toMatchObject({ id: series.id, state: "active" });
    expect((await board.card(taskId)).series_id).toBe(series.id);
    expect((await changeState(setting, "active", second.id)).body.code).toBe("series.exists");
  });

  test("is refused without a date left, and possible with another rule", async () => {
    const setting = await newSeries();
    const { world, board, today, taskId, series } = setting;
    await moveBack(world, series.id, 3);
    const endedRule = daily(today, { first_day: addDays(today, -3), max_count: 1 });
    requireOk(await board.owner.put(`/task_series/${series.id}`, { ...endedRule, version: series.version }));
    const ended = await rowOf(setting);
    expect(ended).toMatchObject({ state: "ended" });
    const refused = await changeState(setting, "active");
    expect([refused.status, refused.body.code]).toEqual([409, "series.over"]);
    const change = (rule: object) => board.owner.put(`/task_series/${series.id}`, rule);
    const { version } = ended;
    expect((await change({ ...endedRule, version, resume: true })).body.code).toBe("series.over");
    expect((await change({ ...daily(today), version })).body.code).toBe("series.stale");
    expect((await change({ ...daily(today), version: version - 1, resume: true })).body.code).toBe("series.stale");
    expect(await rowOf(setting)).toEqual(ended);
    const resumed = requireOk(await change({ ...daily(today), version, resume: true })).body.data;
    expect(resumed).toMatchObject({ state: "active", max_count: null, next_date: today });
    expect((await board.card(taskId)).series_id).toBe(series.id);
  });

  test("is refused when the project has the most series", async () => {
    const setting = await newSeries();
    const { world, series } = setting;
    requireOk(await changeState(setting, "ended"));
    const copySeries = sql(
      "test.copySeries",
      `INSERT INTO task_series (tenant_id, project_id, unit, every, first_day, days_off, basis, only_when_done, create_missed, lead_days,
         at_hour, state, template)
       SELECT tenant_id, project_id, unit, every, first_day, days_off, basis, only_when_done, create_missed, lead_days, at_hour, 'paused',
         template
       FROM task_series CROSS JOIN generate_series(1, $2) WHERE tenant_id = current_tenant() AND id = $1`,
    );
    await world.tx((tx) => tx.rows(copySeries, [series.id, maxSeriesPerProject]));
    const refused = await changeState(setting, "active");
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["state"]]);
  });

  test("and setting up another one concurrently leave one series", async () => {
    const setting = await newSeries();
    const { world, today, taskId, series } = setting;
    requireOk(await changeState(setting, "ended"));
    const actor = { id: world.admin.id, permissions: new Set(["project-all"]), external: false } as never;
    const input = daily(today) as Parameters<typeof createSeries>[3];
    const outcomes = await runSerialized<unknown>(
      server,
      world,
      (tx) => createSeries(tx, actor, taskId, input),
      (tx) => setSeriesState(tx, actor, series.id, { state: "active" }),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await rowOf(setting)).state).toBe("ended");
  });

  test("leaves an earlier task to a series that is set up for it concurrently", async () => {
    const setting = await newSeries();
    const { world, board, today, taskId, series } = setting;
    await moveBack(world, series.id, 1);
    await run(world);
    requireOk(await changeState(setting, "ended"));
    const actor = { id: world.admin.id, permissions: new Set(["project-all"]), external: false } as never;
    const input = daily(today) as Parameters<typeof createSeries>[3];
    const [created, resumed] = await runSerialized<Series>(
      server,
      world,
      (tx) => createSeries(tx, actor, taskId, input),
      (tx) => setSeriesState(tx, actor, series.id, { state: "active" }),
    );
    expect([created?.status, resumed?.status]).toEqual(["fulfilled", "fulfilled"]);
    const other = (created as PromiseFulfilledResult<Series>).value;
    expect((await board.card(taskId)).series_id).toBe(other.id);
  });
});

test("a task deleted while its series ends is deleted without a deadlock", async () => {
  const { world, series, taskId } = await newSeries();
  await moveBack(world, series.id, 1);
  await run(world);
  const lastTaskId = (await occurrencesOf(world, series.id)).at(-1)?.task_id as number;
  const lockTask = sql(
    "test.lockTask",
    "SELECT id FROM task WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
  );
  const actor = { id: world.admin.id, permissions: new Set(["project-all"]), external: false } as never;
  const attempts = { end: 0, deletion: 0 };
  const end = () =>
    world.tx<unknown>((tx) => {
      attempts.end++;
      return setSeriesState(tx, actor, series.id, { state: "ended" });
    });
  const deleteLastTask = async () => {
    await waitUntil("the end waits for the first task", () => hasLockWaiters(server));
    return world.tx<unknown>((tx) => {
      attempts.deletion++;
      return deleteTask(tx, actor, lastTaskId);
    });
  };
  const lockFirstTask = (tx: Parameters<typeof deleteTask>[0]) => tx.rows(lockTask, [taskId]);
  await runWhileLocked(server, world, lockFirstTask, [end, deleteLastTask]);
  expect(attempts).toEqual({ end: 1, deletion: 1 });
  expect(await world.tx((tx) => seriesById(tx, series.id))).toMatchObject({ state: "ended", last_task_id: null });
});

test("a changed time zone waits for a concurrent change of the series", async () => {
  const { world, series } = await newSeries();
  const setTimeZone = sql(
    "test.setTenantZone",
    "UPDATE tenant SET time_zone = 'Asia/Tokyo' WHERE id = current_tenant()",
  );
  await world.tx((tx) => tx.rows(setTimeZone));
  const outcomes = await runSerialized<unknown>(
    server,
    world,
    (tx) => lockSeries(tx, series.id),
    (tx) => planAfterTimeZoneChange(tx, null),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("a series of another owner creates its next task at the hour of the new time zone", async () => {
  const setting = await newSeries();
  const { world, board, series } = setting;
  const { member, owner } = board.people;
  const setTimeZone = sql(
    "test.setTimeZone",
    "UPDATE app_user SET time_zone = 'Pacific/Kiritimati' WHERE tenant_id = current_tenant() AND id = $1",
  );
  const selectLocalTime = sql(
    "test.localTime",
    `SELECT (next_at AT TIME ZONE 'Pacific/Kiritimati')::text AS local FROM task_series
     WHERE tenant_id = current_tenant() AND id = $1`,
  );
  await world.tx((tx) => tx.rows(setTimeZone, [owner.id]));
  await world.tx((tx) => handOverSeries(tx, board.id, member.id, owner.id));
  const row = await world.tx((tx) => tx.one<{ local: string }>(selectLocalTime, [series.id]));
  expect(row?.local).toBe(`${(await rowOf(setting)).next_date} 00:00:00`);
});

test.each(["organization", "owner"])(
  "a changed time zone of the %s moves the creation of the next task",
  async (whose) => {
    const setting = await newSeries({ every: 7, at_hour: 9, lead_days: 1 });
    const { world, board, series } = setting;
    const local = async (timeZone: string) =>
      world.tx((tx) =>
        tx.one<{ local: string; version: number }>(
          sql(
            "test.localCreation",
            `SELECT (next_at AT TIME ZONE $2)::text AS local, version FROM task_series
           WHERE tenant_id = current_tenant() AND id = $1`,
          ),
          [series.id, timeZone],
        ),
      );
    const { next_date: date } = await rowOf(setting);
    const expected = { local: `${addDays(date as string, -1)} 09:00:00`, version: series.version };
    expect(await local("UTC")).toEqual(expected);
    const mark = server.published.length;
    const timeZone = "Pacific/Kiritimati";
    if (whose === "owner") requireOk(await board.member.patch("/auth/user/settings", { time_zone: timeZone }));
    else {
      const admin = world.api(world.admin);
      const { name } = requireOk(await admin.get("/tenant")).body.data;
      requireOk(await admin.put("/tenant", { name, time_zone: timeZone }));
    }
    await consume(world, mark);
    expect(await local(timeZone)).toEqual(expected);
    expect(await rowOf(setting)).toMatchObject({ next_date: date });
  },
);
