import { isHistoryOf } from "../activity/activity.rules";
import type { DomainEvent } from "../domain-events";
import { withSubtaskEvent } from "../subtasks/subtasks.detail";
import { withWatchers } from "../watchers/watchers.detail";
import type { TaskDetail } from "./task-detail.contract";
import { applyAttachment } from "./tasks.detail-attachments";
import { applyComment } from "./tasks.detail-comments";
import { withRelated } from "./tasks.detail-related";
import { applyTimeEntry } from "./tasks.detail-time";

/** Who looks: what one may do with a new comment follows from it. */
export interface Reader {
  id: number;
}

/**
 * A task with everything on its panel, after one event of its project. What an event doesn't tell (the names of newly
 * set tags and groups) stays as it was until the task is read again; ids are always right.
 */
export function applyToDetail(detail: TaskDetail, event: DomainEvent, reader: Reader): TaskDetail {
  if (event.revision <= detail.revision) return detail;
  const next = applyAll(detail, event, reader);
  const activities = withActivity(next, event);
  return next === detail && activities === detail.activities ? detail : { ...next, activities };
}

/** Whether an event changes anything on the panel. */
export function isAboutTask(detail: TaskDetail, event: DomainEvent, reader: Reader): boolean {
  return applyAll(detail, event, reader) !== detail || withActivity(detail, event) !== detail.activities;
}

function applyAll(detail: TaskDetail, event: DomainEvent, reader: Reader): TaskDetail {
  return withWatchers(withRelated(apply(detail, event, reader), event), event, reader);
}

function apply(detail: TaskDetail, event: DomainEvent, reader: Reader): TaskDetail {
  switch (event.type) {
    case "task.updated": {
      if (event.data.id !== detail.id) return detail;
      const { users = [], related, before, key, project_id, id, ...change } = event.data;
      const ids = change.user_ids ?? detail.user_ids;
      const known = [...detail.users, ...users];
      const assigned = ids.flatMap((user) => known.find((person) => person.id === user) ?? []);
      return { ...detail, ...change, users: assigned, updated_at: event.at };
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
    case "column.created":
      return { ...detail, columns: [...detail.columns, event.data] };
    case "column.updated": {
      const { before, ...column } = event.data;
      const columns = detail.columns.map((one) => (one.id === column.id ? column : one));
      return { ...detail, columns, column: detail.column.id === column.id ? column : detail.column };
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
      return withSubtaskEvent(detail, event);
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

/** The history is the event log; newest first. */
function withActivity(detail: TaskDetail, event: DomainEvent): TaskDetail["activities"] {
  const { id, type, actor, at } = event;
  const data = event.data as unknown as Record<string, unknown>;
  if (!isHistoryOf(detail.id, type, data)) return detail.activities;
  if (detail.activities.some((activity) => activity.id === id)) return detail.activities;
  return [{ id, type, actor, at, data }, ...detail.activities.map((activity) => retold(activity, event))];
}

const wordsOfComments = new Set(["comment.created", "comment.updated", "comment.restored"]);

/** Earlier lines about a comment have its words as they are now, and none of a deleted one: the server's log has no others. */
function retold(activity: TaskDetail["activities"][number], event: DomainEvent): TaskDetail["activities"][number] {
  if (!event.type.startsWith("comment.") || !wordsOfComments.has(activity.type)) return activity;
  const { id, comment = "" } = event.data as { id: number; comment?: string };
  const data = activity.data as { id?: unknown };
  return data.id === id ? { ...activity, data: { ...data, comment } } : activity;
}
