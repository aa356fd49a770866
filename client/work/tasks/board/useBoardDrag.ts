import {
  type ClientRect,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  getClientRect,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useEffect, useState } from "react";
import { taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { dropPositionAt, type CardBox } from "../state/drag.position";
import { scrollAtEdges } from "../../../ui/edge-scroll";
import { heightVariable } from "../../../ui/height-variable";
import { laneOf } from "../state/board.lanes";
import type { FlipAnimation } from "../state/flip-animation";
import type { LaneTarget } from "./useColumnRows";
import { useBoardScope } from "../state/useBoard";
import { useSortedDrop } from "./columns/useSortedDrop";

export type DraggedItem =
  | { kind: "card"; taskId: number; width: number }
  /** `overId`: the column whose position the drop would take. */
  | { kind: "column"; columnId: number; width: number; overId: number | null };

// Module constants because new objects would create new sensors and re-render every card.
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 220, tolerance: 8 } };

/** The drop slot (Slots.tsx) is as high as the dragged card. */
const setSlotHeight = heightVariable("[data-own-slot]", "--hand-height");

/** Position of the dragged card before the lift; dnd-kit measures the card only after it has been moved out of its place. */
let liftedRect: ClientRect | null = null;
let stopScrolling = () => {};
const measuring = {
  draggable: { measure: (element: HTMLElement) => liftedRect ?? getClientRect(element) },
  droppable: { strategy: MeasuringStrategy.WhileDragging },
};

export interface DropTarget {
  columnId?: number;
  lane?: LaneTarget;
}

/** Detects the hovered column by its width only, regardless of the length of its list. */
const columnUnderPointer: CollisionDetection = ({
  droppableContainers,
  droppableRects,
  pointerCoordinates,
  collisionRect,
}) => {
  const x = pointerCoordinates?.x ?? collisionRect.left + collisionRect.width / 2;
  const y = pointerCoordinates?.y ?? collisionRect.top + collisionRect.height / 2;
  const distances = droppableContainers.flatMap((droppableContainer) => {
    const rect = droppableRects.get(droppableContainer.id);
    if (!rect) return [];
    const aside = Math.max(rect.left - x, x - rect.right, 0);
    const inLane = (droppableContainer.data.current as DropTarget | undefined)?.lane !== undefined;
    const value = aside + (inLane ? Math.max(rect.top - y, y - rect.bottom, 0) : 0);
    return [{ id: droppableContainer.id, data: { droppableContainer, value }, value }];
  });
  return distances.sort((a, b) => a.value - b.value).slice(0, 1);
};

/** Rendered cards in list coordinates, which running animations don't affect. */
function cardBoxesIn(list: HTMLElement): CardBox[] {
  return [...list.querySelectorAll<HTMLElement>("[data-task]:not([data-parked])")].map((card) => {
    const item = card.closest("li") ?? card;
    return { id: Number(card.dataset.task), top: item.offsetTop, height: item.offsetHeight };
  });
}

/** Column width on phones, where one column fills the screen and a drag scrolls one column at a time. */
function columnStepOf(board: Element): number | null {
  const [first, second] = board.querySelectorAll<HTMLElement>("[data-column]");
  if (!first || !second || !window.matchMedia("(max-width: 47.99em)").matches) return null;
  return Math.abs(second.offsetLeft - first.offsetLeft);
}

/** dnd-kit tracks the pointer and scrolls; drop positions are computed here and in the board's state machine. */
export function useBoardDrag(flip: FlipAnimation, sortTo: (columnId: number, overId: number | null) => void) {
  const { actor } = useBoardScope();
  const sorted = useSortedDrop();
  const [dragged, setDragged] = useState<DraggedItem | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const currentDrag = () => actor.getSnapshot().context.drag;
  useEffect(() => () => stopScrolling(), []);

  const start = ({ active }: DragStartEvent) => {
    const board = document.querySelector("[data-board]");
    if (board) stopScrolling = scrollAtEdges(board, columnStepOf(board));
    const data = active.data.current as { taskId?: number; columnId?: number };
    const element = document.querySelector<HTMLElement>(
      data.columnId === undefined ? `[data-task="${data.taskId}"]` : `[data-column="${data.columnId}"]`,
    );
    const { offsetWidth: width = 264, offsetHeight: height = 76 } = element ?? {};
    if (data.columnId !== undefined) {
      return setDragged({ kind: "column", columnId: data.columnId, width, overId: null });
    }
    const taskId = data.taskId as number;
    setSlotHeight(height);
    liftedRect = element && getClientRect(element);
    actor.send({ type: "LIFT", taskId, by: "pointer" });
    if (currentDrag()?.taskId === taskId) setDragged({ kind: "card", taskId, width });
  };

  const move = ({ active, over }: DragMoveEvent) => {
    const drag = currentDrag();
    const { columnId, lane } = (over?.data.current ?? {}) as DropTarget;
    if (
      dragged?.kind === "column" &&
      columnId !== undefined &&
      columnId !== dragged.columnId &&
      columnId !== dragged.overId
    ) {
      return setDragged({ ...dragged, overId: columnId });
    }
    const box = active.rect.current.translated;
    if (!drag || columnId === undefined || !box) return;
    const part = lane ? `[data-lane="${lane.key}"]` : "";
    const list = document.querySelector<HTMLElement>(`[data-cards="${columnId}"]${part}`);
    if (!list) return;
    const middle = box.top + box.height / 2 - list.getBoundingClientRect().top;
    const order = taskIdsInColumn(actor.getSnapshot().context.drawn, columnId);
    const place = sorted
      ? sorted.place(drag, columnId, actor.getSnapshot().context.drawn)
      : dropPositionAt(columnId, middle, cardBoxesIn(list), order, drag.taskIds);
    const step = lane ? { kind: lane.kind, from: laneOf(drag.task, lane.kind), to: lane.key } : null;
    actor.send({ type: "HOVER", place, lane: step });
  };

  const letGo = () => {
    liftedRect = null;
    stopScrolling();
    setDragged(null);
  };

  const end = ({ activatorEvent, delta }: DragEndEvent) => {
    // A long press without movement opens the menu, as a right click does.
    if (dragged?.kind === "card" && "touches" in activatorEvent && Math.hypot(delta.x, delta.y) < 8) {
      const menu = document.querySelector<HTMLElement>(`[data-task="${dragged.taskId}"] [aria-haspopup="menu"]`);
      cancel();
      return menu?.click();
    }
    if (dragged?.kind === "column") sortTo(dragged.columnId, dragged.overId);
    else if (dragged) {
      flip.rememberOverlay(dragged.taskId);
      actor.send({ type: "DROP" });
    }
    letGo();
  };

  const cancel = () => {
    if (dragged?.kind === "card") {
      flip.rememberOverlay(dragged.taskId);
      actor.send({ type: "CANCEL" });
    }
    letGo();
  };

  return {
    dragged,
    context: {
      sensors,
      measuring,
      collisionDetection: columnUnderPointer,
      onDragStart: start,
      onDragMove: move,
      onDragEnd: end,
      onDragCancel: cancel,
    },
  };
}
