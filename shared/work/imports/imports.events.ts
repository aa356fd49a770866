import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { importSources } from "../../kernel/import-origin";

export const importEvents = defineEvents({
  /** On the stream of the new project, after its tasks were created without events of their own. */
  "project.imported": object({
    id: reply.id(),
    title: reply.text(),
    source: string()
      .oneOf([...importSources])
      .required(),
    tasks: reply.number(),
    comments: reply.number(),
  }),
  /** Number of tasks created so far, to the importing user. All tasks are committed together at the end. */
  "project_import.progress": object({ done: reply.number(), total: reply.number() }),
});

export interface ImportEvents extends EventsOf<typeof importEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ImportEvents {}
}
