import type { InferType } from "yup";
import { type FormDefinition, type FormTranslations, emptyDefinition } from "../../shared/forms/forms.definition";
import { definitionProblems } from "../../shared/forms/forms.problems.rules";
import { type saveTemplateSchema, tidyDefinition } from "../../shared/forms/forms.schema";
import { castAnswer } from "../../shared/forms/forms.answers.rules";
import { tenantStream } from "../../shared/kernel/events";
import { languageCodes } from "../../shared/kernel/languages";
import { type FieldErrors, invalid, Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import type { Tx } from "../platform/database/unit-of-work";
import { FormEntity, FormVersionEntity } from "./forms.entity";
import { makesForms, mayUse } from "./forms.policy";
import {
  allForms,
  findForm,
  findRequester,
  type FormRow,
  lockFormToChange,
  type Requester,
  sizeOfForms,
  unknownNames,
} from "./forms.sql";

/** Those that the person may fill in; all of them for who makes forms. */
export async function formsFor(tx: Tx, actor: Actor): Promise<{ forms: FormRow[]; person: Requester }> {
  const person = await personOf(tx, actor);
  const forms = await tx.rows<FormRow>(allForms);
  return { forms: makesForms(actor) ? forms : forms.filter((form) => mayUse(form, person)), person };
}

export async function personOf(tx: Tx, actor: Actor): Promise<Requester> {
  return (await tx.one<Requester>(findRequester, [actor.id])) as Requester;
}

/** @throws Problem 404 when it doesn't exist or isn't offered to them. */
export async function formFor(tx: Tx, actor: Actor, id: number): Promise<{ form: FormRow; person: Requester }> {
  const form = await tx.one<FormRow>(findForm, [id]);
  const person = await personOf(tx, actor);
  if (!form || !(makesForms(actor) || mayUse(form, person))) throw new Problem("notFound");
  return { form, person };
}

/** All of them are read whole wherever somebody chooses one: two hundred of a megabyte each would end the process. */
const mostForms = 500;
const mostBytes = 5_000_000;
/** Of one: whoever decides on what was filled in reads it with each. */
const longestForm = 300_000;

/** After a form was written. @throws Problem 422 for too many, or too much in one or all of them. */
async function requireRoom(tx: Tx, id: number): Promise<void> {
  type Size = { count: number; own: number; bytes: number };
  const { count, own, bytes } = (await tx.one<Size>(sizeOfForms, [id])) as Size;
  if (count > mostForms || bytes > mostBytes || own > longestForm) throw invalid("title", "field.tooMany");
}

/** @returns its id. @throws Problem 422 where there is no room for it. */
export async function createForm(tx: Tx, actor: Actor, draft: FormDefinition): Promise<number> {
  const { id, version } = await tx.repo(FormEntity).insert({ draft, savedBy: actor.id } as never);
  await requireRoom(tx, id);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version });
  return id;
}

export const beginForm = (tx: Tx, actor: Actor, title: string) => createForm(tx, actor, emptyDefinition(title));

/** @throws Problem 404. */
export async function duplicateForm(tx: Tx, actor: Actor, id: number, title: string): Promise<number> {
  const { form } = await formFor(tx, actor, id);
  const copied = (form.draft ?? form.definition) as FormDefinition;
  const translations: FormTranslations = {};
  // The copy is called something else: what the first is called in other languages isn't its name.
  for (const language of languageCodes) {
    const said = copied.translations[language];
    if (said?.description) translations[language] = { ...said, title: "" };
  }
  return createForm(tx, actor, { ...copied, title, translations });
}

/** The form, locked. @throws Problem 404, 409 when somebody else has saved it since `version`. */
async function lockedForm(tx: Tx, id: number, version: number | undefined): Promise<FormRow> {
  await tx.rows(lockFormToChange, [id]);
  const form = await tx.one<FormRow>(findForm, [id]);
  if (!form) throw new Problem("notFound");
  if (version !== undefined && version !== form.version) {
    throw new Problem("request.stale", { by: form.savedBy, record: { id, version: form.version } });
  }
  return form;
}

