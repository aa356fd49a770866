import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

/** A user as contained in events: only fields that all readers of the directory may see. */
const directoryPerson = object({
  id: reply.id(),
  version: reply.number(),
  fullname: reply.text(),
  image: reply.textOrNull(),
  position: object({ id: reply.id(), title: reply.text() }).nullable().defined(),
  department: object({ id: reply.id(), name: reply.text() }).nullable().defined(),
  active: boolean().required(),
  external: boolean().required(),
});

export const peopleEvents = defineEvents({
  "user.created": directoryPerson,
  "user.updated": directoryPerson,
  "user.activated": directoryPerson,
  "user.deactivated": directoryPerson,
  /** The last day of employment has passed, and the user's responsibilities are handed over. */
  "user.left": directoryPerson,
  "user.deleted": object({ id: reply.id() }),
});

export const peopleImportEvents = defineEvents({
  /** Number of rows processed so far. The import commits all rows together at the end. */
  "people_import.progress": object({ done: reply.number(), total: reply.number() }),
});

export interface PeopleEvents extends EventsOf<typeof peopleEvents> {}
export interface PeopleImportEvents extends EventsOf<typeof peopleImportEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends PeopleEvents, PeopleImportEvents {}
}
