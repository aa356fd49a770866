import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import type { ChartNode } from "./chart-tree";
import classes from "./org-chart.module.css";

export interface ItemState {
  expanded: boolean;
  active: boolean;
  me: boolean;
  mine: boolean;
  target: boolean;
  movable: boolean;
}

/** Handlers of a chart box; stable across renders (`useItemHandlers`), because the boxes are memoized. */
export interface ItemHandlers {
  onOpen: (node: ChartNode) => void;
  onToggle: (node: ChartNode) => void;
  onActive: (node: ChartNode) => void;
  onTake: (node: ChartNode, event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface ChartItemBoxProps extends ItemState, ItemHandlers {
  node: ChartNode;
  /** Position of the left and top edge in px. */
  x?: number;
  y?: number;
  style?: CSSProperties;
}

export const ChartItemBox = memo(function ChartItemBox(props: ChartItemBoxProps) {
  const { node, x, y, style, expanded, active, me, mine, target, movable } = props;
  const { onOpen, onToggle, onActive, onTake, onKeyDown } = props;
  const text = useText();
  const { list, number } = useFormat();
  const { item, parent, children, below, level } = node;
  const siblings = parent?.children ?? null;
  const leads = children.length > 0;
  const beside =
    item.dotted.length > 0 && text("orgChart.dotted", { names: list(item.dotted.map(({ name }) => name)) });
  return (
    <div
      role="treeitem"
      id={`chart-${item.id}`}
      className={classes.node}
      style={x === undefined ? style : { transform: `translate(${x}px, ${y}px)` }}
      tabIndex={active ? 0 : -1}
      aria-level={level}
      aria-posinset={siblings ? siblings.indexOf(node) + 1 : undefined}
      aria-setsize={siblings?.length}
      aria-expanded={leads ? expanded : undefined}
      aria-selected={active}
      aria-label={[
        item.name,
        item.sub,
        me && text("orgChart.you"),
        beside,
        leads && text("orgChart.leads", { count: children.length, below }),
      ]
        .filter(Boolean)
        .join(text("list.comma"))}
      data-node={item.id}
      data-me={me || undefined}
      data-mine={mine || undefined}
      data-target={target || undefined}
      data-away={item.away || undefined}
      data-vacant={item.vacant || undefined}
      data-dimmed={item.dimmed || undefined}
      data-movable={(movable && !item.vacant) || undefined}
      onFocus={() => onActive(node)}
      onClick={() => onOpen(node)}
      onKeyDown={onKeyDown}
      onPointerDown={movable && !item.vacant ? (event) => onTake(node, event) : undefined}
    >
      {item.vacant ? (
        <span className={classes.noFace} aria-hidden />
      ) : (
        <Avatar
          person={item.face ?? { id: item.id, fullname: item.name }}
          size={28}
          dimmed={item.away}
          hasVisibleName
        />
      )}
      <span className={classes.words}>
        <b>
          <TruncatedName>{item.name}</TruncatedName>
        </b>
        {item.sub && <TruncatedName>{item.sub}</TruncatedName>}
        {x === undefined && beside && <TruncatedName>{beside}</TruncatedName>}
      </span>
      {leads && (
        <span
          className={classes.more}
          aria-hidden
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node);
          }}
        >
          {expanded ? "–" : number(below)}
        </span>
      )}
    </div>
  );
});
