import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartScope } from "./useTimeline";

/** Height in pixels; must match the style sheet. */
export const rowHeight = 36;
/** Rows are rendered in steps, so that not every scrolled pixel causes a render. */
const step = 8;
/** Pause in ms after scrolling before the figures of the visible days are updated. */
const restMs = 120;

/** Rendered part of the chart: the visible one with a margin. Days are day numbers. */
export interface ChartWindow {
  firstRow: number;
  lastRow: number;
  firstDay: number;
  lastDay: number;
}

export function axisWidth(element: HTMLElement): number {
  return element.clientWidth - (element.querySelector<HTMLElement>("[data-corner]")?.offsetWidth ?? 0);
}

export function visibleDays(element: HTMLElement, { range, dayWidth }: ChartScope): [first: number, last: number] {
  const from = element.scrollLeft / dayWidth;
  const days = axisWidth(element) / dayWidth;
  return [
    Math.min(range.first + Math.ceil(from - 0.5), range.last),
    Math.min(range.first + Math.max(Math.floor(from + days - 0.5), 0), range.last),
  ];
}

export function useChartWindow(
  scroller: RefObject<HTMLDivElement | null>,
  rowCount: number,
  scope: ChartScope,
): ChartWindow {
  const { range, dayWidth } = scope;
  const [window, setWindow] = useState<ChartWindow>({
    firstRow: 0,
    lastRow: 40,
    firstDay: range.first,
    lastDay: Math.min(range.last, range.first + 90),
  });

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = () => {
    const element = scroller.current;
    if (!element) return;
    clearTimeout(rest.current);
    rest.current = setTimeout(() => scope.sight$.set(visibleDays(element, scope)), restMs);
    const top = Math.floor(element.scrollTop / rowHeight / step) * step;
    const rows = Math.ceil(element.clientHeight / rowHeight / step) * step;
    const reach = Math.max(7, Math.ceil(element.clientWidth / dayWidth / 7) * 7);
    const day = range.first + Math.floor(element.scrollLeft / dayWidth / reach) * reach;
    const next: ChartWindow = {
      firstRow: Math.max(0, Math.min(top, rowCount - 1) - step),
      lastRow: Math.min(rowCount - 1, top + rows + 2 * step),
      firstDay: Math.max(range.first, day - reach),
      lastDay: Math.min(range.last, day + 3 * reach),
    };
    setWindow((now) => (same(now, next) ? now : next));
  };

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the visible part depends on these values; `look` changes with each render
  useLayoutEffect(look, [scroller, rowCount, range, dayWidth]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      size.disconnect();
      clearTimeout(rest.current);
    };
  });
  return window;
}

const same = (a: ChartWindow, b: ChartWindow) =>
  a.firstRow === b.firstRow && a.lastRow === b.lastRow && a.firstDay === b.firstDay && a.lastDay === b.lastDay;