async function change(tx: Tx, form: FormRow, to: Partial<FormEntity>): Promise<number> {
  const version = form.version + 1;
  await tx.repo(FormEntity).update({ id: form.id }, { ...to, version } as never);
  return version;
}

/** Keeps a draft. @throws Problem 404, 409; 422 where there is no room for it. */
export async function saveForm(
  tx: Tx,
  actor: Actor,
  id: number,
  { definition, version }: InferType<typeof saveTemplateSchema>,
): Promise<void> {
  const form = await lockedForm(tx, id, version);
  const draft = withFitDefaults(tidyDefinition(definition));
  const saved = await change(tx, form, { draft, savedAt: new Date(), savedBy: actor.id });
  await requireRoom(tx, id);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: saved });
}

/** A default is an answer: it is kept as one, or not at all. */
export function withFitDefaults(definition: FormDefinition): FormDefinition {
  const fields = definition.fields.map((field) => ({ ...field, default: castAnswer(field, field.default) ?? null }));
  return { ...definition, fields };
}

/**
 * Puts the draft in the place of what is filled in. Requests that were sent keep their version; drafts of requests come
 * to this one when they are looked at again.
 * @throws Problem 404; 409 without a draft, or when somebody else saved it; 422 with everything that isn't ready.
 */
export async function publishForm(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await lockedForm(tx, id, version);
  const { draft: definition } = form;
  if (!definition) throw new Problem("request.wrongState");
  const errors = { ...definitionProblems(definition), ...(await whatIsGone(tx, definition)) };
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  const number = (form.published ?? 0) + 1;
  await tx.repo(FormVersionEntity).insert({ formId: id, number, definition, publishedBy: actor.id } as never);
  const saved = await change(tx, form, { draft: null, published: number, savedAt: new Date(), savedBy: actor.id });
  tx.emit("form.published", tenantStream(tx.tenantId), { id, version: saved, number });
  logSecurity(tx, { kind: "form_published", facts: { record: id } });
}

interface Unknown {
  people: number[];
  roles: number[];
  departments: number[];
}

/** People, roles and departments that the form names and that don't exist, or not any more. */
async function whatIsGone(tx: Tx, { steps, audience }: FormDefinition): Promise<FieldErrors> {
  const users = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const roles = [...steps.flatMap((step) => (step.by === "role" ? [step.role_id] : [])), ...audience.role_ids];
  const gone = (await tx.one<Unknown>(unknownNames, [users, roles, audience.department_ids])) as Unknown;
  const errors: FieldErrors = {};
  steps.forEach((step, at) => {
    if (step.by === "user" && gone.people.includes(step.user_id)) errors[`steps.${at}.user_id`] = ["field.unknown"];
    if (step.by === "role" && gone.roles.includes(step.role_id)) errors[`steps.${at}.role_id`] = ["field.unknown"];
  });
  if (audience.role_ids.some((id) => gone.roles.includes(id)) || gone.departments.length > 0) {
    errors.audience = ["field.unknown"];
  }
  return errors;
}

/** @throws Problem 404, 409 when there is nothing to drop, or nothing would be left. */
export async function discardDraft(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await lockedForm(tx, id, version);
  if (!form.draft || form.published === null) throw new Problem("request.wrongState");
  const saved = await change(tx, form, { draft: null, savedAt: new Date(), savedBy: actor.id });
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: saved });
}

/** @throws Problem 404. */
export async function offerForm(tx: Tx, id: number, active: boolean): Promise<void> {
  const form = await lockedForm(tx, id, undefined);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: await change(tx, form, { active }) });
}

/** @throws Problem 404; 409 when somebody has filled it in: then it is no longer offered instead. */
export async function deleteForm(tx: Tx, id: number): Promise<void> {
  const form = await lockedForm(tx, id, undefined);
  if (form.used) throw new Problem("form.inUse");
  await tx.repo(FormEntity).delete({ id });
  tx.emit("form.deleted", tenantStream(tx.tenantId), { id });
}
