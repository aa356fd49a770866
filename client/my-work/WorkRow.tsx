import { UnstyledButton } from "@mantine/core";
import { memo } from "react";
import { Link } from "react-router-dom";
import type { WorkProject, WorkTask } from "../../shared/my-work/my-work.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { ColumnGlyph, ColumnPicker } from "../tasks/fields/ColumnPicker";
import { DayPopover } from "../tasks/fields/DayPopover";
import { DueDay } from "../tasks/fields/DueDay";
import { useTaskHere } from "../tasks/detail/TaskHere";
import { PriorityBars } from "../ui/signs/PriorityBars";
import { TagChip } from "../ui/signs/TagChip";
import classes from "./my-work.module.css";
import { useWorkRow } from "./useWorkRow";

interface WorkRowProps {
  task: WorkTask;
  project: WorkProject;
  /** Said by the group it stands in. */
  hideProject?: boolean;
}

/** A task among one's own: its column and its day are changed where they stand. */
export const WorkRow = memo(function WorkRow({ task, project, hideProject = false }: WorkRowProps) {
  const text = useText();
  const { day, list } = useFormat();
  const pathOf = useTaskHere();
  const { shown, saving, save } = useWorkRow(task);
  const { columns, can } = project;
  const column = columns.find((one) => one.id === shown.task_status_id) ?? columns[0];
  const glyph = <ColumnGlyph columns={columns} id={shown.task_status_id} label={column?.title} />;
  const due = shown.due_date ? <DueDay task={shown} /> : <span className={classes.noDay}>{text("work.addDay")}</span>;
  const move = (columnId: number) => {
    const title = columns.find((one) => one.id === columnId)?.title;
    void save({ task_status_id: columnId }, text("board.toast.moved", { key: task.key, column: title }));
  };
  const named = task.subtasks.map(({ name }) => isolated(name));
  const unnamed = task.subtask_total - named.length;
  const setDay = (wanted: string | null) => {
    const said = wanted
      ? text("work.dueSet", { key: task.key, day: day(wanted) })
      : text("work.dueRemoved", { key: task.key });
    void save({ due_date: wanted }, said);
  };
  return (
    <li className={classes.row} data-row data-task={task.id} aria-busy={saving}>
      {can.move ? (
        <ColumnPicker columns={columns} chosen={shown.task_status_id} label={text("task.status")} onPick={move}>
          {(button) => (
            <UnstyledButton
              className={classes.status}
              aria-label={text("work.status", { key: task.key, column: column?.title })}
              {...button}
            >
              <ColumnGlyph columns={columns} id={shown.task_status_id} />
            </UnstyledButton>
          )}
        </ColumnPicker>
      ) : (
        <span className={classes.status}>{glyph}</span>
      )}
      <bdi className={`key ${classes.key}`}>{task.key}</bdi>
      <Link className={classes.title} to={pathOf(task.id)} preventScrollReset data-row-link data-card-link>
        <bdi>{task.title}</bdi>
        {task.subtasks.length > 0 && (
          <small className={classes.subtasks}>
            {text("work.yourSubtasks", {
              count: task.subtask_total,
              names: list(unnamed > 0 ? [...named, text("work.moreSubtasks", { count: unnamed })] : named),
            })}
          </small>
        )}
      </Link>
      {!hideProject && (
        <span className={classes.project}>
          <TagChip name={project.title} color={project.color} />
        </span>
      )}
      {can.edit ? (
        <DayPopover
          value={shown.due_date}
          min={latest(task.start_date, project.start_date)}
          max={project.end_date}
          label={text("task.due")}
          onChange={setDay}
        >
          {(button) => (
            <UnstyledButton className={classes.due} data-none={!shown.due_date || undefined} {...button}>
              {due}
            </UnstyledButton>
          )}
        </DayPopover>
      ) : (
        <span className={classes.due}>{shown.due_date && due}</span>
      )}
      <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
    </li>
  );
});

/** Names in whatever direction don't turn the sentence that they stand in. */
const isolated = (name: string) => `\u2068${name}\u2069`;

const latest = (a: string | null, b: string | null) => (a && b ? (a > b ? a : b) : (a ?? b));
