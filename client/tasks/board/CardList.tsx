import { useDroppable } from "@dnd-kit/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { CardSlot } from "./CardSlot";
import classes from "./columns/Column.module.css";
import { GhostCard, OtherSlot, OwnSlot } from "./columns/Slots";
import { type Row, useRows } from "./useRows";
import { useScrollAnchor } from "./useScrollAnchor";

/** Above this only what is on the screen is rendered. */
const virtualAbove = 60;
const gap = 8;
const estimateSize = () => 84;

export const listIdOf = (columnId: number) => `list-${columnId}`;

/** The cards of a column, with what isn't a card between them: slots where something will land, refused ghosts. */
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
  const { rows, parked, slotAt, byKeyboard } = useRows(columnId, ids);
  // The list, not its scroller: what scrolls while a card is dragged are the ancestors of what it hovers.
  const droppable = useDroppable({ id: listIdOf(columnId), data: { columnId } });
  const virtual = rows.length > virtualAbove;
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
  const shown = rows.slice(first, last + 1).map((row, at) => (
    <li key={row.key} data-index={first + at} ref={virtual ? virtualizer.measureElement : undefined}>
      <RowView row={row} />
    </li>
  ));
  // The card in one's hand stays where it was in the page, unseen: a finger's touch ends when its element goes.
  if (parked) {
    const at = Math.min(Math.max(parked.at - first, 0), shown.length);
    shown.splice(
      at,
      0,
      <li key={parked.row.key} className={classes.parked} data-index={-1}>
        <RowView row={parked.row} />
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
        {shown}
      </ol>
      {children}
    </div>
  );
});

export function RowView({ row }: { row: Row }) {
  switch (row.kind) {
    case "card":
      return <CardSlot id={row.id} />;
    case "slot":
      return <OwnSlot />;
    case "other":
      return <OtherSlot user={row.user} />;
    case "ghost":
      return <GhostCard pending={row.pending} />;
  }
}
