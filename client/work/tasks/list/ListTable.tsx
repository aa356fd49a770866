import { printing$ } from "../../../platform/printing";
import { useIsPhoneWidth } from "../../../platform/useIsPhoneWidth";
import { useStore } from "../../../platform/store";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { useBoard, useCardRights } from "../state/useBoard";
import { FailedEditStore } from "./cells/failed-edits";
import { useCellClipboard } from "./cells/useCellClipboard";
import { gridTemplateOf, minTableWidth, type ListSettings } from "./list.columns";
import { ListContext, type ListScope } from "./list.context";
import type { ListGroup, Listing } from "./list.listing";
import { type ListRow, ListRows } from "./list.rows";
import { ListAddRow } from "./ListAddRow";
import { ListGroupRow } from "./ListGroupRow";
import { ListHeadRow } from "./ListHeadRow";
import classes from "./ListTable.module.css";
import { ListTaskRow } from "./ListTaskRow";
import { useGrouping } from "./useListing";
import { useListActions } from "./useListActions";
import { type ActiveCell, useListFocus } from "./useListFocus";
import { useListKeys } from "./useListKeys";
import type { ListSelection } from "./useListSelection";
import type { ListSettingsUpdater } from "./useListSettings";

const rowHeight = 36;
const phoneHeights: Record<ListRow["kind"], number> = { group: 40, task: 64, add: 48 };

interface ListTableProps {
  listing: Listing;
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
  selection: ListSelection;
  adding: string | null;
  onAdding: (key: string | null) => void;
  /** Group that always offers to add a task. */
  newGroup: ListGroup | undefined;
}

/** Virtualized table for up to ten thousand tasks. */
export function ListTable(props: ListTableProps) {
  const { listing, settings, changeSettings, selection, adding, onAdding, newGroup } = props;
  const text = useText();
  const [grouping] = useGrouping();
  const narrow = useIsPhoneWidth();
  const headed = grouping !== "none";
  const collapsed = settings.collapsed[grouping];
  const rows = useMemo(() => {
    const addingTo = [newGroup?.key, adding].filter((key): key is string => Boolean(key));
    return new ListRows(listing.groups, headed, new Set(collapsed), new Set(addingTo));
  }, [listing.groups, headed, collapsed, newGroup?.key, adding]);

  const [failed] = useState(() => new FailedEditStore());
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(rows, scroller, { headed, narrow });
  const { scrollTo } = virtual;
  const focus = useListFocus({ rows, columnCount: settings.columns.length, grid: scroller, scrollTo });
  virtual.keepRendered(focus.cell.index);

  const { columns } = settings;
  const acts = useListActions({
    rows,
    focus,
    selection,
    changeSettings,
    grouping,
    onAdding,
    adding,
    scrollTo,
    columns,
  });
  const focused = rows.at(focus.cell.index);
  const focusedId = focused?.kind === "task" ? focused.id : null;
  const can = useCardRights(useBoard(({ drawn }) => (focusedId === null ? null : taskById(drawn, focusedId))));
  const column = columns[focus.cell.column - 1];
  const isOnCell = focused?.kind === "task" && column !== undefined && !narrow && !focus.cell.editing;
  const { onCopy, onPaste, clear } = useCellClipboard({
    cell: isOnCell ? { taskId: focused.id, column } : null,
    failed,
  });
  const onKeyDown = useListKeys({
    rows,
    columns,
    focus,
    selection,
    acts,
    canEdit: can.edit,
    clear,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  });
  const scope = useMemo<ListScope>(() => ({ acts, columns, narrow, failed }), [acts, columns, narrow, failed]);
  const style = {
    "--grid": gridTemplateOf(settings),
    "--least": narrow ? "0" : `${minTableWidth(settings) + 52}px`,
  } as CSSProperties;
  return (
    <ListContext value={scope}>
      <div
        ref={scroller}
        className={classes.table}
        data-above-toasts
        style={style}
        role="treegrid"
        tabIndex={-1}
        aria-label={text("list.label")}
        aria-rowcount={rows.count + 1}
        aria-colcount={settings.columns.length + 1}
        aria-multiselectable
        data-list
        data-selecting={selection.ids.size > 0 || undefined}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        onClick={(event) => acts.point(event, false)}
        onDoubleClick={(event) => acts.point(event, true)}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <ListHeadRow listing={listing} settings={settings} changeSettings={changeSettings} selection={selection} />
        <div className={classes.body} role="rowgroup" style={{ blockSize: virtual.totalSize }}>
          {virtual.items.map(({ index, start }) =>
            rowAt(index, start, { rows, selection, adding, cell: focus.cell, headed, stuck: virtual.stuck() }),
          )}
        </div>
      </div>
    </ListContext>
  );
}

