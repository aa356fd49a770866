import type { Actor } from "../../kernel/events";
import type { ProjectField } from "../fields/fields.contract";
import type { BoardColumn, BoardReply, BoardTask } from "./tasks.contract";
import { listFields, recordNameOf } from "./tasks.field-lists";
import { compareRanked } from "./tasks.rank.rules";
import { dropRecord, getRecord, putRecord, type ShardedTable, createShardedTable } from "./tasks.table";

export type Column = Omit<BoardColumn, "sort_order">;
export type BoardGroup = BoardReply["groups"][number];
export type BoardTag = BoardReply["tags"][number];

/**
 * The normalized board. It is immutable: an event creates a new board that shares all unchanged parts, so that an identical object needs no
 * rendering.
 *
 * Boards at the same revision are deeply equal, whether they were read or updated by events. The board must not contain data that events
 * cannot update.
 */
export interface Board {
  readonly revision: number;
  /** Epoch of the revision. */
  readonly epoch: string;
  readonly columnIds: readonly number[];
  readonly columns: Readonly<Record<number, Column>>;
  readonly tasks: ShardedTable<BoardTask>;
  readonly order: Readonly<Record<number, readonly number[]>>;
  readonly users: Readonly<Record<number, Actor>>;
  readonly groups: Readonly<Record<number, BoardGroup>>;
  readonly tags: Readonly<Record<number, BoardTag>>;
  /** The project's fields in their order. */
  readonly fields: readonly ProjectField[];
}

export const emptyBoard: Board = {
  revision: 0,
  epoch: "",
  columnIds: [],
  columns: {},
  tasks: createShardedTable<BoardTask>([]),
  order: {},
  users: {},
  groups: {},
  tags: {},
  fields: [],
};

export function boardFromReply(reply: BoardReply): Board {
  const columns = reply.data.map(({ tasks, sort_order, ...column }) => column);
  return {
    revision: reply.revision,
    epoch: reply.epoch,
    columnIds: columns.map((column) => column.id),
    columns: byId(columns),
    tasks: createShardedTable(reply.data.flatMap((column) => column.tasks.map(normalizeTask))),
    order: Object.fromEntries(
      reply.data.map((column) => [column.id, [...column.tasks].sort(compareRanked).map((task) => task.id)]),
    ),
    users: byId(reply.users),
    groups: byId(reply.groups.map(normalizeGroup)),
    tags: byId(reply.tags),
    fields: reply.fields,
  };
}

export function taskById(board: Board, id: number): BoardTask | undefined {
  return getRecord(board.tasks, id);
}

export function taskIdsInColumn(board: Board, columnId: number): readonly number[] {
  return board.order[columnId] ?? noIds;
}

const noIds: readonly number[] = [];

const idLists = listFields.map(recordNameOf);

/** Sorts the id lists of a task, because the server may send them in any order. */
export function normalizeTask(task: BoardTask): BoardTask {
  if (idLists.every((name) => sortIds(task[name]) === task[name])) return task;
  return { ...task, ...Object.fromEntries(idLists.map((name) => [name, sortIds(task[name])])) };
}

export function normalizeGroup(group: BoardGroup): BoardGroup {
  return { ...group, users: sortIds(group.users) };
}

export function sortIds(ids: number[]): number[] {
  return ids.every((id, at) => at === 0 || (ids[at - 1] as number) < id)
    ? ids
    : [...new Set(ids)].sort((a, b) => a - b);
}

function byId<T extends { id: number }>(records: readonly T[]): Record<number, T> {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}

// Functions that change cards. They ignore unknown ids.

export function placeTask(board: Board, task: BoardTask): Board {
  const before = taskById(board, task.id);
  const moved = before === undefined || before.task_status_id !== task.task_status_id || before.rank !== task.rank;
  const tasks = putRecord(board.tasks, task);
  if (!moved) return { ...board, tasks };
  const order = { ...board.order };
  if (before) order[before.task_status_id] = withoutId(order[before.task_status_id] ?? noIds, task.id);
  const column = order[task.task_status_id] ?? noIds;
  order[task.task_status_id] = insertAt(column, rankIndex(board, column, task), task.id);
  return { ...board, tasks, order };
}

export function changeTask(board: Board, id: number, change: (task: BoardTask) => BoardTask): Board {
  const task = taskById(board, id);
  return task ? placeTask(board, change(task)) : board;
}

export function removeTask(board: Board, id: number): Board {
  const task = taskById(board, id);
  if (!task) return board;
  const order = { ...board.order, [task.task_status_id]: withoutId(taskIdsInColumn(board, task.task_status_id), id) };
  return { ...board, tasks: dropRecord(board.tasks, id), order };
}

/** Binary search for the insertion index of a rank. */
function rankIndex(board: Board, ids: readonly number[], task: BoardTask): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = taskById(board, ids[middle] as number);
    if (other && compareRanked(other, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function withoutId(ids: readonly number[], id: number): readonly number[] {
  const at = ids.indexOf(id);
  return at < 0 ? ids : ids.toSpliced(at, 1);
}

export function insertAt(ids: readonly number[], at: number, id: number): readonly number[] {
  return ids.toSpliced(at, 0, id);
}
