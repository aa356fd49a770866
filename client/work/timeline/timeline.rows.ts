import { groupBy } from "../../../shared/kernel/group-by";
import type { Actor } from "../../../shared/kernel/events";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import type { BoardGroup, BoardTag } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { isFiltering, createTaskMatcher, type TaskFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import { assignLanes } from "../../../shared/work/timeline/timeline.lanes.rules";
import { type TimelineSpan, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { filterContextOf } from "../tasks/state/board.visible";
import { type ProjectPlan, type ProjectDetails, planTasks } from "./timeline.state";
import { compareNames } from "../../platform/intl/useNameOf";

export const groupings = ["project", "person", "tag"] as const;
export type Grouping = (typeof groupings)[number];

export interface ProjectTask {
  task: BoardTask;
  project: ProjectDetails;
}

export interface TimelineItem extends ProjectTask {
  span: TimelineSpan;
}

export type RowSubject =
  | { kind: "person"; person: Actor }
  | { kind: "group"; group: BoardGroup }
  | { kind: "nobody" }
  | { kind: "tag"; tag: BoardTag; project: ProjectDetails }
  | { kind: "untagged" };

/** A row of the chart; all rows have the same height. */
export type TimelineRow =
  | { kind: "project"; key: string; project: ProjectDetails; percent: number; open: boolean }
  | { kind: "task"; key: string; item: TimelineItem; people: readonly Actor[] }
  | {
      kind: "lane";
      key: string;
      /** Set only on the first lane of a subject. */
      subject: RowSubject | null;
      items: readonly TimelineItem[];
      all: readonly TimelineItem[];
    }
  /** The tasks that a series will create. */
  | { kind: "coming"; key: string; project: ProjectDetails; title: string; dates: readonly ComingDate[] }
  /** Collapsible row for tasks finished some time ago or without dates. */
  | { kind: "fold"; key: string; what: "finished" | "undated"; count: number; open: boolean }
  | { kind: "undated"; key: string; placed: ProjectTask; people: readonly Actor[] };

export interface RowOptions {
  by: Grouping;
  shows: (task: BoardTask, plan: ProjectPlan) => boolean;
  filtering: boolean;
  /** Day number of today in the user's time zone. */
  today: number;
  /** Width of the name next to a task with only a due date, in days at the current scale. */
  nameDays: number;
  /** Keys of rows that the user has opened or closed contrary to their default. */
  toggled: ReadonlySet<string>;
  /** The tasks that series will create and the filter shows; only the rows of projects contain them. */
  coming?: readonly ComingDate[];
  /** Dates at the start of a drag; rows keep this order until it ends. */
  sortSpans?: ReadonlyMap<number, TimelineSpan> | null;
}

/** Filter predicate with a matcher per project, because columns and groups belong to a project. */
export function rowFilter(filter: TaskFilter, today: string): RowOptions["shows"] {
  if (!isFiltering(filter)) return () => true;
  const matchers = new WeakMap<ProjectPlan, (task: BoardTask) => boolean>();
  const matcherFor = (plan: ProjectPlan) => createTaskMatcher(filter, filterContextOf(plan.drawn, today));
  return (task, plan) => {
    const matches = matchers.get(plan) ?? matcherFor(plan);
    matchers.set(plan, matches);
    return matches(task);
  };
}

export function buildTimelineRows(plans: readonly ProjectPlan[], options: RowOptions): TimelineRow[] {
  return options.by === "project" ? byProject(plans, options) : bySubject(plans, options);
}

/** Tasks finished longer ago are folded, because a plan is about upcoming work. */
const finishedDays = 14;

/** Returns the projects with their tasks sorted by start. Old finished and undated tasks are folded, unless a filter is set. */
function byProject(
  plans: readonly ProjectPlan[],
  { shows, filtering, today, toggled, sortSpans, coming = [] }: RowOptions,
): TimelineRow[] {
  return plans.flatMap((plan): TimelineRow[] => {
    const { facts: project } = plan;
    const all = planTasks(plan);
    const tasks = all.filter((task) => shows(task, plan));
    const series = comingRows(project, coming);
    if (filtering && tasks.length + series.length === 0) return [];
    const key = `project:${project.id}`;
    const open = !toggled.has(key);
    const head: TimelineRow = { kind: "project", key, project, percent: percentOf(all), open };
    if (!open) return [head];
    const placed = tasks.map((task) => ({ task, project }));
    const items = itemsOf(placed, sortSpans);
    const isPast = ({ task, span }: TimelineItem) =>
      !filtering && task.progress >= 100 && span.to < today - finishedDays;
    const taskRow = (item: TimelineItem): TimelineRow => ({
      kind: "task",
      key: `task:${item.task.id}`,
      item,
      people: peopleOf(plan, item.task),
    });
    const past = folded("finished", key, items.filter(isPast), toggled, taskRow);
    return [
      head,
      ...past,
      ...items.filter((item) => !isPast(item)).map(taskRow),
      ...series,
      ...undated(placed, key, toggled, () => plan),
    ];
  });
}

/** A row for each series. */
function comingRows(project: ProjectDetails, coming: readonly ComingDate[]): TimelineRow[] {
  const own = coming.filter((date) => date.project_id === project.id);
  return [...groupBy(own, (date) => date.series_id)].map(([id, dates]) => ({
    kind: "coming",
    key: `coming:${id}`,
    project,
    title: dates[0]?.title ?? "",
    dates,
  }));
}

function bySubject(
  plans: readonly ProjectPlan[],
  { by, shows, nameDays, toggled, sortSpans }: RowOptions,
): TimelineRow[] {
  const subjects = new Map<string, { subject: RowSubject; name: string; items: TimelineItem[] }>();
  const planBy = new Map(plans.map((plan) => [plan.facts.id, plan]));
  const placed = plans.flatMap((plan) =>
    planTasks(plan)
      .filter((task) => shows(task, plan))
      .map((task) => ({ task, project: plan.facts })),
  );
  for (const item of itemsOf(placed, sortSpans)) {
    const plan = planBy.get(item.project.id) as ProjectPlan;
    for (const [key, subject, name] of by === "person" ? personsOf(plan, item.task) : tagsOf(plan, item.task)) {
      const row = subjects.get(key);
      if (row) row.items.push(item);
      else subjects.set(key, { subject, name, items: [item] });
    }
  }
  // Subjects without a name (unassigned, untagged) are last.
  const sorted = [...subjects].sort(
    ([, a], [, b]) => Number(a.name === "") - Number(b.name === "") || compareNames(a.name, b.name),
  );
  const rows = sorted.flatMap(([key, { subject, items }]) =>
    assignLanes(
      items.map((item) => ({ item, span: sortSpans?.get(item.task.id) ?? item.span })),
      ({ span }) => (span.dueOnly ? span.to + nameDays : span.to),
    ).map(
      (lane, at): TimelineRow => ({
        kind: "lane",
        key: `${key}/${at}`,
        subject: at === 0 ? subject : null,
        items: lane.map(({ item }) => item),
        all: items,
      }),
    ),
  );
  return [...rows, ...undated(placed, "all", toggled, ({ project }) => planBy.get(project.id) as ProjectPlan)];
}

type Named = [key: string, subject: RowSubject, name: string];

function personsOf(plan: ProjectPlan, task: BoardTask): Named[] {
  const { users, groups } = plan.drawn;
  const people = task.user_ids.flatMap((id): Named[] => {
    const person = users[id];
    return person ? [[`person:${id}`, { kind: "person", person }, person.fullname]] : [];
  });
  const teams = task.group_ids.flatMap((id): Named[] => {
    const group = groups[id];
    return group ? [[`group:${id}`, { kind: "group", group }, group.title]] : [];
  });
  const all = [...people, ...teams];
  return all.length > 0 ? all : [["nobody", { kind: "nobody" }, ""]];
}

function tagsOf(plan: ProjectPlan, task: BoardTask): Named[] {
  const tags = task.tag_ids.flatMap((id): Named[] => {
    const tag = plan.drawn.tags[id];
    return tag ? [[`tag:${id}`, { kind: "tag", tag, project: plan.facts }, tag.name]] : [];
  });
  return tags.length > 0 ? tags : [["untagged", { kind: "untagged" }, ""]];
}

/** Returns the tasks with dates, sorted by start and then by creation. */
function itemsOf(placed: readonly ProjectTask[], sortSpans?: RowOptions["sortSpans"]): TimelineItem[] {
  const sortSpan = ({ task, span }: TimelineItem) => sortSpans?.get(task.id) ?? span;
  return placed
    .flatMap((one) => {
      const span = timelineSpanOf(one.task);
      return span ? [{ ...one, span }] : [];
    })
    .sort((a, b) => sortSpan(a).from - sortSpan(b).from || sortSpan(a).to - sortSpan(b).to || a.task.id - b.task.id);
}

export function spansByTask(plans: readonly ProjectPlan[]): Map<number, TimelineSpan> {
  const tasks = plans.flatMap((plan) => planTasks(plan));
  return new Map(
    tasks.flatMap((task): [number, TimelineSpan][] => {
      const span = timelineSpanOf(task);
      return span ? [[task.id, span]] : [];
    }),
  );
}

function undated(
  placed: readonly ProjectTask[],
  key: string,
  toggled: ReadonlySet<string>,
  planOf: (one: ProjectTask) => ProjectPlan,
): TimelineRow[] {
  const list = placed.filter(({ task }) => task.start_date === null && task.due_date === null && task.progress < 100);
  return folded(
    "undated",
    key,
    list.sort((a, b) => a.task.id - b.task.id),
    toggled,
    (one) => ({
      kind: "undated",
      key: `undated:${one.task.id}`,
      placed: one,
      people: peopleOf(planOf(one), one.task),
    }),
  );
}

/** Returns a fold row and, if it is open, its rows. Empty without items. */
function folded<T>(
  what: "finished" | "undated",
  of: string,
  items: readonly T[],
  toggled: ReadonlySet<string>,
  rowOf: (item: T) => TimelineRow,
): TimelineRow[] {
  if (items.length === 0) return [];
  const key = `${what}:${of}`;
  const open = toggled.has(key);
  const head: TimelineRow = { kind: "fold", key, what, count: items.length, open };
  return open ? [head, ...items.map(rowOf)] : [head];
}

function peopleOf(plan: ProjectPlan, task: BoardTask): Actor[] {
  return task.user_ids.flatMap((id) => plan.drawn.users[id] ?? []);
}

/** Rounded down as on the project's page, so that 99.6 isn't shown as done. */
function percentOf(tasks: readonly BoardTask[]): number {
  if (tasks.length === 0) return 0;
  return Math.floor(tasks.reduce((sum, { progress }) => sum + progress, 0) / tasks.length);
}
