import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import {
  type ChoiceField,
  choiceOfColumn,
  figureOfColumn,
  isFigureColumn,
} from "../../../../shared/work/tasks/tasks.field-lists";
import { singleProject } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { validChoiceOf, useChoices } from "../fields/useChoices";
import { exportedFigure } from "../fields/useFigures";
import { useBoardScope } from "../state/useBoard";
import { csvColumns, type ListColumn, type ListSettings } from "./list.columns";
import type { Grouping } from "./list.groups";
import { serializeCsv } from "../../../../shared/kernel/text/csv";
import type { Listing } from "./list.listing";
import { roundToHours } from "../../../../shared/work/time/hours.rules";

export function useCsvExport(listing: () => Listing, settings: ListSettings, grouping: Grouping): () => void {
  const text = useText();
  const { word } = useChoices();
  const { actor, projectId } = useBoardScope();
  const columns = csvColumns(settings.columns, grouping);
  const code = useEndpoint(singleProject, { params: { id: projectId } }).data?.data.code;
  return () => {
    const { drawn } = actor.getSnapshot().context;
    const head = columns.map((column) => text(`list.column.${column}`));
    // A task in several groups is exported once.
    const ids = [...new Set(listing().groups.flatMap((group) => group.ids))];
    const rows = ids.flatMap((id) => {
      const task = taskById(drawn, id);
      return task ? [columns.map((column) => valueOf(column, task, drawn, word))] : [];
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([serializeCsv([head, ...rows])], { type: "text/csv;charset=utf-8" }));
    link.download = `${code ?? "tasks"}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}

type Word = ReturnType<typeof useChoices>["word"];

/** Returns dates and figures in machine-readable formats and names as displayed. */
function valueOf(column: ListColumn, task: BoardTask, board: Board, word: Word): string | number | null {
  switch (column) {
    case "key":
    case "title":
    case "start_date":
    case "due_date":
      return task[column];
    case "status":
      return board.columns[task.task_status_id]?.title ?? "";
    case "assignee":
      return [
        ...task.user_ids.flatMap((id) => board.users[id]?.fullname ?? []),
        ...task.group_ids.flatMap((id) => board.groups[id]?.title ?? []),
      ].join("; ");
    case "tag":
      return task.tag_ids.flatMap((id) => board.tags[id]?.name ?? []).join("; ");
    case "subtasks":
      return task.subtask_count === 0 ? null : `${task.subtask_done_count}/${task.subtask_count}`;
    case "spent":
      return task.spent_minutes ? roundToHours(task.spent_minutes) : null;
    case "created_at":
      return task.created_at.slice(0, 10);
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
