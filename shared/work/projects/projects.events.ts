import { array, type InferType, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { projectRoles } from "../../kernel/permissions";
import { string } from "../../kernel/schemas";
import { groupReply, tagReply } from "./projects.contract";

const projectData = object({
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  status: reply.text(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  description: reply.textOrNull(),
});
export type ProjectEventData = InferType<typeof projectData>;

/** Data of `group.updated`. */
export const groupUpdate = object({
  group: groupReply,
  /** Active users who gained access to the project; empty on the directory's stream. */
  users: array(personReply).required(),
  project_id: reply.numberOrNull(),
  /** Ids of users who lost access, if too many for individual events. */
  gone: array(reply.id()),
});
export type GroupUpdate = InferType<typeof groupUpdate>;

const versioned = object({ id: reply.id(), version: reply.number() });
const role = string()
  .oneOf([...projectRoles])
  .required();

/**
 * Published on the project's stream. `member.*` events are also published on the stream of the added or removed user, so that lists add or
 * remove the project.
 */
export const projectEvents = defineEvents({
  /** Also published on the streams of users who see all projects; members receive `member.added`. */
  "project.created": versioned.shape({ title: reply.text(), code: reply.text() }),
  /** Contains only changed fields; `before` holds their previous values. */
  "project.updated": projectData.partial().concat(versioned).shape({ before: projectData.partial() }),
  "project.archived": versioned,
  /** Also published on the streams of all users with access, who do not subscribe to archived projects. */
  "project.restored": versioned,
  /** Published on the stream of each user with access, because the project's own stream ends. */
  "project.deleted": object({ id: reply.id(), title: reply.text() }),
  "member.added": object({ project_id: reply.id(), title: reply.text(), user: personReply, role }),
  "member.updated": object({ project_id: reply.id(), user: personReply, role }),
  "member.removed": object({ project_id: reply.id(), user: personReply }),
  /** A group was added; `users` are its members. */
  "group.added": object({ project_id: reply.id(), group: groupReply, users: array(personReply).required() }),
  "group.removed": object({ project_id: reply.id(), id: reply.id() }),
  "tag.created": tagReply,
  "tag.updated": tagReply,
  "tag.deleted": object({ id: reply.id(), project_id: reply.id(), name: reply.text() }),
});

export interface ProjectEvents extends EventsOf<typeof projectEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ProjectEvents {}
}
