import type { AttachmentEvents } from "../../../shared/work/attachments/attachments.events";
import type { CommentEvents } from "../../../shared/work/comments/comments.events";
import type { FieldEvents } from "../../../shared/work/fields/fields.events";
import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import { listBin } from "../../../shared/work/bin/bin.contract";
import { listProjects, readProject } from "../../../shared/work/projects/projects.contract";
import { readTask } from "../../../shared/work/tasks/task-detail.contract";
import { archivedTasks, listTasks, listMyTasks, listTasksById } from "../../../shared/work/tasks/tasks.contract";
import type { SubtaskEvents } from "../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { loggableTasks, readTimeSheet, reportProjectTime } from "../../../shared/work/time/sheet.contract";
import { listTimeEntries } from "../../../shared/work/time/time.contract";
import { listWeeks } from "../../../shared/work/time/week.contract";
import type { TimeEntryEvents, TimeEvents } from "../../../shared/work/time/time.events";
import type { WatcherEvents } from "../../../shared/work/watchers/watchers.events";
import { projectChanges } from "../projects/projects.live";
import { type LiveCache, type LiveUpdates, noEffect, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

/** Events that change task lists and figures. */
export const taskChanges = [
  "task.created",
  "task.updated",
  "task.moved",
  "task.archived",
  "task.restored",
  "task.deleted",
  "task.left",
  "task.arrived",
] as const;
/** Events that change the number or progress of a task's subtasks. */
export const subtaskChanges = recordChanges("subtask");
export const columnChanges = [
  "column.created",
  "column.updated",
  "column.sorted",
  "column.deleted",
  "column.restored",
] as const;

const columns = ({ data }: { data: { project_id: number } }, cache: LiveCache) => {
  cache.refetchSoon(listMyTasks, listTasksById, queryKeyOf(listTasks, { id: data.project_id }));
  cache.refetchShowing("progress", listProjects, queryKeyOf(readProject, { id: data.project_id }));
};

const task = (event: { data: { id: number; project_id: number } }, cache: LiveCache) => {
  cache.refetchSoon(queryKeyOf(readTask, { id: event.data.id }));
  columns(event, cache);
};

const columnsAndBin = (event: { data: { project_id: number } }, cache: LiveCache) => {
  columns(event, cache);
  cache.refetchSoon(queryKeyOf(listBin, { id: event.data.project_id }));
};

const archive = (event: { data: { id: number; project_id: number } }, cache: LiveCache) => {
  task(event, cache);
  const params = { id: event.data.project_id };
  cache.refetchSoon(queryKeyOf(archivedTasks, params), queryKeyOf(listBin, params));
};

type PartOfTask = { data: { task_id: number; project_id: number } };

const subtask = ({ data }: PartOfTask, cache: LiveCache) =>
  task({ data: { id: data.task_id, project_id: data.project_id } }, cache);

/** Refetches parts of a task that only its page shows. The board isn't a query; its state machine applies events itself. */
const page = ({ data }: { data: { task_id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(readTask, { id: data.task_id }));

const pageAndList = (event: PartOfTask, cache: LiveCache) => {
  page(event, cache);
  cache.refetchSoon(queryKeyOf(listTasks, { id: event.data.project_id }));
};

/** Refetches tasks, because a locked week removes the buttons of its entries. */
const week = (_: unknown, cache: LiveCache) => cache.refetchSoon(readTask);

/** Hours leave and return with their task, without events of their entries. */
const refetchHours = (cache: LiveCache) =>
  cache.refetchSoon(reportProjectTime, listTimeEntries, readTimeSheet, listWeeks, loggableTasks);

const deletion = (event: { data: { id: number; project_id: number } }, cache: LiveCache) => {
  archive(event, cache);
  refetchHours(cache);
};

const transfer = (event: { data: { id: number; project_id: number } }, cache: LiveCache) => {
  task(event, cache);
  refetchHours(cache);
};

const projects = (_: unknown, cache: LiveCache) => cache.refetchSoon(listMyTasks, listTasksById);

const projectDeletion = (event: unknown, cache: LiveCache) => {
  projects(event, cache);
  refetchHours(cache);
};

/** The values of all tasks of a project changed without events for each of them. An open board reads itself again. */
const fieldValues = ({ data }: { data: { project_id: number } }, cache: LiveCache) => {
  const params = { id: data.project_id };
  cache.refetchSoon(readTask, listMyTasks, queryKeyOf(listTasks, params), queryKeyOf(archivedTasks, params));
};

type PartEvents = CommentEvents & AttachmentEvents & WatcherEvents & TimeEntryEvents & TimeEvents;

export const tasksLive: LiveUpdates<TaskEvents & SubtaskEvents, ProjectEvents & PartEvents & FieldEvents> = {
  ...onEach(taskChanges, task),
  "task.archived": archive,
  ...onEach(["task.restored", "task.deleted"], deletion),
  ...onEach(["task.left", "task.arrived"], transfer),
  ...onEach(columnChanges, columns),
  ...onEach(["column.deleted", "column.restored"], columnsAndBin),
  "column.rebalanced": noEffect,
  ...onEach(subtaskChanges, subtask),
  ...onEach(["subtask.sorted", "watcher.added", "watcher.removed"], page),
  ...onEach([...recordChanges("comment"), "comment.restored"], page),
  ...onEach(["reaction.added", "reaction.removed"], page),
  ...onEach([...recordChanges("attachment"), "attachment.previewed"], pageAndList),
  ...onEach(recordChanges("time_entry"), pageAndList),
  ...onEach(["time_week.submitted", "time_week.approved", "time_week.approval_undone", "time_week.reopened"], week),
  "project_field.kind_restored": fieldValues,
  ...onEach(projectChanges, projects),
  ...onEach(["project.deleted", "project.restored"], projectDeletion),
};
