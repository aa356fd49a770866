import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { invalid } from "../../shared/kernel/problems";
import type { FormChoices, PlannedStep } from "../../shared/forms/form-templates.contract";
import { draftAnswers } from "../../shared/forms/forms.answers.rules";
import type { listFormRequests } from "../../shared/forms/forms.contract";
import type { FormDefinition } from "../../shared/forms/forms.definition";
import { type dryRunSchema, tidyDefinition } from "../../shared/forms/forms.schema";
import { stepsOf } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { chainOfForm } from "./form-chain";
import { type FormListRow, presentFormRequest } from "./form-requests.present";
import { makesForms } from "./forms.policy";
import { presentPlan } from "./forms.present";
import { formFor } from "./forms.service";
import { choicesOfForms, findRequester, listFormRows, type Requester } from "./forms.sql";

const pattern = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null);

/** One's own without a scope; all only for who makes forms: for others it is their team. */
export async function listRequests(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listFormRequests>,
): Promise<ReplyOf<typeof listFormRequests>> {
  const page = pageOf(query, 20);
  const scope = query.scope === "all" && !makesForms(actor) ? "team" : query.scope || "mine";
  const rows = await tx.rows<FormListRow & { total: number }>(listFormRows, [
    actor.id,
    scope,
    query.status || null,
    query.form_id ?? null,
    pattern(query.q),
    page.perPage,
    page.offset,
  ]);
  const steps = await stepsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => presentFormRequest(row, steps.get(row.id) ?? []));
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** Roles are named by who makes forms alone. */
export async function choicesFor(tx: Tx, actor: Actor): Promise<FormChoices> {
  const choices = (await tx.one<FormChoices>(choicesOfForms)) as FormChoices;
  return makesForms(actor) ? choices : { ...choices, roles: [] };
}

const namesOfPlan = sql(
  "forms.namesOfPlan",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'fullname', fullname, 'image', image)) FROM app_user
               WHERE tenant_id = current_tenant() AND id = ANY($1)), '[]') AS people,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name)) FROM role
               WHERE tenant_id = current_tenant() AND id = ANY($2)), '[]') AS roles`,
);

/** Where a request would go, asked by oneself or by somebody else. @throws Problem 404, 422. */
export async function tryForm(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof dryRunSchema>,
): Promise<PlannedStep[]> {
  const { form } = await formFor(tx, actor, id);
  const requester = await tx.one<Requester>(findRequester, [input.requester_id ?? actor.id]);
  if (!requester) throw invalid("requester_id", "field.unknown");
  const definition = input.definition
    ? tidyDefinition(input.definition)
    : ((form.draft ?? form.definition) as FormDefinition);
  const answers = draftAnswers(definition, input.answers);
  const chain = await chainOfForm(tx, { id, definition }, requester, answers);
  const people = chain.flatMap(({ approver_id }) => approver_id ?? []);
  const roles = chain.flatMap(({ role_id }) => role_id ?? []);
  type Names = Parameters<typeof presentPlan>[1];
  return presentPlan(chain, (await tx.one<Names>(namesOfPlan, [people, roles])) as Names);
}
