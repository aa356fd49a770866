import type { DomainEvent } from "../../../shared/kernel/events";
import { addDays } from "../../../shared/kernel/days";
import type { ComingDate, Series } from "../../../shared/work/series/series.contract";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { sql, type UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { createDueTasks, planAfterCompletion } from "../../../server/work/series/series.run";
import { handOverSeries } from "../../../server/work/series/series.leaving";
import { restoreTemplate, seriesById, updateSeries } from "../../../server/work/series/series.service";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { png } from "../../support/sample-files";
import { expectNoOrphans, readStoredFiles, uploadAttachment } from "../attachments/attachments";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import {
  consume,
  createSetting,
  daily,
  moveBack,
  occurrencesOf,
  readSeries as read,
  run,
  type SeriesInput,
  type Setting,
  todayOf,
} from "./setting";

const server = testServer();

const newSeries = (...input: SeriesInput) => createSetting(server, ...input);

const detail = async (board: TestBoard, taskId: number): Promise<TaskDetail> =>
  requireOk(await board.owner.get(`/task/${taskId}`)).body.data;

describe("refused calls", () => {
  test("viewers can't set up or change a series, and others don't see it", async () => {
    const { world, board, taskId, today, series } = await newSeries();
    const elsewhere = await server.world();
    const url = `/task_series/${series.id}`;
    for (const call of [
      (api: TestBoard["owner"]) => api.post(`/task/${taskId}/series`, daily(today)),
      (api: TestBoard["owner"]) => api.put(url, { ...daily(today), version: 1 }),
      (api: TestBoard["owner"]) => api.post(`${url}/template`, { task_id: taskId }),
      (api: TestBoard["owner"]) => api.post(`${url}/state`, { state: "ended" }),
      (api: TestBoard["owner"]) => api.post(`${url}/skip`, { day: addDays(today, 1), skipped: true }),
    ]) {
      expect((await call(board.viewer)).status).toBe(403);
      expect((await call(board.stranger)).status).toBe(404);
      expect((await call(elsewhere.api(elsewhere.admin))).status).toBe(404);
      expect((await call(world.api())).status).toBe(401);
    }
    expect((await board.stranger.get(`/task/${taskId}/series`)).status).toBe(404);
    expect((await read(board, taskId)).series).toEqual(series);
  });

  test.each([
    ["an unknown unit", { unit: "hour" }, ["unit"]],
    ["an interval of zero", { every: 0 }, ["every"]],
    ["weeks without weekdays", { unit: "week", weekdays: [] }, ["weekdays"]],
    ["months without a day", { unit: "month" }, ["month_day"]],
    ["a week of the month that doesn't exist", { unit: "month", month_week: 5, month_weekday: 1 }, ["month_week"]],
    ["years without a month", { unit: "year", month_day: 29 }, ["month"]],
    ["an end before its first day", { until: "2000-01-01" }, ["until"]],
    ["two ends", { until: "2999-01-01", max_count: 3 }, ["max_count"]],
    ["an unknown column", { task_status_id: 999_999_999 }, ["task_status_id"]],
  ])("a series with %s gets 422", async (_, rule, wrong) => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const [[taskId]] = board.tasks as [[number]];
    const reply = await board.owner.post(`/task/${taskId}/series`, daily(await todayOf(world), rule));
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, wrong]);
  });

  test("a task has one series, and archived tasks and projects have none", async () => {
    const { board, taskId, today, series } = await newSeries();
    const again = await board.owner.post(`/task/${taskId}/series`, daily(today));
    expect([again.status, again.body.code]).toEqual([409, "series.exists"]);
    const other = await board.add(board.columns[0]);
    requireOk(await board.owner.put(`/task/${other.id}/archive`));
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await board.owner.post(`/task/${other.id}/series`, daily(today))).status).toBe(409);
    expect((await board.owner.post(`/task_series/${series.id}/state`, { state: "paused" })).status).toBe(409);
  });

  test("days that aren't coming ones, and tasks of other series, get 422", async () => {
    const { board, today, series } = await newSeries({ every: 2 });
    const other = await board.add(board.columns[0]);
    const url = `/task_series/${series.id}`;
    for (const day of [addDays(today, -2), today, addDays(today, 1)])
      expect((await board.owner.post(`${url}/skip`, { day, skipped: true })).status).toBe(422);
    expect((await board.owner.post(`${url}/template`, { task_id: other.id })).status).toBe(422);
  });

  test("a change of an older version or of an ended series gets 409", async () => {
    const { board, today, series } = await newSeries();
    const body = { ...daily(today, { every: 3 }), version: series.version };
    requireOk(await board.owner.put(`/task_series/${series.id}`, body));
    const stale = await board.member.put(`/task_series/${series.id}`, body);
    expect([stale.status, stale.body.code, stale.body.data.every]).toEqual([409, "series.stale", 3]);
    const ended = requireOk(await board.owner.post(`/task_series/${series.id}/state`, { state: "ended" })).body.data;
    const late = await board.member.put(`/task_series/${series.id}`, { ...body, version: ended.version });
    expect([late.status, late.body.code]).toEqual([409, "series.stale"]);
  });
});

