import { scrollAtEdges } from "./edge-scroll";

/** Movement threshold in px between click and drag, and hold time in ms between scrolling and dragging by touch. */
const slop = 4;
const holdMs = 320;

export interface Point {
  x: number;
  y: number;
}

export interface HoldHandlers<Held> {
  /** The drag starts. Return false to reject it. */
  begin: (held: Held) => boolean;
  /** The pointer or the content below it has moved. */
  carry: (held: Held, at: Point) => void;
  end: (held: Held, keep: boolean) => void;
  press?: (held: Held) => void;
}

export interface PressPoint extends Point {
  pointerType: string;
  pointerId: number;
  /** True for drag handles, which don't scroll, so that touch needs no hold. */
  immediate?: boolean;
}

interface Press<Held> extends PressPoint {
  held: Held;
  timer: ReturnType<typeof setTimeout> | null;
  stop: (() => void) | null;
}

/**
 * Dragging by pointer. A mouse drag starts by moving, a touch drag by holding, because moving scrolls. During a drag, the element scrolls
 * at its edges and the page doesn't.
 */
export class PointerHold<Held> {
  private current: Press<Held> | null = null;
  private last: Point = { x: 0, y: 0 };
  private wasDrag = false;
  private element: HTMLElement | null = null;

  constructor(private readonly holder: HoldHandlers<Held>) {}

  attach(element: HTMLElement): () => void {
    this.element = element;
    const off = new AbortController();
    const { signal } = off;
    const own = (event: PointerEvent) => event.pointerId === this.current?.pointerId;
    window.addEventListener("pointermove", (event) => own(event) && this.move(event), { signal });
    window.addEventListener("pointerup", (event) => own(event) && this.up(event), { signal });
    window.addEventListener("pointercancel", (event) => own(event) && this.end(false), { signal });
    const escape = (event: KeyboardEvent) => event.key === "Escape" && this.current?.stop && this.end(false);
    document.addEventListener("keydown", escape, { capture: true, signal });
    // During a drag, touch neither scrolls nor opens the browser's context menu.
    const still = (event: TouchEvent) => this.current?.stop && event.cancelable && event.preventDefault();
    element.addEventListener("touchmove", still, { passive: false, signal });
    element.addEventListener("contextmenu", (event) => this.current && event.preventDefault(), { signal });
    // Suppresses the click after a drag.
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

  down(down: PressPoint, item: Held): void {
    this.end(false);
    this.wasDrag = false;
    const press: Press<Held> = { ...down, held: item, timer: null, stop: null };
    this.current = press;
    this.last = { x: down.x, y: down.y };
    if (down.pointerType === "touch" && !down.immediate)
      press.timer = setTimeout(() => this.current === press && this.begin(press), holdMs);
  }

  private move(event: PointerEvent): void {
    const press = this.current;
    if (!press) return;
    this.last = { x: event.clientX, y: event.clientY };
    if (press.stop) return this.holder.carry(press.held, this.last);
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= slop) return;
    if (event.pointerType === "touch" && !press.immediate) return this.end(false);
    this.begin(press);
    if (press.stop) this.holder.carry(press.held, this.last);
  }

  private begin(press: Press<Held>): void {
    if (!this.element || !this.holder.begin(press.held)) return;
    if (press.timer) clearTimeout(press.timer);
    press.timer = null;
    this.wasDrag = true;
    const stopScrolling = scrollAtEdges(this.element);
    // Repeated on every frame, because content below the pointer may move while the pointer rests.
    let frame = 0;
    const again = () => {
      frame = requestAnimationFrame(again);
      this.holder.carry(press.held, this.last);
    };
    again();
    press.stop = () => {
      stopScrolling();
      cancelAnimationFrame(frame);
    };
  }

  private up(event: PointerEvent): void {
    const press = this.current;
    // Uses the position of the release, because on a busy page the last rendered position lags behind.
    if (press?.stop) this.holder.carry(press.held, { x: event.clientX, y: event.clientY });
    this.end(true);
    // The click follows immediately or not at all, because the dropped element may be rendered elsewhere; a later click is new.
    if (press?.stop) setTimeout(() => (this.wasDrag = false));
    if (press && !press.stop) this.holder.press?.(press.held);
  }

  private end(keep: boolean): void {
    const press = this.current;
    this.current = null;
    if (!press) return;
    if (press.timer) clearTimeout(press.timer);
    if (!press.stop) return;
    press.stop();
    this.holder.end(press.held, keep);
  }
}
