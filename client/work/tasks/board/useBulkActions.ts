import { useMemo, useState } from "react";
import { type FieldValue, isSameValue, withFieldKinds } from "../../../../shared/work/fields/field-values.rules";
import { type Board, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardField, type PlainField, recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { reportFailure } from "../../../platform/failure";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { changeTasks, maxTasksPerCall } from "../pending/change-tasks";
import type { BulkProgress } from "../../../ui/ActionBar";
import { toast } from "../../../ui/toast/toast";
import { appendWarnings } from "../state/task.blocked";
import { type BoardActor, useBoardScope } from "../state/useBoard";

export interface BulkActions {
  move(columnId: number): void;
  /** Removes the value if all tasks have it, otherwise adds it to all. */
  assign(list: "users" | "groups", id: number): void;
  tag(id: number): void;
  /** Sets a single-value field. `extend`: extends the project to include the date. */
  set(wanted: Pick<Edit, PlainField>, extend?: boolean): void;
  /** Sets the value of a project's field; null removes it. */
  setFieldValue(fieldId: number, value: FieldValue | null): void;
  /** Removes an option of a field with several choices if all tasks have it, otherwise adds it to all. */
  toggleFieldOption(fieldId: number, optionId: number): void;
  archive(): void;
}

type Edit = Omit<TaskChangeInput, "id" | "version">;

export function useBulkActions(ids: readonly number[]): [BulkActions, BulkProgress | null] {
  const text = useText();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const { actor } = useBoardScope();
  const acts = useMemo(() => bulkActionsOf(actor, ids, text, setProgress), [actor, ids, text]);
  return [acts, progress];
}

/** Like `useBulkActions`, but for keyboard shortcuts, which use the selection at the time of the key press. */
export function bulkActionsOf(
  actor: BoardActor,
  ids: readonly number[],
  text: TextFunction,
  setProgress: BulkTexts["setProgress"] = () => undefined,
): BulkActions {
  const board = () => actor.getSnapshot().context.drawn;
  const run = (
    editOf: (task: BoardTask) => Edit | null,
    words: (count: number, key: string) => string,
    offer = false,
  ) => void changeAll(tasksOf(board(), ids), editOf, { words, offer, text, setProgress });
  const fieldTexts = (name: string) => (count: number, key: string) =>
    count === 1 ? text("undo.field", { key, field: name }) : text("undo.fieldMany", { count, field: name });
  const edited = (field: CardField) => fieldTexts(text(`task.field.${field}`));
  const runOnField = (fieldId: number, nextValueOf: (value: FieldValue | null) => FieldValue | null) => {
    const title = board().fields.find(({ id }) => id === fieldId)?.title ?? text("projectField.unknown");
    run((task) => {
      const value = task.field_values[fieldId] ?? null;
      const nextValue = nextValueOf(value);
      if (isSameValue(value, nextValue)) return null;
      return withFieldKinds({ field_values: { [fieldId]: nextValue } }, board().fields);
    }, fieldTexts(title));
  };
  const toggle = (list: "users" | "groups" | "tags", id: number) => {
    const all = tasksOf(board(), ids).every((task) => task[recordNameOf(list)].includes(id));
    run((task) => {
      const has = task[recordNameOf(list)];
      if (has.includes(id) !== all) return null;
      return { [list]: all ? has.filter((one) => one !== id) : [...has, id] };
    }, edited(list));
  };
  return {
    move: (columnId) => {
      const { title: column = "" } = board().columns[columnId] ?? {};
      const before = board();
      const entering = tasksOf(before, ids).filter((task) => task.task_status_id !== columnId);
      const entered = {
        taskIds: entering.map(({ id }) => id),
        columnId,
        count: taskIdsInColumn(before, columnId).length + entering.length,
      };
      const message = (count: number, key: string) =>
        count === 1 ? text("board.toast.moved", { key, column }) : text("undo.movedMany", { count, column });
      const words = (count: number, key: string) => appendWarnings(message(count, key), text, before, entered);
      run((task) => (task.task_status_id === columnId ? null : { task_status_id: columnId }), words, true);
    },
    assign: toggle,
    tag: (id) => toggle("tags", id),
    set: (values, extend = false) => {
      const [field] = Object.keys(values) as PlainField[];
      const edit = extend ? { ...values, extend_project: true } : values;
      if (field) run((task) => (task[field] === values[field] ? null : edit), edited(field));
    },
    setFieldValue: (fieldId, value) => runOnField(fieldId, () => value),
    toggleFieldOption: (fieldId, optionId) => {
      const optionsOf = (value: FieldValue | null) => (Array.isArray(value) ? value : []);
      const tasks = tasksOf(board(), ids);
      const isOfAll = tasks.every(({ field_values }) => optionsOf(field_values[fieldId] ?? null).includes(optionId));
      const options = board().fields.find(({ id }) => id === fieldId)?.options ?? [];
      runOnField(fieldId, (value) => {
        const chosen = new Set(optionsOf(value));
        if (isOfAll) chosen.delete(optionId);
        else chosen.add(optionId);
        const optionIds = options.map(({ id }) => id).filter((id) => chosen.has(id));
        return optionIds.length > 0 ? optionIds : null;
      });
    },
    archive: () =>
      run(
        () => ({ archived: true }),
        (count, key) => (count === 1 ? text("board.toast.archived", { key }) : text("undo.archivedMany", { count })),
        true,
      ),
  };
}

const tasksOf = (board: Board, ids: readonly number[]): BoardTask[] =>
  ids.flatMap((id) => (id > 0 ? (taskById(board, id) ?? []) : []));

interface BulkTexts {
  words: (count: number, key: string) => string;
  offer: boolean;
  text: TextFunction;
  setProgress: (progress: BulkProgress | null) => void;
}

async function changeAll(
  tasks: readonly BoardTask[],
  editOf: (task: BoardTask) => Edit | null,
  { words, offer, text, setProgress }: BulkTexts,
): Promise<void> {
  const changes = tasks.flatMap((task): TaskChangeInput[] => {
    const edit = editOf(task);
    return edit ? [{ id: task.id, version: task.version, ...edit }] : [];
  });
  if (changes.length === 0) return;
  const { key = "" } = tasks.find((task) => task.id === changes[0]?.id) ?? {};
  const count = changes.length;
  const onPart = (done: number) => count > maxTasksPerCall && setProgress({ done, count });
  onPart(0);
  try {
    await changeTasks(changes, words(count, key), { offer, onPart });
  } catch (error) {
    if (error instanceof ProblemError && error.by) toast.error(conflictText(error, error.by.fullname, text));
    else reportFailure(error as Error);
  } finally {
    setProgress(null);
  }
}

function conflictText({ record }: ProblemError, name: string, text: TextFunction): string {
  const cards = (Array.isArray(record) ? record : [record]) as (BoardTask | null)[];
  return text("bulk.conflict", { name, task: cards[0]?.key ?? "", count: cards.length });
}
