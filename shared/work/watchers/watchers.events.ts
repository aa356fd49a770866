import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

const watched = object({
  task_id: reply.id(),
  project_id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  user: personReply,
});

export const watcherEvents = defineEvents({
  "watcher.added": watched,
  "watcher.removed": watched,
});

export interface WatcherEvents extends EventsOf<typeof watcherEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends WatcherEvents {}
}