describe("tasks on schedule", () => {
  test("the next task is a copy with moved dates, open subtasks and shared files", async () => {
    const { world, board, today, taskId } = await newSeries({ every: 7 });
    const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Routine" })).body.data
      .id;
    const { member } = board.people;
    const content = {
      description: "<p>How</p>",
      start_date: addDays(today, -2),
      estimate_minutes: 45,
      users: [member.id],
      tags: [tag],
    };
    requireOk(await board.owner.post(`/task/${taskId}`, content));
    const subtask = { task_id: taskId, name: "Restore one", completed: true, due_date: addDays(today, -1) };
    const created = requireOk(await board.owner.post("/sub_task", subtask)).body.data;
    requireOk(await board.owner.put(`/sub_task/${created.id}`, { completed: true, due_date: addDays(today, -1) }));
    requireOk(await board.owner.post("/comments", { task_id: taskId, comment: "Old" }));
    const { series } = await read(board, taskId);
    expect(series?.user_ids).toEqual([]);
    const copied = requireOk(await board.owner.post(`/task_series/${series?.id}/template`, { task_id: taskId }));
    expect(copied.body.data.user_ids).toEqual([member.id]);
    await moveBack(world, series?.id as number, 7);
    await run(world);

    const [, next] = await occurrencesOf(world, series?.id as number);
    expect(next).toMatchObject({ day: today, due: today });
    expect(await detail(board, next?.task_id as number)).toMatchObject({
      title: "Check the backups",
      description: "<p>How</p>",
      start_date: addDays(today, -2),
      due_date: today,
      estimate_minutes: 45,
      user_ids: [member.id],
      tag_ids: [tag],
      series_id: series?.id,
      progress: 0,
      comments: [],
      reporter: { id: member.id },
      subtasks: [{ name: "Restore one", completed: 0, due_date: addDays(today, -1) }],
    });
    expect((await detail(board, taskId)).title).toBe("Check the backups");
  });

  test("missed dates are counted and not created", async () => {
    const { world, board, today, series, taskId } = await newSeries();
    await moveBack(world, series.id, 5);
    await run(world);
    const found = await occurrencesOf(world, series.id);
    expect(found.map(({ day }) => day)).toEqual([addDays(today, -5), today]);
    expect((await read(board, taskId)).series).toMatchObject({ missed_count: 4, created_count: 2 });
  });

  test("missed dates are created on request, at most 50 of them", async () => {
    const { world, series } = await newSeries({ create_missed: true });
    await moveBack(world, series.id, 60);
    await run(world);
    const found = await occurrencesOf(world, series.id);
    expect(found.filter(({ task_id }) => task_id !== null)).toHaveLength(52);
  });

  test("a date is missed while the last task is open, if the series requires it", async () => {
    const { world, board, series, taskId } = await newSeries({ only_when_done: true });
    await moveBack(world, series.id, 1);
    await run(world);
    expect(await occurrencesOf(world, series.id)).toHaveLength(1);
    expect((await read(board, taskId)).series?.missed_count).toBe(1);
    requireOk(await board.owner.post(`/task/${taskId}`, { progress: 100 }));
    await moveBack(world, series.id, 1);
    await run(world);
    expect(await occurrencesOf(world, series.id)).toHaveLength(2);
  });

  test("a skipped date creates no task, and is created again after undoing", async () => {
    const { world, board, today, series } = await newSeries();
    const day = addDays(today, 1);
    const url = `/task_series/${series.id}/skip`;
    const skipped = requireOk(await board.owner.post(url, { day, skipped: true })).body.data;
    expect(skipped).toMatchObject({ skipped_days: [day], next_day: addDays(today, 2) });
    const back = requireOk(await board.owner.post(url, { day, skipped: false })).body.data;
    expect(back).toMatchObject({ skipped_days: [], next_day: day });
    requireOk(await board.owner.post(url, { day, skipped: true }));
    await moveBack(world, series.id, 1);
    await run(world);
    expect((await occurrencesOf(world, series.id)).filter(({ task_id }) => task_id)).toHaveLength(1);
  });

  test("skipping or restoring a date is refused after another user has done it", async () => {
    const { board, today, series, taskId } = await newSeries();
    const day = addDays(today, 1);
    const skip = (skipped: boolean, previous_skipped = !skipped) =>
      board.owner.post(`/task_series/${series.id}/skip`, { day, skipped, previous_skipped });
    expect((await skip(false)).body.code).toBe("series.stale");
    requireOk(await skip(true));
    const again = await skip(true);
    expect([again.status, again.body.code, again.body.data.skipped_days]).toEqual([409, "series.stale", [day]]);
    requireOk(await skip(false));
    expect((await skip(false)).body.code).toBe("series.stale");
    expect((await read(board, taskId)).series).toMatchObject({ skipped_days: [], next_day: day });
  });

  test("undoing a change of the state doesn't overwrite a later one", async () => {
    const { board, series, taskId } = await newSeries();
    const set = (body: object) => board.owner.post(`/task_series/${series.id}/state`, body);
    requireOk(await set({ state: "paused", previous_state: "active" }));
    requireOk(await set({ state: "ended" }));
    expect((await set({ state: "active", previous_state: "paused" })).body.code).toBe("series.stale");
    expect((await read(board, taskId)).series).toMatchObject({ state: "ended" });
    expect(requireOk(await set({ state: "active", previous_state: "ended" })).body.data.state).toBe("active");
  });

  test("paused, ended and archived series create nothing", async () => {
    const { world, board, series, taskId } = await newSeries();
    const state = (to: string) => board.owner.post(`/task_series/${series.id}/state`, { state: to });
    requireOk(await state("paused"));
    await moveBack(world, series.id, 3);
    await run(world);
    expect(await occurrencesOf(world, series.id)).toHaveLength(1);
    const resumed = requireOk(await state("active")).body.data;
    expect(resumed).toMatchObject({ state: "active", missed_count: 2 });
    requireOk(await state("ended"));
    expect((await board.card(taskId)).series_id).toBeNull();
    expect((await read(board, taskId)).series).toMatchObject({ state: "ended", next_date: null });
    requireOk(await state("active"));
    expect((await board.card(taskId)).series_id).toBe(series.id);
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    await moveBack(world, series.id, 3);
    await run(world);
    expect(await occurrencesOf(world, series.id)).toHaveLength(1);
  });

  test("a refused task pauses the series with its error", async () => {
    const { world, board, today, series, taskId } = await newSeries();
    requireOk(await board.owner.post(`/project/update/${board.id}`, { end_date: today }));
    const laterDate = sql(
      "test.dueTomorrow",
      "UPDATE task_series SET next_at = now() - interval '1 hour' WHERE tenant_id = current_tenant() AND id = $1",
    );
    await world.tx((tx) => tx.rows(laterDate, [series.id]));
    await run(world);
    expect((await read(board, taskId)).series).toMatchObject({ state: "paused", refusal: "task.outsideTimeline" });
  });

  test("a task is created in an open column after that of its series became a done column", async () => {
    const { world, board, series } = await newSeries();
    requireOk(await board.owner.put(`/task_status/${board.columns[0]}`, { kind: "done" }));
    await moveBack(world, series.id, 1);
    await run(world);
    const created = (await occurrencesOf(world, series.id)).at(-1)?.task_id as number;
    expect(await board.card(created)).toMatchObject({ task_status_id: board.columns[1], progress: 0 });
  });

  test("people who left and deleted tags are left out", async () => {
    const { world, board, series, taskId } = await newSeries();
    const { member, owner } = board.people;
    const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Old" })).body.data.id;
    requireOk(await board.owner.post(`/task/${taskId}`, { users: [member.id, owner.id], tags: [tag] }));
    requireOk(await board.owner.post(`/task_series/${series.id}/template`, { task_id: taskId }));
    requireOk(await board.owner.delete(`/project/tags/${tag}`));
    const deactivateUser = sql(
      "test.deactivate",
      "UPDATE app_user SET active = false WHERE tenant_id = current_tenant() AND id = $1",
    );
    await world.tx((tx) => tx.rows(deactivateUser, [member.id]));
    await moveBack(world, series.id, 1);
    await run(world);
    const [, next] = await occurrencesOf(world, series.id);
    expect(await board.card(next?.task_id as number)).toMatchObject({ user_ids: [owner.id], tag_ids: [] });
  });
});

