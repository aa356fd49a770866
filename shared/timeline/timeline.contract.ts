import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { idField, pageMeta, pagingShape, reply } from "../kernel/fields";
import { boardReply } from "../tasks/tasks.contract";

/**
 * A project on the timeline: its own dates, and its board whole, so that the events of its stream can be applied. Of a page of
 * large projects some come without it; asked for by themselves they have it.
 */
export const timelineProjectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  archived: boolean().required(),
  can: object({ edit: boolean().required() }),
  board: boardReply.pick(["data", "revision", "users", "groups", "tags"]).nullable().default(null),
});
type AnsweredProject = InferType<typeof timelineProjectReply>;
export type TimelineProject = AnsweredProject & { board: NonNullable<AnsweredProject["board"]> };

export const hasBoard = (project: AnsweredProject): project is TimelineProject => project.board !== null;

export const readTimeline = endpoint({
  method: "GET",
  path: "/timeline",
  scope: "project-view",
  long: true,
  summary: "The projects one sees with their tasks, page by page of projects; or one project, archived or not.",
  query: object({ project_id: idField("project"), ...pagingShape }),
  reply: object({ message: string(), data: array(timelineProjectReply).required(), meta: pageMeta }),
});
