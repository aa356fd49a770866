import { type PressPoint, type Point, PointerHold } from "../../../ui/pointer-hold";
import { type SlotDraft, draftWhileDragging, type DragStart, draftFromClick, isSameDraft } from "./grid.drag";
import { type GridRange, timeAtFraction } from "./grid.time";

export interface SlotDragContext {
  range: GridRange;
  /** Time zone of a resource, whose local times are kept. */
  timeZoneOf: (resourceId: number) => string;
  show: (draft: SlotDraft | null) => void;
  choose: (bookingId: number | null) => void;
  drop: (draft: SlotDraft) => void;
}

type Press = DragStart & { touch: boolean };

/** Fraction of the row's width at `x`. Time runs from left to right in every language. */
function partOf(track: Element, x: number): number {
  const { left, width } = track.getBoundingClientRect();
  return (x - left) / width;
}

const trackAt = ({ x, y }: Point) =>
  document.elementsFromPoint(x, y).find((each) => each instanceof HTMLElement && each.dataset.track) as
    | HTMLElement
    | undefined;

function draftAt(press: Press, at: Point, { range, timeZoneOf }: SlotDragContext): SlotDraft | null {
  const own = document.querySelector<HTMLElement>(`[data-track="${press.before.resourceId}"]`);
  const track = press.grip === "move" ? (trackAt(at) ?? own) : own;
  if (!track) return null;
  const timeZone = timeZoneOf(press.before.resourceId);
  return draftWhileDragging(press, range, partOf(track, at.x), Number(track.dataset.track), timeZone);
}

/** Drags free time, bookings and their edges. A long press selects a booking, which then shows handles wide enough for touch. */
export class SlotDrag {
  private shown: SlotDraft | null = null;
  private chosen: number | null = null;
  private readonly hold = new PointerHold<Press>({
    begin: (press) => this.begin(press),
    carry: (press, at) => this.scene && this.show(draftAt(press, at, this.scene)),
    end: (press, keep) => this.end(press, keep),
    press: (press) => this.press(press),
  });

  scene: SlotDragContext | null = null;

  attach = (element: HTMLElement): (() => void) => this.hold.attach(element);

  down(
    down: PressPoint,
    track: Element,
    { grip, before }: Pick<DragStart, "grip"> & { before: (at: number) => SlotDraft },
  ): void {
    if (!this.scene) return;
    const at = timeAtFraction(this.scene.range, partOf(track, down.x));
    this.hold.down(down, { grip, at, before: before(at), touch: down.pointerType === "touch" });
  }

  choose(bookingId: number | null): void {
    this.chosen = bookingId;
    this.scene?.choose(bookingId);
  }

  private show(draft: SlotDraft | null): void {
    if (isSameDraft(this.shown, draft)) return;
    this.shown = draft;
    this.scene?.show(draft);
  }

  private begin({ grip, before }: Press): boolean {
    if (!this.scene) return false;
    this.choose(null);
    this.show(grip === "new" ? this.clicked(before, this.scene) : before);
    return true;
  }

  private end({ grip, touch, before }: Press, keep: boolean): void {
    const dropped = this.shown;
    this.show(null);
    if (!keep || !dropped || !this.scene) return;
    if (touch && (grip !== "move" || isSameDraft(dropped, before))) this.choose(before.bookingId);
    this.scene.drop(grip === "new" ? this.clicked(dropped, this.scene) : dropped);
  }

  private clicked(draft: SlotDraft, { range, timeZoneOf }: SlotDragContext): SlotDraft {
    return draftFromClick(draft, range, timeZoneOf(draft.resourceId));
  }

  /** A touch elsewhere only deselects the booking and doesn't start a new one. */
  private press({ grip, before, touch }: Press): void {
    const away = touch && this.chosen !== null;
    this.choose(null);
    if (grip === "new" && !away && this.scene) this.scene.drop(this.clicked(before, this.scene));
  }
}
