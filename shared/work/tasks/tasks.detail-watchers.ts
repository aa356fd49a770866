import type { Actor, DomainEvent } from "../../kernel/events";
import type { TaskDetail } from "./task-detail.contract";

export function applyWatcherEvent(detail: TaskDetail, event: DomainEvent, reader: { id: number }): TaskDetail {
  switch (event.type) {
    case "watcher.added":
      return event.data.task_id === detail.id ? watched(detail, [event.data.user], reader) : detail;
    case "watcher.removed":
      return event.data.task_id === detail.id ? unwatched(detail, [event.data.user.id], reader) : detail;
    case "task.updated":
      return event.data.id === detail.id ? watched(detail, event.data.users ?? [], reader) : detail;
    case "comment.created":
      return event.data.task_id === detail.id ? watched(detail, [event.data.author], reader) : detail;
    case "subtask.created":
    case "subtask.updated": {
      const { task_id, assignee } = event.data;
      const assigned = event.type === "subtask.created" || "assignee" in event.data.before;
      return task_id === detail.id && assignee && assigned ? watched(detail, [assignee], reader) : detail;
    }
    case "member.removed":
      return unwatched(detail, [event.data.user.id], reader);
    case "group.updated":
      return unwatched(detail, event.data.gone ?? [], reader);
    default:
      return detail;
  }
}

function watched(detail: TaskDetail, people: readonly Actor[], reader: { id: number }): TaskDetail {
  const added = people.filter((person) => !detail.watchers.some((watcher) => watcher.id === person.id));
  if (added.length === 0) return detail;
  const addedWatchers = added.map(({ id, fullname, image }) => ({ id, fullname, image }));
  return of(
    detail,
    [...detail.watchers, ...addedWatchers].sort((a, b) => a.id - b.id),
    reader,
  );
}

function unwatched(detail: TaskDetail, people: readonly number[], reader: { id: number }): TaskDetail {
  const removedIds = new Set(people);
  const remaining = detail.watchers.filter(({ id }) => !removedIds.has(id));
  return remaining.length === detail.watchers.length ? detail : of(detail, remaining, reader);
}

function of(detail: TaskDetail, watchers: TaskDetail["watchers"], reader: { id: number }): TaskDetail {
  return { ...detail, watchers, watching: watchers.some(({ id }) => id === reader.id) };
}
