import { type Board, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { isFiltering, createTaskMatcher, type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { type FilterContext } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { type BoardSort, createTaskComparator, type SortContext } from "../../../../shared/work/tasks/tasks.sort.rules";
import { currentSession } from "../../../platform/session";
import { currentWeekSettings } from "../../../platform/week";
import { type NameOrder } from "../../../../shared/kernel/text/order";

export interface BoardView {
  filter: TaskFilter;
  sort: BoardSort;
  today: string;
  collator: NameOrder;
}

export type VisibleCards = Readonly<Record<number, readonly number[]>>;

/** Computes the visible cards per column. Unchanged columns keep their list's identity, so that an event re-renders only one. */
export function createVisibleCards(): (board: Board, view: BoardView) => VisibleCards {
  let last: { board: Board; view: BoardView; visible: VisibleCards } | null = null;
  return (board, view) => {
    if (last?.board === board && last.view === view) return last.visible;
    const visible = compute(board, view, last?.visible ?? {});
    last = { board, view, visible };
    return visible;
  };
}

function compute(board: Board, { filter, sort, today, collator }: BoardView, before: VisibleCards): VisibleCards {
  const matches = isFiltering(filter) ? createTaskMatcher(filter, filterContextOf(board, today)) : null;
  const compare = createTaskComparator(sort, sortContextOf(board, collator));
  if (!matches && !compare) return board.order;
  const visible = Object.fromEntries(
    board.columnIds.map((columnId) => {
      let tasks = taskIdsInColumn(board, columnId).flatMap((id) => taskById(board, id) ?? []);
      if (matches) tasks = tasks.filter(matches);
      if (compare) tasks.sort(compare);
      const ids = tasks.map((task) => task.id);
      const same = before[columnId];
      return [columnId, same && sameIds(same, ids) ? same : ids];
    }),
  );
  const unchanged =
    board.columnIds.every((id) => visible[id] === before[id]) && Object.keys(before).length === board.columnIds.length;
  return unchanged ? before : visible;
}

/** With the visible cards of a board that has tasks, tells whether the filter hides all of them. */
export const hasNoCards = (columnIds: readonly number[], cards: VisibleCards): boolean =>
  columnIds.every((id) => !cards[id]?.length);

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, at) => id === b[at]);
}

export function filterContextOf(board: Board, today: string): FilterContext {
  return {
    today,
    me: currentSession.value.user?.id ?? 0,
    firstDay: currentWeekSettings().first,
    peopleOf: (id) => board.groups[id]?.users ?? [],
    kindOf: (id) => board.columns[id]?.kind,
    progressOf: (id) => taskById(board, id)?.progress,
    fields: board.fields,
  };
}

export function sortContextOf(board: Board, collator: NameOrder): SortContext {
  const places = new Map(board.columnIds.map((id, at) => [id, at]));
  return {
    collator,
    userName: (id) => board.users[id]?.fullname,
    groupName: (id) => board.groups[id]?.title,
    tagName: (id) => board.tags[id]?.name,
    columnPlace: (id) => places.get(id) ?? 0,
    fields: board.fields,
  };
}
