import type { BodyOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import * as contract from "../../../../shared/work/tasks/subtasks.contract";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import { call, newIdempotencyKey } from "../../../platform/api";
import { type Overlay, OverlayQueue } from "../../../platform/pending/overlay";

export type SubtaskFields = Partial<Pick<Subtask, "name" | "completed" | "assignee" | "due_date">>;

export interface SubtaskState {
  subtasks: readonly Subtask[];
  /** Subtasks being added. */
  adding: readonly { key: string; name: string; isCompleted: boolean }[];
}

type SubtaskChange<Reply> = Overlay<SubtaskState, Reply>;

export const subtaskQueue = new OverlayQueue<SubtaskState>("subtasks");

const includes = ({ subtasks }: SubtaskState, id: number | undefined) => subtasks.some((one) => one.id === id);

/** `baseVersion`: version when editing began; a later change by another user is a conflict. */
export function editSubtask(
  { id, task_id }: Subtask,
  fields: SubtaskFields,
  baseVersion?: number,
): SubtaskChange<Subtask> {
  const isBefore = (subtask: Subtask, reply: Subtask | null) =>
    subtask.id === id && (reply === null || subtask.version < reply.version);
  return {
    about: task_id,
    apply: (state, reply) => ({
      ...state,
      subtasks: state.subtasks.map((one) => (isBefore(one, reply) ? { ...one, ...fields } : one)),
    }),
    isVisible: ({ subtasks }, reply) => !subtasks.some((one) => isBefore(one, reply)),
    send: async () => {
      const body = { ...bodyOf(fields), version: baseVersion };
      return (await call(contract.updateSubtask, { params: { id }, body })).data;
    },
  };
}

function bodyOf({ assignee, completed, ...rest }: SubtaskFields): Partial<BodyOf<typeof contract.updateSubtask>> {
  return {
    ...rest,
    ...(assignee === undefined ? {} : { assignee_id: assignee?.id ?? null }),
    ...(completed === undefined ? {} : { completed: completed === 1 }),
  };
}

/** Several names come from pasted lines; only a single one has an assignee and a due day. */
export interface NewSubtasks {
  names: readonly string[];
  /** Whether each of the names is completed, in the same order. */
  completed?: readonly boolean[];
  assignee?: { id: number } | undefined;
  due_date?: string | undefined;
}

/** Adds all names or none. */
export function addSubtasks(
  taskId: number,
  { names, completed = [], assignee, due_date }: NewSubtasks,
): SubtaskChange<readonly Subtask[]> {
  const adding = names.map((name, at) => ({ key: newIdempotencyKey(), name, isCompleted: completed[at] ?? false }));
  return {
    about: taskId,
    apply: (state, reply) => ({
      ...state,
      adding: [...state.adding, ...adding.filter((_, at) => !includes(state, reply?.[at]?.id))],
    }),
    isVisible: (state, reply) => reply.every(({ id }) => includes(state, id)),
    send: async (idempotencyKey) => {
      const [name = "", ...others] = names;
      if (others.length > 0) {
        const body = { task_id: taskId, names: [...names], completed: [...completed] };
        return (await call(contract.createSubtasks, { body, idempotencyKey })).data;
      }
      const body = { task_id: taskId, name, assignee_id: assignee?.id, due_date, completed: completed[0] };
      return [(await call(contract.createSubtask, { body, idempotencyKey })).data];
    },
  };
}

export function sortSubtasks(taskId: number, order: readonly number[]): SubtaskChange<unknown> {
  return {
    about: taskId,
    apply: (state) => ({ ...state, subtasks: reorderSubtasks(state.subtasks, order) }),
    isVisible: ({ subtasks }) => reorderSubtasks(subtasks, order).every((one, at) => one === subtasks[at]),
    send: () => call(contract.sortSubtasks, { params: { id: taskId, ids: [...order] } }),
  };
}

export const deleteSubtask = (subtask: Subtask): SubtaskChange<unknown> =>
  withoutSubtask(subtask, () => call(contract.deleteSubtask, { params: { id: subtask.id } }));

export const convertToTask = (subtask: Subtask): SubtaskChange<ReplyOf<typeof contract.convertSubtask>> =>
  withoutSubtask(subtask, (idempotencyKey) =>
    call(contract.convertSubtask, { params: { id: subtask.id }, idempotencyKey }),
  );

function withoutSubtask<Reply>({ id, task_id }: Subtask, send: (key: string) => Promise<Reply>): SubtaskChange<Reply> {
  return {
    about: task_id,
    apply: (state) => ({ ...state, subtasks: state.subtasks.filter((one) => one.id !== id) }),
    isVisible: (state) => !includes(state, id),
    send,
  };
}

/** Reorders the named subtasks among their own positions, as the server does. */
export function reorderSubtasks(subtasks: readonly Subtask[], ids: readonly number[]): Subtask[] {
  const byId = new Map(subtasks.map((one) => [one.id, one]));
  const queue = ids.filter((id) => byId.has(id)).values();
  return subtasks.map((one) => (ids.includes(one.id) ? (byId.get(queue.next().value as number) as Subtask) : one));
}

/** The subtasks above a subtask, nearest first. The server needs more than one because some may be deleted meanwhile. */
export const idsAbove = (subtasks: readonly Pick<Subtask, "id">[], id: number): number[] =>
  subtasks
    .slice(
      0,
      subtasks.findIndex((one) => one.id === id),
    )
    .map((one) => one.id)
    .toReversed()
    .slice(0, 100);

/** Recreates a deleted subtask below the nearest of the subtasks that were above it. */
export async function restoreSubtask(
  { task_id, name, assignee, due_date, completed }: Subtask,
  after_ids: readonly number[],
  idempotencyKey: string,
): Promise<Subtask> {
  const facts = { name, assignee_id: assignee?.id ?? null, due_date, completed: completed === 1 };
  const body = { task_id, ...facts, after_ids: [...after_ids] };
  return (await call(contract.createSubtask, { body, idempotencyKey })).data;
}
