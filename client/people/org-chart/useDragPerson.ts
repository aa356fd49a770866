import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type ChartNode, isWithin } from "./chart-tree";

/** Pointer distance in px above which a press becomes a drag. */
const threshold = 6;

export interface PersonDrag {
  node: ChartNode;
  target: ChartNode | null;
}

/** Moves a person below another manager by dragging with the mouse; the panel offers the same without a mouse. Escape cancels. */
export function useDragPerson(byId: ReadonlyMap<number, ChartNode>, onDrop: (drag: Required<PersonDrag>) => void) {
  const [drag, setDrag] = useState<PersonDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const take = (node: ChartNode, down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || down.pointerType === "touch") return;
    const element = down.currentTarget;
    let now: PersonDrag | null = null;
    const onMove = (event: globalThis.PointerEvent) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!now && Math.hypot(dx, dy) < threshold) return;
      const over = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((one) => one.closest<HTMLElement>("[data-node]"))
        .find((one) => one && one !== element);
      const found = over ? byId.get(Number(over.dataset.node)) : undefined;
      const target = found && !found.item.vacant && !isWithin(found, node) && found !== node.parent ? found : null;
      const scale = element.getBoundingClientRect().width / element.offsetWidth || 1;
      element.style.translate = `${dx / scale}px ${dy / scale}px`;
      element.toggleAttribute("data-dragged", true);
      if (!now || now.target !== target) setDrag((now = { node, target }));
    };
    const end = () => {
      element.style.translate = "";
      element.toggleAttribute("data-dragged", false);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("keydown", onKey, true);
      stop.current = null;
      setDrag(null);
    };
    const onUp = () => {
      const last = now;
      end();
      if (!last) return;
      // Suppresses the click at the end of a drag, which would open the person.
      addEventListener("click", stopEvent, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stopEvent, true));
      if (last.target) onDrop(last);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      end();
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("keydown", onKey, true);
    stop.current = end;
  };
  return { drag, take };
}

const stopEvent = (event: Event) => {
  event.stopPropagation();
  event.preventDefault();
};
