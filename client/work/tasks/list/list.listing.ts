import { type Board, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { createTaskMatcher, dependsOnOtherTasks, isFiltering } from "../../../../shared/work/tasks/tasks.filter.rules";
import { compareRanked } from "../../../../shared/work/tasks/tasks.rank.rules";
import { createTaskComparator } from "../../../../shared/work/tasks/tasks.sort.rules";
import { changedIds } from "../../../../shared/work/tasks/tasks.table";
import { filterContextOf, sortContextOf, type BoardView } from "../state/board.visible";
import { groupKeysOf, type Grouping, type GroupValue, orderGroupKeys, groupValueOfKey } from "./list.groups";

export interface ListView extends BoardView {
  grouping: Grouping;
}

export interface ListGroup {
  key: string;
  value: GroupValue;
  ids: readonly number[];
}

/** Groups of the list. Unchanged groups keep their identity. */
export interface Listing {
  groups: readonly ListGroup[];
  /** Number of matching tasks; a task in two groups counts once. */
  count: number;
}

/** Above this number of changes, a full recomputation is faster. */
const manyChanges = 200;

/**
 * Filters, sorts and groups tasks incrementally: an event moves only its task, because sorting ten thousand rows up to 20 times per second
 * would be too slow.
 */
export function createListing(): (board: Board, view: ListView) => Listing {
  let last: { board: Board; view: ListView; listing: Listing; state: State } | null = null;
  return (board, view) => {
    if (last?.board === board && last.view === view) return last.listing;
    const changed =
      last && last.view === view && sameFrame(last.board, board, view) ? changedTaskIds(last.board, board) : null;
    const state = last && changed ? advanced(last.state, board, view, changed) : computeListing(board, view);
    const listing = last && state === last.state ? last.listing : listingOf(state, board, view, last?.listing);
    last = { board, view, listing, state };
    return listing;
  };
}

interface State {
  ids: ReadonlyMap<string, readonly number[]>;
  keys: ReadonlyMap<number, readonly string[]>;
}

/** Whether everything else that order and filter depend on is unchanged. Dependencies also affect tasks other than the changed one. */
function sameFrame(before: Board, after: Board, view: ListView): boolean {
  return (
    before.columnIds === after.columnIds &&
    before.columns === after.columns &&
    before.users === after.users &&
    before.groups === after.groups &&
    before.tags === after.tags &&
    before.fields === after.fields &&
    !dependsOnOtherTasks(view.filter)
  );
}

function changedTaskIds(before: Board, after: Board): number[] | null {
  if (before.tasks === after.tasks) return [];
  const changed = changedIds(before.tasks, after.tasks);
  return changed.length > manyChanges ? null : changed;
}

/** The chosen order with the board's order as tiebreaker, so that the order is total. */
function comparerOf(board: Board, view: ListView): (a: BoardTask, b: BoardTask) => number {
  const world = sortContextOf(board, view.collator);
  const sorter = createTaskComparator(view.sort, world);
  return (a, b) =>
    (sorter?.(a, b) ?? 0) ||
    world.columnPlace(a.task_status_id) - world.columnPlace(b.task_status_id) ||
    compareRanked(a, b);
}

const testOf = (board: Board, { filter, today }: ListView) =>
  isFiltering(filter) ? createTaskMatcher(filter, filterContextOf(board, today)) : () => true;

function computeListing(board: Board, view: ListView): State {
  const matches = testOf(board, view);
  const tasks = board.columnIds
    .flatMap((id) => taskIdsInColumn(board, id).map((taskId) => taskById(board, taskId) as BoardTask))
    .filter(matches);
  // Tasks are already in board order, and sorting is stable.
  const sorter = createTaskComparator(view.sort, sortContextOf(board, view.collator));
  if (sorter) tasks.sort(sorter);
  const ids = new Map<string, number[]>();
  const keys = new Map<number, readonly string[]>();
  for (const task of tasks) {
    const own = groupKeysOf(task, view.grouping, view.today);
    keys.set(task.id, own);
    for (const key of own) {
      const group = ids.get(key);
      if (group) group.push(task.id);
      else ids.set(key, [task.id]);
    }
  }
  return { ids, keys };
}

function advanced(state: State, board: Board, view: ListView, changed: readonly number[]): State {
  const matches = testOf(board, view);
  const compare = comparerOf(board, view);
  const dirty = new Set(changed);
  const keys = new Map(state.keys);
  const ids = new Map(state.ids);
  const touched = new Set(changed.flatMap((id) => state.keys.get(id) ?? []));
  if (touched.size === 0 && !changed.some((id) => isShown(board, id, matches))) return state;
  for (const key of touched) {
    const rest = (ids.get(key) ?? []).filter((id) => !dirty.has(id));
    if (rest.length > 0) ids.set(key, rest);
    else ids.delete(key);
  }
  for (const id of changed) {
    keys.delete(id);
    const task = taskById(board, id);
    if (!task || !matches(task)) continue;
    const own = groupKeysOf(task, view.grouping, view.today);
    keys.set(id, own);
    for (const key of own) {
      const group = ids.get(key) ?? [];
      ids.set(key, group.toSpliced(insertionIndex(group, task, board, compare), 0, id));
    }
  }
  return { ids, keys };
}

function isShown(board: Board, id: number, matches: (task: BoardTask) => boolean): boolean {
  const task = taskById(board, id);
  return task !== undefined && matches(task);
}

function insertionIndex(
  ids: readonly number[],
  task: BoardTask,
  board: Board,
  compare: (a: BoardTask, b: BoardTask) => number,
): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(taskById(board, ids[middle] as number) as BoardTask, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const none: readonly number[] = [];

function listingOf(state: State, board: Board, view: ListView, before: Listing | undefined): Listing {
  const groupByKey = new Map(before?.groups.map((group) => [group.key, group]));
  const groups = orderGroupKeys(state.ids.keys(), view.grouping, { board, ...view }).map((key): ListGroup => {
    const ids = state.ids.get(key) ?? none;
    const same = groupByKey.get(key);
    return same && sameIds(same.ids, ids) ? same : { key, value: groupValueOfKey(key, view.grouping), ids };
  });
  const unchanged =
    before?.count === state.keys.size &&
    before.groups.length === groups.length &&
    before.groups.every((group, at) => group === groups[at]);
  return unchanged ? before : { groups, count: state.keys.size };
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((id, at) => id === b[at]));
}
