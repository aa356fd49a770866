import { array, object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const sessionEvents = defineEvents({
  "session.ended": object({ session_ids: array(reply.id()).required() }),
  /** The user's role, permissions or account state changed. Clients reload the current user. */
  "user.access_changed": object({ id: reply.id() }),
  /** The single sign-on settings changed. Contains nothing, because all users follow the tenant's stream. */
  "sign_on.changed": object({}),
  "settings.updated": object({
    language: reply.textOrNull(),
    theme: reply.textOrNull(),
    sidebar: reply.textOrNull(),
    time_zone: reply.textOrNull(),
    task_layout: reply.textOrNull(),
    week_start: reply.textOrNull(),
    shortcuts: reply.textOrNull(),
  }),
});

export interface SessionEvents extends EventsOf<typeof sessionEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends SessionEvents {}
}
