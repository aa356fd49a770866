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
import { tasksIn } from "../../../shared/tasks/tasks.board";
import { placeAmong, type Standing } from "./state/drag.place";
import { scrollAtEdges } from "../../ui/edge-scroll";
import { heightFor } from "../../ui/height-for";
import { laneOf } from "./state/board.lanes";
import type { Flip } from "./state/flip";
import type { LanePart } from "./useRows";
import { useBoardScope } from "./state/useBoard";
import { useSortedPlaces } from "./columns/useSortedPlaces";

export type Dragged =
  | { kind: "card"; taskId: number; width: number }
  /** `overId`: the column whose place it would take. */
  | { kind: "column"; columnId: number; width: number; overId: number | null };

// Outside of the component: other objects would be other sensors, and make every card draw again.
const mouse = { activationConstraint: { distance: 5 } };
const touch = { activationConstraint: { delay: 220, tolerance: 8 } };

/** As high as the card in the hand is the place that it would take (Slots.tsx). */
const sayHeight = heightFor("[data-own-slot]", "--hand-height");

/** Where the card lay that is in the hand. dnd-kit measures it a moment after it was lifted, when it is parked already. */
let liftedFrom: ClientRect | null = null;
let stopScrolling = () => {};
const measuring = {
  draggable: { measure: (element: HTMLElement) => liftedFrom ?? getClientRect(element) },
  droppable: { strategy: MeasuringStrategy.WhileDragging },
};

/** What can be hovered: a column, or the part of it in a swimlane. */
export interface Over {
  columnId?: number;
  lane?: LanePart;
}

/** A column is hovered as soon as the pointer is over its width, however short its list is. */
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
    const inLane = (droppableContainer.data.current as Over | undefined)?.lane !== undefined;
    const value = aside + (inLane ? Math.max(rect.top - y, y - rect.bottom, 0) : 0);
    return [{ id: droppableContainer.id, data: { droppableContainer, value }, value }];
  });
  return distances.sort((a, b) => a.value - b.value).slice(0, 1);
};

/** What is rendered of a column, in the coordinates of its list, whatever is just gliding. */
function standingIn(list: HTMLElement): Standing[] {
  return [...list.querySelectorAll<HTMLElement>("[data-task]:not([data-parked])")].map((card) => {
    const item = card.closest("li") ?? card;
    return { id: Number(card.dataset.task), top: item.offsetTop, height: item.offsetHeight };
  });
}

/** dnd-kit finds the pointer and scrolls; where things land is ours, and the machine's. */
export function useBoardDrag(flip: Flip, sortTo: (columnId: number, overId: number | null) => void) {
  const { actor } = useBoardScope();
  const sorted = useSortedPlaces();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const holding = () => actor.getSnapshot().context.hand;
  useEffect(() => () => stopScrolling(), []);

  const start = ({ active }: DragStartEvent) => {
    const board = document.querySelector("[data-board]");
    if (board) stopScrolling = scrollAtEdges(board);
    const data = active.data.current as { taskId?: number; columnId?: number };
    const element = document.querySelector<HTMLElement>(
      data.columnId === undefined ? `[data-task="${data.taskId}"]` : `[data-column="${data.columnId}"]`,
    );
    const { offsetWidth: width = 264, offsetHeight: height = 76 } = element ?? {};
    if (data.columnId !== undefined) {
      return setDragged({ kind: "column", columnId: data.columnId, width, overId: null });
    }
    const taskId = data.taskId as number;
    sayHeight(height);
    liftedFrom = element && getClientRect(element);
    actor.send({ type: "LIFT", taskId, by: "pointer" });
    if (holding()?.taskId === taskId) setDragged({ kind: "card", taskId, width });
  };

  const move = ({ active, over }: DragMoveEvent) => {
    const hand = holding();
    const { columnId, lane } = (over?.data.current ?? {}) as Over;
    if (
      dragged?.kind === "column" &&
      columnId !== undefined &&
      columnId !== dragged.columnId &&
      columnId !== dragged.overId
    ) {
      return setDragged({ ...dragged, overId: columnId });
    }
    const box = active.rect.current.translated;
    if (!hand || columnId === undefined || !box) return;
    const part = lane ? `[data-lane="${lane.key}"]` : "";
    const list = document.querySelector<HTMLElement>(`[data-cards="${columnId}"]${part}`);
    if (!list) return;
    const middle = box.top + box.height / 2 - list.getBoundingClientRect().top;
    const order = tasksIn(actor.getSnapshot().context.drawn, columnId);
    const place = sorted
      ? sorted.place(hand, columnId, actor.getSnapshot().context.drawn)
      : placeAmong(columnId, middle, standingIn(list), order, hand.taskIds);
    const step = lane ? { kind: lane.kind, from: laneOf(hand.task, lane.kind), to: lane.key } : null;
    actor.send({ type: "HOVER", place, lane: step });
  };

  const letGo = () => {
    liftedFrom = null;
    stopScrolling();
    setDragged(null);
  };

  const end = ({ activatorEvent, delta }: DragEndEvent) => {
    // Held, and let go where it was: a finger's right click.
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
