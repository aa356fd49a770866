import { useMemo } from "react";
import type { PresentUser } from "../../../shared/kernel/streams";
import { type Board, taskOf, tasksIn } from "../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import type { Hand } from "./state/board.context";
import { type LaneKind, laneOf } from "./state/board.lanes";
import { indexOf, type Place } from "./state/board.place";
import { droppedTask } from "./state/board.sorted";
import { isPendingTaskChange, type PendingChange } from "./state/board.pending";
import { visibleIndex } from "./state/drag.place";
import { useBoardList, useBoardParts } from "./state/useBoard";
import { useSortedPlaces } from "./columns/useSortedPlaces";

const noIds: readonly number[] = [];

export type Row =
  | { kind: "card"; key: string; id: number }
  | { kind: "slot"; key: string }
  | { kind: "other"; key: string; user: PresentUser }
  | { kind: "ghost"; key: string; pending: PendingChange };

export interface Rows {
  rows: readonly Row[];
  /** The card in the hand, if it was taken from here, and among which cards it stood. */
  parked: { row: Row; at: number } | null;
  slotAt: number;
  byKeyboard: boolean;
}

/** What a column shows from top to bottom; `lane`: what of it stands in one swimlane. */
export function useRows(columnId: number, ids: readonly number[], lane?: LanePart): Rows {
  const sorted = useSortedPlaces();
  const stands = (task: BoardTask | undefined) => !lane || (task !== undefined && laneOf(task, lane.kind) === lane.key);
  const { order, hand, from, taken } = useBoardParts(({ context }) => ({
    order: tasksIn(context.drawn, columnId),
    hand: context.hand?.over.columnId === columnId && hovers(context.hand, lane) ? context.hand : null,
    from: context.hand?.from.columnId === columnId && stands(context.hand.task) ? context.hand : null,
    taken: context.hand?.taskIds ?? noIds,
  }));
  const others = useBoardList(({ present, drawn }) =>
    present.filter(
      (user) => user.dragging && user.over?.task_status_id === columnId && stands(taskOf(drawn, user.focus ?? 0)),
    ),
  );
  const ghosts = useBoardList(({ pendingChanges, server }) =>
    pendingChanges.filter(
      (pending) =>
        isGhost(pending, server) &&
        placeOfPending(pending).columnId === columnId &&
        isPendingTaskChange(pending) &&
        stands(pending.task),
    ),
  );
  const slots = useBoardParts(({ context: { drawn } }): Slots => {
    if (!sorted) return {};
    const cards = ids.filter((id) => !taken.includes(id));
    const at = (task: BoardTask | undefined) => (task ? sorted.index(task, columnId, cards, drawn) : 0);
    return {
      ...(hand ? { own: at(droppedTask(hand, drawn)) } : {}),
      ...Object.fromEntries(others.map((user) => [user.id, at(taskOf(drawn, user.focus ?? 0))])),
    };
  });
  return useMemo(
    () => rowsOf({ ids, order, hand, from, taken, others, ghosts, slots }),
    [ids, order, hand, from, taken, others, ghosts, slots],
  );
}

export interface LanePart {
  kind: LaneKind;
  key: string;
}

const hovers = (hand: Hand, lane: LanePart | undefined) =>
  !lane || (hand.lane?.to ?? laneOf(hand.task, lane.kind)) === lane.key;

/** While the board is sorted: before which of the cards the slots stand, one's own and those of others by their ids. */
type Slots = Readonly<Record<string, number>>;

interface Parts {
  ids: readonly number[];
  order: readonly number[];
  hand: Hand | null;
  from: Hand | null;
  /** All that is in the hand, from wherever. */
  taken: readonly number[];
  others: readonly PresentUser[];
  ghosts: readonly PendingChange[];
  slots?: Slots;
}

export function rowsOf({ ids, order, hand, from, taken, others, ghosts, slots = {} }: Parts): Rows {
  const cards = taken.length > 0 ? ids.filter((id) => !taken.includes(id)) : ids;
  const rest = taken.length > 0 ? order.filter((id) => !taken.includes(id)) : order;
  const rows: Row[] = cards.map(cardRow);
  // From the end, so that earlier indexes stay right.
  const extras = [
    ...ghosts.map((pending) => ({
      at: indexAmong(cards, rest, placeOfPending(pending)),
      row: { kind: "ghost", key: `ghost-${pending.id}`, pending } as Row,
    })),
    ...others.map((user) => ({
      at: slots[user.id] ?? indexAmong(cards, rest, placeOver(user)),
      row: { kind: "other", key: `other-${user.id}`, user } as Row,
    })),
    ...(hand
      ? [{ at: slots.own ?? indexAmong(cards, rest, hand.over), row: { kind: "slot", key: "slot" } as Row }]
      : []),
  ].sort((a, b) => b.at - a.at);
  for (const { at, row } of extras) rows.splice(at, 0, row);
  return {
    rows,
    parked: from ? { row: cardRow(from.taskId), at: indexAmong(cards, rest, from.from) } : null,
    slotAt: hand ? rows.findIndex((row) => row.kind === "slot") : -1,
    byKeyboard: hand?.by === "keyboard",
  };
}

const cardRows = new Map<number, Row>();

/** The same row for the same card: a column of a thousand makes its rows once. */
function cardRow(id: number): Row {
  let row = cardRows.get(id);
  if (!row) cardRows.set(id, (row = { kind: "card", key: `card-${id}`, id }));
  return row;
}

function indexAmong(cards: readonly number[], order: readonly number[], place: Place): number {
  const at = indexOf(order, place);
  return visibleIndex({ ...place, beforeId: order[at - 1] ?? null }, cards, order);
}

const placeOver = (user: PresentUser): Place => ({
  columnId: user.over?.task_status_id ?? 0,
  beforeId: user.over?.before_id ?? null,
  afterId: null,
});

const placeOfPending = (pending: PendingChange): Place =>
  pending.kind === "move" || pending.kind === "create" ? pending.to : { columnId: 0, beforeId: null, afterId: null };

/** A refused pending change whose task has left the board: there is no card to show it on. */
function isGhost(pending: PendingChange, server: Board): boolean {
  return (
    pending.state === "refused" &&
    isPendingTaskChange(pending) &&
    pending.kind !== "archive" &&
    !taskOf(server, pending.taskId)
  );
}
