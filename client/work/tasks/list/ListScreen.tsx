import { IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import { whenIdle } from "../../../ui/states/lazy-with-retry";
import boardClasses from "../board/Board.module.css";
import { BoardInteractions } from "../board/BoardInteractions";
import { BulkBar } from "../board/BulkBar";
import { BoardHead } from "../board/BoardHead";
import { useShownOrder } from "../../projects/shown-order";
import { hasNoCards } from "../state/board.visible";
import { useBoard, useBoardParts, useBoardScope } from "../state/useBoard";
import { PendingChangesBar } from "../board/PendingChangesBar";
import { preloadCalendar } from "./cells/CellDate";
import { withExpandedGroup } from "./list.columns";
import { defaultGroupOf } from "./list.groups";
import { EmptyList } from "./EmptyList";
import { ListTable } from "./ListTable";
import { ListTools } from "./ListTools";
import { useGrouping, useListing } from "./useListing";
import { useListSelect } from "./useListSelect";
import { useListSelection } from "./useListSelection";
import { useListSettings } from "./useListSettings";
import { useListShortcuts } from "./useListShortcuts";

export function ListScreen() {
  const text = useText();
  const { can } = useBoardScope();
  const listing = useListing();
  const [settings, changeSettings] = useListSettings();
  const selection = useListSelection(listing);
  const [grouping] = useGrouping();
  const [adding, setAdding] = useState<string | null>(null);
  const isEmpty = useBoard(({ drawn }) => hasNoCards(drawn.columnIds, drawn.order));
  const board = useBoardParts(({ context: { drawn } }) => ({
    columnIds: drawn.columnIds,
    columns: drawn.columns,
    fields: drawn.fields,
    users: drawn.users,
  }));
  const target = can.create ? defaultGroupOf(listing.groups, board) : undefined;
  const handlers = useStableHandlers({
    newTask: () => {
      if (!target) return;
      changeSettings((now) => withExpandedGroup(now, grouping, target.key));
      setAdding(target.key);
    },
    listing: () => listing,
  });
  const newTask = target && handlers.newTask;
  useListShortcuts(newTask);
  const order = useCallback(() => [...new Set(listing.groups.flatMap(({ ids }) => ids))], [listing]);
  useShownOrder(order);
  const select = useListSelect(selection, order);
  useEffect(() => whenIdle(preloadCalendar), []);
  const selected = useMemo(() => [...selection.ids], [selection.ids]);
  const nothing = adding === null && (isEmpty || listing.count === 0);
  return (
    <>
      <BoardHead onNewTask={newTask} />
      <ListTools listing={handlers.listing} settings={settings} changeSettings={changeSettings} />
      <PendingChangesBar />
      {nothing ? (
        <EmptyList isEmpty={isEmpty} onAdd={newTask} />
      ) : (
        <BoardInteractions select={select} view="list">
          <ListTable
            listing={listing}
            settings={settings}
            changeSettings={changeSettings}
            selection={selection}
            adding={adding}
            onAdding={setAdding}
            newGroup={target}
          />
        </BoardInteractions>
      )}
      <BulkBar ids={selected} onClear={selection.clear} />
      {newTask && selected.length === 0 && (
        <button type="button" className={boardClasses.fab} aria-label={text("board.newTask")} onClick={newTask}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
      )}
    </>
  );
}
