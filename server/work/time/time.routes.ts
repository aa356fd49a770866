import type { FastifyInstance } from "fastify";
import * as sheet from "../../../shared/work/time/sheet.contract";
import * as contract from "../../../shared/work/time/time.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readProjectTime } from "./project-time.read";
import { readLoggableTasks, readTimedPeople, readTimeSheet } from "./sheet.read";
import { presentEntry } from "./time.present";
import { listTimeEntries } from "./time.read";
import { createTimeEntries, createTimeEntry, deleteTimeEntry, type EntryOnTask, updateTimeEntry } from "./time.service";

/** Presents the actor's own entry in an open timesheet week. */
const present = ({ entry, task }: EntryOnTask) => presentEntry(entry, task.projectId, true);

export function registerTimeRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTimeEntries, ({ tx, actor, query }) => listTimeEntries(tx, actor, query));

  serveEndpoint(app, contract.createTimeEntry, async ({ tx, actor, body, text }) => ({
    message: text("time.created"),
    data: present(await createTimeEntry(tx, actor, body)),
  }));

  serveEndpoint(app, contract.createTimeEntries, async ({ tx, actor, body, text }) => ({
    message: text("time.createdMany", { count: body.entries.length }),
    data: (await createTimeEntries(tx, actor, body.entries)).map(present),
  }));

  serveEndpoint(app, contract.updateTimeEntry, async ({ tx, actor, params, body, text }) => ({
    message: text("time.updated"),
    data: present(await updateTimeEntry(tx, actor, params.id, body)),
  }));

  serveEndpoint(app, contract.deleteTimeEntry, async ({ tx, actor, params, text }) => {
    await deleteTimeEntry(tx, actor, params.id);
    return { message: text("time.deleted"), id: params.id };
  });

  serveEndpoint(app, sheet.readTimeSheet, async ({ tx, actor, query }) => ({
    data: await readTimeSheet(tx, actor, query, new Date()),
  }));

  serveEndpoint(app, sheet.listTimedPeople, async ({ tx }) => ({ data: await readTimedPeople(tx) }));

  serveEndpoint(app, sheet.loggableTasks, async ({ tx, actor, query }) => ({
    data: await readLoggableTasks(tx, actor, query),
  }));

  serveEndpoint(app, sheet.reportProjectTime, async ({ tx, actor, params }) => ({
    data: await readProjectTime(tx, actor, params.id),
  }));
}
