import type { DomainEvent } from "../../../shared/kernel/events";
import type { Series, TaskSeries } from "../../../shared/work/series/series.contract";
import { sql, type UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { createDueTasks } from "../../../server/work/series/series.run";
import type { Consumer } from "../../../workers/platform/consumer";
import { seriesFeature } from "../../../workers/work/series/series.feature";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

export const unitOf =
  (world: World): UnitOfWork =>
  (_, work) =>
    world.tx(work);
/** Creates the tasks of the tenant that are due. */
export const run = (world: World): Promise<void> => createDueTasks(unitOf(world), world.tenantId);

const selectToday = sql("test.today", "SELECT tenant_today()::text AS today");
export const todayOf = async (world: World): Promise<string> =>
  ((await world.tx((tx) => tx.one<{ today: string }>(selectToday))) as { today: string }).today;

/** Moves a series and its occurrences into the past, as if it had been set up earlier. */
const moveSeries = sql(
  "test.moveSeries",
  `WITH moved AS (UPDATE task_series_occurrence SET day = day - $2::int WHERE tenant_id = current_tenant() AND series_id = $1)
   UPDATE task_series SET first_day = first_day - $2::int, last_day = last_day - $2::int, last_date = last_date - $2::int,
     next_day = next_day - $2::int, next_date = next_date - $2::int, next_at = next_at - make_interval(days => $2::int),
     completed_on = completed_on - $2::int
   WHERE tenant_id = current_tenant() AND id = $1`,
);
export const moveBack = (world: World, id: number, days: number) => world.tx((tx) => tx.rows(moveSeries, [id, days]));

const selectOccurrences = sql(
  "test.occurrences",
  `SELECT x.day::text AS day, x.task_id, t.due_date::text AS due FROM task_series_occurrence x
   LEFT JOIN task t ON t.tenant_id = x.tenant_id AND t.id = x.task_id
   WHERE x.tenant_id = current_tenant() AND x.series_id = $1 ORDER BY x.day`,
);
export const occurrencesOf = (world: World, id: number) =>
  world.tx((tx) => tx.rows<{ day: string; task_id: number | null; due: string | null }>(selectOccurrences, [id]));

export const daily = (today: string, changes: Record<string, unknown> = {}) => ({
  unit: "day",
  every: 1,
  first_day: today,
  days_off: "keep",
  basis: "schedule",
  lead_days: 0,
  at_hour: 0,
  ...changes,
});

export interface Setting {
  world: World;
  board: TestBoard;
  today: string;
  taskId: number;
  series: Series;
}
export type SeriesInput = [rule?: Record<string, unknown>, fields?: Record<string, unknown>];

/** A task that is due today and repeats each day. */
export async function createSetting(server: TestServer, ...[rule = {}, fields = {}]: SeriesInput): Promise<Setting> {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const today = await todayOf(world);
  const task = await board.add(board.columns[0], { title: "Check the backups", due_date: today, ...fields });
  const reply = requireOk(await board.member.post(`/task/${task.id}/series`, daily(today, rule)));
  return { world, board, today, taskId: task.id, series: reply.body.data };
}

export const readSeries = async (board: TestBoard, taskId: number): Promise<TaskSeries> =>
  requireOk(await board.owner.get(`/task/${taskId}/series`)).body.data;

/** Runs consumers, by default those of the feature, for the events since `mark`, each twice. */
export async function consume(
  world: World,
  mark: number,
  consumers: readonly Consumer[] = seriesFeature.consumers ?? [],
): Promise<void> {
  for (const { event, stream } of world.events(mark))
    for (const consumer of consumers)
      for (let time = 0; time < 2; time++)
        if (consumer.events.some((type) => type === event.type))
          await world.tx((tx) => consumer.consume(tx, event as DomainEvent, stream));
}