test("a file of several tasks is deleted with the last of them", async () => {
  const { world, board, series, taskId } = await newSeries();
  requireOk(await uploadAttachment(board.member, taskId, { bytes: png() }));
  await moveBack(world, series.id, 1);
  await run(world);
  const ids = (await occurrencesOf(world, series.id)).map((occurrence) => occurrence.task_id as number);
  const filesOf = async (id: number) => (await detail(board, id)).attachments;
  const [[first], [second]] = [await filesOf(ids[0] as number), await filesOf(ids[1] as number)];
  expect([first?.id === second?.id, second?.file.id]).toEqual([false, first?.file.id]);
  requireOk(await board.owner.delete(`/task/${ids[0]}`));
  requireOk(await board.owner.delete(`/bin/tasks/${ids[0]}`));
  expect((await board.owner.get(second?.file.url ?? "")).status).toBe(200);
  await expectNoOrphans(server, world, 1);
  requireOk(await board.member.delete(`/tasks/attachments/${second?.id}`));
  expect((await readStoredFiles(server, world)).rows).toBe(0);
});

describe("tasks after completion", () => {
  const completion = { basis: "completion", unit: "day", every: 3, days_off: "keep" };

  test("the next date follows the day of completion", async () => {
    const { world, board, today, series, taskId } = await newSeries(completion);
    expect(series.next_date).toBeNull();
    requireOk(await board.owner.post(`/task/${taskId}`, { progress: 100 }));
    for (let time = 0; time < 2; time++) await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    expect((await read(board, taskId)).series?.next_date).toBe(addDays(today, 3));
    await moveBack(world, series.id, 3);
    await run(world);
    const found = await occurrencesOf(world, series.id);
    expect(found.map(({ due }) => due)).toEqual([today, today]);
    expect((await read(board, taskId)).series).toMatchObject({ next_date: null, created_count: 2 });
  });

  test("a reopened task isn't followed by another one", async () => {
    const { world, board, series, taskId } = await newSeries(completion);
    requireOk(await board.owner.post(`/task/${taskId}`, { progress: 100 }));
    await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    requireOk(await board.owner.post(`/task/${taskId}`, { progress: 50 }));
    await moveBack(world, series.id, 3);
    await run(world);
    expect(await occurrencesOf(world, series.id)).toHaveLength(1);
    expect((await read(board, taskId)).series?.next_date).toBeNull();
  });
});

