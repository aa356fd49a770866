import type { EventOf, DomainEvent } from "../../kernel/events";
import { isInTaskHistory } from "../activity/activity.rules";
import { applySubtaskEvent } from "./tasks.detail-subtasks";
import { applyWatcherEvent } from "./tasks.detail-watchers";
import type { TaskDetail } from "./task-detail.contract";
import { applyComment } from "./tasks.detail-comments";
import { applyToRelatedTasks } from "./tasks.detail-related";
import { changedFieldValues } from "../fields/field-values.rules";
import { applyToFields, fieldValueEffects } from "../fields/fields.list";
import type { AttachmentEvents } from "../attachments/attachments.events";
import type { TimeEntry } from "../time/time.contract";
import type { TimeEntryEvents } from "../time/time.events";

export interface TaskReader {
  id: number;
}

/**
 * Applies one event of the project's stream to an open task. Details that the event does not contain (names of new tags and groups) stay
 * missing until the task is reloaded; ids are always correct.
 */
export function applyToDetail(detail: TaskDetail, event: DomainEvent, reader: TaskReader): TaskDetail {
  if (event.revision <= detail.revision) return detail;
  const next = applyAll(detail, event, reader);
  const activities = withActivity(next, event);
  return next === detail && activities === detail.activities ? detail : { ...next, activities };
}

export function isAboutTask(detail: TaskDetail, event: DomainEvent, reader: TaskReader): boolean {
  return applyAll(detail, event, reader) !== detail || withActivity(detail, event) !== detail.activities;
}

function applyAll(detail: TaskDetail, event: DomainEvent, reader: TaskReader): TaskDetail {
  return applyWatcherEvent(applyToRelatedTasks(apply(detail, event, reader), event), event, reader);
}

function apply(detail: TaskDetail, event: DomainEvent, reader: TaskReader): TaskDetail {
  switch (event.type) {
    case "task.updated": {
      if (event.data.id !== detail.id) return detail;
      const { users = [], related, before, key, project_id, id, field_kinds, ...change } = event.data;
      const ids = change.user_ids ?? detail.user_ids;
      const candidates = [...detail.users, ...users];
      const assigned = ids.flatMap((user) => candidates.find((person) => person.id === user) ?? []);
      return {
        ...detail,
        ...change,
        field_values: changedFieldValues(detail.field_values, change.field_values ?? {}),
        users: assigned,
        updated_at: event.at,
      };
    }
    case "task.moved": {
      const { id, task_status_id, rank, version, progress } = event.data;
      if (id !== detail.id) return detail;
      const column = detail.columns.find((one) => one.id === task_status_id) ?? detail.column;
      return { ...detail, task_status_id, rank, version, progress, column };
    }
    case "task.archived":
      return event.data.id === detail.id ? { ...detail, archived: true, version: event.data.version } : detail;
    case "task.restored": {
      if (event.data.id !== detail.id) return detail;
      const { task_status_id, rank, version, progress } = event.data;
      const column = detail.columns.find((one) => one.id === task_status_id) ?? detail.column;
      return { ...detail, archived: false, task_status_id, rank, version, progress, column };
    }
    case "task_series.updated": {
      const { task_id, task_ids = [task_id], series_id, state } = event.data;
      if (state === "ended") return detail.series_id === series_id ? { ...detail, series_id: null } : detail;
      return task_ids.includes(detail.id) && detail.series_id !== series_id ? { ...detail, series_id } : detail;
    }
    case "project_field.created":
    case "project_field.updated":
    case "project_field.sorted":
    case "project_field.removed":
    case "project_field.restored":
      return { ...detail, fields: [...applyToFields(detail.fields, event)] };
    case "project_field.kind_changed":
      return {
        ...detail,
        fields: [...applyToFields(detail.fields, event)],
        field_values: fieldValueEffects[event.type](detail.field_values, event.data),
      };
    case "project_field.purged":
      return { ...detail, field_values: fieldValueEffects[event.type](detail.field_values, event.data) };
    case "column.created":
      return { ...detail, columns: [...detail.columns, event.data] };
    case "column.restored": {
      const { column_ids, required_field_ids, ...column } = event.data;
      const columns = [...detail.columns, column];
      return { ...detail, columns: column_ids.flatMap((id) => columns.find((one) => one.id === id) ?? []) };
    }
    case "column.updated": {
      const { before, progress, ...column } = event.data;
      const columns = detail.columns.map((one) => (one.id === column.id ? column : one));
      const change = progress?.[detail.id];
      return {
        ...detail,
        columns,
        column: detail.column.id === column.id ? column : detail.column,
        ...(change && { progress: change.after, version: change.version }),
      };
    }
    case "column.sorted":
      return { ...detail, columns: event.data.ids.flatMap((id) => detail.columns.find((one) => one.id === id) ?? []) };
    case "column.deleted":
      return { ...detail, columns: detail.columns.filter((column) => column.id !== event.data.id) };
    case "tag.updated":
      return detail.tags.some((tag) => tag.id === event.data.id)
        ? { ...detail, tags: detail.tags.map((tag) => (tag.id === event.data.id ? event.data : tag)) }
        : detail;
    case "tag.deleted": {
      const { id } = event.data;
      if (!detail.tag_ids.includes(id)) return detail;
      const tag_ids = detail.tag_ids.filter((tag) => tag !== id);
      return { ...detail, tag_ids, tags: detail.tags.filter((tag) => tag.id !== id) };
    }
    case "subtask.created":
    case "subtask.updated":
    case "subtask.deleted":
    case "subtask.sorted":
      return applySubtaskEvent(detail, event);
    case "comment.created":
    case "comment.updated":
    case "comment.deleted":
    case "comment.restored":
    case "reaction.added":
    case "reaction.removed":
      return applyComment(detail, event, reader);
    case "attachment.created":
    case "attachment.updated":
    case "attachment.deleted":
    case "attachment.previewed":
      return applyAttachment(detail, event, reader);
    case "time_entry.created":
    case "time_entry.updated":
    case "time_entry.deleted":
      return applyTimeEntry(detail, event, reader);
    case "project.updated":
      return { ...detail, project: { ...detail.project, ...pickProject(event.data) } };
    default:
      return detail;
  }
}

