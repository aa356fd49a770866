import { type Down, type Point, PointerHold } from "../../ui/pointer-hold";
import { type Draft, dragged, type Held, pressed, sameDraft } from "./grid.drag";
import { type GridRange, timeAt } from "./grid.time";

/** What the drag asks the grid, at the moment it needs to know. */
export interface SlotScene {
  range: GridRange;
  /** What is in the hand. */
  show: (draft: Draft | null) => void;
  /** On which booking a finger stayed. */
  choose: (bookingId: number | null) => void;
  /** A time was chosen, or a booking put down elsewhere. */
  drop: (draft: Draft) => void;
}

type Press = Held & { touch: boolean };

/** The part of a row's track where the pointer is, from where time begins: mirrored where one reads from the right. */
function partOf(track: Element, x: number): number {
  const { left, width } = track.getBoundingClientRect();
  const part = (x - left) / width;
  return getComputedStyle(track).direction === "rtl" ? 1 - part : part;
}

const trackAt = ({ x, y }: Point) =>
  document.elementsFromPoint(x, y).find((each) => each instanceof HTMLElement && each.dataset.track) as
    | HTMLElement
    | undefined;

/** What a press has become with the pointer at a place. */
function draftAt(press: Press, at: Point, range: GridRange): Draft | null {
  const own = document.querySelector<HTMLElement>(`[data-track="${press.before.resourceId}"]`);
  const track = press.grip === "move" ? (trackAt(at) ?? own) : own;
  return track && dragged(press, range, partOf(track, at.x), Number(track.dataset.track));
}

/**
 * Drags free time, bookings and their edges. A booking on which a finger stayed without moving it is chosen: it has handles
 * at its edges then, wide enough for one.
 */
export class SlotDrag {
  private shown: Draft | null = null;
  private chosen: number | null = null;
  private readonly hold = new PointerHold<Press>({
    begin: (press) => this.begin(press),
    carry: (press, at) => this.scene && this.show(draftAt(press, at, this.scene.range)),
    end: (press, keep) => this.end(press, keep),
    press: (press) => this.press(press),
  });

  /** As it is drawn now. */
  scene: SlotScene | null = null;

  attach = (element: HTMLElement): (() => void) => this.hold.attach(element);

  down(down: Down, track: Element, { grip, before }: Pick<Held, "grip"> & { before: (at: number) => Draft }): void {
    if (!this.scene) return;
    const at = timeAt(this.scene.range, partOf(track, down.x));
    this.hold.down(down, { grip, at, before: before(at), touch: down.pointerType === "touch" });
  }

  choose(bookingId: number | null): void {
    this.chosen = bookingId;
    this.scene?.choose(bookingId);
  }

  private show(draft: Draft | null): void {
    if (sameDraft(this.shown, draft)) return;
    this.shown = draft;
    this.scene?.show(draft);
  }

  private begin({ grip, before }: Press): boolean {
    if (!this.scene) return false;
    this.choose(null);
    this.show(grip === "new" ? pressed(before, this.scene.range) : before);
    return true;
  }

  private end({ grip, touch, before }: Press, keep: boolean): void {
    const dropped = this.shown;
    this.show(null);
    if (!keep || !dropped || !this.scene) return;
    if (touch && (grip !== "move" || sameDraft(dropped, before))) this.choose(before.bookingId);
    this.scene.drop(grip === "new" ? pressed(dropped, this.scene.range) : dropped);
  }

  /** A finger that presses somewhere else puts the handles away, and nothing more. */
  private press({ grip, before, touch }: Press): void {
    const away = touch && this.chosen !== null;
    this.choose(null);
    if (grip === "new" && !away && this.scene) this.scene.drop(pressed(before, this.scene.range));
  }
}
