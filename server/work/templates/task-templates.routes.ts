import type { FastifyInstance } from "fastify";
import { purgeDeletedTemplate, restoreDeletedTemplate } from "../../../shared/work/bin/bin.contract";
import * as contract from "../../../shared/work/templates/task-templates.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as templates from "./task-templates.service";

export function registerTaskTemplatesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTaskTemplates, async ({ tx, actor, params }) => ({
    data: await templates.listTaskTemplates(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.listPeopleForTaskTemplate, async ({ tx, actor, params }) => ({
    data: await templates.listPeople(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createTaskTemplate, async ({ tx, actor, body, text }) => {
    const data = await templates.createTaskTemplate(tx, actor, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.updateTaskTemplate, async ({ tx, actor, params, body, text }) => {
    const data = await templates.updateTaskTemplate(tx, actor, params.id, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.replaceTaskTemplateContent, async ({ tx, actor, params, body, text }) => {
    const data = await templates.replaceTaskTemplateContent(tx, actor, params.id, body);
    return { message: text("template.saved", { title: data.title }), data };
  });
  serveEndpoint(app, contract.deleteTaskTemplate, async ({ tx, actor, params, text }) => {
    await templates.deleteTaskTemplate(tx, actor, params.id);
    return { message: text("template.deleted"), id: params.id };
  });
  serveEndpoint(app, contract.restoreTaskTemplate, async ({ tx, actor, params, text }) => {
    const data = await templates.restoreTaskTemplate(tx, actor, params.id);
    return { message: text("template.restored", { title: data.title }), data };
  });
  serveEndpoint(app, restoreDeletedTemplate, async ({ tx, actor, params, text }) => {
    const { id, project_id, title } = await templates.restoreTaskTemplate(tx, actor, params.id);
    return { message: text("template.restored", { title }), data: { id, project_id } };
  });
  serveEndpoint(app, purgeDeletedTemplate, async ({ tx, actor, params, text }) => {
    await templates.purgeTaskTemplate(tx, actor, params.id);
    return { message: text("bin.purged"), id: params.id };
  });
  serveEndpoint(app, contract.setDefaultTaskTemplate, async ({ tx, actor, params, body, text }) => {
    const data = await templates.setDefaultTaskTemplate(tx, actor, params.id, body);
    return { message: text("template.defaultSaved"), data };
  });
  serveEndpoint(app, contract.createTaskFromTemplate, async ({ tx, actor, params, body, text }) => {
    const data = await templates.createTaskFromTemplate(tx, actor, params.id, body);
    return { message: text("task.created", { key: data.key }), data };
  });
}
