import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/**
 * Emitted to everyone who may see the view, on the stream of its scope (user, project or tenant) and on those of users who have it as a
 * favorite. The data contains only ids, because what a reader sees of a view depends on the reader.
 */
const changed = object({ id: reply.id(), project_id: reply.numberOrNull() });

export const viewEvents = defineEvents({
  "view.created": changed,
  "view.updated": changed,
  "view.deleted": changed,
});

export interface ViewEvents extends EventsOf<typeof viewEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ViewEvents {}
}
