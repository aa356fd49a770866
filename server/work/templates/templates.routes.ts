import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/templates/templates.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readChangedProject } from "../projects/projects.read";
import { createFromTemplate, listTemplates } from "./templates.service";

export function registerTemplatesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listProjectTemplates, async ({ text }) => ({ data: listTemplates(text) }));
  serveEndpoint(app, contract.createProjectFromTemplate, async ({ tx, actor, params, body, text }) => {
    const id = await createFromTemplate(tx, actor, params.code, body, text);
    return { message: text("project.created"), data: await readChangedProject(tx, actor, id) };
  });
}
