import { useMatches } from "react-router-dom";
import type { PageHandle } from "../../../platform/feature/feature";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import { useOpenTask } from "../../projects/open-task";
import { PanelNotLoaded } from "./PanelNotLoaded";

const TaskPanel = lazyWithRetry(async () => (await import("./TaskPanel")).TaskPanel, { failed: PanelNotLoaded });

/** The panel of the task named in the address, over every screen with the menu that doesn't show it itself. */
export function TaskOverlay() {
  const { open } = useOpenTask();
  const matches = useMatches();
  const isShownByPage = matches.some(({ handle }) => (handle as PageHandle | undefined)?.showsTasks);
  return open === null || isShownByPage ? null : <TaskPanel taskId={open} />;
}
