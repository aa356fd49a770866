import { array, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { projectFieldReply } from "./fields.contract";

const fieldOfProject = projectFieldReply.shape({ project_id: reply.id() });

/** Published on the stream of each project that uses the field. */
export const fieldEvents = defineEvents({
  "project_field.created": fieldOfProject,
  /** `before` contains the previous values of what has changed. */
  "project_field.updated": fieldOfProject.shape({ before: projectFieldReply.partial() }),
  "project_field.sorted": object({ project_id: reply.id(), ids: array(reply.id()).required() }),
  "project_field.removed": object({ id: reply.id(), project_id: reply.id(), title: reply.text() }),
  /** Contains the complete field, because boards have removed it. The tasks have kept its values. */
  "project_field.restored": fieldOfProject,
});

export interface FieldEvents extends EventsOf<typeof fieldEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends FieldEvents {}
}
