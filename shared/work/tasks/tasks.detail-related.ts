import type { DomainEvent } from "../../kernel/events";
import type { RelatedTask } from "./blockers.contract";
import type { TaskDetail } from "./task-detail.contract";
import type { TaskEvents } from "./tasks.events";

export function applyToRelatedTasks(detail: TaskDetail, event: DomainEvent): TaskDetail {
  switch (event.type) {
    case "task.updated": {
      const { id, related = [], title, progress, blocker_ids } = event.data;
      if (id === detail.id) return blocker_ids ? blockedBy(detail, blocker_ids, related) : detail;
      const changed = change(detail, id, { ...(title && { title }), ...(progress !== undefined && { progress }) });
      return blocker_ids ? blocks(changed, id, blocker_ids, related) : changed;
    }
    case "task.moved":
    case "task.restored": {
      const { id, task_status_id, progress } = event.data;
      const restored = event.type === "task.restored" ? restoredFromBin(detail, event.data) : detail;
      return change(restored, id, {
        task_status_id,
        progress,
        ...(event.type === "task.restored" && { archived: false }),
      });
    }
    case "column.updated":
      return Object.entries(event.data.progress ?? {}).reduce(
        (changed, [id, { after }]) => change(changed, Number(id), { progress: after }),
        detail,
      );
    case "task.archived":
      return change(detail, event.data.id, { archived: true });
    case "subtask.created":
    case "subtask.updated":
    case "subtask.deleted":
      return change(detail, event.data.task_id, { progress: event.data.task.progress });
    case "task.left":
    case "task.deleted":
      return without(detail, event.data.id);
    default:
      return detail;
  }
}

/** Adds a task that was in the bin to the tasks that it blocks and to its blockers. */
function restoredFromBin(detail: TaskDetail, data: TaskEvents["task.restored"]): TaskDetail {
  const { id, blocker_ids, blocked_ids = [], related = [] } = data;
  if (related.length === 0) return detail;
  if (!blocked_ids.includes(detail.id)) return blocks(detail, id, blocker_ids, related);
  const ids = [...new Set([...detail.blocker_ids, id])].sort((a, b) => a - b);
  return { ...blockedBy(detail, ids, related), blocker_ids: ids };
}

function blockedBy(detail: TaskDetail, ids: readonly number[], related: readonly RelatedTask[]): TaskDetail {
  const candidates = [...related, ...detail.blockers];
  return { ...detail, blockers: ids.flatMap((id) => candidates.find((one) => one.id === id) ?? []) };
}

function blocks(
  detail: TaskDetail,
  id: number,
  blockers: readonly number[],
  related: readonly RelatedTask[],
): TaskDetail {
  const others = detail.blocking.filter((one) => one.id !== id);
  const self = related.find((one) => one.id === id);
  if (!blockers.includes(detail.id) || !self) {
    return others.length === detail.blocking.length ? detail : { ...detail, blocking: others };
  }
  return { ...detail, blocking: [...others, self].sort((a, b) => a.id - b.id) };
}

function change(detail: TaskDetail, id: number, now: Partial<RelatedTask>): TaskDetail {
  if (Object.keys(now).length === 0) return detail;
  const changed = (list: RelatedTask[]) =>
    list.some((one) => one.id === id) ? list.map((one) => (one.id === id ? { ...one, ...now } : one)) : list;
  const blockers = changed(detail.blockers);
  const blocking = changed(detail.blocking);
  return blockers === detail.blockers && blocking === detail.blocking ? detail : { ...detail, blockers, blocking };
}

function without(detail: TaskDetail, id: number): TaskDetail {
  if (![...detail.blockers, ...detail.blocking].some((one) => one.id === id)) return detail;
  return {
    ...detail,
    blocker_ids: detail.blocker_ids.filter((one) => one !== id),
    blockers: detail.blockers.filter((one) => one.id !== id),
    blocking: detail.blocking.filter((one) => one.id !== id),
  };
}
