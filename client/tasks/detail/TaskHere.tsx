import { useLocation } from "react-router-dom";
import { pathOfTask, taskLayout$ } from "../../platform/task-layout";
import { useValue } from "../../platform/value";
import { later } from "../../ui/states/later";
import { PanelNotLoaded } from "./PanelNotLoaded";
import { useOpenTask } from "../filters/useBoardFilter";

const TaskPanel = later(async () => (await import("./TaskPanel")).TaskPanel, { failed: PanelNotLoaded });

/** The open task over a screen with tasks of several projects: one stays there, and goes on where one was. */
export function TaskHere({ ids }: { ids: readonly number[] }) {
  const { open } = useOpenTask();
  return open === null ? null : <TaskPanel taskId={open} place={{ projectId: null, ids }} />;
}

/** Where a task of such a screen leads: over this screen, or to its page for who has chosen pages. */
export function useTaskHere(): (taskId: number) => string {
  const layout = useValue(taskLayout$);
  const { pathname, search } = useLocation();
  return (id) => {
    if (layout === "page") return pathOfTask("page", { id });
    const next = new URLSearchParams(search);
    next.delete("comment");
    next.set("task", String(id));
    return `${pathname}?${next}`;
  };
}
