import { type Actor, type DomainEvent } from "../../../shared/kernel/events";
import { type Board, boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import { applyEvent } from "../../../shared/work/tasks/tasks.board-events";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { recordsOfTable } from "../../../shared/work/tasks/tasks.table";
import type { TimelineProject } from "../../../shared/work/timeline/timeline.contract";
import { compareNames } from "../../platform/intl/useNameOf";
import { unsentChanges } from "../../platform/pending/pending";
import { applyPendingChanges, isSettled, type PendingChange, taskIdsOf } from "../tasks/pending/task-changes";
import { belongsToBoard, taskIdOfEvent } from "../tasks/pending/task-queue.rules";

export type ProjectDetails = Omit<TimelineProject, "board">;

/** A project on the timeline: `server` is the server's state, `drawn` the same state with pending changes applied. */
export interface ProjectPlan {
  facts: ProjectDetails;
  server: Board;
  drawn: Board;
  /** Changes of this project in `taskQueue`. */
  pending: readonly PendingChange[];
  /** Tasks that recently left the board. */
  deletedIds: readonly number[];
}

export type DateOrBlockerChange = Partial<Pick<BoardTask, "start_date" | "due_date" | "blocker_ids">> & {
  /** Extends the project to include the dates. */
  extend_project?: boolean;
};

export interface RequestedChange {
  task: BoardTask;
  change: DateOrBlockerChange;
}

export interface TimelineState {
  phase: "loading" | "open" | "failed" | "gone";
  error: Error | null;
  plans: readonly ProjectPlan[];
  complete: boolean;
  /** True while changes are unsent for longer than expected. */
  waiting: boolean;
  /** Recent changes by other users, by task id. */
  news: Readonly<Record<number, { actor: Actor; revision: number }>>;
}

export const emptyTimeline: TimelineState = {
  phase: "loading",
  error: null,
  plans: [],
  complete: false,
  waiting: false,
  news: {},
};

export function createProjectPlan(
  { board, ...facts }: TimelineProject,
  changes: readonly PendingChange[],
): ProjectPlan {
  const server = boardFromReply({ ...board, message: undefined });
  return drawPlan({ facts, server, drawn: server, pending: [], deletedIds: [] }, changes);
}

function drawPlan(plan: ProjectPlan, changes: readonly PendingChange[]): ProjectPlan {
  const { facts, server, deletedIds } = plan;
  const pending = changes.filter(
    (change) => belongsToBoard(change, facts.id, server, deletedIds) && !isSettled(change, server, deletedIds),
  );
  return { ...plan, pending, drawn: applyPendingChanges(server, pending) };
}

/** Applies the queue's state. Plans of unaffected projects keep their identity. */
export function withPendingChanges(
  state: TimelineState,
  changes: readonly PendingChange[],
  waiting: boolean,
): TimelineState {
  const plans = state.plans.map((plan) => {
    const next = drawPlan(plan, changes);
    const same =
      next.pending.length === plan.pending.length && next.pending.every((change, at) => change === plan.pending[at]);
    return same ? plan : next;
  });
  return { ...state, plans, waiting };
}

export function planById(state: TimelineState, id: number): ProjectPlan | undefined {
  return state.plans.find(({ facts }) => facts.id === id);
}

export function withPlan(state: TimelineState, plan: ProjectPlan): TimelineState {
  const others = state.plans.filter(({ facts }) => facts.id !== plan.facts.id);
  const at = others.findIndex(({ facts }) => compareNames(facts.title, plan.facts.title) > 0);
  return { ...state, plans: others.toSpliced(at < 0 ? others.length : at, 0, plan) };
}

export function withoutPlan(state: TimelineState, id: number): TimelineState {
  return { ...state, plans: state.plans.filter(({ facts }) => facts.id !== id) };
}

export function withEvents(
  state: TimelineState,
  projectId: number,
  events: readonly DomainEvent[],
  me: number,
): TimelineState {
  const plan = planById(state, projectId);
  if (!plan) return state;
  let { server, facts, deletedIds } = plan;
  let { news } = state;
  for (const event of events) {
    if (event.revision <= server.revision) continue;
    server = applyEvent(server, event);
    facts = factsAfter(facts, event);
    const id = taskIdOfEvent(event);
    if (id !== null && !taskById(server, id)) deletedIds = [...deletedIds.slice(-49), id];
    if (id !== null && notedEventTypes.has(event.type) && event.actor && event.actor.id !== me) {
      news = { ...news, [id]: { actor: event.actor, revision: event.revision } };
    }
  }
  const next = drawPlan({ ...plan, facts, server, deletedIds }, plan.pending);
  return { ...state, plans: state.plans.map((one) => (one === plan ? next : one)), news };
}

const notedEventTypes = new Set(["task.updated", "task.created", "task.moved"]);

function factsAfter(facts: ProjectDetails, event: DomainEvent): ProjectDetails {
  if (event.type === "project.archived") return { ...facts, archived: true, can: { edit: false } };
  if (event.type !== "project.updated") return facts;
  const { title = facts.title, code = facts.code, color = facts.color } = event.data;
  const { start_date = facts.start_date, end_date = facts.end_date } = event.data;
  return { ...facts, title, code, color, start_date, end_date };
}

export const planTasks = (plan: ProjectPlan): BoardTask[] => recordsOfTable(plan.drawn.tasks);

/** Mark of a bar that another user recently changed or that is waiting for the network. */
export type BarMark = "news" | "waiting";

export function barMarksOf({ news, plans, waiting }: TimelineState): ReadonlyMap<number, BarMark> {
  const marks = new Map<number, BarMark>(Object.keys(news).map((id) => [Number(id), "news"]));
  if (!waiting) return marks;
  for (const pending of plans.flatMap((plan) => unsentChanges(plan.pending)))
    for (const id of taskIdsOf(pending)) marks.set(id, "waiting");
  return marks;
}
