import { enoughFinished, dayRanges, inRange, percentile } from "../../shared/analytics/figures.rules";
import type {
  Figure,
  ProjectAnalytics,
  readProjectAnalytics as endpoint,
} from "../../shared/analytics/project-analytics.contract";
import type { QueryOf } from "../../shared/kernel/endpoint";
import { addDays, daysFrom } from "../../shared/time/days.rules";
import type { Tx } from "../platform/database/unit-of-work";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
import { listAddress } from "./project-list.service";
import { behindFigure, cycleDays, daysOf, isDoing, leadDays } from "./project-figures";
import { type ProjectFlow, readProjectFlow } from "./project-flow.read";
import { readForecast } from "./project-forecast.service";
import { groupsOf } from "./project-groups";
import { throughputOf } from "./project-throughput";
import { type CountedRow, flowChanges, projectAssignees, projectsSeen, projectTags } from "./project.sql";
import { awaitedLater } from "../platform/awaited-later";

type Query = QueryOf<typeof endpoint>;

/** More points than that are no longer told apart; the oldest go first. */
const mostPoints = 1_000;
const mostBars = 12;

/**
 * Everything that the screen of a project shows.
 * @throws Problem 404, 403 as `readProjectFlow`.
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
  // The database works at all of them while this computes what it has.
  const reading = awaitedLater(
    Promise.all([
      groupsOf(tx, projectId, query.group ?? null),
      filtersOf(tx, viewer, projectId, query),
      cumulativeFlow(tx, flow, query),
      readForecast(tx, flow, query),
    ]),
  );
  const figures = figuresOf(flow, query);
  const cycle = cycleOf(flow, query);
  const age = ageOf(flow);
  const time = timeOf(flow, query);
  const [groups, filters, cumulative, forecast] = await reading;
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
  };
}

/** The projects one sees, to choose from. */
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
  }>(projectsSeen, [viewer.id, seesAllProjects(viewer)]);
}

const presentProject = ({ project: { id, title, code, color, archived } }: ProjectFlow) => ({
  id,
  title,
  code,
  color,
  archived,
});

const taskRef = ({ project }: ProjectFlow, { id, number, title }: CountedRow) => ({
  id,
  key: `${project.code}-${number}`,
  title,
});

const tenth = (value: number) => Math.round(value * 10) / 10;

/** What can be filtered by, with what is chosen. Nobody is offered whose figures the viewer may not see. */
async function filtersOf(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  query: Query,
): Promise<ProjectAnalytics["filters"]> {
  const all = viewer.permissions.has("analytics-user-list");
  const [tags, people] = await Promise.all([
    tx.rows<{ id: number; name: string }>(projectTags, [projectId]),
    tx.rows<ProjectAnalytics["filters"]["people"][number]>(projectAssignees, [viewer.id, all, projectId]),
  ]);
  return {
    tags,
    people,
    tag_id: query.tag_id ?? null,
    priority: query.priority ?? null,
    user_id: query.user_id ?? null,
  };
}

/** With too few a median is chance, and isn't said. */
const medianOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length < enoughFinished ? null : percentile(known, 50);
};

function figuresOf(flow: ProjectFlow, query: Query): ProjectAnalytics["figures"] {
  const { period, before } = flow;
  const figure = (
    name: keyof typeof behindFigure,
    of: (tasks: CountedRow[]) => number | null,
    past = true,
  ): Figure => ({
    value: of(behindFigure[name](flow, period)),
    previous: past && query.compare ? of(behindFigure[name](flow, before)) : null,
    query: listAddress(flow, query, { figure: name }),
  });
  const count = (tasks: CountedRow[]) => tasks.length;
  return {
    finished: figure("finished", count),
    cycle: figure("cycle", (tasks) => medianOf(tasks.map(cycleDays))),
    lead: figure("finished", (tasks) => medianOf(tasks.map(leadDays))),
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
  const tasks = behindFigure.cycle(flow, flow.period);
  const lengths = tasks.map((task) => cycleDays(task) as number);
  const said = (percent: number) => (lengths.length < enoughFinished ? null : percentile(lengths, percent));
  return {
    points: tasks
      .slice(-mostPoints)
      .map((task) => ({ ...taskRef(flow, task), day: task.day as string, days: cycleDays(task) as number })),
    p50: said(50),
    p85: said(85),
    p95: said(95),
    histogram: dayRanges.map((range) => ({
      ...range,
      count: lengths.filter((days) => inRange(range, days)).length,
      query: listAddress(flow, query, { figure: "cycle", min: range.min, max: range.max }),
    })),
  };
}

async function cumulativeFlow(tx: Tx, flow: ProjectFlow, query: Query): Promise<ProjectAnalytics["flow"]> {
  const { about, period, columns, today } = flow;
  // What is to come is no zero.
  const to = period.to < today ? period.to : today;
  const changes = await tx.rows<{ columnId: number; day: string; change: number }>(flowChanges, [
    ...about,
    period.from,
    to,
  ]);
  const byDay = new Map<string, Map<number, number>>();
  const columnIds = new Set(columns.map(({ id }) => id)); // each of them is counted again on each day
  for (const { day, columnId, change } of changes) {
    if (!columnIds.has(columnId)) continue;
    const known = byDay.get(day) ?? new Map<number, number>();
    byDay.set(day, known.set(columnId, change));
  }
  const counts = new Map<number, number>();
  const apply = (day: string) =>
    byDay.get(day)?.forEach((change, id) => counts.set(id, (counts.get(id) ?? 0) + change));
  apply(addDays(period.from, -1));
  const days = daysFrom(period.from, to).map((day) => {
    apply(day);
    return { day, counts: new Map(counts) };
  });
  const shown = columns.filter(({ id, gone }) => !gone || days.some((day) => (day.counts.get(id) ?? 0) > 0));
  return {
    query: listAddress(flow, query, { figure: "column", from: undefined, to: undefined }),
    columns: shown.map(({ id, title, kind, gone }) => ({ id, title, kind, gone })),
    days: days.map(({ day, counts: at }) => ({ day, counts: shown.map(({ id }) => at.get(id) ?? 0) })),
  };
}

function ageOf(flow: ProjectFlow): ProjectAnalytics["age"] {
  const titles = new Map(flow.columns.map(({ id, title }) => [id, title]));
  return flow.tasks
    .filter(isDoing)
    .map((task) => ({
      ...taskRef(flow, task),
      column: titles.get(task.columnId) ?? "",
      days: daysOf(task, flow.now) ?? 0,
    }))
    .sort((a, b) => b.days - a.days || a.id - b.id)
    .slice(0, mostBars);
}

function timeOf(flow: ProjectFlow, query: Query): ProjectAnalytics["time"] {
  const tasks = behindFigure.estimated(flow, flow.period);
  const sum = (of: (task: CountedRow) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const minutes = (task: CountedRow) => ({
    estimate_minutes: task.estimateMinutes ?? 0,
    spent_minutes: task.spentMinutes,
  });
  return {
    estimate_minutes: sum((task) => task.estimateMinutes ?? 0),
    spent_minutes: sum(({ spentMinutes }) => spentMinutes),
    query: listAddress(flow, query, { figure: "estimated" }),
    tasks: tasks
      .map((task) => ({ ...taskRef(flow, task), ...minutes(task) }))
      .sort(
        (a, b) =>
          Math.max(b.spent_minutes, b.estimate_minutes) - Math.max(a.spent_minutes, a.estimate_minutes) || a.id - b.id,
      )
      .slice(0, mostBars),
  };
}
