import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

const saved = object({ id: reply.id(), version: reply.number() });

/** Screens reload the form, because its content depends on the reader. */
export const formEvents = defineEvents({
  "form.saved": saved,
  "form.published": saved.shape({ number: reply.number() }),
  "form.deleted": object({ id: reply.id() }),
  "form_request.saved": saved,
  "form_request.deleted": object({ id: reply.id() }),
});

export interface FormEvents extends EventsOf<typeof formEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends FormEvents {}
}
