import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/bin/bin.contract";
import * as projects from "../../../shared/work/projects/deleted-projects.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { purgeDeletedProject, readDeletedProjects, restoreDeletedProject } from "./bin.projects";
import { purgeBinEntry, readBin } from "./bin.service";

/** The calls that restore tasks and columns, and those of views and templates, are served by the features of the records. */
export function registerBinRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listBin, ({ tx, actor, params, query }) => readBin(tx, actor, params.id, query));
  serveEndpoint(app, projects.listDeletedProjects, ({ tx, actor, query }) => readDeletedProjects(tx, actor, query));
  serveEndpoint(app, projects.restoreDeletedProject, async ({ tx, actor, params, text }) => {
    const data = await restoreDeletedProject(tx, actor, params.id);
    const { code, has_new_code, omitted_time_entry_count: count } = data;
    const restored = has_new_code ? text("bin.projectRestoredWithCode", { code }) : text("bin.projectRestored");
    return { message: count === 0 ? restored : `${restored} ${text("bin.timeOmitted", { count })}`, data };
  });
  serveEndpoint(app, projects.purgeDeletedProject, async ({ tx, actor, params, text }) => {
    await purgeDeletedProject(tx, actor, params.id);
    return { message: text("bin.purged"), id: params.id };
  });
  serveEndpoint(app, contract.purgeDeletedTask, async ({ tx, actor, params, text }) => {
    await purgeBinEntry(tx, actor, "task", params.id);
    return { message: text("bin.purged"), id: params.id };
  });
  serveEndpoint(app, contract.purgeDeletedColumn, async ({ tx, actor, params, text }) => {
    await purgeBinEntry(tx, actor, "column", params.id);
    return { message: text("bin.purged"), id: params.id };
  });
}
