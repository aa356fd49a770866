import type { QueryClient } from "@tanstack/react-query";
import type { DomainEvent, DomainEvents } from "../../../shared/domain-events";
import { listAttachments } from "../../../shared/attachments/attachments.contract";
import { recentActivity } from "../../../shared/activity/activity.contract";
import { readDashboard } from "../../../shared/dashboard/dashboard.contract";
import { listExports } from "../../../shared/exports/exports.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { LiveEvent } from "../../../shared/kernel/events";
import { myWork } from "../../../shared/my-work/my-work.contract";
import { personWork } from "../../../shared/my-work/person-work.contract";
import { listNotifications } from "../../../shared/notifications/notifications.contract";
import { listReports } from "../../../shared/analytics/reports.contract";
import { readNotificationSettings } from "../../../shared/notifications/settings.contract";
import { assignableProjectUsers } from "../../../shared/projects/assignable.contract";
import { editableProject, listProjects, listTags, singleProject } from "../../../shared/projects/projects.contract";
import type { FamilyEvents } from "../../../shared/requests/family-calls";
import { listInvoices, readSubscription } from "../../../shared/subscription/subscription.contract";
import { readTask } from "../../../shared/tasks/task-detail.contract";
import { archivedTasks, listTasks, myTasks } from "../../../shared/tasks/tasks.contract";
import { readTenant } from "../../../shared/tenants/tenants.contract";
import { loggableTasks, projectTime, readTimeSheet } from "../../../shared/time/sheet.contract";
import { listTimeEntries } from "../../../shared/time/time.contract";
import { readTimer } from "../../../shared/time/timer.contract";
import { listWeeks, waitingWeeks } from "../../../shared/time/week.contract";
import { setUnreadCount } from "../api";
import { settleAnalytics } from "./live-queries.analytics";
import { familyEffect } from "./live-queries.families";
import { bookingQueries } from "./live-queries.bookings";
import { placeQueries } from "./live-queries.places";
import { newsQueries } from "./live-queries.news";
import { organisationQueries } from "./live-queries.organisation";
import { peopleQueries } from "./live-queries.people";
import { requestQueries } from "./live-queries.requests";
import { type Aspect, keyOf, setKnown } from "../query";

export interface Cache {
  /**
   * Marks what is cached as old; what is on the screen is read again, at most once in a while. With `aspect` only where
   * that is shown: a busy board changes its project's progress twenty times a second, and the side menu, which names
   * the same projects, has no use for that.
   */
  touch(key: readonly unknown[], aspect?: Aspect): void;
  /**
   * The same without waiting: read again at once, and once more for all that came while that was on its way. For what
   * changes as seldom as requests do and is waited for by somebody.
   */
  now(key: readonly unknown[]): void;
  /** What events have changed already is compared with the server once it has been quiet for a while. */
  settle(key: readonly unknown[]): void;
  client: QueryClient;
}

type Effect<Type extends keyof DomainEvents> = (event: LiveEvent<Type, DomainEvents[Type]>, cache: Cache) => void;

/** Which tasks are whose: one's own, and what others work on. */
const worked = (cache: Cache) => {
  for (const read of [myTasks, myWork, personWork]) cache.touch(keyOf(read));
};

const task = (event: { data: { id: number; project_id: number } }, cache: Cache) => {
  cache.touch(keyOf(readTask, { id: event.data.id }));
  worked(cache);
  tasksOf(event, cache);
};

const tasksOf = (event: { data: { project_id: number } }, cache: Cache) => {
  settleAnalytics(event.data.project_id, cache);
  cache.touch(keyOf(listTasks, { id: event.data.project_id }));
  cache.touch(keyOf(listProjects), "progress");
  cache.touch(keyOf(singleProject, { id: event.data.project_id }), "progress");
  cache.touch(keyOf(recentActivity));
};

const archive = (event: { data: { id: number; project_id: number } }, cache: Cache) => {
  task(event, cache);
  cache.touch(keyOf(archivedTasks, { id: event.data.project_id }));
};

const columns = (event: { data: { project_id: number } }, cache: Cache) => {
  worked(cache);
  tasksOf(event, cache);
};

const comment = (event: { data: { task_id: number; project_id: number } }, cache: Cache) => {
  cache.touch(keyOf(readTask, { id: event.data.task_id }));
  cache.touch(keyOf(recentActivity));
  cache.touch(keyOf(myWork)); // one may be mentioned in it
};

/** Notifications quote it. */
const changedComment = (event: Parameters<typeof comment>[0], cache: Cache) => {
  comment(event, cache);
  cache.touch(keyOf(listNotifications));
};

const onTask = (event: { data: { task_id: number } }, cache: Cache) =>
  cache.touch(keyOf(readTask, { id: event.data.task_id }));

const watching = (event: { data: { task_id: number } }, cache: Cache) => {
  onTask(event, cache);
  cache.touch(keyOf(myWork));
};

const subtask = (event: { data: { task_id: number; project_id: number } }, cache: Cache) =>
  task({ data: { id: event.data.task_id, project_id: event.data.project_id } }, cache);

const attachment = (event: { data: { task_id: number; project_id: number } }, cache: Cache) => {
  cache.touch(keyOf(readTask, { id: event.data.task_id }));
  cache.touch(keyOf(listAttachments, { id: event.data.task_id }));
  cache.touch(keyOf(listTasks, { id: event.data.project_id }));
  cache.touch(keyOf(recentActivity));
};