function pickProject({ title, code, color }: { title?: string; code?: string; color?: string }) {
  return {
    ...(title !== undefined && { title }),
    ...(code !== undefined && { code }),
    ...(color !== undefined && { color }),
  };
}

function withActivity(detail: TaskDetail, event: DomainEvent): TaskDetail["activities"] {
  const { id, type, actor, at } = event;
  const data = event.data as unknown as Record<string, unknown>;
  if (!isInTaskHistory(detail.id, type, data)) return detail.activities;
  if (detail.activities.some((activity) => activity.id === id)) return detail.activities;
  return [{ id, type, actor, at, data }, ...detail.activities.map((activity) => withCurrentComment(activity, event))];
}

const withCommentText = new Set(["comment.created", "comment.updated", "comment.restored"]);

/** Updates the comment text in earlier history entries and clears it after a deletion, as the server does in its log. */
function withCurrentComment(
  activity: TaskDetail["activities"][number],
  event: DomainEvent,
): TaskDetail["activities"][number] {
  if (!event.type.startsWith("comment.") || !withCommentText.has(activity.type)) return activity;
  const { id, comment = "" } = event.data as { id: number; comment?: string };
  const data = activity.data as { id?: unknown };
  return data.id === id ? { ...activity, data: { ...data, comment } } : activity;
}

function applyAttachment(detail: TaskDetail, event: EventOf<AttachmentEvents>, reader: TaskReader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  switch (event.type) {
    case "attachment.created":
    case "attachment.updated":
      return withAttachment(detail, event.data, reader);
    case "attachment.deleted": {
      const { id } = event.data;
      return { ...onCard(detail, event.data), attachments: detail.attachments.filter((one) => one.id !== id) };
    }
    case "attachment.previewed": {
      const { id, file } = event.data;
      if (!detail.attachments.some((one) => one.id === id && one.file.id === file.id)) return detail;
      return { ...detail, attachments: detail.attachments.map((one) => (one.id === id ? { ...one, file } : one)) };
    }
  }
}

type Attached = AttachmentEvents["attachment.created"] | AttachmentEvents["attachment.updated"];

function withAttachment(detail: TaskDetail, data: Attached, reader: TaskReader): TaskDetail {
  const { id, task_id, title, file, author, created_at } = data;
  const existing = detail.attachments.find((one) => one.id === id);
  const may = (author?.id === reader.id && detail.can.attach) || detail.can.delete;
  const now = { id, task_id, title, file, author, created_at, can: existing?.can ?? { edit: may, delete: may } };
  const attachments = existing
    ? detail.attachments.map((one) => (one.id === id ? now : one))
    : [...detail.attachments, now].sort((a, b) => a.id - b.id);
  return { ...onCard(detail, data), attachments };
}

function onCard(detail: TaskDetail, data: AttachmentEvents["attachment.deleted"] | Attached): TaskDetail {
  const { attachment_count, cover_id = detail.cover_id, cover_url = detail.cover_url } = data;
  return { ...detail, attachment_count, cover_id, cover_url };
}

function applyTimeEntry(detail: TaskDetail, event: EventOf<TimeEntryEvents>, reader: TaskReader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  const { id, spent_minutes } = event.data;
  const others = detail.time_entries.filter((entry) => entry.id !== id);
  if (event.type === "time_entry.deleted") return { ...detail, spent_minutes, time_entries: others };
  const { task_id, project_id, user, date, hours, minutes, note, version } = event.data;
  // New time entries are always in an open timesheet week, so their author can edit them.
  const can = { edit: user.id === reader.id && detail.can.log };
  const now: TimeEntry = { id, task_id, project_id, user, date, hours, minutes, note, version, can };
  const time_entries = [...others, now].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id));
  return { ...detail, spent_minutes, time_entries };
}
