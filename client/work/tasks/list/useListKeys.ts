import type { KeyboardEvent } from "react";
import { initialCellText } from "../../../ui/keys/typing";
import { useOpenTask } from "../../projects/open-task";
import { isEditableColumn, type ListColumn } from "./list.columns";
import type { ListActions } from "./list.context";
import type { ListRow, ListRows } from "./list.rows";
import type { useListFocus } from "./useListFocus";
import type { ListSelection } from "./useListSelection";

interface KeysOptions {
  rows: ListRows;
  columns: readonly ListColumn[];
  focus: ReturnType<typeof useListFocus>;
  selection: ListSelection;
  acts: ListActions;
  canEdit: boolean;
  page: () => number;
  /** Clears the focused cell; false if its value can't be empty. */
  clear: () => boolean;
}

export function useListKeys(options: KeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { show } = useOpenTask();
  return (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (target.closest("[data-row-key]") && handle(event, options, show)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

function handle(event: KeyboardEvent, options: KeysOptions, show: (id: number) => void): boolean {
  const { rows, focus, selection, acts, columns, canEdit } = options;
  const { cell, goTo } = focus;
  const row = rows.at(cell.index);
  const ctrl = event.ctrlKey || event.metaKey;
  if (cell.editing) return false; // the cell's editor handles the keys
  const step = steps(event, options);
  if (step !== null) {
    if (event.shiftKey && row && step.index !== cell.index) extend(options, row, step.index);
    goTo(step.index, step.column);
    return true;
  }
  if (ctrl && event.key.toLowerCase() === "a") {
    selection.mark(
      rows.groups.flatMap(({ ids }) => ids).filter((id) => id > 0),
      true,
      cell.key,
    );
    return true;
  }
  if (event.key === "Escape" && selection.ids.size > 0) {
    selection.clear();
    return true;
  }
  if (ctrl || event.altKey || !row) return false;
  if (event.key === "Tab" && row.kind === "task") {
    // Within the row like in spreadsheets. From its first and last cell Tab leaves the table, so that it is no keyboard trap.
    const to = cell.column + (event.shiftKey ? -1 : 1);
    const isInRow = to >= 0 && to <= columns.length && (event.target as HTMLElement).closest("[data-column]") !== null;
    if (isInRow) goTo(cell.index, to);
    return isInRow;
  }
  if (row.kind === "group") return onGroup(event.key, row, options);
  if (row.kind === "add") return event.key === "Enter" && (acts.add(row.group), true);
  const onControl = (event.target as HTMLElement).matches("a, button, input");
  const column = columns[cell.column - 1];
  const editable = canEdit && column !== undefined && isEditableColumn(column);
  // Rows on phones have no cells, so letters act as task shortcuts.
  const inCell = (event.target as HTMLElement).closest("[data-column]:not([data-column='0'])") !== null;
  const typed = inCell ? initialCellText(event.nativeEvent) : null;
  if (typed !== null) {
    if ((event.key === "Delete" || event.key === "Backspace") && options.clear()) return true;
    if (editable) acts.edit(row.key, cell.column, typed);
    return editable;
  }
  switch (event.key) {
    case "Enter":
    case "F2": {
      if (onControl && event.key === "Enter") return false;
      if (editable) acts.edit(row.key, cell.column);
      else if (event.key === "Enter" && row.id > 0) show(row.id);
      return true;
    }
    case " ":
    case "x":
    case "X":
      if (event.key === " " && onControl && !(event.target as HTMLElement).matches("input")) return false;
      acts.tick(row.id, row.key, event.shiftKey);
      return true;
    case "o":
      if (row.id > 0) show(row.id);
      return true;
    default:
      return false;
  }
}

function onGroup(key: string, row: ListRow & { kind: "group" }, { acts }: KeysOptions): boolean {
  if (key === "Enter" || key === " ") acts.fold(row.group);
  else if (key === "x") acts.tickGroup(row.group, true);
  else if (key === "+") acts.add(row.group);
  else return false;
  return true;
}

/** Target of an arrow or paging key. Left and right follow the reading direction. */
function steps(
  event: KeyboardEvent,
  { focus: { cell }, rows, columns, page, acts }: KeysOptions,
): { index: number; column: number } | null {
  const ctrl = event.ctrlKey || event.metaKey;
  const { index, column } = cell;
  const row = rows.at(index);
  const last = rows.count - 1;
  const on = (document.documentElement.dir === "rtl") === (event.key === "ArrowLeft") ? 1 : -1;
  switch (event.key) {
    case "ArrowDown":
      return { index: ctrl ? last : index + 1, column };
    case "ArrowUp":
      return { index: ctrl ? 0 : index - 1, column };
    case "ArrowLeft":
    case "ArrowRight":
      if (row?.kind === "group" && on > 0 === rows.collapsed.has(row.group.key)) {
        acts.fold(row.group);
        return { index, column };
      }
      return { index, column: Math.min(columns.length, column + on) };
    case "Home":
      return ctrl ? { index: 0, column } : { index, column: 0 };
    case "End":
      return ctrl ? { index: last, column } : { index, column: columns.length };
    case "PageDown":
      return { index: index + page(), column };
    case "PageUp":
      return { index: index - page(), column };
    default:
      return null;
  }
}

function extend({ rows, selection }: KeysOptions, from: ListRow, to: number): void {
  const begun = selection.anchor === null ? -1 : rows.indexOf(selection.anchor);
  const anchor = begun >= 0 && selection.ids.size > 0 ? begun : rows.indexOf(from.key);
  const key = rows.at(anchor)?.key ?? from.key;
  selection.only(
    rows.idsBetween(anchor, Math.max(0, Math.min(to, rows.count - 1))).filter((id) => id > 0),
    key,
  );
}
