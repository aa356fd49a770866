import { IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { whenIdle } from "../../ui/states/later";
import boardClasses from "../board/Board.module.css";
import { BoardHands } from "../board/BoardHands";
import { BulkBar } from "../board/BulkBar";
import { BoardHead } from "../board/BoardHead";
import { useShownOrder } from "../board/state/shown-order";
import { useBoard, useBoardScope } from "../board/state/useBoard";
import { WaitingBar } from "../board/WaitingBar";
import { preloadCalendar } from "./cells/CellDate";
import { withUnfolded } from "./list.columns";
import { newGroupOf } from "./list.groups";
import { ListNothing } from "./ListNothing";
import { ListTable } from "./ListTable";
import { ListTools } from "./ListTools";
import { useGrouping, useListing } from "./useListing";
import { useListSelect } from "./useListSelect";
import { useListSelection } from "./useListSelection";
import { useListSettings } from "./useListSettings";
import { useListShortcuts } from "./useListShortcuts";

/** The tasks of a project as a table, over the same machine as the board. */
export function ListScreen() {
  const text = useText();
  const { can } = useBoardScope();
  const listing = useListing();
  const [settings, changeSettings] = useListSettings();
  const selection = useListSelection();
  const [grouping] = useGrouping();
  const [adding, setAdding] = useState<string | null>(null);
  const isEmpty = useBoard(({ drawn }) => drawn.columnIds.every((id) => !drawn.order[id]?.length));
  const columns = useBoard(({ drawn }) => drawn.columns);
  const target = can.create ? newGroupOf(listing.groups, columns) : undefined;
  const newTask =
    target &&
    (() => {
      changeSettings((now) => withUnfolded(now, grouping, target.key));
      setAdding(target.key);
    });
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
      <ListTools listing={listing} settings={settings} changeSettings={changeSettings} />
      <WaitingBar />
      {nothing ? (
        <ListNothing isEmpty={isEmpty} onAdd={newTask} />
      ) : (
        <BoardHands select={select} view="list">
          <ListTable
            listing={listing}
            settings={settings}
            changeSettings={changeSettings}
            selection={selection}
            adding={adding}
            onAdding={setAdding}
            newGroup={target}
          />
        </BoardHands>
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
