import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { binKinds } from "./bin.schema";

/** Published on the project's stream, or on that of the user who purged a project or whose private view was purged. When the schedule purges a project, on those of its former owners and the user who deleted it. Moving to the bin and restoring are events of the records themselves. */
export const binEvents = defineEvents({
  /** A record in the bin was deleted for good, by a user or by the schedule. */
  "bin_entry.purged": object({
    id: reply.id(),
    project_id: reply.id(),
    kind: string()
      .oneOf([...binKinds, "project"])
      .required(),
    record_id: reply.id(),
    title: reply.text(),
  }),
});

export interface BinEvents extends EventsOf<typeof binEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends BinEvents {}
}
