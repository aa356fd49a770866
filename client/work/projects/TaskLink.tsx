import type { MouseEvent } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { useStore } from "../../platform/store";
import { useOpenTask } from "./open-task";
import { type LinkedTask, taskLayout$, taskPathFor } from "./task-layout";

interface TaskLinkProps extends Omit<LinkProps, "to"> {
  task: LinkedTask;
}

/** Opens the task over the current screen. The address is the task's own, for a new tab and for copying. */
export function TaskLink({ task, onClick, children, ...link }: TaskLinkProps) {
  const layout = useStore(taskLayout$);
  const { show } = useOpenTask();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { defaultPrevented, metaKey, ctrlKey, shiftKey, altKey, button } = event;
    if (layout === "page" || defaultPrevented || metaKey || ctrlKey || shiftKey || altKey || button !== 0) return;
    if (event.currentTarget.closest("[aria-modal=true]")) return; // a modal would cover the panel
    event.preventDefault();
    show(task.id, task.comment);
  };
  return (
    <Link to={taskPathFor(layout, task)} {...link} onClick={open}>
      {children}
    </Link>
  );
}
