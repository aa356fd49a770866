import type { EventsDemo } from "../../../platform/demo/demo.steps";
import type { DomainEvents } from "../../../../shared/kernel/events";
import type {
  NotificationKind,
  NotificationReason,
} from "../../../../shared/communication/notifications/notifications.kinds";
import { excerptOf } from "../../../platform/rich-text/rich-text";
import { dayMs } from "../../../platform/demo/demo.calendar";
import { isoInstantOf, type LoggedEvent } from "../../../platform/demo/demo.rows";

/**
 * Ages in days: notifications exist for `keptDays`, and those younger than `unreadDays` are unread. The latest `alwaysUnread` notifications
 * of each user are always unread.
 */
const keptDays = 45;
const unreadDays = 1.2;
const alwaysUnread = 2;

interface DemoNotification {
  kind: NotificationKind;
  reason: NotificationReason | null;
  taskId: number | null;
  projectId: number;
  userIds: readonly number[];
  values: Record<string, string>;
  path: string;
  subject: string;
}

/** Notifications of the accounts that visitors sign in with, as the worker would have written them. Events must already have ids. */
export function writeInboxes({ log, random, events, accountIds, now }: EventsDemo): void {
  const names = new Map(log.rows.app_user?.map((user) => [user.id, user.fullname as string]));
  const tasks = new Map(log.rows.task?.map((task) => [task.id, task]));
  const concerned = new Map<number, Set<number>>(); // reporter, assignees and commenters by task
  for (const event of events) {
    const notification = notificationOf(event, tasks, concerned, names.get(event.actorId) ?? "");
    const ageDays = (now.getTime() - event.at) / dayMs;
    if (!notification || ageDays > keptDays) continue;
    for (const user_id of new Set(notification.userIds)) {
      if (user_id === event.actorId || !accountIds.has(user_id)) continue;
      const read = ageDays > unreadDays && !(ageDays < 6 && random.chance(0.15));
      log.add("notification", {
        id: log.id("notification"),
        tenant_id: event.tenantId,
        user_id,
        event_id: event.id,
        kind: notification.kind,
        values: notification.values,
        path: notification.path,
        subject: notification.subject,
        sender_id: event.actorId,
        reason: notification.reason,
        task_id: notification.taskId,
        project_id: notification.projectId,
        actor_ids: event.actorId === null ? [] : [event.actorId],
        read_at: read
          ? isoInstantOf(Math.min(event.at + random.between(1, 20) * 3_600_000, now.getTime() - 60_000))
          : null,
        created_at: isoInstantOf(event.at + 800),
      });
    }
  }
  for (const user of accountIds) {
    const own = log.rows.notification?.filter(({ user_id }) => user_id === user) ?? [];
    for (const latest of own.slice(-alwaysUnread)) latest.read_at = null;
  }
}

function notificationOf(
  event: LoggedEvent,
  tasks: ReadonlyMap<unknown, Record<string, unknown>>,
  concerned: Map<number, Set<number>>,
  sender: string,
): DemoNotification | null {
  if (event.type === "task.created") {
    const task = event.data as DomainEvents["task.created"];
    concerned.set(task.id, new Set([event.actorId ?? 0, ...task.user_ids]));
    return assigned(task, task.title, task.user_ids, sender);
  }
  if (event.type === "task.updated") {
    const { id, user_ids, before, ...task } = event.data as DomainEvents["task.updated"];
    const added = user_ids?.filter((user) => !before.user_ids?.includes(user)) ?? [];
    for (const user of added) concerned.get(id)?.add(user);
    return added.length > 0 ? assigned({ id, ...task }, String(tasks.get(id)?.title), added, sender) : null;
  }
  if (event.type === "comment.created") {
    const { id, task_id, project_id, key, title, comment, mentions } = event.data as DomainEvents["comment.created"];
    const others = [...(concerned.get(task_id) ?? [])];
    concerned.get(task_id)?.add(event.actorId ?? 0);
    const kind = mentions.length > 0 ? "comment.mentioned" : "comment.created";
    const reason = mentions.length > 0 ? "mentioned" : "watching";
    const values = { sender, key, title, excerpt: excerptOf(comment) };
    const path = `/project/tasks-details/${task_id}?comment=${id}`;
    const about = { reason, taskId: task_id, projectId: project_id } as const;
    return { kind, ...about, userIds: mentions.length > 0 ? mentions : others, values, path, subject: key };
  }
  if (event.type === "member.added" && event.stream.startsWith("user:")) {
    const { project_id, title, user } = event.data as DomainEvents["member.added"];
    const values = { sender, title };
    const about = { reason: null, taskId: null, projectId: project_id } as const;
    const path = `/projects/${project_id}/tasks`;
    return { kind: "project.added", ...about, userIds: [user.id], values, path, subject: title };
  }
  return null;
}

function assigned(
  { id, key, project_id }: { id: number; key: string; project_id: number },
  title: string,
  userIds: readonly number[],
  sender: string,
): DemoNotification {
  const path = `/project/tasks-details/${id}`;
  const about = { reason: "assigned", taskId: id, projectId: project_id } as const;
  return { kind: "task.assigned", ...about, userIds, values: { sender, key, title }, path, subject: key };
}
