import { IconExternalLink } from "@tabler/icons-react";
import { fieldOfKey, isProjectFieldKey, type ProjectFieldKey } from "../../../../../shared/work/fields/field-keys";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import {
  choiceOfColumn,
  type FigureField,
  figureOfColumn,
  isFigureColumn,
} from "../../../../../shared/work/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { StatusGlyph } from "../../../../ui/signs/StatusGlyph";
import { TagChip } from "../../../../ui/signs/TagChip";
import { useDuration } from "../../../../ui/fields/useDuration";
import type { CardState } from "../../state/board.card-state";
import { statusOfColumn } from "../../state/column.status";
import { validChoiceOf, useChoices } from "../../fields/useChoices";
import { DueDay } from "../../fields/DueDay";
import { FieldValueText } from "../../fields/FieldValueText";
import { useFigures } from "../../fields/useFigures";
import { boardOptionLists, useBoardParts } from "../../state/useBoard";
import type { ListColumn } from "../list.columns";
import { EmptyCell } from "../EmptyCell";
import { ListPeople } from "../ListPeople";
import { KeyLink, TitleCell } from "../ListTitle";
import classes from "./ListCell.module.css";

interface ListCellProps {
  column: ListColumn;
  task: BoardTask;
  state: CardState;
  rowKey: string;
  at: number;
}

export function ListCell({ column, task, state, rowKey, at }: ListCellProps) {
  const text = useText();
  const { number, day } = useFormat();
  const duration = useDuration();
  const choices = useChoices();
  if (isProjectFieldKey(column)) return <FieldCell column={column} task={task} />;
  switch (column) {
    case "key":
      return <KeyLink task={task} />;
    case "title":
      return <TitleCell task={task} state={state} rowKey={rowKey} at={at} />;
    case "status":
      return <StatusCell columnId={task.task_status_id} />;
    case "assignee":
      return <ListPeople task={task} />;
    case "start_date":
      return task.start_date ? <time dateTime={task.start_date}>{day(task.start_date, "short")}</time> : <EmptyCell />;
    case "due_date":
      return task.due_date ? <DueDay task={task} /> : <EmptyCell />;
    case "tag":
      return <TagsCell task={task} />;
    case "subtasks":
      if (task.subtask_count === 0) return <EmptyCell />;
      return text("task.doneOf", { done: number(task.subtask_done_count), total: number(task.subtask_count) });
    case "spent":
      if (!task.spent_minutes) return <EmptyCell />;
      return (
        <span data-over={isOverEstimate(task) || undefined} className={`clip ${classes.spent}`}>
          {duration(task.spent_minutes)}
        </span>
      );
    case "created_at":
      return <time dateTime={task.created_at}>{day(task.created_at, "short")}</time>;
    case "comments":
      return task.comment_count === 0 ? <EmptyCell /> : number(task.comment_count);
    case "files":
      return task.attachment_count === 0 ? <EmptyCell /> : number(task.attachment_count);
    default: {
      if (isFigureColumn(column)) return <FigureCell field={figureOfColumn(column)} task={task} />;
      const field = choiceOfColumn(column);
      return choices.cell(field, validChoiceOf(task, field), classes.muted);
    }
  }
}

function FieldCell({ column, task }: { column: ProjectFieldKey; task: BoardTask }) {
  const text = useText();
  const { field, users } = useBoardParts(({ context: { drawn } }) => ({
    field: fieldOfKey(drawn.fields, column),
    users: drawn.users,
  }));
  const value = field && task.field_values[field.id];
  if (!field || value === undefined) return <EmptyCell />;
  return (
    <>
      <FieldValueText field={field} value={value} people={users} />
      {field.kind === "link" && (
        <a
          href={String(value)}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          className={classes.pencil}
          aria-label={text("projectField.openLink")}
          title={text("projectField.openLink")}
        >
          <IconExternalLink size={14} stroke={1.75} className="flip" aria-hidden />
        </a>
      )}
    </>
  );
}

function FigureCell({ field, task }: { field: FigureField; task: BoardTask }) {
  const figures = useFigures();
  const value = task[field];
  return value === null ? <EmptyCell /> : <span className="clip">{figures.shown(field, value)}</span>;
}

const isOverEstimate = (task: BoardTask) =>
  task.estimate_minutes !== null && (task.spent_minutes ?? 0) > task.estimate_minutes;

function StatusCell({ columnId }: { columnId: number }) {
  const board = useBoardParts(({ context: { drawn } }) => ({ columnIds: drawn.columnIds, columns: drawn.columns }));
  return (
    <>
      <StatusGlyph status={statusOfColumn(board, columnId)} />
      <bdi className={`clip ${classes.muted}`}>{board.columns[columnId]?.title}</bdi>
    </>
  );
}

function TagsCell({ task }: { task: BoardTask }) {
  const text = useText();
  const { number, list } = useFormat();
  const { tags } = useBoardParts(boardOptionLists);
  const taskTags = task.tag_ids.flatMap((id) => tags[id] ?? []);
  const [first, ...rest] = taskTags;
  if (!first) return <EmptyCell />;
  return (
    <>
      <TagChip name={first.name} color={first.color} />
      {rest.length > 0 && (
        <span className={classes.rest} title={list(rest.map(({ name }) => name))}>
          <span aria-hidden>{text("ui.more", { count: number(rest.length) })}</span>
          <span className="sr-only">{list(rest.map(({ name }) => name))}</span>
        </span>
      )}
    </>
  );
}
