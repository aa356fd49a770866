import { useDirection } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { tasksIn } from "../../shared/tasks/tasks.board";
import type { Hand } from "./board.context";
import type { Visible } from "./board.visible";
import { columnStep, placeAtVisible, stepped, visibleIndex } from "./drag.place";
import { useBoardScope } from "./useBoard";

/**
 * The board by keys. Arrows go from card to card as they lie on the screen; space lifts, arrows carry, space or Enter
 * drops, Escape puts it back. Not dnd-kit's keyboard sensor: that one walks by pixels, and cards of a virtual column
 * that aren't rendered have none.
 */
export function useKeyboardMove(visible: Visible): (event: KeyboardEvent<HTMLElement>) => void {
  const { actor, can } = useBoardScope();
  const rightToLeft = useDirection().dir === "rtl";

  const carry = (hand: Hand, key: string): void => {
    const { drawn } = actor.getSnapshot().context;
    const { columnId } = hand.over;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const step = key === "ArrowUp" ? -1 : 1;
      const place = stepped(hand.over, visible[columnId] ?? [], tasksIn(drawn, columnId), hand.taskIds, step);
      return actor.send({ type: "HOVER", place });
    }
    const next = drawn.columnIds[drawn.columnIds.indexOf(columnId) + columnStep(key as "ArrowLeft", rightToLeft)];
    if (next === undefined) return;
    const shownHere = (visible[columnId] ?? []).filter((id) => !hand.taskIds.includes(id));
    const shownThere = (visible[next] ?? []).filter((id) => !hand.taskIds.includes(id));
    const at = visibleIndex(
      hand.over,
      shownHere,
      tasksIn(drawn, columnId).filter((id) => !hand.taskIds.includes(id)),
    );
    const order = tasksIn(drawn, next).filter((id) => !hand.taskIds.includes(id));
    actor.send({ type: "HOVER", place: placeAtVisible(next, Math.min(at, shownThere.length), shownThere, order) });
  };

  /** From card to card: within a column, or to the one at the same height beside it. */
  const walk = (board: HTMLElement, from: HTMLElement, key: string): boolean => {
    const cards = [...board.querySelectorAll<HTMLElement>("[data-card-link]")];
    const target =
      key === "ArrowUp" || key === "ArrowDown"
        ? aboveOrBelow(cards, from, key === "ArrowUp" ? -1 : 1)
        : beside(board, cards, from, columnStep(key as "ArrowLeft", rightToLeft));
    if (!target) return false;
    target.focus({ preventScroll: true });
    target.closest("[data-task]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  };

  return (event) => {
    const { hand } = actor.getSnapshot().context;
    if (hand?.by === "keyboard") {
      if (arrows.has(event.key)) carry(hand, event.key);
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
      if (can.move) actor.send({ type: "LIFT", taskId: Number(link.dataset.cardLink), by: "keyboard" });
    } else if (arrows.has(event.key) && walk(event.currentTarget, link, event.key)) event.preventDefault();
  };
}

const arrows = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

const listOf = (card: HTMLElement) => card.closest<HTMLElement>("[data-cards]");

function aboveOrBelow(cards: readonly HTMLElement[], from: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const column = cards.filter((card) => listOf(card) === listOf(from));
  return column[column.indexOf(from) + step];
}

function beside(
  board: HTMLElement,
  cards: readonly HTMLElement[],
  from: HTMLElement,
  step: -1 | 1,
): HTMLElement | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("[data-cards]")];
  const height = from.getBoundingClientRect().top;
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - height);
  for (let at = columns.indexOf(listOf(from) as HTMLElement) + step; at >= 0 && at < columns.length; at += step) {
    const there = cards.filter((card) => listOf(card) === columns[at]);
    if (there.length > 0) return there.reduce((nearest, card) => (distance(card) < distance(nearest) ? card : nearest));
  }
  return undefined;
}
