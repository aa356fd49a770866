import { useState } from "react";
import { useMatches } from "react-router-dom";
import { readTask, type TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import type { PageHandle } from "../../../platform/feature/feature";
import { useEndpoint } from "../../../platform/query";
import { useOpenTask } from "../../projects/open-task";
import { ShownTaskContext } from "../fields/shown-task";
import { useTaskFields } from "../fields/useTaskFields";
import { TaskCommands } from "./TaskCommands";

/**
 * Palette commands for the task whose row or bar had the focus or is selected, on screens without cards (my work, timeline, dashboard,
 * search). Mounted while the palette is open.
 */
export function RowCommands({ from }: { from: Element | null }) {
  const { open } = useOpenTask();
  const matches = useMatches();
  const hasCards = matches.some(({ handle }) => (handle as PageHandle | undefined)?.showsTasks);
  const [taskId] = useState(() => idOfBar(from) ?? (hasCards ? null : idOfRow(from)));
  // The panel already provides the commands of the open task.
  return taskId === null || taskId === open ? null : <CommandsFor taskId={taskId} />;
}

const idOfRow = (from: Element | null) => idIn(from?.closest<HTMLElement>("[data-task]")?.dataset.task);

/** Returns the task id of the focused or selected bar of the timeline, which has no cards. */
const idOfBar = (from: Element | null) =>
  idIn(
    (from?.closest<HTMLElement>("[data-bar]") ?? document.querySelector<HTMLElement>("[data-bar][data-selected]"))
      ?.dataset.bar,
  );

const idIn = (id: string | undefined): number | null => (Number(id) > 0 ? Number(id) : null);

function CommandsFor({ taskId }: { taskId: number }) {
  const task = useEndpoint(readTask, { params: { id: taskId } }, { staleTime: 0 }).data?.data as TaskDetail | undefined;
  return (
    task && (
      <ShownTaskContext value={task}>
        <CommandsOf task={task} />
      </ShownTaskContext>
    )
  );
}

function CommandsOf({ task }: { task: TaskDetail }) {
  return <TaskCommands fields={useTaskFields(task, { offer: true })} />;
}
