import type { FastifyInstance } from "fastify";
import * as templates from "../../../shared/requests/forms/form-templates.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { presentForm, presentFormDetail } from "./forms.present";
import { formChoicesFor, previewFormChain } from "./forms.read";
import * as forms from "./forms.service";

async function detail(tx: Tx, actor: Actor, id: number) {
  const { form, person } = await forms.loadFormFor(tx, actor, id);
  return presentFormDetail(form, actor, person);
}

export function registerFormsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, templates.listForms, async ({ tx, actor }) => {
    const { forms: all, person } = await forms.readFormsFor(tx, actor);
    return { data: all.map((form) => presentForm(form, actor, person)) };
  });
  serveEndpoint(app, templates.readForm, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  serveEndpoint(app, templates.listFormChoices, async ({ tx, actor }) => ({ data: await formChoicesFor(tx, actor) }));
  serveEndpoint(app, templates.createForm, async ({ tx, actor, body, text }) => {
    const id = await forms.createEmptyForm(tx, actor, body.title);
    return { message: text("form.created", { title: body.title }), data: await detail(tx, actor, id) };
  });
  serveEndpoint(app, templates.duplicateForm, async ({ tx, actor, params, body, text }) => {
    const id = await forms.duplicateForm(tx, actor, params.id, body.title);
    return { message: text("form.created", { title: body.title }), data: await detail(tx, actor, id) };
  });
  serveEndpoint(app, templates.tryForm, async ({ tx, actor, params, body }) => ({
    data: await previewFormChain(tx, actor, params.id, body),
  }));
  serveEndpoint(app, templates.deleteForm, async ({ tx, params, text }) => {
    await forms.deleteForm(tx, params.id);
    return { message: text("form.deleted"), id: params.id };
  });
  registerChanges(app);
}

function registerChanges(app: FastifyInstance): void {
  serveEndpoint(app, templates.saveForm, async ({ tx, actor, params, body, text }) => {
    await forms.saveForm(tx, actor, params.id, body);
    return { message: text("request.draftSaved"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, templates.publishForm, async ({ tx, actor, params, body, text }) => {
    await forms.publishForm(tx, actor, params.id, body.version);
    const data = await detail(tx, actor, params.id);
    return { message: text("form.published", { title: data.title }), data };
  });
  serveEndpoint(app, templates.discardForm, async ({ tx, actor, params, body, text }) => {
    await forms.discardDraft(tx, actor, params.id, body.version);
    return { message: text("form.discarded"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, templates.setFormAvailable, async ({ tx, actor, params, body, text }) => {
    await forms.setFormActive(tx, params.id, body.active);
    const data = await detail(tx, actor, params.id);
    return { message: text(body.active ? "form.offered" : "form.withdrawn", { title: data.title }), data };
  });
}
