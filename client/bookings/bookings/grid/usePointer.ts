import { type PointerEvent, type RefObject, useCallback, useEffect, useState } from "react";
import type { SlotDraft, DragGrip } from "./grid.drag";
import type { GridRange } from "./grid.time";
import { SlotDrag } from "./slot.drag";

interface Options {
  range: GridRange;
  timeZoneOf: (resourceId: number) => string;
  onDrop: (draft: SlotDraft) => void;
  mayBook: boolean;
}

export function usePointer(scroller: RefObject<HTMLElement | null>, { range, timeZoneOf, onDrop, mayBook }: Options) {
  const [draft, setDraft] = useState<SlotDraft | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [drag] = useState(() => new SlotDrag());
  useEffect(() => {
    drag.scene = { range, timeZoneOf, show: setDraft, choose: setChosen, drop: onDrop };
  }, [drag, range, timeZoneOf, onDrop]);
  useEffect(() => (scroller.current ? drag.attach(scroller.current) : undefined), [drag, scroller]);
  useEffect(() => {
    if (chosen === null) return;
    const escape = (event: KeyboardEvent) => event.key === "Escape" && drag.choose(null);
    window.addEventListener("keydown", escape);
    return () => window.removeEventListener("keydown", escape);
  }, [chosen, drag]);

  /** `before` is the grabbed booking, omitted when a new time is selected. */
  const take = useCallback(
    (event: PointerEvent<HTMLElement>, grip: DragGrip, resourceId: number, before?: SlotDraft) => {
      if (event.button !== 0 || !event.isPrimary || !mayBook) return;
      const { clientX: x, clientY: y, pointerId, pointerType, currentTarget } = event;
      if (pointerType !== "touch") {
        event.preventDefault();
        if (before) (currentTarget.closest("button") ?? currentTarget).focus();
      }
      const immediate = currentTarget.dataset.handle !== undefined;
      drag.down({ x, y, pointerId, pointerType, immediate }, currentTarget.closest("[data-track]") ?? currentTarget, {
        grip,
        before: (at) => before ?? { resourceId, from: at, until: at, bookingId: null },
      });
    },
    [drag, mayBook],
  );
  return { draft, chosen, take };
}
