import { dayRanges, isInDayRange } from "../../../shared/insights/analytics/figures.rules";
import { medianOf, minFinishedTasks, percentile } from "../../../shared/work/tasks/cycle-time.rules";
import type {
  Figure,
  ProjectAnalytics,
  readProjectAnalytics as endpoint,
} from "../../../shared/insights/analytics/project-analytics.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { addDays, daysFrom } from "../../../shared/kernel/days";
import type { Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects, type Viewer } from "../../work/access/projects.policy";
import { projectListPath } from "./project-list.service";
import {
  tasksByFigure,
  cycleDays,
  daysInProgress,
  tasksFinishedIn,
  isTaskInProgress,
  leadDays,
} from "./project-figures";
import { type FlowFilter, type FlowQuery, type ProjectFlow, readProjectFlow } from "./project-flow.read";
import { type BreakdownPart, breakdownPartsOf } from "./project-groups";
import {
  type CountedTaskRow,
  selectFinishedTasksByDay,
  selectFirstDay,
  selectFlowChanges,
  selectNumberFields,
  selectProjectAssignees,
  selectVisibleProjects,
  selectProjectTags,
} from "./project.sql";
import { deferRejection } from "../../platform/defer-rejection";
import { forecastDays, forecastOf, forecastPeriod } from "../../../shared/insights/analytics/forecast.rules";
import { dayNumber } from "../../../shared/kernel/day-number";
import { bucketsOf, type PeriodGrouping, type Period } from "../../../shared/kernel/periods.rules";

type Query = QueryOf<typeof endpoint>;

/** Maximum points in a scatter chart; more can't be distinguished. The oldest are dropped. */
const maxPoints = 1_000;
const maxBars = 12;

/**
 * Returns all data for a project's analytics screen.
 * @throws Problem 404 or 403 under the same conditions as `readProjectFlow`.
 */
export async function readProjectAnalytics(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  query: Query,
  now: Date,
): Promise<ProjectAnalytics> {
  const flow = await readProjectFlow(tx, viewer, projectId, query, now);
  const by = query.by ?? "week";
  const reading = deferRejection(
    Promise.all([
      breakdownPartsOf(tx, projectId, query.group ?? null),
      filtersOf(tx, viewer, projectId, query),
      cumulativeFlow(tx, flow, query),
      readForecast(tx, flow, query),
      numberFieldsOf(tx, viewer, projectId, query),
    ]),
  );
  const figures = figuresOf(flow, query);
  const cycle = cycleOf(flow, query);
  const age = ageOf(flow);
  const time = timeOf(flow, query);
  const [groups, filters, cumulative, forecast, number_fields] = await reading;
  return {
    project: presentProject(flow),
    ...flow.period,
    by,
    today: flow.today,
    behind: flow.behind,
    figures,
    wip_limit: wipLimitOf(flow),
    throughput: throughputOf(flow, query, by, groups),
    groups: groups.map(({ key, label }) => ({ key, label })),
    filters,
    cycle,
    flow: cumulative,
    age,
    time,
    forecast,
    number_fields,
  };
}

export async function listProjectAnalytics(tx: Tx, viewer: Viewer) {
  return tx.rows<{
    id: number;
    title: string;
    code: string;
    color: string;
    archived: boolean;
    open: number;
    doing: number;
    finished: number;
  }>(selectVisibleProjects, [viewer.id, canSeeAllProjects(viewer)]);
}

const presentProject = ({ project: { id, title, code, color, archived } }: ProjectFlow) => ({
  id,
  title,
  code,
  color,
  archived,
});

const taskRef = ({ project }: ProjectFlow, { id, number, title }: CountedTaskRow) => ({
  id,
  key: `${project.code}-${number}`,
  title,
});

const tenth = (value: number) => Math.round(value * 10) / 10;

const mayViewEveryone = (viewer: Viewer) => viewer.permissions.has("analytics-user-list");

function numberFieldsOf(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  { tag_id, priority, user_id }: Query,
): Promise<ProjectAnalytics["number_fields"]> {
  const filter = [tag_id ?? null, priority ?? null, user_id ?? null];
  return tx.rows(selectNumberFields, [projectId, ...filter, viewer.id, mayViewEveryone(viewer)]);
}

