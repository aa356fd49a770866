import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { FormChoices, PlannedStep } from "../../../shared/requests/forms/form-templates.contract";
import { draftAnswers } from "../../../shared/requests/forms/forms.answers.rules";
import type { listFormRequests } from "../../../shared/requests/forms/forms.contract";
import type { FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { type dryRunSchema, tidyDefinition } from "../../../shared/requests/forms/forms.schema";
import { presentWithSteps } from "../../approvals/approvals/approvals.present";
import { listScopeOf } from "../../platform/management-line";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { planFormChain } from "./form-chain";
import { type FormListRow, presentFormRequest } from "./form-requests.present";
import { mayEditForms } from "./forms.policy";
import { presentPlan } from "./forms.present";
import { loadFormFor } from "./forms.service";
import { choicesOfForms, findRequester, listFormRows, type Requester } from "./forms.sql";
import { likePatternsOf } from "../../platform/database/search";

export async function listRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listFormRequests>,
): Promise<ReplyOf<typeof listFormRequests>> {
  const page = pageOf(query, 20);
  const rows = await tx.rows<FormListRow & { total: number }>(listFormRows, [
    actor.id,
    listScopeOf(query.scope, mayEditForms(actor)),
    query.status || null,
    query.form_id ?? null,
    likePatternsOf(query.q),
    page.perPage,
    page.offset,
  ]);
  const data = await presentWithSteps(tx, rows, presentFormRequest);
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** Roles are included only for users who edit forms. */
export async function formChoicesFor(tx: Tx, actor: Actor): Promise<FormChoices> {
  const choices = (await tx.one<FormChoices>(choicesOfForms)) as FormChoices;
  return mayEditForms(actor) ? choices : { ...choices, roles: [] };
}

const namesOfPlan = sql(
  "forms.namesOfPlan",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'fullname', fullname, 'image', image)) FROM app_user
               WHERE tenant_id = current_tenant() AND id = ANY($1)), '[]') AS people,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name)) FROM role
               WHERE tenant_id = current_tenant() AND id = ANY($2)), '[]') AS roles`,
);

export async function previewFormChain(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof dryRunSchema>,
): Promise<PlannedStep[]> {
  const { form } = await loadFormFor(tx, actor, id);
  const requester = await tx.one<Requester>(findRequester, [input.requester_id ?? actor.id]);
  if (!requester) throw invalidFieldProblem("requester_id", "field.unknown");
  const definition = input.definition
    ? tidyDefinition(input.definition)
    : ((form.draft ?? form.definition) as FormDefinition);
  const answers = draftAnswers(definition, input.answers);
  const chain = await planFormChain(tx, { id, definition }, requester, answers);
  const people = chain.flatMap(({ approver_id }) => approver_id ?? []);
  const roles = chain.flatMap(({ role_id }) => role_id ?? []);
  type Names = Parameters<typeof presentPlan>[1];
  return presentPlan(chain, (await tx.one<Names>(namesOfPlan, [people, roles])) as Names);
}
