import type { FastifyInstance } from "fastify";
import * as templates from "../../shared/forms/form-templates.contract";
import { serve } from "../platform/http/serve/serve";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { presentForm, presentFormDetail } from "./forms.present";
import { choicesFor, tryForm } from "./forms.read";
import * as forms from "./forms.service";

async function detail(tx: Tx, actor: Actor, id: number) {
  const { form, person } = await forms.formFor(tx, actor, id);
  return presentFormDetail(form, actor, person);
}

/** Making forms, and choosing one. */
export function registerFormsRoutes(app: FastifyInstance): void {
  serve(app, templates.listForms, async ({ tx, actor }) => {
    const { forms: all, person } = await forms.formsFor(tx, actor);
    return { data: all.map((form) => presentForm(form, actor, person)) };
  });
  serve(app, templates.readForm, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params.id) }));
  serve(app, templates.formChoices, async ({ tx, actor }) => ({ data: await choicesFor(tx, actor) }));
  serve(app, templates.createForm, async ({ tx, actor, body, text }) => {
    const id = await forms.beginForm(tx, actor, body.title);
    return { message: text("form.created", { title: body.title }), data: await detail(tx, actor, id) };
  });
  serve(app, templates.duplicateForm, async ({ tx, actor, params, body, text }) => {
    const id = await forms.duplicateForm(tx, actor, params.id, body.title);
    return { message: text("form.created", { title: body.title }), data: await detail(tx, actor, id) };
  });
  serve(app, templates.tryForm, async ({ tx, actor, params, body }) => ({
    data: await tryForm(tx, actor, params.id, body),
  }));
  serve(app, templates.deleteForm, async ({ tx, params, text }) => {
    await forms.deleteForm(tx, params.id);
    return { message: text("form.deleted"), id: params.id };
  });
  registerChanges(app);
}

function registerChanges(app: FastifyInstance): void {
  serve(app, templates.saveForm, async ({ tx, actor, params, body, text }) => {
    await forms.saveForm(tx, actor, params.id, body);
    return { message: text("request.draftSaved"), data: await detail(tx, actor, params.id) };
  });
  serve(app, templates.publishForm, async ({ tx, actor, params, body, text }) => {
    await forms.publishForm(tx, actor, params.id, body.version);
    const data = await detail(tx, actor, params.id);
    return { message: text("form.published", { title: data.title }), data };
  });
  serve(app, templates.discardForm, async ({ tx, actor, params, body, text }) => {
    await forms.discardDraft(tx, actor, params.id, body.version);
    return { message: text("form.discarded"), data: await detail(tx, actor, params.id) };
  });
  serve(app, templates.offerForm, async ({ tx, actor, params, body, text }) => {
    await forms.offerForm(tx, params.id, body.active);
    const data = await detail(tx, actor, params.id);
    return { message: text(body.active ? "form.offered" : "form.withdrawn", { title: data.title }), data };
  });
}
