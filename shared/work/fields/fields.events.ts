import { array, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { string } from "../../kernel/schemas";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { projectFieldReply } from "./fields.contract";
import { fieldKinds } from "./fields.schema";

const fieldOfProject = projectFieldReply.shape({ project_id: reply.id() });

/** Published on the stream of each project that uses the field. */
export const fieldEvents = defineEvents({
  "project_field.created": fieldOfProject,
  /** `before` contains the previous values of what has changed. */
  "project_field.updated": fieldOfProject.shape({ before: projectFieldReply.partial() }),
  /** Followers convert their values with `convertFieldValue`, for which `people` and `labels` are the context. */
  "project_field.kind_changed": fieldOfProject.shape({
    former_kind: string()
      .oneOf([...fieldKinds])
      .required(),
    people: array(personReply).required(),
    labels: object({ yes: reply.text(), no: reply.text() }),
    /** Number of values of the project that were lost. */
    lost_count: reply.number(),
  }),
  /** A change of the kind was undone. The former values don't follow from those of now, so tasks are read again. */
  "project_field.kind_restored": fieldOfProject,
  "project_field.sorted": object({ project_id: reply.id(), ids: array(reply.id()).required() }),
  "project_field.removed": object({ id: reply.id(), project_id: reply.id(), title: reply.text() }),
  /**
   * Contains the complete field, because boards have removed it, and the order of the project's fields, which stored events of earlier
   * versions don't have. The tasks have kept its values.
   */
  "project_field.restored": fieldOfProject.shape({ ids: array(reply.id()) }),
  /** The field was in the bin for `binDays`. Its values are deleted. */
  "project_field.purged": object({ id: reply.id(), project_id: reply.id(), title: reply.text() }),
});

export interface FieldEvents extends EventsOf<typeof fieldEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends FieldEvents {}
}
