import type { ClipboardEvent } from "react";
import { taskById } from "../../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useCurrentUser } from "../../../../platform/session";
import { useDayNotation } from "../../../../ui/fields/useDayNotation";
import { isTyping } from "../../../../ui/keys/typing";
import { toast } from "../../../../ui/toast/toast";
import { useChoices } from "../../fields/useChoices";
import { useColumnTitle } from "../../fields/useColumnTitle";
import { useFigures } from "../../fields/useFigures";
import { cardRightsOf, useBoardScope } from "../../state/useBoard";
import { isEditableColumn, type ListColumn } from "../list.columns";
import { type CellContext, cellTextOf, clearingEditOf, editOfText, isClearable } from "./cell-values";
import type { FailedEditStore } from "./failed-edits";
import { useTaskEditor } from "./useEditTask";

interface ClipboardOptions {
  /** The focused cell; null if it isn't the cell of a task, or is being edited. */
  cell: { taskId: number; column: ListColumn } | null;
  failed: FailedEditStore;
}

/** Copies, pastes and clears the value of the focused cell. Each change can be undone. */
export function useCellClipboard({ cell, failed }: ClipboardOptions) {
  const text = useText();
  const { actor, can } = useBoardScope();
  const me = useCurrentUser().id;
  const notation = useDayNotation();
  const { signs } = useFormat();
  const titleOf = useColumnTitle();
  const figures = useFigures();
  const choices = useChoices();
  const edit = useTaskEditor(failed);
  const taskOf = (id: number): BoardTask | undefined => taskById(actor.getSnapshot().context.drawn, id);
  const mayEdit = (task: BoardTask): boolean =>
    cardRightsOf(task, { can, me, groups: actor.getSnapshot().context.drawn.groups }).edit;
  const context = (): CellContext => ({
    board: actor.getSnapshot().context.drawn,
    notation,
    separators: signs,
    flagText: (flag) => text(flag ? "projectField.yes" : "projectField.no"),
    typedFigure: figures.typed,
    namesOf: (field, value) => {
      const label = choices.options(field).find((option) => option.value === value)?.label ?? value;
      return Number.isNaN(Number(value)) ? [label, value] : [value, label];
    },
    choicesOf: (field) => choices.options(field).map(({ value }) => value),
  });
  return {
    onCopy: (event: ClipboardEvent) => {
      const task = cell && taskOf(cell.taskId);
      const hasSelectedText = window.getSelection()?.isCollapsed === false;
      if (!task || isTyping(event.target) || hasSelectedText) return;
      const copied = cellTextOf(cell.column, task, context());
      if (copied === null) return;
      event.clipboardData.setData("text/plain", copied);
      event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const task = cell && taskOf(cell.taskId);
      if (!task || !mayEdit(task) || isTyping(event.target) || !isEditableColumn(cell.column)) return;
      event.preventDefault();
      // If several cells were copied, the first one is pasted.
      const [pasted = ""] = event.clipboardData.getData("text/plain").split(/[\t\r\n]/);
      const change = editOfText(cell.column, task, pasted, context());
      if (change === "wrong") toast.error(text("list.cannotPaste", { column: titleOf(cell.column) }));
      else if (change) edit(task, change);
    },
    /** Returns false if the value of the cell can't be empty. */
    clear: (): boolean => {
      const task = cell && taskOf(cell.taskId);
      if (!task || !mayEdit(task) || !isClearable(cell.column)) return false;
      const change = clearingEditOf(cell.column, task);
      if (change) edit(task, change);
      return true;
    },
  };
}
