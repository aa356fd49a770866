import { useCallback } from "react";
import { type Board, taskOf } from "../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { type ChoiceField, choiceOfColumn } from "../../../shared/tasks/tasks.field-lists";
import { singleProject } from "../../../shared/projects/projects.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { choiceIn, useChoices } from "../fields/useChoices";
import { useBoardScope } from "../board/state/useBoard";
import type { ListColumn, ListSettings } from "./list.columns";
import { csvOf } from "../../../shared/kernel/text/csv";
import type { Listing } from "./list.listing";

/** Saves the tasks that are shown, with the columns that are shown, folded groups as well. */
export function useCsv(listing: Listing, { columns }: ListSettings): () => void {
  const text = useText();
  const { word } = useChoices();
  const { actor, projectId } = useBoardScope();
  const code = useEndpoint(singleProject, { params: { id: projectId } }).data?.data.code;
  return useCallback(() => {
    const { drawn } = actor.getSnapshot().context;
    const head = columns.map((column) => text(`list.column.${column}`));
    // A task with two people stands in two groups, and once in the file.
    const ids = [...new Set(listing.groups.flatMap((group) => group.ids))];
    const rows = ids.flatMap((id) => {
      const task = taskOf(drawn, id);
      return task ? [columns.map((column) => valueOf(column, task, drawn, word))] : [];
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csvOf([head, ...rows])], { type: "text/csv;charset=utf-8" }));
    link.download = `${code ?? "tasks"}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, [actor, columns, listing, text, word, code]);
}

type Word = ReturnType<typeof useChoices>["word"];

/** Days and figures as other programs read them, names as people do. */
function valueOf(column: ListColumn, task: BoardTask, board: Board, word: Word): string | number | null {
  switch (column) {
    case "key":
    case "title":
    case "start_date":
    case "due_date":
    case "progress":
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
    case "estimate":
      return hours(task.estimate_minutes);
    case "spent":
      return hours(task.spent_minutes || null);
    case "created_at":
      return task.created_at.slice(0, 10);
    case "comments":
      return task.comment_count;
    case "files":
      return task.attachment_count;
    default: {
      const field: ChoiceField = choiceOfColumn(column);
      const value = choiceIn(task, field);
      return typeof value === "number" ? value : word(field, value);
    }
  }
}

const hours = (minutes: number | null) => (minutes === null ? null : Math.round((minutes / 60) * 100) / 100);
