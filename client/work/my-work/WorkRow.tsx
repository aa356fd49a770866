import { UnstyledButton } from "@mantine/core";
import { memo } from "react";
import type { WorkProject, WorkTask } from "../../../shared/work/my-work/my-work.contract";
import type { TaskChangeInput } from "../../../shared/work/tasks/tasks.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { ColumnGlyph, ColumnPicker } from "../tasks/fields/ColumnPicker";
import { DayPopover } from "../tasks/fields/DayPopover";
import { DueDay } from "../tasks/fields/DueDay";
import { TaskLink } from "../projects/TaskLink";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import { TagChip } from "../../ui/signs/TagChip";
import classes from "./my-work.module.css";
import { reportFailure } from "../../platform/failure";
import { unsentChanges } from "../../platform/pending/pending";
import { changeTasks } from "../tasks/pending/change-tasks";
import { acceptedVersion, type PendingChange } from "../tasks/pending/task-changes";
import { usePendingTask } from "../tasks/pending/usePendingTask";
import tones from "../../ui/layout/tones.module.css";

interface WorkRowProps {
  task: WorkTask;
  project: WorkProject;
  /** Set if the row's group already names the project. */
  hideProject?: boolean;
}

export const WorkRow = memo(function WorkRow({ task, project, hideProject = false }: WorkRowProps) {
  const text = useText();
  const { day, list } = useFormat();
  const { pendingTask, saving, save } = useWorkRow(task);
  const { columns, can } = project;
  const column = columns.find((one) => one.id === pendingTask.task_status_id) ?? columns[0];
  const glyph = <ColumnGlyph columns={columns} id={pendingTask.task_status_id} label={column?.title} />;
  const due = pendingTask.due_date ? (
    <DueDay task={pendingTask} />
  ) : (
    <span className={tones.quiet}>{text("work.addDay")}</span>
  );
  const move = (columnId: number) => {
    const title = columns.find((one) => one.id === columnId)?.title;
    save({ task_status_id: columnId }, text("board.toast.moved", { key: task.key, column: title }));
  };
  const subtaskNames = task.subtasks.map(({ name }) => isolateDirection(name));
  const moreSubtasks = task.subtask_total - subtaskNames.length;
  const setDay = (dueDate: string | null, extend: boolean) => {
    const message = dueDate
      ? text("work.dueSet", { key: task.key, day: day(dueDate) })
      : text("work.dueRemoved", { key: task.key });
    save({ due_date: dueDate, ...(extend && { extend_project: true }) }, message);
  };
  return (
    <li className={classes.row} data-row data-task={task.id} aria-busy={saving}>
      {can.move ? (
        <ColumnPicker columns={columns} chosen={pendingTask.task_status_id} label={text("task.status")} onPick={move}>
          {(button) => (
            <UnstyledButton
              className={classes.status}
              aria-label={text("work.status", { key: task.key, column: column?.title })}
              {...button}
            >
              <ColumnGlyph columns={columns} id={pendingTask.task_status_id} />
            </UnstyledButton>
          )}
        </ColumnPicker>
      ) : (
        <span className={classes.status}>{glyph}</span>
      )}
      <bdi className={`key ${classes.key}`}>{task.key}</bdi>
      <TaskLink className={classes.title} task={{ id: task.id, projectId: project.id }} data-row-link data-card-link>
        <bdi>{task.title}</bdi>
        {task.subtasks.length > 0 && (
          <small className={classes.subtasks}>
            {text("work.yourSubtasks", {
              count: task.subtask_total,
              names: list(
                moreSubtasks > 0 ? [...subtaskNames, text("work.moreSubtasks", { count: moreSubtasks })] : subtaskNames,
              ),
            })}
          </small>
        )}
      </TaskLink>
      {!hideProject && (
        <span className={classes.project}>
          <TagChip name={project.title} color={project.color} />
        </span>
      )}
      {can.edit ? (
        <DayPopover
          value={pendingTask.due_date}
          min={task.start_date}
          projectId={project.id}
          label={text("task.due")}
          onChange={setDay}
        >
          {(button) => (
            <UnstyledButton className={classes.due} data-none={!pendingTask.due_date || undefined} {...button}>
              {due}
            </UnstyledButton>
          )}
        </DayPopover>
      ) : (
        <span className={classes.due}>{pendingTask.due_date && due}</span>
      )}
      <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
    </li>
  );
});

/** Isolates a name, so that its direction doesn't affect the sentence around it. */
const isolateDirection = (name: string) => `\u2068${name}\u2069`;

/** A task with the user's pending changes applied until the list contains them. */
function useWorkRow(task: WorkTask) {
  const pending = usePendingTask(task);
  const pendingTask = pending.reduce(withPendingChange, task);
  const save = (change: Omit<TaskChangeInput, "id" | "version">, text: string) => {
    changeTasks([{ id: task.id, version: pendingTask.version, ...change }], text, { offer: true }).catch(reportFailure);
  };
  return { pendingTask, saving: unsentChanges(pending).length > 0, save };
}

function withPendingChange(task: WorkTask, pending: PendingChange): WorkTask {
  if (pending.state === "refused") return task;
  const version = acceptedVersion(pending, task.id) ?? task.version;
  if (pending.kind === "move") return { ...task, version, task_status_id: pending.to.columnId };
  const change = pending.kind === "change" ? pending.changes.find(({ id }) => id === task.id) : undefined;
  const { task_status_id = task.task_status_id, due_date = task.due_date } = change ?? {};
  return { ...task, version, task_status_id, due_date };
}
