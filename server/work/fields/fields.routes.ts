import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/fields/fields.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as fields from "./fields.service";

export function registerFieldsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listProjectFields, async ({ tx, actor, params }) => ({
    data: await fields.listFields(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.listFieldsOfOtherProjects, async ({ tx, actor, params }) => ({
    data: await fields.listFieldsElsewhere(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createProjectField, async ({ tx, actor, params, body, text }) => {
    const data = await fields.createField(tx, actor, params.id, body);
    return { message: text("projectField.created", { title: data.title }), data };
  });
  serveEndpoint(app, contract.useProjectField, async ({ tx, actor, params, text }) => {
    const data = await fields.useField(tx, actor, params.id, params.field_id);
    return { message: text("projectField.created", { title: data.title }), data };
  });
  serveEndpoint(app, contract.updateProjectField, async ({ tx, actor, params, body, text }) => {
    const data = await fields.updateField(tx, actor, params.id, params.field_id, body);
    return { message: text("projectField.updated", { title: data.title }), data };
  });
  serveEndpoint(app, contract.updateProjectFieldUse, async ({ tx, actor, params, body, text }) => {
    const data = await fields.updateFieldUse(tx, actor, params.id, params.field_id, body);
    return { message: text("projectField.updated", { title: data.title }), data };
  });
  serveEndpoint(app, contract.sortProjectFields, async ({ tx, actor, params, body, text }) => {
    await fields.sortFields(tx, actor, params.id, body.ids);
    return { message: text("projectField.sorted") };
  });
  serveEndpoint(app, contract.removeProjectField, async ({ tx, actor, params, text }) => {
    await fields.removeField(tx, actor, params.id, params.field_id);
    return { message: text("projectField.removed"), id: params.field_id };
  });
  serveEndpoint(app, contract.restoreProjectField, async ({ tx, actor, params, text }) => {
    const data = await fields.restoreField(tx, actor, params.id, params.field_id);
    return { message: text("projectField.restored", { title: data.title }), data };
  });
}
