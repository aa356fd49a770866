import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartScope } from "./useTimeline";

/** Pixels; the stylesheet says the same. */
export const rowHeight = 36;
/** Rows are drawn in steps of so many: a scroll draws now and then, not with every pixel. */
const step = 8;
/** What is counted over the days in sight is counted when a scroll has come to rest. */
const restMs = 120;

/** What is drawn: the part of the chart that is in sight, and some more on all sides. Days are day numbers. */
export interface ChartWindow {
  firstRow: number;
  lastRow: number;
  firstDay: number;
  lastDay: number;
}

export const isRtl = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).direction === "rtl";

/** What the axis has beside the first column. */
export function axisWidth(element: HTMLElement): number {
  return element.clientWidth - (element.querySelector<HTMLElement>("[data-corner]")?.offsetWidth ?? 0);
}

/** The days in sight, without any around them. */
export function daysInSight(element: HTMLElement, { range, dayWidth }: ChartScope): [first: number, last: number] {
  const from = Math.abs(element.scrollLeft) / dayWidth;
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
    rest.current = setTimeout(() => scope.sight$.next(daysInSight(element, scope)), restMs);
    const top = Math.floor(element.scrollTop / rowHeight / step) * step;
    const rows = Math.ceil(element.clientHeight / rowHeight / step) * step;
    const reach = Math.max(7, Math.ceil(element.clientWidth / dayWidth / 7) * 7);
    const day = range.first + Math.floor(Math.abs(element.scrollLeft) / dayWidth / reach) * reach;
    const next: ChartWindow = {
      firstRow: Math.max(0, Math.min(top, rowCount - 1) - step),
      lastRow: Math.min(rowCount - 1, top + rows + 2 * step),
      firstDay: Math.max(range.first, day - reach),
      lastDay: Math.min(range.last, day + 3 * reach),
    };
    setWindow((now) => (same(now, next) ? now : next));
  };

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is in sight depends on these; looking is made anew with each render
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
