import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { spanOf } from "../../shared/timeline/timeline.span.rules";
import { scrollAtEdges } from "../ui/edge-scroll";
import type { Hand, HandHolder, Hold } from "./timeline.hand";
import type { ProjectFacts } from "./timeline.state";
import { isRtl } from "./useChartWindow";

/** A click isn't a drag, and a finger that scrolls isn't one that holds. */
const slop = 4;
const holdMs = 320;

/** What the drag asks the chart, at the moment it needs to know. */
export interface DragScene {
  holder: HandHolder;
  /** The first day of the axis. */
  first: number;
  dayWidth: number;
  drop: (hand: Hand | null) => void;
}

/** A press that may become a drag. */
interface Press {
  task: BoardTask;
  project: ProjectFacts;
  hold: Hold;
  x: number;
  y: number;
  /** Days from the beginning of the axis to the pointer, with their fraction; negative over the first column. */
  day: number;
  pointerId: number;
  timer: ReturnType<typeof setTimeout> | null;
  /** Set once it is a drag: ends what runs along with it. */
  stop: (() => void) | null;
}

/**
 * Drags bars, their ends, arrows and tasks without dates: by the mouse as soon as it moves, by a finger that stays for
 * a moment. While it lasts the chart scrolls at its edges and the page doesn't.
 */
export class BarDrag {
  private press: Press | null = null;
  private last = { x: 0, y: 0 };
  private wasDrag = false;
  private element: HTMLElement | null = null;

  /** As it is drawn now. */
  scene: DragScene | null = null;

  /** Listens while the chart is there. Answers how to stop. */
  attach(element: HTMLElement): () => void {
    this.element = element;
    const off = new AbortController();
    const { signal } = off;
    const own = (event: PointerEvent) => event.pointerId === this.press?.pointerId;
    window.addEventListener("pointermove", (event) => own(event) && this.move(event), { signal });
    window.addEventListener("pointerup", (event) => own(event) && this.end(true), { signal });
    window.addEventListener("pointercancel", (event) => own(event) && this.end(false), { signal });
    const escape = (event: KeyboardEvent) => event.key === "Escape" && this.press?.stop && this.end(false);
    document.addEventListener("keydown", escape, { capture: true, signal });
    // A finger that holds a bar neither scrolls nor asks for the browser's menu.
    const still = (event: TouchEvent) => this.press?.stop && event.cancelable && event.preventDefault();
    element.addEventListener("touchmove", still, { passive: false, signal });
    element.addEventListener("contextmenu", (event) => this.press && event.preventDefault(), { signal });
    // What was dragged isn't clicked as well.
    const click = (event: MouseEvent) => {
      if (this.wasDrag) event.stopPropagation();
      this.wasDrag = false;
    };
    element.addEventListener("click", click, { capture: true, signal });
    return () => {
      this.end(false);
      off.abort();
      this.element = null;
    };
  }

  down(event: { pointerType: string } & Pick<Press, "x" | "y" | "pointerId" | "task" | "project" | "hold">): void {
    this.end(false);
    this.wasDrag = false;
    const { pointerType, ...rest } = event;
    const press: Press = { ...rest, day: this.dayAt(event.x), timer: null, stop: null };
    this.press = press;
    this.last = { x: event.x, y: event.y };
    if (pointerType === "touch") press.timer = setTimeout(() => this.press === press && this.begin(press), holdMs);
  }

  private move(event: PointerEvent): void {
    const press = this.press;
    if (!press) return;
    this.last = { x: event.clientX, y: event.clientY };
    if (press.stop) return this.carry(press);
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= slop) return;
    if (event.pointerType === "touch") return this.end(false);
    this.begin(press);
    this.carry(press);
  }

  private begin(press: Press): void {
    if (!this.element || !this.scene) return;
    if (press.timer) clearTimeout(press.timer);
    press.timer = null;
    this.wasDrag = true;
    this.scene.holder.take(press.task, press.project, "pointer", press.hold, spanOf(press.task));
    const stopScrolling = scrollAtEdges(this.element);
    // The chart may go on under a pointer that stays where it is.
    let frame = 0;
    const again = () => {
      frame = requestAnimationFrame(again);
      this.carry(press);
    };
    again();
    press.stop = () => {
      stopScrolling();
      cancelAnimationFrame(frame);
    };
  }

  private carry(press: Press): void {
    if (!this.scene) return;
    const { holder, first } = this.scene;
    const { x, y } = this.last;
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
    const press = this.press;
    this.press = null;
    if (!press) return;
    if (press.timer) clearTimeout(press.timer);
    if (!press.stop) return;
    press.stop();
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
