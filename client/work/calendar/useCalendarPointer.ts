import { type PointerEvent, useEffect, useState } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import type { DayNumber } from "../../../shared/kernel/day-number";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type DragGrip, timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { type Point, PointerHold } from "../../ui/pointer-hold";
import type { BoardActor } from "../tasks/state/useBoard";
import type { DragController, DragState } from "../timeline/timeline.drag-state";
import type { ProjectDetails } from "../timeline/timeline.state";
import { columnAt, isRtl } from "./calendar.layout";

export interface CalendarDrag {
  actor: BoardActor;
  holder: DragController;
  project: ProjectDetails | null;
  canMove: (task: BoardTask) => boolean;
  drop: (hand: DragState | null) => void;
}

interface Press {
  task: BoardTask;
  grip: DragGrip | "place";
  /** Day under the pointer when it went down. */
  day: DayNumber | null;
}

/**
 * Drags tasks to other days by pointer. Dragging the bar moves both dates, dragging an end moves one of them, and a task from the tray gets
 * a due date.
 */
export function useCalendarPointer(area: HTMLElement | null, drag: CalendarDrag) {
  const [pointer] = useState(() => new CalendarPointer());
  useEffect(() => {
    pointer.drag = drag;
  });
  useEffect(() => (area ? pointer.attach(area) : undefined), [pointer, area]);
  return { onPointerDown: (event: PointerEvent<HTMLElement>) => pointer.down(event) };
}

class CalendarPointer {
  drag: CalendarDrag | null = null;
  private element: HTMLElement | null = null;
  private readonly hold = new PointerHold<Press>({
    begin: (press) => this.begin(press),
    carry: (press, at) => this.carry(press, at),
    end: (_, keep) => this.end(keep),
  });

  attach(element: HTMLElement): () => void {
    this.element = element;
    return this.hold.attach(element);
  }

  down(event: PointerEvent<HTMLElement>): void {
    const { drag } = this;
    const chip = (event.target as HTMLElement).closest<HTMLElement>("[data-task]");
    if (!drag?.project || !chip || event.button !== 0 || !event.isPrimary || chip.closest("[data-portal]")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const task = taskById(drag.actor.getSnapshot().context.drawn, Number(chip.dataset.task));
    if (!task || task.id < 0 || !drag.canMove(task)) return;
    const edge = (event.target as HTMLElement).closest<HTMLElement>("[data-grip]")?.dataset.grip;
    const grip = chip.dataset.undated ? "place" : edge === "start" || edge === "end" ? edge : "move";
    const { clientX: x, clientY: y, pointerId, pointerType } = event;
    this.hold.down({ x, y, pointerId, pointerType }, { task, grip, day: this.dayAt({ x, y }) });
  }

  private begin({ task, grip }: Press): boolean {
    const { drag } = this;
    if (!drag?.project) return false;
    drag.holder.take(task, drag.project, "pointer", grip, timelineSpanOf(task));
    return true;
  }

  private carry({ grip, day: pressed }: Press, at: Point): void {
    const day = this.dayAt(at);
    const holder = this.drag?.holder;
    if (!holder) return;
    if (grip === "place") holder.place(day === null ? null : { from: day, to: day, dueOnly: true });
    else if (day !== null && pressed !== null) holder.carry(day - pressed);
  }

  private end(keep: boolean): void {
    const drag = this.drag?.holder.release() ?? null;
    if (keep && drag?.span) this.drag?.drop(drag);
  }

  private dayAt({ x, y }: Point): DayNumber | null {
    for (const row of this.element?.querySelectorAll<HTMLElement>("[data-week]") ?? []) {
      const box = row.getBoundingClientRect();
      if (y < box.top || y >= box.bottom || x < box.left || x >= box.right) continue;
      return Number(row.dataset.week) + columnAt(x, box, isRtl(row));
    }
    return null;
  }
}
