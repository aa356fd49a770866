import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ColumnRow } from "./useColumnRows";

/**
 * Keeps the first visible card in place while cards above it are added or removed. Browsers do this for plain lists, but not for virtual
 * ones, where the space above is padding.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly ColumnRow[],
  virtual: boolean,
): void {
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
        if (!row) continue; // the parked card has no position
        anchor.current = { key: row.key, index, top: box.top - top };
        return;
      }
    };
    remember();
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, rows, virtual]);
}
