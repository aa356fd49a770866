import type { Actor } from "../../shared/kernel/events";
import { type BoardGroup, type BoardTag, taskOf } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { isFiltering, matcherOf, type TaskFilter } from "../../shared/tasks/tasks.filter.rules";
import { lanesOf } from "../../shared/timeline/timeline.lanes.rules";
import { type Span, spanOf } from "../../shared/timeline/timeline.span.rules";
import { type Plan, type ProjectFacts, tasksOf } from "./timeline.state";

export const groupings = ["project", "person", "tag"] as const;
export type Grouping = (typeof groupings)[number];

/** A task with the project it is drawn in. */
export interface Placed {
  task: BoardTask;
  project: ProjectFacts;
}

/** A task on the axis. */
export interface Item extends Placed {
  span: Span;
}

/** Who or what a row of bars is about. */
export type Subject =
  | { kind: "person"; person: Actor }
  | { kind: "group"; group: BoardGroup }
  | { kind: "nobody" }
  | { kind: "tag"; tag: BoardTag; project: ProjectFacts }
  | { kind: "untagged" };

/** What the chart is made of, one below the other, all of one height. */
export type Row =
  | { kind: "project"; key: string; project: ProjectFacts; percent: number; open: boolean }
  | { kind: "task"; key: string; item: Item; people: readonly Actor[] }
  | {
      kind: "lane";
      key: string;
      /** Only the first lane of a subject carries its name. */
      subject: Subject | null;
      items: readonly Item[];
      /** All of the subject's, whatever lane they are in. */
      all: readonly Item[];
    }
  /** A fold for what isn't in one's way: finished a while ago, or without dates. */
  | { kind: "fold"; key: string; what: "finished" | "undated"; count: number; open: boolean }
  | { kind: "undated"; key: string; placed: Placed; people: readonly Actor[] };

export interface RowOptions {
  by: Grouping;
  /** What the filters let through. */
  shows: (task: BoardTask, plan: Plan) => boolean;
  filtering: boolean;
  /** Day number of the reader's today. */
  today: number;
  /** How many days wide the name beside a milestone is, at the present scale. */
  nameDays: number;
  /** Keys of rows that the person has opened or closed against their usual state. */
  toggled: ReadonlySet<string>;
  /** Where tasks stood when one of them was taken: their rows stay in that order until it is over. */
  kept?: ReadonlyMap<number, Span> | null;
}

/** What a filter lets through, project by project: columns and groups are a project's own. */
export function showing(filter: TaskFilter, today: string): RowOptions["shows"] {
  if (!isFiltering(filter)) return () => true;
  const matchers = new WeakMap<Plan, (task: BoardTask) => boolean>();
  const matcherFor = (plan: Plan) => {
    const { groups, columns } = plan.drawn;
    return matcherOf(filter, {
      today,
      peopleOf: (id) => groups[id]?.users ?? [],
      kindOf: (id) => columns[id]?.kind,
      progressOf: (id) => taskOf(plan.drawn, id)?.progress,
    });
  };
  return (task, plan) => {
    const matches = matchers.get(plan) ?? matcherFor(plan);
    matchers.set(plan, matches);
    return matches(task);
  };
}

export function rowsOf(plans: readonly Plan[], options: RowOptions): Row[] {
  return options.by === "project" ? byProject(plans, options) : bySubject(plans, options);
}

/** What was finished longer ago than this is folded: a plan is about what comes. */
const finishedDays = 14;

/**
 * Projects unfold into their tasks, earliest first. What was finished a while ago and what has no dates is folded; who
 * filters sees all that was found.
 */