/** Rows within the viewport, and always the focused row and the heading of the current group, which is sticky. */
function useVirtualRows(
  rows: ListRows,
  scroller: RefObject<HTMLDivElement | null>,
  { headed, narrow }: { headed: boolean; narrow: boolean },
) {
  const always = useRef({ active: 0, stuck: -1 });
  const printing = useStore(printing$);
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(
      (at: number) => (narrow ? phoneHeights[rows.at(at)?.kind ?? "task"] : rowHeight),
      [narrow, rows],
    ),
    overscan: 12,
    scrollPaddingStart: headed ? rowHeight : 0,
    scrollPaddingEnd: narrow ? 0 : rowHeight,
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      if (printing) return Array.from({ length: range.count }, (_, at) => at);
      const stuck = rows.headOf(range.startIndex);
      always.current.stuck = stuck;
      const rowIndexes = new Set(defaultRangeExtractor(range));
      for (const at of [stuck, Math.min(always.current.active, rows.count - 1)]) if (at >= 0) rowIndexes.add(at);
      return [...rowIndexes].sort((a, b) => a - b);
    },
  });
  // Row heights differ on phones.
  useLayoutEffect(() => {
    if (narrow) virtualizer.measure();
  }, [narrow, rows, virtualizer]);
  return {
    scrollTo: useCallback((at: number) => virtualizer.scrollToIndex(at, { align: "auto" }), [virtualizer]),
    /** Called while rendering, before `items` is read. */
    keepRendered: (index: number) => {
      always.current.active = index;
    },
    get items() {
      return virtualizer.getVirtualItems();
    },
    get totalSize() {
      return virtualizer.getTotalSize();
    },
    /** Index of the sticky heading among the items; -1 if there is none. */
    stuck: () => always.current.stuck,
  };
}

interface DrawnRows extends Pick<ListTableProps, "selection" | "adding"> {
  rows: ListRows;
  cell: ActiveCell;
  headed: boolean;
  /** Index of the sticky heading, which has no offset. */
  stuck: number;
}

/** The row at an index, with its offset from the top in pixels. */
function rowAt(at: number, start: number, { rows, selection, adding, cell, headed, stuck }: DrawnRows) {
  const row = rows.at(at);
  if (!row) return null;
  const place: CSSProperties | undefined = at === stuck ? undefined : { translate: `0 ${start}px` };
  const active = at === cell.index;
  switch (row.kind) {
    case "group":
      return (
        <ListGroupRow
          key={row.key}
          group={row.group}
          index={at}
          place={place}
          active={active}
          folded={rows.collapsed.has(row.group.key)}
          selected={row.group.ids.length > 0 && row.group.ids.every((id) => selection.ids.has(id))}
        />
      );
    case "add":
      return (
        <ListAddRow
          key={row.key}
          group={row.group}
          rowKey={row.key}
          index={at}
          place={place}
          active={active}
          open={adding === row.group.key}
        />
      );
    case "task":
      return (
        <ListTaskRow
          key={row.key}
          id={row.id}
          rowKey={row.key}
          index={at}
          start={start}
          leveled={headed}
          selected={selection.ids.has(row.id)}
          activeColumn={active ? cell.column : -1}
          editing={active && cell.editing}
          typed={active ? cell.typed : undefined}
        />
      );
  }
}
