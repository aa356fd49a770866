import { type ReactNode, useEffect, useState } from "react";
import { BehaviorSubject } from "rxjs";
import { later, whenIdle } from "../../ui/states/later";
import { preloadToasts } from "../../ui/toast/toast";
import classes from "./Board.module.css";
import { PanelNotLoaded } from "../detail/PanelNotLoaded";
import { ShownOrderContext } from "./state/shown-order";
import { useBoardScope } from "./state/useBoard";
import { useOpenTask } from "../filters/useBoardFilter";
import { useBoardUndo } from "./state/useBoardUndo";

const TaskPanel = later(async () => (await import("../detail/TaskPanel")).BoardTaskPanel, { failed: PanelNotLoaded });

/** What all views of a project's tasks have: the open task over them, undo, and what the others see of one. */
export function ProjectFrame({ children }: { children: ReactNode }) {
  const { actor } = useBoardScope();
  const { open } = useOpenTask();
  const [order] = useState(() => new BehaviorSubject<(() => readonly number[]) | null>(null));
  useBoardUndo();

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

  return (
    <ShownOrderContext value={order}>
      <div className={classes.screen}>
        {children}
        {open !== null && <TaskPanel taskId={open} />}
      </div>
    </ShownOrderContext>
  );
}
