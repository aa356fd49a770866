import { focusCard } from "../state/focus-card";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useText } from "../../../platform/intl/useText";
import classes from "./Board.module.css";
import type { FlipAnimation } from "../state/flip-animation";
import { useBoard, useBoardScope } from "../state/useBoard";
import { createdTaskId } from "../pending/task-changes";
import { useOpenTask } from "../../projects/open-task";

interface BoardFrameProps {
  flip: FlipAnimation;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  lanes?: boolean;
  children: ReactNode;
}

/** The horizontally scrolling board. Animates moved cards and keeps the focus on a card moved by keyboard. */
export function BoardFrame({ flip, onKeyDown, lanes = false, children }: BoardFrameProps) {
  const text = useText();
  const { actor } = useBoardScope();
  const element = useRef<HTMLDivElement>(null);
  const order = useBoard(({ drawn }) => drawn.order);
  const drag = useBoard((context) => context.drag);
  const { open } = useOpenTask();

  useEffect(() => (element.current ? flip.attach(element.current, actor) : undefined), [flip, actor]);
  useLayoutEffect(() => flip.play(), [flip, order, drag]);

  const carried = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (drag) carried.current = drag.by === "keyboard" ? drag.taskId : null;
    else if (carried.current !== null) {
      focusCard(element.current, carried.current);
      carried.current = null;
    }
  }, [drag]);

  // A new card is replaced when the server assigns its id; the replacement takes over the focus.
  const unnamed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (unnamed.current === null || document.activeElement !== document.body) return;
    const { pendingChanges } = actor.getSnapshot().context;
    const added = pendingChanges.find((change) => change.kind === "create" && change.taskId === unnamed.current);
    const id = createdTaskId(pendingChanges, added?.id);
    if (id !== null && focusCard(element.current, id)) unnamed.current = null;
  }, [actor, order]);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = Number((event.target as HTMLElement).dataset.cardLink);
    unnamed.current = id < 0 ? id : null;
  };

  // Scrolls the card of the open task into view, clear of the panel.
  useEffect(() => {
    if (open === null) return;
    const card = element.current?.querySelector(`[data-task="${open}"]`);
    card?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "smooth" });
  }, [open]);

  return (
    <div
      ref={element}
      className={classes.board}
      data-wraps-on-paper
      data-board
      data-lanes={lanes || undefined}
      data-panel={open !== null || undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      role="group"
      aria-label={text("board.label")}
    >
      {children}
    </div>
  );
}
