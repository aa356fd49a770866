import type { Form, FormDetail, PlannedStep } from "../../../shared/requests/forms/form-templates.contract";
import type { ChainStep } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Actor } from "../../platform/session";
import type { FormRow } from "./forms.sql";
import { mayEditForms, mayUseForm } from "./forms.policy";
import type { Requester } from "./forms.sql";

export function presentForm(form: FormRow, actor: Actor, person: Requester): Form {
  const edit = mayEditForms(actor);
  const definition = form.definition ?? form.draft;
  return {
    id: form.id,
    title: definition?.title ?? "",
    description: definition?.description ?? "",
    translations: definition?.translations ?? {},
    published: form.published,
    draft: edit && form.draft ? (form.published ?? 0) + 1 : null,
    active: form.active,
    version: form.version,
    open: edit ? form.keeps.reduce((sum, { open }) => sum + open, 0) : 0,
    used_at: edit ? (form.usedAt?.toISOString() ?? null) : null,
    can: {
      use: mayUseForm(form, person) && actor.permissions.has("vas-request-create"),
      edit,
      delete: edit && !form.used,
    },
  };
}

export function presentFormDetail(form: FormRow, actor: Actor, person: Requester): FormDetail {
  const edit = mayEditForms(actor);
  return {
    ...presentForm(form, actor, person),
    definition: form.definition,
    draft_definition: edit ? form.draft : null,
    saved_at: edit ? form.savedAt.toISOString() : null,
    saved_by: edit ? form.savedBy : null,
    keeps: edit ? form.keeps : [],
  };
}

interface Names {
  people: Person[];
  roles: { id: number; name: string }[];
}

export function presentPlan(chain: readonly ChainStep[], { people, roles }: Names): PlannedStep[] {
  return chain.map(({ by, route, approver_id, role_id }) => ({
    by,
    route,
    approver: people.find(({ id }) => id === approver_id) ?? null,
    role: roles.find(({ id }) => id === role_id) ?? null,
  }));
}
