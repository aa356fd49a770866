import type { Comment } from "../comments/comments.contract";
import type { DomainEvent } from "../domain-events";
import type { TaskDetail } from "./task-detail.contract";

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
  const next = apply(detail, event, reader);
  return next === detail ? detail : { ...next, activities: withActivity(next, event) };
}

/** Whether an event changes anything on the panel. */
export function isAboutTask(detail: TaskDetail, event: DomainEvent, reader: Reader): boolean {
  return apply(detail, event, reader) !== detail;
}

function apply(detail: TaskDetail, event: DomainEvent, reader: Reader): TaskDetail {
  switch (event.type) {
    case "task.updated": {
      if (event.data.id !== detail.id) return detail;
      const { users = [], before, key, project_id, id, ...change } = event.data;
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
    case "comment.created":
    case "comment.updated":
      return event.data.task_id === detail.id ? withComments(detail, upserted(detail, event.data, reader)) : detail;
    case "comment.deleted": {
      const { id, task_id } = event.data;
      if (task_id !== detail.id) return detail;
      return withComments(
        detail,
        detail.comments.filter((comment) => comment.id !== id),
      );
    }
    case "project.updated":
      return { ...detail, project: { ...detail.project, ...pickProject(event.data) } };
    default:
      return detail;
  }
}

function upserted(detail: TaskDetail, data: Omit<Comment, "can">, reader: Reader): Comment[] {
  const { id, task_id, comment, author, created_at, edited_at, version } = data;
  const known = detail.comments.find((one) => one.id === id);
  const own = author.id === reader.id;
  const can = known?.can ?? {
    edit: own && detail.can.comment,
    delete: (own && detail.can.comment) || detail.can.delete,
  };
  const now: Comment = { id, task_id, comment, author, created_at, edited_at, version, can };
  return known ? detail.comments.map((one) => (one.id === id ? now : one)) : [...detail.comments, now];
}

function withComments(detail: TaskDetail, comments: Comment[]): TaskDetail {
  return { ...detail, comments, comment_count: comments.length };
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
  if (!event.type.startsWith("task.") && !event.type.startsWith("comment.")) return detail.activities;
  if (detail.activities.some((activity) => activity.id === event.id)) return detail.activities;
  const { id, type, actor, at, data } = event;
  return [{ id, type, actor, at, data: data as unknown as Record<string, unknown> }, ...detail.activities];
}