function byProject(plans: readonly Plan[], { shows, filtering, today, toggled, kept }: RowOptions): Row[] {
  return plans.flatMap((plan): Row[] => {
    const { facts: project } = plan;
    const all = tasksOf(plan);
    const tasks = all.filter((task) => shows(task, plan));
    if (filtering && tasks.length === 0) return [];
    const key = `project:${project.id}`;
    const open = !toggled.has(key);
    const head: Row = { kind: "project", key, project, percent: percentOf(all), open };
    if (!open) return [head];
    const placed = tasks.map((task) => ({ task, project }));
    const items = itemsOf(placed, kept);
    const isPast = ({ task, span }: Item) => !filtering && task.progress >= 100 && span.to < today - finishedDays;
    const taskRow = (item: Item): Row => ({
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
      ...undated(placed, key, toggled, () => plan),
    ];
  });
}

function bySubject(plans: readonly Plan[], { by, shows, nameDays, toggled }: RowOptions): Row[] {
  const subjects = new Map<string, { subject: Subject; name: string; items: Item[] }>();
  const planBy = new Map(plans.map((plan) => [plan.facts.id, plan]));
  const placed = plans.flatMap((plan) =>
    tasksOf(plan)
      .filter((task) => shows(task, plan))
      .map((task) => ({ task, project: plan.facts })),
  );
  for (const item of itemsOf(placed)) {
    const plan = planBy.get(item.project.id) as Plan;
    for (const [key, subject, name] of by === "person" ? personsOf(plan, item.task) : tagsOf(plan, item.task)) {
      const row = subjects.get(key);
      if (row) row.items.push(item);
      else subjects.set(key, { subject, name, items: [item] });
    }
  }
  // "Nobody" and "without a tag" have no name and come last.
  const sorted = [...subjects].sort(
    ([, a], [, b]) => Number(a.name === "") - Number(b.name === "") || a.name.localeCompare(b.name),
  );
  const rows = sorted.flatMap(([key, { subject, items }]) =>
    lanesOf(items, ({ span }) => (span.milestone ? span.to + nameDays : span.to)).map(
      (lane, at): Row => ({
        kind: "lane",
        key: `${key}/${at}`,
        subject: at === 0 ? subject : null,
        items: lane,
        all: items,
      }),
    ),
  );
  return [...rows, ...undated(placed, "all", toggled, ({ project }) => planBy.get(project.id) as Plan)];
}

type Named = [key: string, subject: Subject, name: string];

function personsOf(plan: Plan, task: BoardTask): Named[] {
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

function tagsOf(plan: Plan, task: BoardTask): Named[] {
  const tags = task.tag_ids.flatMap((id): Named[] => {
    const tag = plan.drawn.tags[id];
    return tag ? [[`tag:${id}`, { kind: "tag", tag, project: plan.facts }, tag.name]] : [];
  });
  return tags.length > 0 ? tags : [["untagged", { kind: "untagged" }, ""]];
}

/** What has a place on the axis, earliest first; what starts together in the order it was made. */
function itemsOf(placed: readonly Placed[], kept?: RowOptions["kept"]): Item[] {
  const stood = ({ task, span }: Item) => kept?.get(task.id) ?? span;
  return placed
    .flatMap((one) => {
      const span = spanOf(one.task);
      return span ? [{ ...one, span }] : [];
    })
    .sort((a, b) => stood(a).from - stood(b).from || stood(a).to - stood(b).to || a.task.id - b.task.id);
}

/** Where each task stands at this moment. */
export function spansOf(plans: readonly Plan[]): Map<number, Span> {
  const tasks = plans.flatMap((plan) => tasksOf(plan));
  return new Map(
    tasks.flatMap((task): [number, Span][] => {
      const span = spanOf(task);
      return span ? [[task.id, span]] : [];
    }),
  );
}

function undated(
  placed: readonly Placed[],
  key: string,
  toggled: ReadonlySet<string>,
  planOf: (one: Placed) => Plan,
): Row[] {
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

/** A line that opens into rows; nothing where there are none. */
function folded<T>(
  what: "finished" | "undated",
  of: string,
  items: readonly T[],
  toggled: ReadonlySet<string>,
  rowOf: (item: T) => Row,
): Row[] {
  if (items.length === 0) return [];
  const key = `${what}:${of}`;
  const open = toggled.has(key);
  const head: Row = { kind: "fold", key, what, count: items.length, open };
  return open ? [head, ...items.map(rowOf)] : [head];
}

function peopleOf(plan: Plan, task: BoardTask): Actor[] {
  return task.user_ids.flatMap((id) => plan.drawn.users[id] ?? []);
}

/** As the project's own page counts it: a mean of 99.6 is not yet done. */
function percentOf(tasks: readonly BoardTask[]): number {
  if (tasks.length === 0) return 0;
  return Math.floor(tasks.reduce((sum, { progress }) => sum + progress, 0) / tasks.length);
}