const project = (event: { data: { id: number } }, cache: Cache) => {
  cache.touch(keyOf(listProjects));
  cache.touch(keyOf(singleProject, { id: event.data.id }));
  cache.touch(keyOf(editableProject, { id: event.data.id }));
  worked(cache);
  cache.touch(keyOf(recentActivity));
};

const membership = (event: { data: { project_id: number } }, cache: Cache) => {
  project({ data: { id: event.data.project_id } }, cache);
  cache.touch(keyOf(assignableProjectUsers, { projectId: event.data.project_id }));
};

const tags = (_: unknown, cache: Cache) => cache.touch(keyOf(listTags));

const notifications = (event: { data: { unread_count: number } }, cache: Cache) => {
  setUnreadCount(event.data.unread_count);
  cache.touch(keyOf(listNotifications));
};

const timeEntry = (event: { data: { task_id: number; project_id: number } }, cache: Cache) => {
  cache.touch(keyOf(readTask, { id: event.data.task_id }));
  cache.touch(keyOf(listTasks, { id: event.data.project_id }));
  cache.touch(keyOf(projectTime, { id: event.data.project_id }));
  for (const read of [listTimeEntries, readTimeSheet, listWeeks, loggableTasks]) cache.touch(keyOf(read));
};

/** Known at once: a clock that starts a second late on the other screen would look like another one. */
const timer = (now: ReplyOf<typeof readTimer>, cache: Cache) => {
  setKnown(cache.client, keyOf(readTimer, {}, {}), now);
  for (const read of [readTimeSheet, personWork]) cache.touch(keyOf(read));
};

const week = (_: unknown, cache: Cache) => {
  // A locked week takes the buttons off its entries, wherever they are shown.
  for (const read of [readTimeSheet, listWeeks, waitingWeeks, listTimeEntries, readTask]) cache.touch(keyOf(read));
};

const nothing = () => undefined;

/** With other permissions or another plan every answer may be another one, a refusal included. */
const everything = (_: unknown, cache: Cache) => cache.client.invalidateQueries();

/**
 * Which cached answers an event makes old. Every event type stands here, also those that touch nothing;
 * families bring theirs. The board is
 * no query: its machine applies the events itself.
 */
export const liveQueries: { [Type in Exclude<keyof DomainEvents, keyof FamilyEvents>]: Effect<Type> } = {
  "task.created": task,
  "task.updated": task,
  "task.moved": task,
  "task.archived": archive,
  "task.restored": archive,
  "task.deleted": archive,
  "task.left": task,
  "task.arrived": task,
  "column.created": columns,
  "column.updated": columns,
  "column.sorted": columns,
  "column.rebalanced": nothing,
  "column.deleted": columns,
  "subtask.created": subtask,
  "subtask.updated": subtask,
  "subtask.deleted": subtask,
  "watcher.added": watching,
  "watcher.removed": watching,
  "subtask.sorted": onTask,
  "comment.created": comment,
  "comment.updated": changedComment,
  "comment.deleted": changedComment,
  "comment.restored": changedComment,
  "reaction.added": onTask,
  "reaction.removed": onTask,
  "attachment.created": attachment,
  "attachment.updated": attachment,
  "attachment.deleted": attachment,
  "attachment.previewed": attachment,
  "time_entry.created": timeEntry,
  "time_entry.updated": timeEntry,
  "time_entry.deleted": timeEntry,
  "timer.started": (event, cache) => timer({ data: event.data, now: event.at }, cache),
  "timer.resumed": (event, cache) => timer({ data: event.data, now: event.at }, cache),
  "timer.stopped": (event, cache) => timer({ data: null, now: event.at }, cache),
  "timer.discarded": (event, cache) => timer({ data: null, now: event.at }, cache),
  "time_week.submitted": week,
  "time_week.approved": week,
  "time_week.reopened": week,
  "project.created": project,
  "project.updated": project,
  "project.archived": project,
  "project.restored": project,
  "project.deleted": project,
  "member.added": membership,
  "member.updated": membership,
  "member.removed": membership,
  "group.added": membership,
  "group.removed": membership,
  "tag.created": tags,
  "tag.updated": tags,
  "tag.deleted": tags,
  "notification.created": notifications,
  "notification.updated": notifications,
  "notification.read": notifications,
  "notification.cleared": notifications,
  "analytics_report.changed": (_, cache) => cache.touch(keyOf(listReports)),
  "notification.settings": (_, cache) => cache.touch(keyOf(readNotificationSettings)),
  // The session machine fetches the current user again, or signs out.
  "session.ended": nothing,
  "user.access_changed": everything,
  "settings.updated": nothing,
  ...newsQueries,
  ...requestQueries,
  ...bookingQueries,
  ...organisationQueries,
  ...placeQueries,
  ...peopleQueries,
  "dashboard.changed": (_, cache) => cache.now(keyOf(readDashboard)),
  "export.changed": (_, cache) => cache.now(keyOf(listExports)),
  "tenant.updated": everything,
  "subscription.changed": (_, cache) =>
    [readSubscription, listInvoices, readTenant].forEach((each) => cache.now(keyOf(each))),
};

export function applyToQueries(event: DomainEvent, cache: Cache): void {
  // A newer server may know more types.
  const effect = (liveQueries[event.type as keyof typeof liveQueries] ?? familyEffect(event.type)) as
    | Effect<never>
    | undefined;
  effect?.(event as never, cache);
}