test("a completed, deleted or archived last task is followed by the next date", async () => {
  for (const finish of [
    (board: TestBoard, id: number) =>
      board.owner.put(`/task/${id}/status-update`, { task_status_id: board.columns[2], version: 1 }),
    (board: TestBoard, id: number) => board.owner.delete(`/task/${id}`),
    (board: TestBoard, id: number) => board.owner.put(`/task/${id}/archive`),
  ]) {
    const { world, board, today, taskId, series } = await newSeries({ basis: "completion", every: 2 });
    const mark = server.published.length;
    requireOk(await finish(board, taskId));
    await consume(world, mark);
    const row = await world.tx((tx) => seriesById(tx, series.id));
    expect(row).toMatchObject({ next_date: addDays(today, 2), state: "active" });
  }
});

test("the series of a person who leaves are given to another member", async () => {
  const { world, board, taskId, series } = await newSeries();
  const { member, owner } = board.people;
  requireOk(await board.owner.post(`/task/${taskId}`, { users: [member.id] }));
  requireOk(await board.owner.post(`/task_series/${series.id}/template`, { task_id: taskId }));
  await world.tx((tx) => handOverSeries(tx, board.id, member.id, owner.id));
  const row = await world.tx((tx) => seriesById(tx, series.id));
  expect([row.owner_id, row.template.users]).toEqual([owner.id, [owner.id]]);
});

