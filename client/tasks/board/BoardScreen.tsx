import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../platform/intl/useText";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { Board } from "./Board";
import classes from "./Board.module.css";
import { BoardFilters } from "../filters/BoardFilters";
import { BoardHead } from "./BoardHead";
import type { Adding } from "./columns/Column";
import { newTaskColumn } from "./state/new-task-column";
import { useBoard, useBoardScope } from "./state/useBoard";
import { WaitingBar } from "./WaitingBar";

export function BoardScreen() {
  const text = useText();
  const { can } = useBoardScope();
  const [adding, setAdding] = useState<Adding | null>(null);
  const firstColumn = useBoard(({ drawn }) => newTaskColumn(drawn));
  const selecting = useBoard(({ selected }) => selected.length > 0); // the bar of what they can do is in its place

  const newTask = () =>
    firstColumn !== undefined && can.create && setAdding({ columnId: columnInView() ?? firstColumn, where: "bottom" });
  useShortcuts({
    title: "keys.board",
    shortcuts: [
      { keys: ["n"], label: "keys.new", run: () => void newTask() },
      { keys: ["/"], label: "keys.search", run: focusSearch },
    ],
  });
  return (
    <>
      <BoardHead onNewTask={can.create && firstColumn !== undefined ? newTask : undefined} />
      <BoardFilters />
      <WaitingBar />
      <Board adding={adding} onAdd={setAdding} />
      {can.create && firstColumn !== undefined && !selecting && (
        <button type="button" className={classes.fab} aria-label={text("board.newTask")} onClick={newTask}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
      )}
    </>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-board-search] input, input[data-board-search]")?.focus();
}

/** On a phone one column is what one looks at: there the new task goes. */
function columnInView(): number | null {
  if (!window.matchMedia("(max-width: 47.99em)").matches) return null;
  const middle = window.innerWidth / 2;
  const column = [...document.querySelectorAll<HTMLElement>("[data-column]")].find((element) => {
    const box = element.getBoundingClientRect();
    return box.left <= middle && box.right >= middle;
  });
  return column ? Number(column.dataset.column) : null;
}
