import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/templates/templates.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readChangedProject } from "../projects/projects.read";
import { createFromTemplate } from "./templates.create";
import * as templates from "./templates.service";

/** A preview contains no dates, so any day will do. */
const previewDay = "2000-01-01";

export function registerTemplatesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listProjectTemplates, async ({ tx, actor, text }) => ({
    data: await templates.listTemplates(tx, actor, text),
  }));
  serveEndpoint(app, contract.listDeletedProjectTemplates, async ({ tx }) => ({
    data: await templates.listDeletedTemplates(tx),
  }));
  serveEndpoint(app, contract.readProjectTemplate, async ({ tx, actor, params, text }) => ({
    data: await templates.readTemplate(tx, actor, params.code, text),
  }));
  serveEndpoint(app, contract.createProjectFromTemplate, async ({ tx, actor, params, body, text }) => {
    const template = await templates.readTemplate(tx, actor, params.code, text);
    const id = await createFromTemplate(tx, actor, template, body, text);
    await templates.storeUse(tx, id, template);
    return { message: text("project.created"), data: await readChangedProject(tx, actor, id) };
  });
  serveEndpoint(app, contract.previewProjectTemplate, async ({ tx, actor, params }) => ({
    data: await templates.previewTemplate(tx, actor, params.id, previewDay),
  }));
  serveEndpoint(app, contract.createProjectTemplate, async ({ tx, actor, body, text }) => {
    const data = await templates.createTemplate(tx, actor, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.updateProjectTemplate, async ({ tx, actor, params, body, text }) => {
    const data = await templates.updateTemplate(tx, actor, params.id, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.replaceProjectTemplateContent, async ({ tx, actor, params, body, text }) => {
    const data = await templates.replaceContent(tx, actor, params.id, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.deleteProjectTemplate, async ({ tx, params, text }) => {
    await templates.deleteTemplate(tx, params.id);
    return { message: text("template.deleted"), id: params.id };
  });
  serveEndpoint(app, contract.restoreProjectTemplate, async ({ tx, actor, params, text }) => {
    const data = await templates.restoreTemplate(tx, actor, params.id);
    return { message: text("template.restored", { title: data.title }), data };
  });
  serveEndpoint(app, contract.readProjectOrigin, async ({ tx, actor, params }) => ({
    data: await templates.readOrigin(tx, actor, params.id),
  }));
}
