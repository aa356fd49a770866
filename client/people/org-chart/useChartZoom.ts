import { select } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { type RefObject, startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { boxHeight, boxWidth, type ChartBox, type ChartDrawing } from "./chart-layout";

export interface VisibleArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const minZoom = 0.1;
const maxZoom = 2;
/** Fraction of the viewport that is drawn beyond each edge, so that small moves need no render. */
const margin = 0.6;

interface Places {
  viewport: RefObject<HTMLDivElement | null>;
  stage: RefObject<HTMLDivElement | null>;
}

/**
 * Pan and zoom by mouse, touch and wheel (d3-zoom). The stage moves without React; `area` is the region to draw and changes only near its
 * edge.
 */
export function useChartZoom({ viewport, stage }: Places) {
  const [area, setArea] = useState<VisibleArea>({ left: -2_000, top: -500, right: 2_000, bottom: 2_000 });
  const [scale, setScale] = useState(1);
  const drawn = useRef(area);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);
  const now = useRef<ZoomTransform>(zoomIdentity);

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const follow = (transform: ZoomTransform) => {
      now.current = transform;
      if (stage.current)
        stage.current.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
      setScale(transform.k);
      const visibleArea = areaOf(element, transform);
      if (isInside(visibleArea, drawn.current)) return;
      const next = withMargin(visibleArea);
      drawn.current = next;
      startTransition(() => setArea(next));
    };
    const zoomBehavior = zoom<HTMLDivElement, unknown>()
      .scaleExtent([minZoom, maxZoom])
      // A pointer down on a movable person starts a drag; anywhere else it pans the chart.
      .filter((event: Event) => !startsOnItem(event) && !(event as MouseEvent).button)
      .on("zoom", ({ transform }: { transform: ZoomTransform }) => follow(transform));
    behaviour.current = zoomBehavior;
    select(element).call(zoomBehavior).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => follow(now.current));
    watch.observe(element);
    return () => {
      watch.disconnect();
      select(element).on(".zoom", null);
    };
  }, [viewport, stage]);

  const move = useCallback(
    (transform: ZoomTransform) => {
      if (viewport.current && behaviour.current) select(viewport.current).call(behaviour.current.transform, transform);
    },
    [viewport],
  );

  const moves = useMemo(
    () => ({
      /** Centers a box at the current scale, but at least at a readable one. */
      center({ x, y }: Pick<ChartBox, "x" | "y">) {
        const element = viewport.current;
        if (!element) return;
        const k = Math.max(now.current.k, 0.8);
        const [width, height] = [element.clientWidth / 2, element.clientHeight / 2];
        move(zoomIdentity.translate(width - (x + boxWidth / 2) * k, height - (y + boxHeight / 2) * k).scale(k));
      },
      reveal(box: Pick<ChartBox, "x" | "y">) {
        const element = viewport.current;
        const boxArea = { left: box.x, top: box.y, right: box.x + boxWidth, bottom: box.y + boxHeight };
        if (element && !isInside(boxArea, areaOf(element, now.current))) this.center(box);
      },
      /** Fits the whole drawing, without enlarging it. */
      fit({ left, right, bottom }: ChartDrawing) {
        const element = viewport.current;
        if (!element) return;
        const [width, height] = [right - left + 48, bottom + 72];
        const k = Math.max(minZoom, Math.min(1, element.clientWidth / width, element.clientHeight / height));
        move(zoomIdentity.translate(element.clientWidth / 2 - ((left + right) / 2) * k, 28).scale(k));
      },
      by(factor: number) {
        if (viewport.current && behaviour.current) select(viewport.current).call(behaviour.current.scaleBy, factor);
      },
    }),
    [viewport, move],
  );
  return { area, scale, ...moves };
}

const startsOnItem = (event: Event) =>
  event.type === "mousedown" && (event.target as Element).closest("[data-movable]") !== null;

function areaOf(element: HTMLElement, { x, y, k }: ZoomTransform): VisibleArea {
  const { clientWidth, clientHeight } = element;
  return { left: -x / k, top: -y / k, right: (clientWidth - x) / k, bottom: (clientHeight - y) / k };
}

const isInside = (one: VisibleArea, other: VisibleArea) =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;

function withMargin({ left, top, right, bottom }: VisibleArea): VisibleArea {
  const [width, height] = [(right - left) * margin, (bottom - top) * margin];
  return { left: left - width, top: top - height, right: right + width, bottom: bottom + height };
}

export const isBoxInArea = ({ x, y }: ChartBox, { left, top, right, bottom }: VisibleArea): boolean =>
  x + boxWidth > left && x < right && y + boxHeight > top && y < bottom;