describe("concurrent and repeated runs", () => {
  test("two runs at once create one task for each date", async () => {
    const { world, series } = await newSeries({ create_missed: true });
    await moveBack(world, series.id, 10);
    await Promise.all([run(world), run(world)]);
    await run(world);
    const found = await occurrencesOf(world, series.id);
    expect(new Set(found.map(({ task_id }) => task_id)).size).toBe(11);
    expect(found.every(({ day, due }) => due !== null && due >= day)).toBe(true);
  });

  test("a run that is killed before a commit neither loses nor doubles a date", async () => {
    const { world, board, series, taskId } = await newSeries({ create_missed: true });
    await moveBack(world, series.id, 10);
    let transactions = 0;
    const killed: UnitOfWork = (_, work) =>
      world.tx(async (tx) => {
        const result = await work(tx);
        if (++transactions === 6) throw new Error("killed");
        return result;
      });
    await expect(createDueTasks(killed, world.tenantId)).rejects.toThrow();
    expect((await occurrencesOf(world, series.id)).length).toBeLessThan(11);
    await run(world);
    await run(world);
    const found = await occurrencesOf(world, series.id);
    expect(found.map(({ task_id }) => task_id).filter(Boolean)).toHaveLength(11);
    expect((await read(board, taskId)).series).toMatchObject({ created_count: 11, missed_count: 0 });
  });

  test("the second of two changes of one version gets 409", async () => {
    const { world, today, series } = await newSeries();
    const actor = { id: world.admin.id, permissions: new Set(["project-all"]), external: false } as never;
    const input = { ...daily(today, { every: 2 }), version: series.version } as Parameters<typeof updateSeries>[3];
    const outcomes = await runSerialized(server, world, (tx) => updateSeries(tx, actor, series.id, input));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });
});

test("boards that applied the events equal newly read ones", async () => {
  const { world, board, series, taskId } = await newSeries();
  await moveBack(world, series.id, 1);
  await run(world);
  const before = boardFromReply(await board.read());
  const from = world.events().length;
  const state = (to: string) => board.owner.post(`/task_series/${series.id}/state`, { state: to });
  requireOk(await state("ended"));
  for (const { task_id: id } of await occurrencesOf(world, series.id))
    expect((await board.card(id as number)).series_id).toBeNull();
  requireOk(await state("active"));
  for (const { task_id: id } of await occurrencesOf(world, series.id))
    expect((await board.card(id as number)).series_id).toBe(series.id);
  await moveBack(world, series.id, 1);
  await run(world);
  const events = world
    .events()
    .slice(from)
    .flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));
  expect(applyEvents(before, events)).toEqual(boardFromReply(await board.read()));
  expect((await board.card(taskId)).series_id).toBe(series.id);
});

describe("restoring the values of coming tasks", () => {
  async function copied() {
    const setting = await newSeries({}, { priority: "low" });
    const { board, taskId, series } = setting;
    requireOk(await board.owner.post(`/task/${taskId}`, { title: "Check all backups", priority: "high" }));
    const url = `/task_series/${series.id}/template`;
    const { data } = requireOk(await board.owner.post(url, { task_id: taskId })).body;
    return { ...setting, url, version: data.version as number };
  }
  const titleOf = async (setting: Setting): Promise<string> =>
    (await setting.world.tx((tx) => seriesById(tx, setting.series.id))).template.title;

  test("it requires the right to create tasks, a copy and the present version", async () => {
    const { board, url, version, ...others } = await copied();
    const statuses = [board.viewer, board.stranger].map((api) => api.put(url, { version }));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 404]);
    const stale = await board.owner.put(url, { version: version - 1 });
    expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, "series.stale", version]);
    const { series, board: otherBoard } = await newSeries();
    const withoutCopy = await otherBoard.owner.put(`/task_series/${series.id}/template`, { version: series.version });
    expect(withoutCopy.status).toBe(404);
    expect(await titleOf({ board, ...others })).toBe("Check all backups");
  });

  test("a copy is undone and redone, and coming tasks have the restored values", async () => {
    const setting = await copied();
    const { world, board, url, version, series } = setting;
    const undone = requireOk(await board.member.put(url, { version })).body.data as Series;
    expect(await titleOf(setting)).toBe("Check the backups");
    requireOk(await board.member.put(url, { version: undone.version }));
    expect(await titleOf(setting)).toBe("Check all backups");
    requireOk(await board.member.put(url, { version: undone.version + 1 }));
    await moveBack(world, series.id, 1);
    await run(world);
    const created = (await occurrencesOf(world, series.id)).at(-1)?.task_id as number;
    expect(await detail(board, created)).toMatchObject({ title: "Check the backups", priority: "low" });
  });

  test("of two concurrent calls the second gets 409", async () => {
    const setting = await copied();
    const { world, version, series } = setting;
    const actor = { id: world.admin.id, permissions: new Set(["project-all"]), external: false } as never;
    const outcomes = await runSerialized(server, world, (tx) => restoreTemplate(tx, actor, series.id, version));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await titleOf(setting)).toBe("Check the backups");
  });
});

