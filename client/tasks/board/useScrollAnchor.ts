import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Row } from "./useRows";

/**
 * Cards that come or go above what one is reading must not move it: the first card in view keeps its place. Browsers do
 * that by themselves in a plain list; in a virtual one, where the space above is only padding, it is done here.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], virtual: boolean): void {
  const anchor = useRef<{ key: string; index: number; top: number } | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = anchor.current;
    if (!element || !virtual || !before || element.scrollTop <= 0) return;
    const index = rows.findIndex((row) => row.key === before.key);
    if (index < 0 || index === before.index) return;
    const item = element.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (item) element.scrollTop += item.getBoundingClientRect().top - element.getBoundingClientRect().top - before.top;
  }, [scroller, rows, virtual]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !virtual) return;
    const remember = () => {
      const top = element.getBoundingClientRect().top;
      for (const item of element.querySelectorAll<HTMLElement>("[data-index]")) {
        const box = item.getBoundingClientRect();
        if (box.bottom <= top) continue;
        const index = Number(item.dataset.index);
        const row = rows[index];
        if (!row) continue; // the parked card has no place
        anchor.current = { key: row.key, index, top: box.top - top };
        return;
      }
    };
    remember();
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, rows, virtual]);
}
