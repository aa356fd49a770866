import type { Activity } from "../../../../../shared/work/activity/activity.contract";
import type { ImportSource } from "../../../../../shared/kernel/import-origin";
import type { FieldKind } from "../../../../../shared/work/fields/fields.schema";
import type { TaskDetail } from "../../../../../shared/work/tasks/task-detail.contract";
import { displayedPropertyOf, taskFieldNames } from "../../../../../shared/work/tasks/tasks.field-lists";
import type { MessageId } from "../../../../platform/intl/catalogues";
import { type EditableField, type FieldValue, projectFieldName } from "../../fields/useTaskFields";

/** Fields in a task's history: those of the panel, and others that events contain. */
export type HistoryField = EditableField | "cover" | "spent";

export interface HistoryEntry {
  key: string;
  at: string;
  actor: Activity["actor"];
  message: MessageId;
  /** Values inserted into the message. `from` and `to` are the field's old and new value. */
  field?: HistoryField;
  from?: FieldValue;
  to?: FieldValue;
  /** Kind of the values, if the field is one of the project's fields. */
  fieldKind?: FieldKind;
  /** Name of the subtask or attachment, its former name, and the key of the task it was converted to. */
  text?: string;
  was?: string;
  made?: string;
  day?: string;
  /** Program from which the task was imported. */
  source?: ImportSource;
  folded?: number;
  /** Events with the description's old and new text. `shortened`: the texts here are truncated and can't be compared. */
  events?: { task: number; from: number; to: number; shortened: boolean };
  commentId?: number;
  /** True for a comment entry rather than a change. */
  said?: true;
  icon: "move" | "change" | "add" | "archive" | "delete" | "comment" | "time";
}

const fieldOf = new Map<string, HistoryField>(
  taskFieldNames.map((name) => [displayedPropertyOf(name), name === "cover_id" ? "cover" : name]),
);

/** Converts a task's events to entries, newest first; a change of several fields becomes several entries. */
export function toHistoryEntries(task: Pick<TaskDetail, "activities">): HistoryEntry[] {
  return task.activities.flatMap((activity) => linesOf(activity));
}

/** The first entry of an imported task; null for others. It has no event, because an import emits one event for all of its tasks. */
export function importEntryOf({ import: origin }: Pick<TaskDetail, "import">): HistoryEntry | null {
  if (origin === null) return null;
  const { source, by: actor, at } = origin;
  const message = source === "table" ? "task.history.importedFromTable" : "task.history.imported";
  return { key: "import", at, actor, message, source, icon: "add" };
}

/** The entry of the last import that updated the task. Like the first import it has no event. */
export function lastImportEntryOf({ last_import: origin }: Pick<TaskDetail, "last_import">): HistoryEntry | null {
  if (origin === null) return null;
  const { source, by: actor, at } = origin;
  const message = source === "table" ? "task.history.updatedFromTable" : "task.history.updatedByImport";
  return { key: "lastImport", at, actor, message, source, icon: "change" };
}

