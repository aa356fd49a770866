import { useDirection } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { isInView } from "../../../ui/keys/focus";
import { taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { useCurrentUser } from "../../../platform/session";
import type { DragState } from "../state/board.context";
import type { VisibleCards } from "../state/board.visible";
import { type Lane, type LaneKind, laneOf } from "../state/board.lanes";
import { columnStep, positionAtVisibleIndex, visibleIndex } from "../state/drag.position";
import { cardRightsOf, useBoardScope } from "../state/useBoard";
import type { CardSelection } from "./useCardSelection";
import { useSortedDrop } from "./columns/useSortedDrop";

/**
 * Keyboard control of the board: arrows move the focus between cards, space lifts a card, arrows move it, space or Enter drops it, and
 * Escape cancels. dnd-kit's keyboard sensor isn't used because it needs pixel positions, which unrendered cards don't have.
 */
export function useKeyboardMove(
  visible: VisibleCards,
  lanes: VisibleLanes | null = null,
  select: CardSelection | null = null,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { actor, can } = useBoardScope();
  const me = useCurrentUser().id;
  const sorted = useSortedDrop();
  const rightToLeft = useDirection().dir === "rtl";

  const carry = (drag: DragState, key: string): void => {
    const { drawn } = actor.getSnapshot().context;
    const { columnId } = drag.over;
    const at = lanes ? lanes.shown.findIndex((lane) => lane.key === laneOfDragged(drag, lanes.kind)) : 0;
    const shownIn = (column: number, lane = at) =>
      ((lanes ? lanes.shown[lane]?.visible : visible)?.[column] ?? []).filter((id) => !drag.taskIds.includes(id));
    const orderIn = (column: number) => taskIdsInColumn(drawn, column).filter((id) => !drag.taskIds.includes(id));
    const index = visibleIndex(drag.over, shownIn(columnId), orderIn(columnId));
    const go = (column: number, lane: number, to: number) => {
      const visibleIds = shownIn(column, lane);
      const place = sorted
        ? sorted.place(drag, column, drawn)
        : positionAtVisibleIndex(column, Math.min(to, visibleIds.length), visibleIds, orderIn(column));
      const key = lanes?.shown[lane]?.key;
      const step = lanes && key ? { kind: lanes.kind, from: laneOf(drag.task, lanes.kind), to: key } : null;
      actor.send({ type: "HOVER", place, lane: step });
    };
    if (key === "ArrowUp" || key === "ArrowDown") {
      const down = key === "ArrowDown";
      // After the last card of a swimlane comes the next lane. A sorted board has only one position per lane.
      if (!sorted && down && index < shownIn(columnId).length) return go(columnId, at, index + 1);
      if (!sorted && !down && index > 0) return go(columnId, at, index - 1);
      const next = at + (down ? 1 : -1);
      if (lanes?.shown[next]) go(columnId, next, down ? 0 : Number.MAX_SAFE_INTEGER);
      return;
    }
    const next = drawn.columnIds[drawn.columnIds.indexOf(columnId) + columnStep(key as "ArrowLeft", rightToLeft)];
    if (next !== undefined) go(next, at, index);
  };

  const mayMove = (taskId: number): boolean => {
    const { drawn } = actor.getSnapshot().context;
    return cardRightsOf(taskById(drawn, taskId), { can, me, groups: drawn.groups }).move;
  };

  /** Moves the focus within a column, or to the card at the same height in the adjacent column. */
  const walk = (board: HTMLElement, from: HTMLElement, key: string): boolean => {
    const cards = [...board.querySelectorAll<HTMLElement>("[data-card-link]")];
    const target =
      key === "ArrowUp" || key === "ArrowDown"
        ? adjacentCard(cards, from, key === "ArrowUp" ? -1 : 1)
        : beside(board, cards, from, columnStep(key as "ArrowLeft", rightToLeft));
    if (!target) return false;
    target.focus({ preventScroll: true });
    target.closest("[data-task]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  };

  /** Shift extends the selection from the starting card to the focused one. */
  const takeAlong = (from: HTMLElement): void => {
    if (!select) return;
    if (select.ids().length === 0) select.toggle(Number(from.dataset.cardLink));
    select.through(Number((document.activeElement as HTMLElement | null)?.dataset.cardLink));
  };

  return (event) => {
    const { drag } = actor.getSnapshot().context;
    if (drag?.by === "keyboard") {
      if (arrows.has(event.key)) carry(drag, event.key);
      else if (event.key === " " || event.key === "Enter") actor.send({ type: "DROP" });
      else if (event.key === "Escape" || event.key === "Tab") actor.send({ type: "CANCEL" });
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const link = (event.target as HTMLElement).closest<HTMLElement>("[data-card-link]");
    if (!link || event.target !== link || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " ") {
      event.preventDefault();
      const taskId = Number(link.dataset.cardLink);
      if (!isInView(link)) link.scrollIntoView({ block: "center", inline: "nearest" });
      else if (taskId > 0 && mayMove(taskId)) actor.send({ type: "LIFT", taskId, by: "keyboard" });
    } else if (arrows.has(event.key) && walk(event.currentTarget, link, event.key)) {
      event.preventDefault();
      if (event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) takeAlong(link);
    }
  };
}

export interface VisibleLanes {
  kind: LaneKind;
  shown: readonly Lane[];
}

const laneOfDragged = (drag: DragState, kind: LaneKind) => drag.lane?.to ?? laneOf(drag.task, kind);

const arrows = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

const listOf = (card: HTMLElement) => card.closest<HTMLElement>("[data-cards]");

function adjacentCard(cards: readonly HTMLElement[], from: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const column = cards.filter((card) => listOf(card)?.dataset.cards === listOf(from)?.dataset.cards);
  return column[column.indexOf(from) + step];
}

function beside(
  board: HTMLElement,
  cards: readonly HTMLElement[],
  from: HTMLElement,
  step: -1 | 1,
): HTMLElement | undefined {
  const { lane } = (listOf(from) as HTMLElement).dataset;
  const columns = [...board.querySelectorAll<HTMLElement>("[data-cards]")].filter((list) => list.dataset.lane === lane);
  const height = from.getBoundingClientRect().top;
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - height);
  for (let at = columns.indexOf(listOf(from) as HTMLElement) + step; at >= 0 && at < columns.length; at += step) {
    const cardsInColumn = cards.filter((card) => listOf(card) === columns[at]);
    if (cardsInColumn.length > 0)
      return cardsInColumn.reduce((nearest, card) => (distance(card) < distance(nearest) ? card : nearest));
  }
  return undefined;
}
