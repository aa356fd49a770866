import { nameKey } from "../../../../../shared/kernel/text/fold";
import type { NumberSeparators } from "../../../../../shared/kernel/typed-numbers";
import { fieldOfKey, isProjectFieldKey, projectFieldIdOf } from "../../../../../shared/work/fields/field-keys";
import { type FieldValue, isSameValue } from "../../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../../shared/work/fields/fields.contract";
import type { Board } from "../../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import {
  type ChoiceField,
  choiceOfColumn,
  type FigureField,
  figureOfColumn,
  isFigureColumn,
  parseChoice,
} from "../../../../../shared/work/tasks/tasks.field-lists";
import { maxTitleLength, taskFields } from "../../../../../shared/work/tasks/tasks.fields";
import { isTooLong } from "../../../../ui/fields/length";
import { type DayNotation, parseDay } from "../../../../ui/fields/parse-day";
import { fieldTextOf, readFieldText } from "../../fields/field-text";
import { parseFigure } from "../../fields/useFigures";
import { isEditableColumn, type ListColumn } from "../list.columns";
import type { TaskEdit } from "./useEditTask";

export interface CellContext {
  board: Pick<Board, "columnIds" | "columns" | "users" | "tags" | "fields">;
  notation: DayNotation;
  separators: NumberSeparators;
  /** Texts of yes and no in the reader's language. */
  flagText: (flag: boolean) => string;
  /** Text from which a figure can be read again. */
  typedFigure: (field: FigureField, value: number | null) => string;
  /** All texts of a choice, the shown one first. */
  namesOf: (field: ChoiceField, value: string) => readonly string[];
  choicesOf: (field: ChoiceField) => readonly string[];
}

/** The value of a cell as text, from which `editOfText` reads the same value; null if the column can't be copied. */
export function cellTextOf(column: ListColumn, task: BoardTask, context: CellContext): string | null {
  const { board } = context;
  if (isProjectFieldKey(column)) return fieldCellTextOf(fieldOfKey(board.fields, column), task, context);
  switch (column) {
    case "key":
    case "title":
      return task[column];
    case "status":
      return board.columns[task.task_status_id]?.title ?? "";
    case "assignee":
      return task.user_ids.flatMap((id) => board.users[id]?.fullname ?? []).join("; ");
    case "tag":
      return task.tag_ids.flatMap((id) => board.tags[id]?.name ?? []).join("; ");
    case "start_date":
    case "due_date":
      return task[column] ?? "";
    default: {
      if (!isEditableColumn(column)) return null;
      if (isFigureColumn(column)) {
        const field = figureOfColumn(column);
        return context.typedFigure(field, task[field]);
      }
      const field = choiceOfColumn(column as Parameters<typeof choiceOfColumn>[0]);
      return context.namesOf(field, String(task[field]))[0] ?? "";
    }
  }
}

function fieldCellTextOf(
  field: ProjectField | undefined,
  task: BoardTask,
  { board, separators, flagText }: CellContext,
): string | null {
  const value = field && task.field_values[field.id];
  if (!field) return null;
  if (value === undefined) return "";
  switch (field.kind) {
    case "text":
    case "link":
    case "number":
    case "day":
      return fieldTextOf(field, value, separators);
    case "flag":
      return flagText(value as boolean);
    case "person":
      return board.users[value as number]?.fullname ?? "";
    case "choice":
    case "choices": {
      const ids = [value].flat();
      return field.options.flatMap(({ id, title }) => (ids.includes(id) ? title : [])).join("; ");
    }
  }
}

/** The change that removes the value of a cell; null if the value is empty already or can't be empty. */
export function clearingEditOf(column: ListColumn, task: BoardTask): TaskEdit | null {
  const fieldId = projectFieldIdOf(column);
  if (fieldId !== null) return task.field_values[fieldId] === undefined ? null : { field_values: { [fieldId]: null } };
  switch (column) {
    case "assignee":
      return task.user_ids.length > 0 ? { users: [] } : null;
    case "tag":
      return task.tag_ids.length > 0 ? { tags: [] } : null;
    case "start_date":
    case "due_date":
      return task[column] === null ? null : { [column]: null };
    default: {
      if (isProjectFieldKey(column) || !isFigureColumn(column)) return null;
      const field = figureOfColumn(column);
      return taskFields[field].initial === null && task[field] !== null ? { [field]: null } : null;
    }
  }
}

/** Whether a cell can be empty. */
export const isClearable = (column: ListColumn): boolean =>
  isProjectFieldKey(column) ||
  ["assignee", "tag", "start_date", "due_date"].includes(column) ||
  (isFigureColumn(column) && taskFields[figureOfColumn(column)].initial === null);

