import type { InferType } from "yup";
import {
  type FormDefinition,
  type FormTranslations,
  emptyDefinition,
} from "../../../shared/requests/forms/forms.definition";
import { definitionProblems } from "../../../shared/requests/forms/forms.problems.rules";
import { type saveTemplateSchema, tidyDefinition } from "../../../shared/requests/forms/forms.schema";
import { castAnswer } from "../../../shared/requests/forms/forms.answers.rules";
import { tenantStream } from "../../../shared/kernel/events";
import { languageCodes } from "../../../shared/kernel/languages";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import type { Tx } from "../../platform/database/unit-of-work";
import { FormEntity, FormVersionEntity } from "./forms.entity";
import { mayEditForms, mayUseForm } from "./forms.policy";
import {
  allForms,
  findForm,
  findRequester,
  type FormRow,
  lockFormToChange,
  type Requester,
  selectFormSizes,
  unknownReferences,
} from "./forms.sql";

/** Forms the user may fill in, or all for users who edit forms. */
export async function readFormsFor(tx: Tx, actor: Actor): Promise<{ forms: FormRow[]; person: Requester }> {
  const person = await loadRequester(tx, actor);
  const forms = await tx.rows<FormRow>(allForms);
  return { forms: mayEditForms(actor) ? forms : forms.filter((form) => mayUseForm(form, person)), person };
}

export async function loadRequester(tx: Tx, actor: Actor): Promise<Requester> {
  return (await tx.one<Requester>(findRequester, [actor.id])) as Requester;
}

export async function loadFormFor(tx: Tx, actor: Actor, id: number): Promise<{ form: FormRow; person: Requester }> {
  const form = await tx.one<FormRow>(findForm, [id]);
  const person = await loadRequester(tx, actor);
  if (!form || !(mayEditForms(actor) || mayUseForm(form, person))) throw new Problem("notFound");
  return { form, person };
}

/**
 * Limits the number and total size in bytes of a tenant's forms, because all are read wherever a form is selected. 200 forms of 1 MB would
 * exhaust the memory.
 */
const maxForms = 500;
const maxBytes = 5_000_000;
/** Size limit of one form in bytes; approvers load the form with each request. */
const longestForm = 300_000;

/** Enforces the limits after a form was written. @throws Problem 422 for too many forms, or too much content in one or all of them. */
async function enforceFormLimits(tx: Tx, id: number): Promise<void> {
  type Size = { count: number; own: number; bytes: number };
  const { count, own, bytes } = (await tx.one<Size>(selectFormSizes, [id])) as Size;
  if (count > maxForms || bytes > maxBytes || own > longestForm) throw invalidFieldProblem("title", "field.tooMany");
}

export async function createForm(tx: Tx, actor: Actor, draft: FormDefinition): Promise<number> {
  const { id, version } = await tx.repo(FormEntity).insert({ draft, savedBy: actor.id } as never);
  await enforceFormLimits(tx, id);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version });
  return id;
}

export const createEmptyForm = (tx: Tx, actor: Actor, title: string) => createForm(tx, actor, emptyDefinition(title));

export async function duplicateForm(tx: Tx, actor: Actor, id: number, title: string): Promise<number> {
  const { form } = await loadFormFor(tx, actor, id);
  const copied = (form.draft ?? form.definition) as FormDefinition;
  const translations: FormTranslations = {};
  // The copy has a new title, so the translated titles of the original no longer apply.
  for (const language of languageCodes) {
    const translation = copied.translations[language];
    if (translation?.description) translations[language] = { ...translation, title: "" };
  }
  return createForm(tx, actor, { ...copied, title, translations });
}

/**
 * Locks the form.
 * @throws Problem 404; 409 when the form has been saved since `version`.
 */
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

/** Saves a draft. @throws Problem 404, 409; 422 when a limit is exceeded. */
export async function saveForm(
  tx: Tx,
  actor: Actor,
  id: number,
  { definition, version }: InferType<typeof saveTemplateSchema>,
): Promise<void> {
  const form = await lockedForm(tx, id, version);
  const draft = dropInvalidDefaults(tidyDefinition(definition));
  const saved = await change(tx, form, { draft, savedAt: new Date(), savedBy: actor.id });
  await enforceFormLimits(tx, id);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: saved });
}

/** Normalizes default values like answers and replaces invalid values with null. */
export function dropInvalidDefaults(definition: FormDefinition): FormDefinition {
  const fields = definition.fields.map((field) => ({ ...field, default: castAnswer(field, field.default) ?? null }));
  return { ...definition, fields };
}

/**
 * Publishes the draft. Sent requests keep their version; drafts of requests move to the new one when they are edited next.
 * @throws Problem 404; 409 without a draft, or when another user saved it; 422 naming everything that is incomplete.
 */
export async function publishForm(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await lockedForm(tx, id, version);
  const { draft: definition } = form;
  if (!definition) throw new Problem("request.wrongState");
  const errors = { ...definitionProblems(definition), ...(await missingReferences(tx, definition)) };
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  const number = (form.published ?? 0) + 1;
  await tx.repo(FormVersionEntity).insert({ formId: id, number, definition, publishedBy: actor.id } as never);
  const saved = await change(tx, form, { draft: null, published: number, savedAt: new Date(), savedBy: actor.id });
  tx.emit("form.published", tenantStream(tx.tenantId), { id, version: saved, number });
  logSecurity(tx, { kind: "form_published", facts: { record: id } });
}

interface UnknownReferences {
  people: number[];
  roles: number[];
  departments: number[];
}

async function missingReferences(tx: Tx, { steps, audience }: FormDefinition): Promise<FieldErrors> {
  const users = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const roles = [...steps.flatMap((step) => (step.by === "role" ? [step.role_id] : [])), ...audience.role_ids];
  const unknownIds = (await tx.one<UnknownReferences>(unknownReferences, [
    users,
    roles,
    audience.department_ids,
  ])) as UnknownReferences;
  const errors: FieldErrors = {};
  steps.forEach((step, at) => {
    if (step.by === "user" && unknownIds.people.includes(step.user_id))
      errors[`steps.${at}.user_id`] = ["field.unknown"];
    if (step.by === "role" && unknownIds.roles.includes(step.role_id))
      errors[`steps.${at}.role_id`] = ["field.unknown"];
  });
  if (audience.role_ids.some((id) => unknownIds.roles.includes(id)) || unknownIds.departments.length > 0) {
    errors.audience = ["field.unknown"];
  }
  return errors;
}

/** @throws Problem 404; 409 when there is no draft or no published version. */
export async function discardDraft(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await lockedForm(tx, id, version);
  if (!form.draft || form.published === null) throw new Problem("request.wrongState");
  const saved = await change(tx, form, { draft: null, savedAt: new Date(), savedBy: actor.id });
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: saved });
}

export async function setFormActive(tx: Tx, id: number, active: boolean): Promise<void> {
  const form = await lockedForm(tx, id, undefined);
  tx.emit("form.saved", tenantStream(tx.tenantId), { id, version: await change(tx, form, { active }) });
}

/** @throws Problem 404; 409 when requests exist; such a form can only be deactivated. */
export async function deleteForm(tx: Tx, id: number): Promise<void> {
  const form = await lockedForm(tx, id, undefined);
  if (form.used) throw new Problem("form.inUse");
  await tx.repo(FormEntity).delete({ id });
  tx.emit("form.deleted", tenantStream(tx.tenantId), { id });
}
