import { useMatches } from "react-router-dom";
import type { PageHandle } from "../../../platform/feature/feature";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import { useOpenTask } from "../../projects/open-task";
import { PanelNotLoaded } from "./PanelNotLoaded";

const TaskPanel = lazyWithRetry(async () => (await import("./TaskPanel")).TaskPanel, { failed: PanelNotLoaded });

/** Shows the panel of the task in the URL over screens with the menu that don't show the task themselves. */
export function TaskOverlay() {
  const { open } = useOpenTask();
  const matches = useMatches();
  const isShownByPage = matches.some(({ handle }) => (handle as PageHandle | undefined)?.showsTasks);
  return open === null || isShownByPage ? null : <TaskPanel taskId={open} />;
}
