import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { type PressPoint, type Point, PointerHold } from "../../ui/pointer-hold";
import type { DraggedTask, DragState, DragController, DragKind } from "./timeline.drag-state";
import type { ProjectDetails } from "./timeline.state";

export interface BarDragContext {
  holder: DragController;
  first: number;
  dayWidth: number;
  othersOf: (task: BoardTask, hold: DragKind) => readonly DraggedTask[];
  drop: (hand: DragState | null) => void;
}

interface Press {
  task: BoardTask;
  project: ProjectDetails;
  hold: DragKind;
  /** Days from the start of the axis to the pointer, with fraction; negative over the first column. */
  day: number;
}

export class BarDrag {
  private element: HTMLElement | null = null;
  private readonly hold = new PointerHold<Press>({
    begin: (press) => this.begin(press),
    carry: (press, at) => this.carry(press, at),
    end: (_, keep) => this.end(keep),
  });

  scene: BarDragContext | null = null;

  attach(element: HTMLElement): () => void {
    this.element = element;
    const detach = this.hold.attach(element);
    return () => {
      detach();
      this.element = null;
    };
  }

  down({ task, project, hold, ...down }: PressPoint & Omit<Press, "day">): void {
    this.hold.down(down, { task, project, hold, day: this.dayAt(down.x) });
  }

  private begin({ task, project, hold }: Press): boolean {
    this.scene?.holder.take(task, project, "pointer", hold, timelineSpanOf(task), this.scene.othersOf(task, hold));
    return this.scene !== null;
  }

  private carry(press: Press, { x, y }: Point): void {
    if (!this.scene) return;
    const { holder, first } = this.scene;
    const day = this.dayAt(x);
    if (press.hold === "link") {
      const canvas = this.canvas();
      holder.point({ day: first + day, y: y - (canvas?.top ?? 0) }, this.targetAt(press, x, y));
    } else if (press.hold === "place") {
      // Dragging the name sets one day; dragging on the axis draws the duration.
      const [from, to] = press.day < 0 ? [day, day] : [Math.min(press.day, day), Math.max(press.day, day)];
      const onAxis = day >= 0;
      holder.place(onAxis ? { from: first + Math.floor(from), to: first + Math.floor(to), dueOnly: false } : null);
    } else holder.carry(Math.round(day - press.day));
  }

  /** Id of the bar under the pointer where an arrow may end: another task of the same project. */
  private targetAt(press: Press, x: number, y: number): number | null {
    const bar = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-bar]");
    if (!bar || Number(bar.dataset.project) !== press.project.id) return null;
    const id = Number(bar.dataset.bar);
    return id === press.task.id ? null : id;
  }

  private end(keep: boolean): void {
    if (!this.scene) return;
    const { holder, drop } = this.scene;
    const drag = holder.release();
    if (keep) drop(drag);
  }

  private canvas(): DOMRect | undefined {
    return this.element?.querySelector("[data-canvas]")?.getBoundingClientRect();
  }

  private dayAt(x: number): number {
    const canvas = this.canvas();
    if (!canvas || !this.element || !this.scene) return -1;
    const { dayWidth } = this.scene;
    // The axis continues under the first column, but a pointer there isn't on a day.
    const corner = this.element.querySelector("[data-corner]")?.getBoundingClientRect();
    if (corner && x >= corner.left && x <= corner.right) return -1;
    return (x - canvas.left) / dayWidth;
  }
}
