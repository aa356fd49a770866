import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

/**
 * Published to all users who may see the view, on the stream of its scope (user, project or tenant) and on the streams of users who have it
 * as a favorite. Contains only ids, because visible details depend on the reader.
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
