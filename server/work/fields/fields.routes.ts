import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/fields/fields.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { changeFieldKind, previewFieldKind } from "./fields.kind-change";
import { undoFieldKindChange } from "./fields.kind-undo";
import * as fields from "./fields.service";

/** Yes and no become texts in the language of the caller. */
const flagLabels = (text: (id: "projectField.yes" | "projectField.no") => string) => ({
  yes: text("projectField.yes"),
  no: text("projectField.no"),
});

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
  serveEndpoint(app, contract.previewFieldKind, async ({ tx, actor, params, query, text }) => ({
    data: await previewFieldKind(tx, actor, params.id, params.field_id, query.kind, flagLabels(text)),
  }));
  serveEndpoint(app, contract.changeFieldKind, async ({ tx, actor, params, body, text }) => {
    const data = await changeFieldKind(tx, actor, params.id, params.field_id, body, flagLabels(text));
    return { message: text("projectField.updated", { title: data.title }), data };
  });
  serveEndpoint(app, contract.undoFieldKindChange, async ({ tx, actor, params, body, text }) => {
    const { id, field_id } = params;
    const { field, omittedCount } = await undoFieldKindChange(tx, actor, id, field_id, body.version, flagLabels(text));
    return { message: text("projectField.kindRestored", { title: field.title, count: omittedCount }), data: field };
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