function linesOf({ id, type, actor, at, data }: Activity): HistoryEntry[] {
  const line = (message: MessageId, icon: HistoryEntry["icon"], rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
    key: `${id}-${rest.field ?? ""}`,
    at,
    actor,
    message,
    icon,
    ...rest,
  });
  switch (type) {
    case "task.created":
      return [line("task.history.created", "add")];
    case "task.left": // shown by the event in the target project
      return [];
    case "task.arrived":
      return [line("task.history.arrived", "move", { was: String(data.from_key) })];
    case "task.archived":
      return [line("task.history.archived", "archive")];
    case "task.restored":
      return [line("task.history.restored", "archive")];
    case "task.moved": {
      const from = Number(data.from_task_status_id);
      const to = Number(data.task_status_id);
      return from === to ? [] : [line("task.history.moved", "move", { field: "task_status_id", from, to })];
    }
    case "task.updated":
      return changesOf(data).map(({ field, from, to, fieldKind }) => {
        return line(messageOf(field, to), "change", {
          field,
          from,
          to,
          ...(fieldKind && { fieldKind }),
          ...(field === "description" && {
            events: { task: Number(data.id), from: id, to: id, shortened: data.shortened === true },
          }),
        });
      });
    case "subtask.created":
      return [line("task.history.subtaskAdded", "add", { text: String(data.name) })];
    case "subtask.updated":
      return [line(subtaskMessage(data), "change", { text: String(data.name), was: textOf(data.before, "name") })];
    case "subtask.deleted": {
      const createdTask = textOf(data, "task_made");
      const message = createdTask ? "task.history.subtaskMadeTask" : "task.history.subtaskDeleted";
      return [line(message, createdTask ? "change" : "delete", { text: String(data.name), made: createdTask })];
    }
    case "time_entry.created":
      return [line("task.history.timeLogged", "time", { field: "spent", to: minutesOf(data), day: String(data.date) })];
    case "time_entry.updated":
      return [
        line("task.history.timeChanged", "time", {
          field: "spent",
          from: minutesOf(data.before),
          to: minutesOf(data),
          day: String(data.date),
        }),
      ];
    case "time_entry.deleted":
      return [
        line("task.history.timeDeleted", "delete", { field: "spent", to: minutesOf(data), day: String(data.date) }),
      ];
    case "comment.created":
      return [line("task.history.commented", "comment", { said: true, commentId: Number(data.id) })];
    case "comment.updated":
      return [line("task.history.commentChanged", "comment", { said: true })];
    case "comment.deleted":
      return [line("task.history.commentDeleted", "delete", { said: true })];
    case "comment.restored":
      return [line("task.history.commentRestored", "comment", { said: true })];
    case "attachment.created":
      return [line("task.history.attached", "add", { text: String(data.title) })];
    case "attachment.updated": {
      const before = data.before as { title: string; file_name: string };
      const replaced = before.file_name !== (data.file as { name: string }).name || before.title === data.title;
      const words = { was: before.title, text: String(data.title) };
      return [line(replaced ? "task.history.attachmentReplaced" : "task.history.attachmentRenamed", "change", words)];
    }
    case "attachment.deleted":
      return [line("task.history.attachmentDeleted", "delete", { text: String(data.title) })];
    default:
      // Event types of a newer server produce a generic entry.
      return [line("task.history.other", "change")];
  }
}

function messageOf(field: HistoryField, to: FieldValue): MessageId {
  if (field === "description") return "task.history.description";
  if (field === "cover") return to === null ? "task.history.coverRemoved" : "task.history.cover";
  return "task.history.changed";
}

function minutesOf(data: unknown): number {
  const { hours = 0, minutes = 0 } = (data ?? {}) as { hours?: number; minutes?: number };
  return hours * 60 + minutes;
}

function subtaskMessage(data: Record<string, unknown>): MessageId {
  const before = (data.before ?? {}) as Record<string, unknown>;
  if ("completed" in before) return data.completed ? "task.history.subtaskDone" : "task.history.subtaskReopened";
  return "name" in before ? "task.history.subtaskRenamed" : "task.history.subtaskChanged";
}

function textOf(data: unknown, name: string): string | undefined {
  const value = (data as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}

interface FieldChange {
  field: HistoryField;
  from: FieldValue;
  to: FieldValue;
  fieldKind?: FieldKind;
}

function changesOf(data: Record<string, unknown>): FieldChange[] {
  const before = (data.before ?? {}) as Record<string, FieldValue>;
  const builtIn = [...fieldOf]
    .filter(([name]) => name in before && name in data)
    .map(([name, field]) => ({ field, from: before[name] ?? null, to: (data[name] ?? null) as FieldValue }));
  const [valuesBefore, values] = [before, data].map(
    (side) => (side["field_values"] ?? {}) as Record<string, FieldValue>,
  );
  const kinds = (data.field_kinds ?? {}) as Record<string, FieldKind>;
  const ofProject = Object.keys(valuesBefore ?? {}).map((id) => ({
    field: projectFieldName(Number(id)),
    from: valuesBefore?.[id] ?? null,
    to: values?.[id] ?? null,
    fieldKind: kinds[id],
  }));
  return [...builtIn, ...ofProject];
}
