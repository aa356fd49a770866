import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type ChartNode, isWithin } from "./chart-tree";

/** As far as the pointer must go before it is no press. */
const threshold = 6;

export interface Drag {
  node: ChartNode;
  target: ChartNode | null;
}

/**
 * A person is taken by the mouse and put onto another, who leads them from then on; the tree does the same in the panel, for
 * whoever has none. Escape puts them back.
 */
export function useDragPerson(byId: ReadonlyMap<number, ChartNode>, onDrop: (drag: Required<Drag>) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const take = (node: ChartNode, down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || down.pointerType === "touch") return;
    const element = down.currentTarget;
    let now: Drag | null = null;
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
      // The press that ends it isn't one on the person.
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, true));
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

const swallow = (event: Event) => {
  event.stopPropagation();
  event.preventDefault();
};
