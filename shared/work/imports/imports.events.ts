import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";
import { importSources } from "../../kernel/import-origin";

export const importEvents = defineEvents({
  /**
   * On the stream of the project, after its tasks were created, or updated from the same board, without separate events. Boards and lists
   * are read again.
   */
  "project.imported": object({
    id: reply.id(),
    /** Of the run; missing in events of earlier versions. */
    import_id: number().optional(),
    title: reply.text(),
    source: string()
      .oneOf([...importSources])
      .required(),
    /** Number of new tasks. */
    tasks: reply.number(),
    comments: reply.number(),
    /** Number of tasks that were changed; missing for the import that created the project. */
    updated: number().optional(),
  }),
  /** Number of tasks created so far, to the importing user. All tasks are committed together at the end. */
  "project_import.progress": object({ done: reply.number(), total: reply.number() }),
});

export interface ImportEvents extends EventsOf<typeof importEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ImportEvents {}
}
