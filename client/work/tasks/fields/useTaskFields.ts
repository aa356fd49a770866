import { useEffect, useRef, useState } from "react";
import { changeOfPresentKinds, withFieldKinds } from "../../../../shared/work/fields/field-values.rules";
import { type TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import type { TaskField } from "../../../../shared/work/tasks/tasks.fields";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { removeSentDraft } from "../../../platform/drafts/drafts";
import { reportFailure } from "../../../platform/failure";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { changeTasks } from "../pending/change-tasks";
import { type EditFailure, editFailureOf } from "../pending/edit-failure";
import { acceptedVersion, type PendingChange } from "../pending/task-changes";
import { usePendingTask } from "../pending/usePendingTask";

export type BuiltInField = Exclude<TaskField, "cover_id"> | "task_status_id";
/** A field of the project, by its id. */
export type ProjectFieldName = `field_values.${number}`;
export type EditableField = BuiltInField | ProjectFieldName;
export type FieldValue = string | number | boolean | null | readonly number[];

const projectFieldPrefix = "field_values.";
export const projectFieldName = (id: number): ProjectFieldName => `${projectFieldPrefix}${id}`;
export const isProjectFieldName = (field: string): field is ProjectFieldName => field.startsWith(projectFieldPrefix);
export const projectFieldId = (field: ProjectFieldName): number => Number(field.slice(projectFieldPrefix.length));

/** The value of a field in a task or card. */
export function valueOfTask(task: BoardTask, field: Exclude<EditableField, "description">): FieldValue {
  if (isProjectFieldName(field)) return task.field_values[projectFieldId(field)] ?? null;
  return task[field === "task_status_id" ? field : recordNameOf(field)];
}

/** Storage key of the unsaved description. */
export const descriptionDraft = (taskId: number): string => `description:task:${taskId}`;

export interface FailedField extends EditFailure {
  wanted: FieldValue;
}

export interface TaskFields {
  /** The refused save of a field, until it is repeated or dismissed. */
  failure(field: EditableField): FailedField | undefined;
  /** The entered value while it is being saved, otherwise the server's. */
  value<T extends FieldValue>(field: EditableField): T;
  /** `extend`: extends the project to include a date. `baseVersion`: version when editing began; a later change by another user is a conflict. */
  save(field: EditableField, value: FieldValue, baseVersion?: number, extend?: boolean): void;
  insist(field: EditableField): void;
  dismiss(field: EditableField): void;
}

type ByField<Value> = Partial<Record<EditableField, Value>>;

const isAny = () => true;
export const isTitle = (field: string): boolean => field === "title";
export const isOtherField = (field: string): boolean => field !== "title";

interface FieldOptions {
  /** Shows each change with undo in a toast, for screens that don't show the field. */
  offer?: boolean;
  /** Selects the fields whose pending changes re-render the caller. Must be a constant. */
  concerns?: (field: string) => boolean;
}

/** Saves each field as a separate change. Pending values are shown at once, and a refused value is kept. */
export function useTaskFields(task: TaskDetail, { offer = false, concerns = isAny }: FieldOptions = {}): TaskFields {
  const text = useText();
  const pending = usePendingTask(task, concerns);
  const [failures, setFailures] = useState<ByField<FailedField>>({});
  /** The last save of each field with its accepted version, so that the user's own changes aren't conflicts. */
  const saves = useRef<ByField<{ version: number }>>({});
  const closed = useRef(false);
  useEffect(() => {
    closed.current = false;
    return () => void (closed.current = true);
  }, []);

  const setFailure = (field: EditableField, failure?: FailedField) =>
    setFailures(({ [field]: _, ...rest }) => (failure ? { ...rest, [field]: failure } : rest));

  const save = (field: EditableField, value: FieldValue, baseVersion = task.version, extend = false) => {
    setFailure(field);
    const own = pending.filter((each) => pendingValue(each, task, field) !== undefined);
    const accepted = own.map((each) => acceptedVersion(each, task.id) ?? 0);
    const current = { version: Math.max(baseVersion, saves.current[field]?.version ?? 0, ...accepted) };
    saves.current[field] = current;
    const change = {
      id: task.id,
      version: current.version,
      ...(isProjectFieldName(field)
        ? withFieldKinds({ field_values: { [projectFieldId(field)]: value } }, task.fields)
        : { [field]: value }),
      ...(extend && { extend_project: true }),
    };
    const name = fieldLabel(task, field, text);
    changeTasks([change], text("undo.field", { key: task.key, field: name }), { offer }).then(
      ([changed]) => {
        current.version = changed?.version ?? current.version;
        if (field === "description") removeSentDraft(descriptionDraft(task.id), value ?? "");
      },
      (error: Error) => {
        if (error instanceof ProblemError && !closed.current) {
          if (saves.current[field] === current) setFailure(field, { ...editFailureOf(error), wanted: value });
        } else reportFailure(error);
      },
    );
  };

  return {
    failure: (field) => failures[field],
    value: <T extends FieldValue>(field: EditableField) => {
      const values = pending.map((each) => pendingValue(each, task, field)).filter((value) => value !== undefined);
      if (values.length > 0) return values.at(-1) as T;
      return (field === "description" ? task.description : valueOfTask(task, field)) as T;
    },
    save,
    insist: (field) => {
      const failure = failures[field];
      if (failure) save(field, failure.wanted, Math.max(task.version, failure.present?.version ?? 0));
    },
    dismiss: (field) => {
      if (field === "description") removeSentDraft(descriptionDraft(task.id), failures[field]?.wanted ?? "");
      setFailure(field);
    },
  };
}

/** The value that a pending change gives to a field; undefined if it doesn't change the field. */
function pendingValue(
  pending: PendingChange,
  { id: taskId, fields }: Pick<TaskDetail, "id" | "fields">,
  field: EditableField,
): FieldValue | undefined {
  if (pending.state === "refused") return undefined;
  if (pending.kind === "move" && field === "task_status_id") return pending.to.columnId;
  if (pending.kind !== "change") return undefined;
  const change: Partial<TaskChangeInput> | undefined = pending.changes.find(({ id }) => id === taskId);
  if (isProjectFieldName(field)) return change && changeOfPresentKinds(change, fields)[projectFieldId(field)];
  return change?.[field] as FieldValue | undefined;
}

/** Name of a field in texts about changes. */
export function fieldLabel(task: Pick<TaskDetail, "fields">, field: EditableField, text: TextFunction): string {
  if (field === "task_status_id") return text("undo.column");
  if (!isProjectFieldName(field)) return text(`task.field.${field}`);
  return task.fields.find(({ id }) => id === projectFieldId(field))?.title ?? text("projectField.unknown");
}