async function filtersOf(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  query: Query,
): Promise<ProjectAnalytics["filters"]> {
  const all = mayViewEveryone(viewer);
  const [tags, people] = await Promise.all([
    tx.rows<{ id: number; name: string }>(selectProjectTags, [projectId]),
    tx.rows<ProjectAnalytics["filters"]["people"][number]>(selectProjectAssignees, [viewer.id, all, projectId]),
  ]);
  return {
    tags,
    people,
    tag_id: query.tag_id ?? null,
    priority: query.priority ?? null,
    user_id: query.user_id ?? null,
  };
}

function figuresOf(flow: ProjectFlow, query: Query): ProjectAnalytics["figures"] {
  const { period, before } = flow;
  const figure = (
    name: keyof typeof tasksByFigure,
    of: (tasks: CountedTaskRow[]) => number | null,
    past = true,
  ): Figure => ({
    value: of(tasksByFigure[name](flow, period)),
    previous: past && query.compare ? of(tasksByFigure[name](flow, before)) : null,
    query: projectListPath(flow, query, { figure: name }),
  });
  const count = (tasks: CountedTaskRow[]) => tasks.length;
  return {
    finished: figure("finished", count),
    cycle: figure("cycle", (tasks) => medianOf(tasks.flatMap((task) => cycleDays(task) ?? []))),
    lead: figure("finished", (tasks) => medianOf(tasks.flatMap((task) => leadDays(task) ?? []))),
    doing: figure("doing", count, false),
    reopened: figure("reopened", count),
    blocked: figure("blocked", (tasks) =>
      tenth(tasks.reduce((sum, { id }) => sum + (flow.blockedDays.get(id) ?? 0), 0)),
    ),
    open: figure("open", count, false),
  };
}

function wipLimitOf({ columns }: ProjectFlow): number | null {
  const limits = columns.filter(({ kind, gone }) => kind === "doing" && !gone).map(({ wipLimit }) => wipLimit);
  return limits.length === 0 || limits.includes(null)
    ? null
    : limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
}

function cycleOf(flow: ProjectFlow, query: Query): ProjectAnalytics["cycle"] {
  const tasks = tasksByFigure.cycle(flow, flow.period);
  const lengths = tasks.map((task) => cycleDays(task) as number);
  const percentileOf = (percent: number) => (lengths.length < minFinishedTasks ? null : percentile(lengths, percent));
  return {
    points: tasks
      .slice(-maxPoints)
      .map((task) => ({ ...taskRef(flow, task), day: task.day as string, days: cycleDays(task) as number })),
    p50: percentileOf(50),
    p85: percentileOf(85),
    p95: percentileOf(95),
    histogram: dayRanges.map((range) => ({
      ...range,
      count: lengths.filter((days) => isInDayRange(range, days)).length,
      query: projectListPath(flow, query, { figure: "cycle", min: range.min, max: range.max }),
    })),
  };
}

async function cumulativeFlow(tx: Tx, flow: ProjectFlow, query: Query): Promise<ProjectAnalytics["flow"]> {
  const { about, period, columns, today } = flow;
  // Ends at today, because future days have no value, which isn't the same as zero.
  const to = period.to < today ? period.to : today;
  const changes = await tx.rows<{ columnId: number; day: string; change: number }>(selectFlowChanges, [
    ...about,
    period.from,
    to,
  ]);
  const byDay = new Map<string, Map<number, number>>();
  const columnIds = new Set(columns.map(({ id }) => id)); // a set, because ids are looked up for each column on each day
  for (const { day, columnId, change } of changes) {
    if (!columnIds.has(columnId)) continue;
    const changeByColumn = byDay.get(day) ?? new Map<number, number>();
    byDay.set(day, changeByColumn.set(columnId, change));
  }
  const counts = new Map<number, number>();
  const apply = (day: string) =>
    byDay.get(day)?.forEach((change, id) => counts.set(id, (counts.get(id) ?? 0) + change));
  apply(addDays(period.from, -1));
  const days = daysFrom(period.from, to).map((day) => {
    apply(day);
    return { day, counts: new Map(counts) };
  });
  const visibleColumns = columns.filter(({ id, gone }) => !gone || days.some((day) => (day.counts.get(id) ?? 0) > 0));
  return {
    query: projectListPath(flow, query, { figure: "column", from: undefined, to: undefined }),
    columns: visibleColumns.map(({ id, title, kind, gone }) => ({ id, title, kind, gone })),
    days: days.map(({ day, counts: at }) => ({ day, counts: visibleColumns.map(({ id }) => at.get(id) ?? 0) })),
  };
}

