import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { spanOf } from "../../shared/timeline/timeline.span.rules";
import { type Down, type Point, PointerHold } from "../ui/pointer-hold";
import type { Hand, HandHolder, Hold } from "./timeline.hand";
import type { ProjectFacts } from "./timeline.state";
import { isRtl } from "./useChartWindow";

/** What the drag asks the chart, at the moment it needs to know. */
export interface DragScene {
  holder: HandHolder;
  /** The first day of the axis. */
  first: number;
  dayWidth: number;
  drop: (hand: Hand | null) => void;
}

/** What is pressed, and where on the axis. */
interface Press {
  task: BoardTask;
  project: ProjectFacts;
  hold: Hold;
  /** Days from the beginning of the axis to the pointer, with their fraction; negative over the first column. */
  day: number;
}

/** Drags bars, their ends, arrows and tasks without dates. */
export class BarDrag {
  private element: HTMLElement | null = null;
  private readonly hold = new PointerHold<Press>({
    begin: (press) => this.begin(press),
    carry: (press, at) => this.carry(press, at),
    end: (_, keep) => this.end(keep),
  });

  /** As it is drawn now. */
  scene: DragScene | null = null;

  /** Listens while the chart is there. Answers how to stop. */
  attach(element: HTMLElement): () => void {
    this.element = element;
    const detach = this.hold.attach(element);
    return () => {
      detach();
      this.element = null;
    };
  }

  down({ task, project, hold, ...down }: Down & Omit<Press, "day">): void {
    this.hold.down(down, { task, project, hold, day: this.dayAt(down.x) });
  }

  private begin({ task, project, hold }: Press): boolean {
    this.scene?.holder.take(task, project, "pointer", hold, spanOf(task));
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
      // From its name it is carried as one day; on the axis one paints how long it takes.
      const [from, to] = press.day < 0 ? [day, day] : [Math.min(press.day, day), Math.max(press.day, day)];
      const onAxis = day >= 0;
      holder.place(onAxis ? { from: first + Math.floor(from), to: first + Math.floor(to), milestone: false } : null);
    } else holder.carry(Math.round(day - press.day));
  }

  /** The bar under the pointer that an arrow may end at: another one of the same project. */
  private targetAt(press: Press, x: number, y: number): number | null {
    const bar = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-bar]");
    if (!bar || Number(bar.dataset.project) !== press.project.id) return null;
    const id = Number(bar.dataset.bar);
    return id === press.task.id ? null : id;
  }

  private end(keep: boolean): void {
    if (!this.scene) return;
    const { holder, drop } = this.scene;
    const hand = holder.release();
    if (keep) drop(hand);
  }

  private canvas(): DOMRect | undefined {
    return this.element?.querySelector("[data-canvas]")?.getBoundingClientRect();
  }

  private dayAt(x: number): number {
    const canvas = this.canvas();
    if (!canvas || !this.element || !this.scene) return -1;
    const { dayWidth } = this.scene;
    const rtl = isRtl(this.element);
    // Under the first column the axis goes on, but there one doesn't mean it.
    const corner = this.element.querySelector("[data-corner]")?.getBoundingClientRect();
    if (corner && x >= corner.left && x <= corner.right) return -1;
    return (rtl ? canvas.right - x : x - canvas.left) / dayWidth;
  }
}
