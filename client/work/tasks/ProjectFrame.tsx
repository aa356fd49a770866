import { type ReactNode, useEffect } from "react";
import { lazyWithRetry, whenIdle } from "../../ui/states/lazy-with-retry";
import { preloadToasts } from "../../ui/toast/toast";
import classes from "./board/Board.module.css";
import { PanelNotLoaded } from "./detail/PanelNotLoaded";
import { useBoardScope } from "./state/useBoard";
import { useOpenTask } from "../projects/open-task";
import { useBoardUndo } from "./state/useBoardUndo";
import { preloadTaskParts, useDefaultTemplate } from "./tasks.slots";

const TaskPanel = lazyWithRetry(async () => (await import("./detail/TaskPanel")).BoardTaskPanel, {
  failed: PanelNotLoaded,
});

/** Parts common to all task views: the open task, undo, and presence. */
export function ProjectFrame({ children }: { children: ReactNode }) {
  const { actor, projectId, can } = useBoardScope();
  const { open } = useOpenTask();
  useBoardUndo();
  // Read with the board, so that new tasks start from the template on a slow connection and offline, too.
  useDefaultTemplate(can.create ? projectId : undefined, undefined);

  useEffect(() => actor.send({ type: "OPEN", taskId: open }), [actor, open]);

  // Preloaded because the connection may drop later.
  useEffect(
    () =>
      whenIdle(() => {
        TaskPanel.preload();
        preloadToasts();
        preloadTaskParts();
      }),
    [],
  );

  return (
    <div className={classes.screen}>
      {children}
      {open !== null && <TaskPanel taskId={open} />}
    </div>
  );
}
