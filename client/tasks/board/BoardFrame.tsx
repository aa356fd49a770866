import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./Board.module.css";
import type { Flip } from "./state/flip";
import { useBoard, useBoardScope } from "./state/useBoard";
import { useOpenTask } from "../filters/useBoardFilter";

interface BoardFrameProps {
  flip: Flip;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** One under the other, scrolled together. */
  lanes?: boolean;
  children: ReactNode;
}

/** The strip that scrolls sideways. Cards glide in it, the focus follows a card that was carried by keys. */
export function BoardFrame({ flip, onKeyDown, lanes = false, children }: BoardFrameProps) {
  const text = useText();
  const { actor } = useBoardScope();
  const element = useRef<HTMLDivElement>(null);
  const order = useBoard(({ drawn }) => drawn.order);
  const hand = useBoard((context) => context.hand);
  const { open } = useOpenTask();

  useEffect(() => (element.current ? flip.attach(element.current, actor) : undefined), [flip, actor]);
  // Order and hand are named although nothing reads them: it is played after everything that moves cards.
  useLayoutEffect(() => flip.play(), [flip, order, hand]);

  const carried = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (hand) carried.current = hand.by === "keyboard" ? hand.taskId : null;
    else if (carried.current !== null) {
      focusCard(element.current, carried.current);
      carried.current = null;
    }
  }, [hand]);

  // The card whose panel opens comes into view, clear of the panel.
  useEffect(() => {
    if (open === null) return;
    const card = element.current?.querySelector(`[data-task="${open}"]`);
    card?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "smooth" });
  }, [open]);

  return (
    <div
      ref={element}
      className={classes.board}
      data-board
      data-lanes={lanes || undefined}
      data-panel={open !== null || undefined}
      onKeyDown={onKeyDown}
      role="group"
      aria-label={text("board.label")}
    >
      {children}
    </div>
  );
}

/** The card's link; in a row, the cell that had the keys. @returns whether it is on the screen. */
export function focusCard(board: ParentNode | null, taskId: number): boolean {
  const card = (board ?? document).querySelector<HTMLElement>(`[data-task="${taskId}"]:not([data-parked])`);
  const target = card?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
  const focused = target ?? card?.querySelector<HTMLElement>("[data-card-link]");
  focused?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return Boolean(focused);
}
