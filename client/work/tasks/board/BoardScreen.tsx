import { IconPlus } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { useShortcuts } from "../../../ui/keys/shortcuts";
import { Board } from "./Board";
import classes from "./Board.module.css";
import { BoardFilters } from "../filters/BoardFilters";
import { BoardHead } from "./BoardHead";
import type { AddPosition } from "./columns/Column";
import { newTaskColumn } from "../state/new-task-column";
import { useBoard, useBoardScope } from "../state/useBoard";
import { useShownOrder } from "../../projects/shown-order";
import { useVisibleCards } from "../filters/useVisibleCards";
import { PendingChangesBar } from "./PendingChangesBar";

export function BoardScreen() {
  const text = useText();
  const { can } = useBoardScope();
  const [adding, setAdding] = useState<AddPosition | null>(null);
  const firstColumn = useBoard(({ drawn }) => newTaskColumn(drawn));
  const selecting = useBoard(({ selected }) => selected.length > 0); // while tasks are selected, the bulk action bar is shown instead

  const newTask =
    can.create && firstColumn !== undefined
      ? () => setAdding({ columnId: columnInView() ?? firstColumn, where: "bottom" })
      : undefined;
  useShortcuts({
    title: "keys.board",
    shortcuts: [
      { keys: ["n"], label: "keys.new", run: () => (newTask ? newTask() : false) },
      { keys: ["/"], label: "keys.search", run: focusSearch },
    ],
  });
  return (
    <>
      <BoardHead onNewTask={newTask} />
      <BoardFilters />
      <PendingChangesBar />
      <CardOrder />
      <Board adding={adding} onAdd={setAdding} />
      {newTask && !selecting && (
        <button type="button" className={classes.fab} aria-label={text("board.newTask")} onClick={newTask}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
      )}
    </>
  );
}

/** Publishes the cards from the first column to the last. A component, so that a move doesn't render the screen's head and filters. */
function CardOrder() {
  const visible = useVisibleCards();
  const columnIds = useBoard(({ drawn }) => drawn.columnIds);
  useShownOrder(useCallback(() => columnIds.flatMap((id) => visible[id] ?? []), [visible, columnIds]));
  return null;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-board-search] input, input[data-board-search]")?.focus();
}

/** On phones, new tasks go to the column in view. */
function columnInView(): number | null {
  if (!window.matchMedia("(max-width: 47.99em)").matches) return null;
  const middle = window.innerWidth / 2;
  const column = [...document.querySelectorAll<HTMLElement>("[data-column]")].find((element) => {
    const box = element.getBoundingClientRect();
    return box.left <= middle && box.right >= middle;
  });
  return column ? Number(column.dataset.column) : null;
}