describe("coming dates", () => {
  const datesOf = async ({ board, today }: Setting, to = addDays(today, 6)) =>
    requireOk(await board.viewer.get(`/project/${board.id}/series-dates?from=${today}&to=${to}`)).body
      .data as ComingDate[];

  test("others don't see them, and the period is limited", async () => {
    const { world, board, today } = await newSeries();
    const elsewhere = await server.world();
    const url = `/project/${board.id}/series-dates`;
    const query = `?from=${today}&to=${today}`;
    const statuses = [board.stranger, elsewhere.api(elsewhere.admin), world.api()].map((api) => api.get(url + query));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 401]);
    for (const [period, field] of [
      ["", "from"],
      [`?from=${today}&to=${addDays(today, -1)}`, "to"],
      [`?from=${today}&to=${addDays(today, 400)}`, "to"],
    ] as const) {
      const reply = await board.owner.get(url + period);
      expect([reply.status, reply.body.errors[field]?.length]).toEqual([422, 1]);
    }
  });

  test("they have the dates of the tasks, without skipped ones", async () => {
    const setting = await newSeries({ every: 2, lead_days: 1 });
    const { board, today, taskId, series } = setting;
    requireOk(await board.member.post(`/task_series/${series.id}/skip`, { day: addDays(today, 4), skipped: true }));
    expect(await datesOf(setting)).toMatchObject(
      [2, 6].map((days) => ({
        task_id: taskId,
        title: "Check the backups",
        day: addDays(today, days),
        start_date: null,
        due_date: addDays(today, days),
        creation_day: addDays(today, days - 1),
      })),
    );
    expect(await datesOf(setting, addDays(today, 1))).toEqual([]);
  });

  test("they come with the values of their tasks, once for each series", async () => {
    const { board, today, series } = await newSeries();
    const url = `/project/${board.id}/series-dates?from=${today}&to=${addDays(today, 6)}`;
    const { data, values } = requireOk(await board.viewer.get(url)).body;
    expect(data.length).toBeGreaterThan(1);
    expect(values).toMatchObject([
      { series_id: series.id, title: "Check the backups", task_status_id: board.columns[0], user_ids: [] },
    ]);
    expect(requireOk(await board.viewer.get(`${url.split("?")[0]}?from=${today}&to=${today}`)).body.values).toEqual([]);
  });

  test("a created task replaces its date", async () => {
    const setting = await newSeries();
    await moveBack(setting.world, setting.series.id, 1);
    expect((await datesOf(setting)).map(({ day }) => day)).toContain(setting.today);
    await run(setting.world);
    expect((await datesOf(setting))[0]?.day).toBe(addDays(setting.today, 1));
  });

  test("a paused or ended series and an archived project have none", async () => {
    const setting = await newSeries();
    const { board, series } = setting;
    const url = `/task_series/${series.id}/state`;
    expect(await datesOf(setting)).toHaveLength(6);
    requireOk(await board.member.post(url, { state: "paused" }));
    expect(await datesOf(setting)).toEqual([]);
    requireOk(await board.member.post(url, { state: "active" }));
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect(await datesOf(setting)).toEqual([]);
  });

  test("after completion only the planned date is known", async () => {
    const setting = await newSeries({ basis: "completion", every: 2 });
    const { world, board, today, taskId } = setting;
    expect(await datesOf(setting)).toEqual([]);
    requireOk(await board.member.put(`/task/${taskId}/status-update`, { task_status_id: board.columns[2] }));
    await world.tx((tx) => planAfterCompletion(tx, taskId, new Date()));
    expect((await datesOf(setting)).map(({ day }) => day)).toEqual([addDays(today, 2)]);
  });
});
