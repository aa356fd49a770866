import type { DomainEvent } from "../../shared/domain-events";
import type { Actor } from "../../shared/kernel/events";
import { type Board, boardOf, changeTask, taskOf } from "../../shared/tasks/tasks.board";
import { applyEvent } from "../../shared/tasks/tasks.board-events";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { recordsOf } from "../../shared/tasks/tasks.table";
import type { TimelineProject } from "../../shared/timeline/timeline.contract";

export type ProjectFacts = Omit<TimelineProject, "board">;

/** One project on the timeline: what the server has told, and with what one wants laid over it. */
export interface Plan {
  facts: ProjectFacts;
  server: Board;
  drawn: Board;
}

/** What is changed here: dates, and what a task waits for. */
export type PendingTaskChange = Partial<Pick<BoardTask, "start_date" | "due_date" | "blocker_ids">>;

export interface PendingChange {
  id: number;
  projectId: number;
  task: BoardTask;
  change: PendingTaskChange;
  /** Saved as this version; shown until the task has come that far. */
  savedAt: number | null;
  /** There is no network: it waits. */
  waiting: boolean;
}

export interface TimelineState {
  phase: "loading" | "open" | "failed" | "gone";
  error: Error | null;
  /** In the order of their titles. */
  plans: readonly Plan[];
  /** Every page has come. */
  complete: boolean;
  pendingChanges: readonly PendingChange[];
  /** What others have just done, by task. */
  news: Readonly<Record<number, { actor: Actor; revision: number }>>;
}

export const emptyTimeline: TimelineState = {
  phase: "loading",
  error: null,
  plans: [],
  complete: false,
  pendingChanges: [],
  news: {},
};

export function planOf({ board, ...facts }: TimelineProject, pendingChanges: readonly PendingChange[]): Plan {
  const server = boardOf({ ...board, message: undefined });
  return { facts, server, drawn: draw(server, pendingChanges) };
}

/** The server's board with the pending changes for its tasks laid over it. */
export function draw(server: Board, pendingChanges: readonly PendingChange[]): Board {
  return pendingChanges.reduce(
    (board, { task, change }) => changeTask(board, task.id, (present) => ({ ...present, ...change })),
    server,
  );
}

/** The plans with other pending changes; those of projects without any stay the same objects. */
export function withPendingChanges(state: TimelineState, pendingChanges: readonly PendingChange[]): TimelineState {
  const touched = new Set([...state.pendingChanges, ...pendingChanges].map(({ projectId }) => projectId));
  const plans = state.plans.map((plan) => (touched.has(plan.facts.id) ? redrawn(plan, pendingChanges) : plan));
  return { ...state, plans, pendingChanges };
}

function redrawn(plan: Plan, pendingChanges: readonly PendingChange[]): Plan {
  const own = pendingChanges.filter(({ projectId }) => projectId === plan.facts.id);
  return { ...plan, drawn: draw(plan.server, own) };
}

export function planById(state: TimelineState, id: number): Plan | undefined {
  return state.plans.find(({ facts }) => facts.id === id);
}

/** Puts a project where its title says, whether or not it was there. */
export function withPlan(state: TimelineState, plan: Plan): TimelineState {
  const others = state.plans.filter(({ facts }) => facts.id !== plan.facts.id);
  const title = plan.facts.title.toLowerCase();
  const at = others.findIndex(({ facts }) => facts.title.toLowerCase() > title);
  return { ...state, plans: others.toSpliced(at < 0 ? others.length : at, 0, plan) };
}

export function withoutPlan(state: TimelineState, id: number): TimelineState {
  return {
    ...state,
    plans: state.plans.filter(({ facts }) => facts.id !== id),
    pendingChanges: state.pendingChanges.filter(({ projectId }) => projectId !== id),
  };
}

/** Events of one project, in order: its board and its facts go on, pending changes that have come true are over. */
export function withEvents(
  state: TimelineState,
  projectId: number,
  events: readonly DomainEvent[],
  me: number,
): TimelineState {
  const plan = planById(state, projectId);
  if (!plan) return state;
  let { server, facts } = plan;
  let { news } = state;
  for (const event of events) {
    if (event.revision <= server.revision) continue;
    server = applyEvent(server, event);
    facts = factsAfter(facts, event);
    const id = taskIdOf(event);
    if (id !== null && event.actor && event.actor.id !== me) {
      news = { ...news, [id]: { actor: event.actor, revision: event.revision } };
    }
  }
  const open = state.pendingChanges.filter((pending) => pending.projectId !== projectId || isOpen(pending, server));
  const pendingChanges = open.length === state.pendingChanges.length ? state.pendingChanges : open;
  const next = { ...plan, facts, server };
  const plans = state.plans.map((one) => (one === plan ? redrawn(next, pendingChanges) : one));
  return { ...state, plans, pendingChanges, news };
}

/** Not yet part of what the server has told. A task that is gone ends what was wanted of it. */
export function isOpen(pending: PendingChange, server: Board): boolean {
  const task = taskOf(server, pending.task.id);
  return task !== undefined && (pending.savedAt === null || task.version < pending.savedAt);
}

function factsAfter(facts: ProjectFacts, event: DomainEvent): ProjectFacts {
  if (event.type === "project.archived") return { ...facts, archived: true, can: { edit: false } };
  if (event.type !== "project.updated") return facts;
  const { title = facts.title, code = facts.code, color = facts.color } = event.data;
  const { start_date = facts.start_date, end_date = facts.end_date } = event.data;
  return { ...facts, title, code, color, start_date, end_date };
}

function taskIdOf(event: DomainEvent): number | null {
  return event.type === "task.updated" || event.type === "task.created" || event.type === "task.moved"
    ? event.data.id
    : null;
}

/** The tasks of a plan, as they are drawn. */
export const tasksOf = (plan: Plan): BoardTask[] => recordsOf(plan.drawn.tasks);

/** Someone else has just changed it; or it waits for the network. */
export type Mark = "news" | "waiting";

/** By task. */
export function marksOf({ news, pendingChanges }: TimelineState): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>(Object.keys(news).map((id) => [Number(id), "news"]));
  for (const { task, waiting } of pendingChanges) if (waiting) marks.set(task.id, "waiting");
  return marks;
}
