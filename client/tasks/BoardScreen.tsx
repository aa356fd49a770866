import { useHotkeys } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { singleProject } from "../../shared/projects/projects.contract";
import { useText } from "../platform/intl/useText";
import { later, whenIdle } from "../ui/later";
import { preloadToasts } from "../ui/toast";
import { Board } from "./Board";
import classes from "./Board.module.css";
import { BoardFilters } from "./BoardFilters";
import { BoardHead } from "./BoardHead";
import type { Adding } from "./Column";
import { useBoard, useBoardScope } from "./useBoard";
import { useOpenTask } from "./useBoardFilter";
import { PanelNotLoaded } from "./PanelNotLoaded";
import { useBoardToasts } from "./useBoardToasts";
import { WaitingBar } from "./WaitingBar";

const TaskPanel = later(async () => (await import("./TaskPanel")).TaskPanel, { failed: PanelNotLoaded });

export type Project = ReplyOf<typeof singleProject>["data"];

export function BoardScreen({ project }: { project: Project | undefined }) {
  const text = useText();
  const { actor, can } = useBoardScope();
  const [adding, setAdding] = useState<Adding | null>(null);
  const firstColumn = useBoard(({ drawn }) => drawn.columnIds[0]);
  const { open } = useOpenTask();
  useBoardToasts();

  // The others see which task one has open.
  useEffect(() => actor.send({ type: "OPEN", taskId: open }), [actor, open]);

  // The line may break at any time; what one needs then should be here.
  useEffect(
    () =>
      whenIdle(() => {
        TaskPanel.preload();
        preloadToasts();
      }),
    [],
  );

  const newTask = () =>
    firstColumn !== undefined && can.create && setAdding({ columnId: columnInView() ?? firstColumn, where: "top" });
  useHotkeys([
    ["n", newTask],
    ["mod+z", () => actor.send({ type: "UNDO" })],
  ]);
  return (
    <div className={classes.screen}>
      <BoardHead project={project} onNewTask={can.create && firstColumn !== undefined ? newTask : undefined} />
      <BoardFilters />
      <WaitingBar />
      <Board adding={adding} onAdd={setAdding} />
      {can.create && firstColumn !== undefined && (
        <button type="button" className={classes.fab} aria-label={text("board.newTask")} onClick={newTask}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
      )}
      {open !== null && <TaskPanel taskId={open} />}
    </div>
  );
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
