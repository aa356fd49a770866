import { array, type InferType, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { activityReply, historyNamesReply } from "../activity/activity.contract";
import { attachmentReply } from "../attachments/attachments.contract";
import { commentReply } from "../comments/comments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply, positionReply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { importOriginReply } from "../../kernel/import-origin";
import { projectFieldReply } from "../fields/fields.contract";
import { groupReply, tagReply } from "../projects/projects.contract";
import { subtaskReply } from "./subtasks.contract";
import { timeEntryReply } from "../time/time.contract";
import { relatedTaskReply } from "./blockers.contract";
import { boardTaskReply, columnReply } from "./tasks.contract";
import { detailReplyFields } from "./tasks.field-lists";

export const taskDetailReply = boardTaskReply.shape({
  project: object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() }),
  column: columnReply,
  columns: array(columnReply).required(),
  ...detailReplyFields,
  /** The project's fields in their order. */
  fields: array(projectFieldReply).required(),
  published: boolean().required(),
  archived: boolean().required(),
  updated_at: reply.text(),
  reporter: personReply.nullable().defined(),
  import: importOriginReply.nullable().defined(),
  /** The last import of the same board that changed the task or added comments; null if none did since `import`. */
  last_import: importOriginReply.nullable().defined(),
  /** The template from which the task was made, without its project if it is deleted; null if the reader can't see its project. */
  template: object({ id: reply.id(), title: reply.text(), project_id: reply.numberOrNull() }).nullable().defined(),
  users: array(personReply).required(),
  watchers: array(personReply).required(),
  watching: boolean().required(),
  /** Blocking and blocked tasks with their titles, in addition to `blocker_ids`. */
  blockers: array(relatedTaskReply).required(),
  blocking: array(relatedTaskReply).required(),
  groups: array(groupReply).required(),
  tags: array(tagReply).required(),
  comments: array(commentReply).required(),
  attachments: array(attachmentReply).required(),
  subtasks: array(subtaskReply).required(),
  time_entries: array(timeEntryReply).required(),
  /** The latest history entries; `/task/:id/activity` returns older ones. */
  activities: array(activityReply).required(),
  names: historyNamesReply,
  /** Revision of the project's stream at which this reply was read. */
  ...positionReply,
  can: object({
    /** Whether the reader may create tasks in the project, which is needed to duplicate this one. */
    create: boolean().required(),
    edit: boolean().required(),
    move: boolean().required(),
    delete: boolean().required(),
    comment: boolean().required(),
    attach: boolean().required(),
    tag: boolean().required(),
    log: boolean().required(),
  }),
});
export type TaskDetail = InferType<typeof taskDetailReply>;

export const readTask = endpoint({
  method: "GET",
  path: "/task/:id",
  scope: "project-view",
  summary: "Returns a task with comments, attachments, activities, reporter, time entries and subtasks.",
  params: object({ id: pathId("task") }),
  reply: dataReply(taskDetailReply),
});
