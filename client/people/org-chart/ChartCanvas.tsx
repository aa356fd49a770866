import { ActionIcon, Button, useDirection } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { printing$ } from "../../platform/printing";
import { useStore } from "../../platform/store";
import { readThemeColours, renderSvg } from "./chart-export";
import { boxWidth, type ChartDrawing, layoutChart, mirrorDrawing } from "./chart-layout";
import type { ChartNode } from "./chart-tree";
import { ChartItemBox } from "./ChartItemBox";
import classes from "./org-chart.module.css";
import { isBoxInArea, useChartZoom } from "./useChartZoom";
import { useDragPerson } from "./useDragPerson";
import { useItemHandlers } from "./useItemHandlers";
import type { TreeState } from "./useTree";

export interface CanvasHandle {
  drawing: () => ChartDrawing;
  plain: () => ChartDrawing;
}

interface ChartCanvasProps {
  label: string;
  tops: readonly ChartNode[];
  tree: TreeState;
  movable: (node: ChartNode) => boolean;
  onOpen: (node: ChartNode) => void;
  onMove: (node: ChartNode, manager: ChartNode) => void;
  handle: RefObject<CanvasHandle | null>;
}

/** The chart as a zoomable drawing that renders only boxes near the viewport; exposed to screen readers as a tree. */
export function ChartCanvas({ label, tops, tree, movable, onOpen, onMove, handle }: ChartCanvasProps) {
  const { dir } = useDirection();
  const viewport = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const { area, ...zoom } = useChartZoom({ viewport, stage });
  const { expanded, active, me, mine } = tree;
  const plain = useMemo(() => layoutChart(tops, expanded), [tops, expanded]);
  const drawing = useMemo(() => (dir === "rtl" ? mirrorDrawing(plain) : plain), [plain, dir]);
  // Memoized: otherwise React would compare thousands of paths on each wheel event.
  const lines = useMemo(() => drawing.lines.map((path) => <path key={path} d={path} />), [drawing]);
  const places = useMemo(() => new Map(drawing.boxes.map((box) => [box.node.item.id, box])), [drawing]);
  useImperativeHandle(handle, () => ({ drawing: () => drawing, plain: () => plain }), [drawing, plain]);
  const { drag, take } = useDragPerson(tree.byId, ({ node, target }) => target && onMove(node, target));

  const placeOf = (node: ChartNode | undefined) => (node ? places.get(node.item.id) : undefined);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || drawing.boxes.length === 0) return;
    begun.current = true;
    zoom.fit(drawing);
  });
  const reached = placeOf(active);
  useEffect(() => {
    if (reached) zoom.reveal(reached);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends only on the id, so that the user may scroll away again
  }, [active?.item.id]);

  const handlers = useItemHandlers(tree, { onOpen, onTake: take });
  const printing = useStore(printing$);
  // In a zero-width container right-aligned content ends where left-aligned content starts.
  const offset = dir === "rtl" ? boxWidth : 0;
  return (
    <div className={classes.canvas}>
      {printing && (
        // The printed drawing. `renderSvg` escapes its texts.
        <div
          className={classes.paper}
          dangerouslySetInnerHTML={{
            __html: renderSvg(drawing, {
              colours: readThemeColours(document.documentElement),
              rtl: dir === "rtl",
              title: label,
            }),
          }}
        />
      )}
      <div className={classes.viewport} ref={viewport} dir="ltr">
        <div className={classes.stage} ref={stage}>
          <svg className={classes.lines} aria-hidden>
            <g transform={dir === "rtl" ? "scale(-1 1)" : undefined}>
              {lines}
              {drawing.dotted.map((path) => (
                <path key={`dotted ${path}`} d={path} data-dotted />
              ))}
            </g>
          </svg>
          <div role="tree" aria-label={label} dir={dir} className={classes.boxes} data-canvas>
            {drawing.boxes
              .filter((box) => isBoxInArea(box, area) || box.node === active)
              .map(({ node, x, y }) => (
                <ChartItemBox
                  key={node.item.id}
                  node={node}
                  x={x + offset}
                  y={y}
                  expanded={expanded.has(node.item.id)}
                  active={node === active}
                  me={node === me}
                  mine={mine.has(node.item.id)}
                  target={drag?.target === node}
                  movable={movable(node)}
                  {...handlers}
                />
              ))}
          </div>
        </div>
      </div>
      <Controls
        scale={zoom.scale}
        onBy={zoom.by}
        onFit={() => zoom.fit(drawing)}
        onMe={me && (() => (placeOf(me) ? zoom.center(placeOf(me) as { x: number; y: number }) : tree.openTo(me)))}
      />
    </div>
  );
}

interface ControlsProps {
  scale: number;
  onBy: (factor: number) => void;
  onFit: () => void;
  /** Undefined for users who aren't in the chart. */
  onMe: (() => void) | undefined;
}

function Controls({ scale, onBy, onFit, onMe }: ControlsProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <div className={classes.controls} role="group" aria-label={text("orgChart.zoom")}>
      <ActionIcon aria-label={text("orgChart.smaller")} onClick={() => onBy(1 / 1.3)}>
        <IconMinus size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span>{number(scale, { style: "percent" })}</span>
      <ActionIcon aria-label={text("orgChart.larger")} onClick={() => onBy(1.3)}>
        <IconPlus size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Button variant="subtle" color="gray" onClick={onFit}>
        {text("orgChart.fit")}
      </Button>
      {onMe && (
        <Button variant="subtle" color="gray" onClick={onMe}>
          {text("orgChart.showMe")}
        </Button>
      )}
    </div>
  );
}