function ageOf(flow: ProjectFlow): ProjectAnalytics["age"] {
  const titles = new Map(flow.columns.map(({ id, title }) => [id, title]));
  return flow.tasks
    .filter(isTaskInProgress)
    .map((task) => ({
      ...taskRef(flow, task),
      column: titles.get(task.columnId) ?? "",
      days: daysInProgress(task, flow.now) ?? 0,
    }))
    .sort((a, b) => b.days - a.days || a.id - b.id)
    .slice(0, maxBars);
}

function timeOf(flow: ProjectFlow, query: Query): ProjectAnalytics["time"] {
  const tasks = tasksByFigure.estimated(flow, flow.period);
  const sum = (of: (task: CountedTaskRow) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const minutes = (task: CountedTaskRow) => ({
    estimate_minutes: task.estimateMinutes ?? 0,
    spent_minutes: task.spentMinutes,
  });
  return {
    estimate_minutes: sum((task) => task.estimateMinutes ?? 0),
    spent_minutes: sum(({ spentMinutes }) => spentMinutes),
    query: projectListPath(flow, query, { figure: "estimated" }),
    tasks: tasks
      .map((task) => ({ ...taskRef(flow, task), ...minutes(task) }))
      .sort(
        (a, b) =>
          Math.max(b.spent_minutes, b.estimate_minutes) - Math.max(a.spent_minutes, a.estimate_minutes) || a.id - b.id,
      )
      .slice(0, maxBars),
  };
}

/** Forecasts from the throughput of recent weeks since the project began, independent of the selected period. The result doesn't change within a day. */
async function readForecast(tx: Tx, flow: ProjectFlow, filter: FlowFilter): Promise<ProjectAnalytics["forecast"]> {
  const earliest = addDays(flow.today, -forecastDays);
  const begun = await tx.one<{ day: string }>(selectFirstDay, [flow.project.id, flow.timeZone, earliest]);
  const past = forecastPeriod(begun?.day ?? earliest, flow.today);
  const rows = await tx.rows<{ day: string; count: number }>(selectFinishedTasksByDay, [
    ...flow.about,
    past.from,
    past.to,
  ]);
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const daily = daysFrom(past.from, past.to).map((day) => counts.get(day) ?? 0);
  const finished = daily.reduce((sum, count) => sum + count, 0);
  const remaining = tasksByFigure.open(flow, flow.period).length;
  const seed = flow.project.id * 1_000 + dayNumber(flow.today);
  const found = finished < minFinishedTasks ? null : forecastOf(remaining, daily, seed);
  const dayIn = (days: number | null | undefined) => (days == null ? null : addDays(flow.today, days));
  return {
    remaining,
    finished,
    query: projectListPath(flow, filter, { figure: "finished", ...past }),
    p50: dayIn(found?.p50),
    p85: dayIn(found?.p85),
    p95: dayIn(found?.p95),
    planned: flow.project.endDate,
  };
}

function throughputOf(flow: ProjectFlow, query: FlowQuery, by: PeriodGrouping, groups: readonly BreakdownPart[]) {
  return bucketsOf(flow.period, by).map((bucket) => {
    const tasks = tasksFinishedIn(flow.tasks, bucket);
    return {
      ...bucket,
      count: tasks.length,
      previous: query.compare ? tasksFinishedIn(flow.tasks, earlier(flow, bucket)).length : null,
      parts: groups.map(({ key, holds }) => ({
        count: tasks.filter(holds).length,
        query: projectListPath(flow, query, { figure: "finished", ...bucket, group: query.group, part: key }),
      })),
      query: projectListPath(flow, query, { figure: "finished", ...bucket }),
    };
  });
}

function earlier({ period, before }: ProjectFlow, bucket: Period): Period {
  const back = dayNumber(before.from) - dayNumber(period.from);
  return { from: addDays(bucket.from, back), to: addDays(bucket.to, back) };
}
