import { scrollAtEdges } from "./edge-scroll";

/** A click isn't a drag, and a finger that scrolls isn't one that holds. */
const slop = 4;
const holdMs = 320;

export interface Point {
  x: number;
  y: number;
}

/** What is done with what is held. */
export interface Holder<Held> {
  /** It is in the hand from now on. False: it can't be taken. */
  begin: (held: Held) => boolean;
  /** The pointer is there, or what lies under it has moved. */
  carry: (held: Held, at: Point) => void;
  /** Let go; `keep` says whether it stays where it is. */
  end: (held: Held, keep: boolean) => void;
  /** Pressed and let go, without anything being taken. */
  press?: (held: Held) => void;
}

export interface Down extends Point {
  pointerType: string;
  pointerId: number;
  /** A handle that nothing scrolls by: a finger needn't stay on it first. */
  immediate?: boolean;
}

/** A press that may become a drag. */
interface Press<Held> extends Down {
  held: Held;
  timer: ReturnType<typeof setTimeout> | null;
  /** Set once it is a drag: ends what runs along with it. */
  stop: (() => void) | null;
}

/**
 * Takes things into the hand: by the mouse as soon as it moves, by a finger that stays for a moment; one that moves
 * scrolls. While something is held the element scrolls at its edges and the page doesn't.
 */
export class PointerHold<Held> {
  private current: Press<Held> | null = null;
  private last: Point = { x: 0, y: 0 };
  private wasDrag = false;
  private element: HTMLElement | null = null;

  constructor(private readonly holder: Holder<Held>) {}

  /** Listens while the element is there. Answers how to stop. */
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
    // A finger that holds something neither scrolls nor asks for the browser's menu.
    const still = (event: TouchEvent) => this.current?.stop && event.cancelable && event.preventDefault();
    element.addEventListener("touchmove", still, { passive: false, signal });
    element.addEventListener("contextmenu", (event) => this.current && event.preventDefault(), { signal });
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

  down(down: Down, held: Held): void {
    this.end(false);
    this.wasDrag = false;
    const press: Press<Held> = { ...down, held, timer: null, stop: null };
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
    // What lies under it may go on while the pointer stays where it is.
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
    // Where it was let go, not what was drawn last: a screen that is busy draws later than the pointer goes.
    if (press?.stop) this.holder.carry(press.held, { x: event.clientX, y: event.clientY });
    this.end(true);
    // The click comes at once, or not at all: what was dropped may be drawn elsewhere by then. A later one is another.
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