/** The change for a text pasted into a cell, read like typed text; null if it changes nothing, "wrong" if it can't be read. */
export function editOfText(
  column: ListColumn,
  task: BoardTask,
  pasted: string,
  context: CellContext,
): TaskEdit | "wrong" | null {
  const { board } = context;
  const text = pasted.trim();
  if (text === "" && isClearable(column)) return clearingEditOf(column, task);
  if (isProjectFieldKey(column)) {
    const field = fieldOfKey(board.fields, column);
    const value = field ? fieldValueOfText(field, text, context) : "wrong";
    if (!field || value === "wrong") return "wrong";
    return isSameValue(value, task.field_values[field.id]) ? null : { field_values: { [field.id]: value } };
  }
  switch (column) {
    case "title":
      if (text === "" || isTooLong(text, maxTitleLength)) return "wrong";
      return text === task.title ? null : { title: text };
    case "status": {
      const id = board.columnIds.find((one) => nameKey(board.columns[one]?.title ?? "") === nameKey(text));
      if (id === undefined) return "wrong";
      return id === task.task_status_id ? null : { task_status_id: id };
    }
    case "assignee": {
      const people = Object.values(board.users).map(({ id, fullname }) => ({ id, name: fullname }));
      const ids = idsOf(text, people);
      if (ids === "wrong") return ids;
      return sameIds(ids, task.user_ids) ? null : { users: ids };
    }
    case "tag": {
      const ids = idsOf(text, Object.values(board.tags));
      if (ids === "wrong") return ids;
      return sameIds(ids, task.tag_ids) ? null : { tags: ids };
    }
    case "start_date":
    case "due_date": {
      const day = parseDay(text, context.notation);
      if (day === null) return "wrong";
      return day === task[column] ? null : { [column]: day };
    }
    default: {
      if (!isEditableColumn(column)) return "wrong";
      if (isFigureColumn(column)) {
        const field = figureOfColumn(column);
        const value = parseFigure(field, text);
        if (value === undefined) return "wrong";
        return value === task[field] ? null : { [field]: value };
      }
      const field = choiceOfColumn(column as Parameters<typeof choiceOfColumn>[0]);
      const isNamed = (value: string) => context.namesOf(field, value).some((name) => nameKey(name) === nameKey(text));
      const value = context.choicesOf(field).find(isNamed);
      const choice = value === undefined ? undefined : parseChoice(field, value);
      if (choice === undefined) return "wrong";
      return choice === task[field] ? null : { [field]: choice };
    }
  }
}

function fieldValueOfText(field: ProjectField, text: string, context: CellContext): FieldValue | "wrong" {
  switch (field.kind) {
    case "text":
    case "link":
    case "number": {
      const reading = readFieldText(field, text, context.separators);
      return "value" in reading && reading.value !== null ? reading.value : "wrong";
    }
    case "day":
      return parseDay(text, context.notation) ?? "wrong";
    case "flag": {
      const flag = [true, false].find((one) => nameKey(context.flagText(one)) === nameKey(text));
      return flag ?? "wrong";
    }
    case "person": {
      const people = Object.values(context.board.users).map(({ id, fullname }) => ({ id, name: fullname }));
      return singleIdOf(idsOf(text, people));
    }
    case "choice":
      return singleIdOf(idsOf(text, optionsByName(field)));
    case "choices": {
      const ids = idsOf(text, optionsByName(field));
      return ids === "wrong" ? ids : field.options.map(({ id }) => id).filter((id) => ids.includes(id));
    }
  }
}

const optionsByName = ({ options }: ProjectField) =>
  options.filter(({ deleted }) => !deleted).map(({ id, title }) => ({ id, name: title }));

const singleIdOf = (ids: readonly number[] | "wrong"): number | "wrong" =>
  ids !== "wrong" && ids.length === 1 ? (ids[0] as number) : "wrong";

/** Ids of the records with these names, separated by semicolons or commas. A name of several records is not read. */
function idsOf(text: string, records: readonly { id: number; name: string }[]): number[] | "wrong" {
  const idOf = (name: string) => {
    const found = records.filter((record) => nameKey(record.name) === nameKey(name));
    return found.length === 1 ? found[0]?.id : undefined;
  };
  for (const names of [[text], text.split(";"), text.split(",")]) {
    const ids = names.map((name) => idOf(name.trim()));
    if (!ids.includes(undefined)) return [...new Set(ids as number[])].sort((a, b) => a - b);
  }
  return "wrong";
}

const sameIds = (ids: readonly number[], before: readonly number[]): boolean =>
  ids.length === before.length && ids.every((id) => before.includes(id));
