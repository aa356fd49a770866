import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";
import { attachmentReply, fileReply } from "./attachments.contract";

const ofTask = {
  task_id: reply.id(),
  project_id: reply.id(),
  key: reply.text(),
  task_title: reply.text(),
  /** Values shown on the task's card. Cover fields are included only if the cover changed. */
  attachment_count: reply.number(),
  cover_id: number().nullable(),
  cover_url: string().nullable(),
};
const created = attachmentReply.omit(["can"]).shape(ofTask);

export const attachmentEvents = defineEvents({
  "attachment.created": created,
  /** The title, the file or both changed. */
  "attachment.updated": created.shape({ before: object({ title: reply.text(), file_name: reply.text() }) }),
  "attachment.deleted": object({ id: reply.id(), title: reply.text(), ...ofTask }),
  /** The thumbnail was created, or its creation failed. */
  "attachment.previewed": object({
    id: reply.id(),
    task_id: reply.id(),
    project_id: reply.id(),
    file: fileReply,
  }),
});

export interface AttachmentEvents extends EventsOf<typeof attachmentEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends AttachmentEvents {}
}
