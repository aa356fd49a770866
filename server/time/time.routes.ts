import type { FastifyInstance } from "fastify";
import * as sheet from "../../shared/time/sheet.contract";
import * as contract from "../../shared/time/time.contract";
import { serve } from "../platform/http/serve/serve";
import { readProjectTime } from "./project-time.read";
import { readLoggable, readTimedPeople, readTimeSheet } from "./sheet.read";
import { presentEntry } from "./time.present";
import { listTimeEntries } from "./time.read";
import { createTimeEntries, createTimeEntry, deleteTimeEntry, type EntryOnTask, updateTimeEntry } from "./time.service";

/** One's own, just written into an open week. */
const present = ({ entry, task }: EntryOnTask) => presentEntry(entry, task.projectId, true);

export function registerTimeRoutes(app: FastifyInstance): void {
  serve(app, contract.listTimeEntries, ({ tx, actor, query }) => listTimeEntries(tx, actor, query));

  serve(app, contract.createTimeEntry, async ({ tx, actor, body, text }) => ({
    message: text("time.created"),
    data: present(await createTimeEntry(tx, actor, body)),
  }));

  serve(app, contract.createTimeEntries, async ({ tx, actor, body, text }) => ({
    message: text("time.createdMany", { count: body.entries.length }),
    data: (await createTimeEntries(tx, actor, body.entries)).map(present),
  }));

  serve(app, contract.updateTimeEntry, async ({ tx, actor, params, body, text }) => ({
    message: text("time.updated"),
    data: present(await updateTimeEntry(tx, actor, params.id, body)),
  }));

  serve(app, contract.deleteTimeEntry, async ({ tx, actor, params, text }) => {
    await deleteTimeEntry(tx, actor, params.id);
    return { message: text("time.deleted"), id: params.id };
  });

  serve(app, sheet.readTimeSheet, async ({ tx, actor, query }) => ({
    data: await readTimeSheet(tx, actor, query, new Date()),
  }));

  serve(app, sheet.timedPeople, async ({ tx }) => ({ data: await readTimedPeople(tx) }));

  serve(app, sheet.loggableTasks, async ({ tx, actor, query }) => ({ data: await readLoggable(tx, actor, query) }));

  serve(app, sheet.projectTime, async ({ tx, actor, params }) => ({
    data: await readProjectTime(tx, actor, params.id),
  }));
}
