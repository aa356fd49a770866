import { array, type InferType, object } from "yup";
import { boolean } from "../kernel/schemas";
import { activityReply, historyNamesReply } from "../activity/activity.contract";
import { attachmentReply } from "../attachments/attachments.contract";
import { commentReply } from "../comments/comments.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { groupReply, tagReply } from "../projects/projects.contract";
import { subtaskReply } from "../subtasks/subtasks.contract";
import { timeEntryReply } from "../time/time.contract";
import { relatedTaskReply } from "./blockers.contract";
import { boardTaskReply, columnReply } from "./tasks.contract";
import { detailReply } from "./tasks.field-lists";

export const taskDetailReply = boardTaskReply.shape({
  project: object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() }),
  column: columnReply,
  /** All of the board, in order: where it can be moved. */
  columns: array(columnReply).required(),
  /** The text, and the attachment that is on the card. */
  ...detailReply,
  published: boolean().required(),
  archived: boolean().required(),
  updated_at: reply.text(),
  reporter: personReply.nullable().defined(),
  users: array(personReply).required(),
  /** Who is told what happens to it. */
  watchers: array(personReply).required(),
  /** Whether one is among them. */
  watching: boolean().required(),
  /** What must be done first, and what waits for this: other ends than in `blocker_ids`, with their names. */
  blockers: array(relatedTaskReply).required(),
  blocking: array(relatedTaskReply).required(),
  groups: array(groupReply).required(),
  tags: array(tagReply).required(),
  comments: array(commentReply).required(),
  attachments: array(attachmentReply).required(),
  subtasks: array(subtaskReply).required(),
  /** Newest day first. */
  time_entries: array(timeEntryReply).required(),
  /** The latest of its history; older ones by `/task/:id/activity`. */
  activities: array(activityReply).required(),
  names: historyNamesReply,
  /** Position of the project's stream that this state is exactly at. */
  revision: reply.number(),
  can: object({
    /** More tasks in its project: to duplicate it. */
    create: boolean().required(),
    edit: boolean().required(),
    move: boolean().required(),
    delete: boolean().required(),
    comment: boolean().required(),
    attach: boolean().required(),
    tag: boolean().required(),
    /** Write down time. */
    log: boolean().required(),
  }),
});
export type TaskDetail = InferType<typeof taskDetailReply>;

export const readTask = endpoint({
  method: "GET",
  path: "/task/:id",
  scope: "project-view",
  summary: "One task with comments, attachments, activities, reporter, time entries and subtasks.",
  params: object({ id: pathId("task") }),
  reply: dataReply(taskDetailReply),
});
