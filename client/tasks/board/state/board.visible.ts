import { type Board, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import { type FilterWorld, isFiltering, matcherOf, type TaskFilter } from "../../../../shared/tasks/tasks.filter.rules";
import { type BoardSort, sorterOf, type SortWorld } from "../../../../shared/tasks/tasks.sort.rules";

export interface View {
  filter: TaskFilter;
  sort: BoardSort;
  today: string;
  collator: Intl.Collator;
}

export type Visible = Readonly<Record<number, readonly number[]>>;

/**
 * The cards each column shows. A column whose cards stay the same keeps the same list, so that an event draws one
 * column again and not five.
 */
export function createVisible(): (board: Board, view: View) => Visible {
  let last: { board: Board; view: View; visible: Visible } | null = null;
  return (board, view) => {
    if (last?.board === board && last.view === view) return last.visible;
    const visible = compute(board, view, last?.visible ?? {});
    last = { board, view, visible };
    return visible;
  };
}

function compute(board: Board, { filter, sort, today, collator }: View, before: Visible): Visible {
  const matches = isFiltering(filter) ? matcherOf(filter, filterWorld(board, today)) : null;
  const compare = sorterOf(sort, sortWorld(board, collator));
  if (!matches && !compare) return board.order;
  const visible = Object.fromEntries(
    board.columnIds.map((columnId) => {
      let tasks = tasksIn(board, columnId).flatMap((id) => taskOf(board, id) ?? []);
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

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, at) => id === b[at]);
}

export function filterWorld(board: Board, today: string): FilterWorld {
  return {
    today,
    peopleOf: (id) => board.groups[id]?.users ?? [],
    kindOf: (id) => board.columns[id]?.kind,
    progressOf: (id) => taskOf(board, id)?.progress,
  };
}

export function sortWorld(board: Board, collator: Intl.Collator): SortWorld {
  const places = new Map(board.columnIds.map((id, at) => [id, at]));
  return {
    collator,
    userName: (id) => board.users[id]?.fullname,
    groupName: (id) => board.groups[id]?.title,
    tagName: (id) => board.tags[id]?.name,
    columnPlace: (id) => places.get(id) ?? 0,
  };
}
