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
import { validChoiceOf, useChoices } from "../fields/useChoices";
import { exportedFigure, isDuration } from "../fields/useFigures";
import { useBoardScope } from "../state/useBoard";
import { csvColumns, type ListColumn, type ListSettings } from "./list.columns";
import type { Grouping } from "./list.groups";
import type { TableCell } from "../../../../shared/kernel/text/csv";
import { csvBlob, fileNameOf, saveFile } from "../../../platform/download";
import { useToday } from "../../../platform/today";
import type { Listing } from "./list.listing";
import { roundToHours } from "../../../../shared/work/time/hours.rules";

export function useCsvExport(listing: () => Listing, settings: ListSettings, grouping: Grouping): () => void {
  const text = useText();
  const { word } = useChoices();
  const { actor, projectId } = useBoardScope();
  const columns = csvColumns(settings.columns, grouping);
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const today = useToday();
  return () => {
    const { drawn } = actor.getSnapshot().context;
    const head = columns.flatMap((column) => titlesOf(column, text));
    // A task in several groups is exported once.
    const ids = [...new Set(listing().groups.flatMap((group) => group.ids))];
    const rows = ids.flatMap((id) => {
      const task = taskById(drawn, id);
      return task ? [columns.flatMap((column) => valuesOf(column, task, drawn, word))] : [];
    });
    saveFile(csvBlob([head, ...rows]), fileNameOf([text("list.label"), project?.code ?? "", today], "csv"));
  };
}

const dayCell = (day: string | null): TableCell => (day === null ? null : { day });

type Word = ReturnType<typeof useChoices>["word"];

/** Titles of a column's cells, with the unit of times. The progress of subtasks is two numbers: programs read "3/5" as a date. */
function titlesOf(column: ListColumn, text: TextFunction): string[] {
  const title = text(`list.column.${column}`);
  if (column === "subtasks") return [title, text("list.export.subtasksDone")];
  return [
    column === "spent" || (isFigureColumn(column) && isDuration(figureOfColumn(column))) ? `${title} (h)` : title,
  ];
}

const valuesOf = (column: ListColumn, task: BoardTask, board: Board, word: Word): TableCell[] =>
  column === "subtasks" ? [task.subtask_count, task.subtask_done_count] : [valueOf(column, task, board, word)];

/** Returns dates and figures in machine-readable formats and names as displayed. */
function valueOf(column: Exclude<ListColumn, "subtasks">, task: BoardTask, board: Board, word: Word): TableCell {
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
      return dayCell(task.created_at.slice(0, 10));
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
