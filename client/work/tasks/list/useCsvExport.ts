import { fieldOfKey, isProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import {
  type ChoiceField,
  choiceOfColumn,
  figureOfColumn,
  isFigureColumn,
} from "../../../../shared/work/tasks/tasks.field-lists";
import { readProject } from "../../../../shared/work/projects/projects.contract";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useValueText } from "../../fields/useValueText";
import { useColumnTitle } from "../fields/useColumnTitle";
import { validChoiceOf, useChoices } from "../fields/useChoices";
import { exportedFigure, isDuration } from "../fields/useFigures";
import { useBoardScope } from "../state/useBoard";
import { csvColumns, type ListColumn, type ListSettings } from "./list.columns";
import type { Grouping } from "./list.groups";
import type { TableCell } from "../../../../shared/kernel/text/csv";
import { csvBlob, fileNameOf, saveFile } from "../../../platform/download";
import { localDayOf, useToday } from "../../../platform/today";
import type { Listing } from "./list.listing";
import { roundToHours } from "../../../../shared/work/time/hours.rules";

export function useCsvExport(listing: () => Listing, settings: ListSettings, grouping: Grouping): () => void {
  const text = useText();
  const { word } = useChoices();
  const titleOf = useColumnTitle();
  const fieldCell = useFieldCell();
  const { actor, projectId } = useBoardScope();
  const columns = csvColumns(settings.columns, grouping);
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const today = useToday();
  return () => {
    const { drawn } = actor.getSnapshot().context;
    const head = columns.flatMap((column) => titlesOf(column, titleOf, text));
    // A task in several groups is exported once.
    const ids = [...new Set(listing().groups.flatMap((group) => group.ids))];
    const rows = ids.flatMap((id) => {
      const task = taskById(drawn, id);
      return task ? [columns.flatMap((column) => valuesOf(column, task, { board: drawn, word, fieldCell }))] : [];
    });
    saveFile(csvBlob([head, ...rows]), fileNameOf([text("list.label"), project?.code ?? "", today], "csv"));
  };
}

const dayCell = (day: string | null): TableCell => (day === null ? null : { day });

interface CellTexts {
  board: Board;
  word: ReturnType<typeof useChoices>["word"];
  fieldCell: ReturnType<typeof useFieldCell>;
}

/** Returns a function that exports a value of a project's field: numbers and days as such, the others as displayed. */
function useFieldCell(): (field: ProjectField | undefined, task: BoardTask, users: Board["users"]) => TableCell {
  const valueText = useValueText();
  return (field, task, users) => {
    const value = field && task.field_values[field.id];
    if (!field || value === undefined) return null;
    switch (field.kind) {
      case "number":
        return value as number;
      case "day":
        return dayCell(value as string);
      case "choices":
        return field.options.flatMap(({ id, title }) => ([value].flat().includes(id) ? title : [])).join("; ");
      case "text":
      case "link":
      case "flag":
      case "choice":
      case "person":
        return valueText(field, value, Object.values(users));
    }
  };
}

/** Titles of a column's cells, with the unit of times. The progress of subtasks is two numbers: programs read "3/5" as a date. */
function titlesOf(column: ListColumn, titleOf: (column: ListColumn) => string, text: TextFunction): string[] {
  const title = titleOf(column);
  if (isProjectFieldKey(column)) return [title];
  if (column === "subtasks") return [title, text("list.export.subtasksDone")];
  return [
    column === "spent" || (isFigureColumn(column) && isDuration(figureOfColumn(column))) ? `${title} (h)` : title,
  ];
}

const valuesOf = (column: ListColumn, task: BoardTask, texts: CellTexts): TableCell[] =>
  column === "subtasks" ? [task.subtask_count, task.subtask_done_count] : [valueOf(column, task, texts)];

/** Returns dates and figures in machine-readable formats and names as displayed. */
function valueOf(column: Exclude<ListColumn, "subtasks">, task: BoardTask, texts: CellTexts): TableCell {
  const { board, word, fieldCell } = texts;
  if (isProjectFieldKey(column)) return fieldCell(fieldOfKey(board.fields, column), task, board.users);
  switch (column) {
    case "key":
    case "title":
      return task[column];
    case "start_date":
    case "due_date":
      return dayCell(task[column]);
    case "status":
      return board.columns[task.task_status_id]?.title ?? "";
    case "assignee":
      return [
        ...task.user_ids.flatMap((id) => board.users[id]?.fullname ?? []),
        ...task.group_ids.flatMap((id) => board.groups[id]?.title ?? []),
      ].join("; ");
    case "tag":
      return task.tag_ids.flatMap((id) => board.tags[id]?.name ?? []).join("; ");
    case "spent":
      return task.spent_minutes ? roundToHours(task.spent_minutes) : null;
    case "created_at":
      return dayCell(localDayOf(new Date(task.created_at)));
    case "comments":
      return task.comment_count;
    case "files":
      return task.attachment_count;
    default: {
      if (isFigureColumn(column)) {
        const field = figureOfColumn(column);
        return exportedFigure(field, task[field]);
      }
      const field: ChoiceField = choiceOfColumn(column);
      const value = validChoiceOf(task, field);
      return typeof value === "number" ? value : word(field, value);
    }
  }
}
