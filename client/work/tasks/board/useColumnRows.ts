import { useMemo } from "react";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { type Board, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { DragState } from "../state/board.context";
import { type LaneKind, laneOf } from "../state/board.lanes";
import { indexOf, type CardPosition } from "../pending/card-position";
import { droppedTask } from "../state/board.sorted";
import { isPendingCardChange, type PendingChange } from "../pending/task-changes";
import { visibleIndex } from "../state/drag.position";
import { useBoardAsList, useBoardParts } from "../state/useBoard";
import { useSortedDrop } from "./columns/useSortedDrop";

const noIds: readonly number[] = [];

export type ColumnRow =
  | { kind: "card"; key: string; id: number }
  | { kind: "slot"; key: string }
  | { kind: "other"; key: string; user: PresentUser }
  | { kind: "ghost"; key: string; pending: PendingChange };

export interface ColumnRows {
  rows: readonly ColumnRow[];
  /** The dragged card and its original index, if it comes from this column. */
  parked: { row: ColumnRow; at: number } | null;
  slotAt: number;
  byKeyboard: boolean;
}

export function useColumnRows(columnId: number, ids: readonly number[], lane?: LaneTarget): ColumnRows {
  const sorted = useSortedDrop();
  const stands = (task: BoardTask | undefined) => !lane || (task !== undefined && laneOf(task, lane.kind) === lane.key);
  const { order, drag, from, draggedIds } = useBoardParts(({ context }) => ({
    order: taskIdsInColumn(context.drawn, columnId),
    drag: context.drag?.over.columnId === columnId && hoversLane(context.drag, lane) ? context.drag : null,
    from: context.drag?.from.columnId === columnId && stands(context.drag.task) ? context.drag : null,
    draggedIds: context.drag?.taskIds ?? noIds,
  }));
  const others = useBoardAsList(({ present, drawn }) =>
    present.filter(
      (user) => user.dragging && user.over?.task_status_id === columnId && stands(taskById(drawn, user.focus ?? 0)),
    ),
  );
  const ghosts = useBoardAsList(({ pendingChanges, server }) =>
    pendingChanges.filter(
      (pending) =>
        isGhost(pending, server) &&
        positionOfPending(pending).columnId === columnId &&
        isPendingCardChange(pending) &&
        stands(pending.task),
    ),
  );
  const slots = useBoardParts(({ context: { drawn } }): Slots => {
    if (!sorted) return {};
    const cards = ids.filter((id) => !draggedIds.includes(id));
    const at = (task: BoardTask | undefined) => (task ? sorted.index(task, columnId, cards, drawn) : 0);
    return {
      ...(drag ? { own: at(droppedTask(drag, drawn)) } : {}),
      ...Object.fromEntries(others.map((user) => [user.id, at(taskById(drawn, user.focus ?? 0))])),
    };
  });
  return useMemo(
    () => buildColumnRows({ ids, order, drag, from, draggedIds, others, ghosts, slots }),
    [ids, order, drag, from, draggedIds, others, ghosts, slots],
  );
}

export interface LaneTarget {
  kind: LaneKind;
  key: string;
}

const hoversLane = (drag: DragState, lane: LaneTarget | undefined) =>
  !lane || (drag.lane?.to ?? laneOf(drag.task, lane.kind)) === lane.key;

/** On a sorted board, indexes of the user's own slot and those of other users by id. */
type Slots = Readonly<Record<string, number>>;

interface Parts {
  ids: readonly number[];
  order: readonly number[];
  drag: DragState | null;
  from: DragState | null;
  draggedIds: readonly number[];
  others: readonly PresentUser[];
  ghosts: readonly PendingChange[];
  slots?: Slots;
}

export function buildColumnRows({ ids, order, drag, from, draggedIds, others, ghosts, slots = {} }: Parts): ColumnRows {
  const cards = draggedIds.length > 0 ? ids.filter((id) => !draggedIds.includes(id)) : ids;
  const rest = draggedIds.length > 0 ? order.filter((id) => !draggedIds.includes(id)) : order;
  const rows: ColumnRow[] = cards.map(cardRow);
  // Extra rows are inserted from the end, so that earlier indexes stay valid.
  const extras = [
    ...ghosts.map((pending) => ({
      at: indexAmong(cards, rest, positionOfPending(pending)),
      row: { kind: "ghost", key: `ghost-${pending.id}`, pending } as ColumnRow,
    })),
    ...others.map((user) => ({
      at: slots[user.id] ?? indexAmong(cards, rest, positionOver(user)),
      row: { kind: "other", key: `other-${user.id}`, user } as ColumnRow,
    })),
    ...(drag
      ? [{ at: slots.own ?? indexAmong(cards, rest, drag.over), row: { kind: "slot", key: "slot" } as ColumnRow }]
      : []),
  ].sort((a, b) => b.at - a.at);
  for (const { at, row } of extras) rows.splice(at, 0, row);
  return {
    rows,
    parked: from ? { row: cardRow(from.taskId), at: indexAmong(cards, rest, from.from) } : null,
    slotAt: drag ? rows.findIndex((row) => row.kind === "slot") : -1,
    byKeyboard: drag?.by === "keyboard",
  };
}

const cardRows = new Map<number, ColumnRow>();

/** Caches rows per card, so that a column of a thousand cards creates its rows only once. */
function cardRow(id: number): ColumnRow {
  let row = cardRows.get(id);
  if (!row) cardRows.set(id, (row = { kind: "card", key: `card-${id}`, id }));
  return row;
}

function indexAmong(cards: readonly number[], order: readonly number[], place: CardPosition): number {
  const at = indexOf(order, place);
  return visibleIndex({ ...place, beforeId: order[at - 1] ?? null }, cards, order);
}

const positionOver = (user: PresentUser): CardPosition => ({
  columnId: user.over?.task_status_id ?? 0,
  beforeId: user.over?.before_id ?? null,
  afterId: null,
});

const positionOfPending = (pending: PendingChange): CardPosition =>
  pending.kind === "move" || pending.kind === "create" ? pending.to : { columnId: 0, beforeId: null, afterId: null };

function isGhost(pending: PendingChange, server: Board): boolean {
  return (
    pending.state === "refused" &&
    isPendingCardChange(pending) &&
    pending.kind !== "archive" &&
    !taskById(server, pending.taskId)
  );
}
