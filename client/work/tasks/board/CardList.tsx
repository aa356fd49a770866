import { useDroppable } from "@dnd-kit/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { printing$ } from "../../../platform/printing";
import { useStore } from "../../../platform/store";
import { CardSlot } from "./CardSlot";
import classes from "./columns/Column.module.css";
import { RefusedGhostCard, OtherUserDropSlot, OwnDropSlot } from "./columns/DropSlots";
import { type ColumnRow, useColumnRows } from "./useColumnRows";
import { useScrollAnchor } from "./useScrollAnchor";

/** Number of cards above which the list is virtualized. */
const virtualAbove = 60;
const gap = 8;
const estimateSize = () => 84;

export const cardListIdOf = (columnId: number) => `list-${columnId}`;

export const CardList = memo(function CardList({
  columnId,
  ids,
  top,
  children,
}: {
  columnId: number;
  ids: readonly number[];
  top?: ReactNode;
  children?: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, parked, slotAt, byKeyboard } = useColumnRows(columnId, ids);
  // The droppable is the list instead of its scroll container, because dnd-kit scrolls ancestors of the hovered element.
  const droppable = useDroppable({ id: cardListIdOf(columnId), data: { columnId } });
  const printing = useStore(printing$);
  const virtual = rows.length > virtualAbove && !printing;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((at: number) => rows[at]?.key ?? at, [rows]),
    estimateSize,
    gap,
    overscan: 8,
    useFlushSync: false,
  });
  useScrollAnchor(scroller, rows, virtual);
  useLayoutEffect(() => {
    if (byKeyboard && virtual && slotAt >= 0) virtualizer.scrollToIndex(slotAt, { align: "auto" });
  }, [byKeyboard, virtual, slotAt, virtualizer]);

  const items = virtual ? virtualizer.getVirtualItems() : null;
  const first = items ? (items[0]?.index ?? 0) : 0;
  const last = items ? (items.at(-1)?.index ?? -1) : rows.length - 1;
  const renderedRows = rows.slice(first, last + 1).map((row, at) => (
    <li key={row.key} data-index={first + at} ref={virtual ? virtualizer.measureElement : undefined}>
      <CardListRow row={row} />
    </li>
  ));
  // Keeps the dragged card in the DOM but hidden, because touch events end when their target is removed.
  if (parked) {
    const at = Math.min(Math.max(parked.at - first, 0), renderedRows.length);
    renderedRows.splice(
      at,
      0,
      <li key={parked.row.key} className={classes.parked} data-index={-1}>
        <CardListRow row={parked.row} />
      </li>,
    );
  }
  const padding = items && {
    paddingBlockStart: items[0]?.start ?? 0,
    paddingBlockEnd: Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)),
  };
  return (
    <div ref={scroller} className={classes.cards} data-list={columnId}>
      {top}
      <ol ref={droppable.setNodeRef} className={classes.list} style={padding ?? undefined} data-cards={columnId}>
        {renderedRows}
      </ol>
      {children}
    </div>
  );
});

export function CardListRow({ row }: { row: ColumnRow }) {
  switch (row.kind) {
    case "card":
      return <CardSlot id={row.id} />;
    case "slot":
      return <OwnDropSlot />;
    case "other":
      return <OtherUserDropSlot user={row.user} />;
    case "ghost":
      return <RefusedGhostCard pending={row.pending} />;
  }
}
