import type { Actor } from "../kernel/events";
import type { BoardColumn, BoardReply, BoardTask } from "./tasks.contract";
import { listFields, recordOf } from "./tasks.field-lists";
import { compareRanked } from "./tasks.rank.rules";
import { dropRecord, getRecord, putRecord, type Table, tableOf } from "./tasks.table";

/** A column without its place: that is kept once, in `columnIds`. */
export type Column = Omit<BoardColumn, "sort_order">;
export type BoardGroup = BoardReply["groups"][number];
export type BoardTag = BoardReply["tags"][number];

/**
 * The board, normalised. It is never changed in place: an event makes a new board that shares everything with the old
 * one but what the event touched, so that "the same object" means "nothing to draw again".
 *
 * Two boards at the same revision are deeply equal, however they came about: read at once, or read earlier and brought
 * forward by events. Nothing may be kept here that an event can't keep true.
 */
export interface Board {
  /** Position in the project's stream that this is exactly the state of. */
  readonly revision: number;
  /** In order. */
  readonly columnIds: readonly number[];
  readonly columns: Readonly<Record<number, Column>>;
  readonly tasks: Table<BoardTask>;
  /** The tasks of each column in the order of their ranks. */
  readonly order: Readonly<Record<number, readonly number[]>>;
  readonly users: Readonly<Record<number, Actor>>;
  readonly groups: Readonly<Record<number, BoardGroup>>;
  readonly tags: Readonly<Record<number, BoardTag>>;
}

export const emptyBoard: Board = {
  revision: 0,
  columnIds: [],
  columns: {},
  tasks: tableOf<BoardTask>([]),
  order: {},
  users: {},
  groups: {},
  tags: {},
};

export function boardOf(reply: BoardReply): Board {
  const columns = reply.data.map(({ tasks, sort_order, ...column }) => column);
  return {
    revision: reply.revision,
    columnIds: columns.map((column) => column.id),
    columns: byId(columns),
    tasks: tableOf(reply.data.flatMap((column) => column.tasks.map(normalTask))),
    order: Object.fromEntries(
      reply.data.map((column) => [column.id, [...column.tasks].sort(compareRanked).map((task) => task.id)]),
    ),
    users: byId(reply.users),
    groups: byId(reply.groups.map(normalGroup)),
    tags: byId(reply.tags),
  };
}

export function taskOf(board: Board, id: number): BoardTask | undefined {
  return getRecord(board.tasks, id);
}

export function tasksIn(board: Board, columnId: number): readonly number[] {
  return board.order[columnId] ?? noIds;
}

const noIds: readonly number[] = [];

const idLists = listFields.map(recordOf);

/** Ids are sets: the server may send them in any order. */
export function normalTask(task: BoardTask): BoardTask {
  if (idLists.every((name) => inOrder(task[name]) === task[name])) return task;
  return { ...task, ...Object.fromEntries(idLists.map((name) => [name, inOrder(task[name])])) };
}

export function normalGroup(group: BoardGroup): BoardGroup {
  return { ...group, users: inOrder(group.users) };
}

export function inOrder(ids: number[]): number[] {
  return ids.every((id, at) => at === 0 || (ids[at - 1] as number) < id)
    ? ids
    : [...new Set(ids)].sort((a, b) => a - b);
}

function byId<T extends { id: number }>(records: readonly T[]): Record<number, T> {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}

// The few ways in which cards change. All of them take ids that the board may not know, and then do nothing.

/** Puts a card where its column and rank say, whether or not it was on the board. */
export function placeTask(board: Board, task: BoardTask): Board {
  const before = taskOf(board, task.id);
  const moved = before === undefined || before.task_status_id !== task.task_status_id || before.rank !== task.rank;
  const tasks = putRecord(board.tasks, task);
  if (!moved) return { ...board, tasks };
  const order = { ...board.order };
  if (before) order[before.task_status_id] = without(order[before.task_status_id] ?? noIds, task.id);
  const column = order[task.task_status_id] ?? noIds;
  order[task.task_status_id] = insertAt(column, rankIndex(board, column, task), task.id);
  return { ...board, tasks, order };
}

export function changeTask(board: Board, id: number, change: (task: BoardTask) => BoardTask): Board {
  const task = taskOf(board, id);
  return task ? placeTask(board, change(task)) : board;
}

export function removeTask(board: Board, id: number): Board {
  const task = taskOf(board, id);
  if (!task) return board;
  const order = { ...board.order, [task.task_status_id]: without(tasksIn(board, task.task_status_id), id) };
  return { ...board, tasks: dropRecord(board.tasks, id), order };
}

/** Where a rank belongs among cards that are in order: the first place that isn't before it. */
function rankIndex(board: Board, ids: readonly number[], task: BoardTask): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = taskOf(board, ids[middle] as number);
    if (other && compareRanked(other, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function without(ids: readonly number[], id: number): readonly number[] {
  const at = ids.indexOf(id);
  return at < 0 ? ids : ids.toSpliced(at, 1);
}

export function insertAt(ids: readonly number[], at: number, id: number): readonly number[] {
  return ids.toSpliced(at, 0, id);
}
