import {
  type Answers,
  type Choice,
  type DateRange,
  type FormField,
  type FormTranslations,
  lineKinds,
  type Money,
} from "../../shared/forms/forms.definition";
import { formLife } from "../../shared/forms/forms.workflow";
import { tidyTranslations } from "../../shared/kernel/translations";
import { type RequestValues, translatedValues } from "../../shared/notifications/request.words";
import { planChain } from "../approvals/approvals.service";
import type { FamilyService } from "../approvals/request-family.service";
import { presentRequest } from "../approvals/approvals.present";
import { wordsByLanguage } from "../platform/database/translations.sql";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { registerFormRequestsRoutes } from "./form-requests.routes";
import { FormEntity, FormRequestEntity, FormVersionEntity } from "./forms.entity";
import { registerFormsRoutes } from "./forms.routes";
import { filesOf, namesFor, presentFormRequest } from "./form-requests.present";
import {
  cancelFormRequest,
  decideFormRequest,
  deleteFormRequest,
  undoFormDecision,
  visibleFormRequest,
} from "./form-requests.service";
import { formRequestsByIds, type ListedFormRequest } from "./forms.sql";

const formNames = sql(
  "forms.kinds",
  `SELECT f.id::text AS type, v.title AS name, ${wordsByLanguage("v.translations", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id
     AND v.number = COALESCE(f.published, (SELECT max(number) FROM form_version l WHERE l.tenant_id = f.tenant_id AND l.form_id = f.id))
   WHERE f.tenant_id = current_tenant()`,
);

const offered = sql(
  "forms.offered",
  `SELECT f.id::text AS code, v.title AS name, ${wordsByLanguage("v.translations", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
   WHERE f.tenant_id = current_tenant() AND f.active ORDER BY lower(v.title), f.id`,
);

interface WordFacts {
  form: { title: string; translations: FormTranslations };
  fields: FormField[];
  answers: Answers;
}

const titlesOf = (translations: FormTranslations) => tidyTranslations(translations, ({ title }) => title || null);

const chosen = (choice: Choice | undefined) =>
  choice ? { answers: choice.label, ...translatedValues("answers", choice.translations) } : { answers: "" };

/** Answers that are seen at once, of each request. */
const mostAtOnce = 3;
const listed = (tx: Tx, ids: readonly number[]): Promise<ListedFormRequest[]> =>
  tx.rows(formRequestsByIds, [[...ids], lineKinds, mostAtOnce]);

const longestAnswer = 80;

/** What can be said in a line: the last day, amount and words of those that its maker wants to be seen at once. */
function answerOf({ kind, choices }: FormField, answer: unknown): Partial<RequestValues> {
  switch (kind) {
    case "date":
      return { from: String(answer) };
    case "date_range": {
      const { from, to } = answer as Partial<DateRange>;
      return from && to ? { from, to } : {};
    }
    case "money": {
      const { amount, currency } = answer as Partial<Money>;
      return amount && currency ? { amount, currency } : {};
    }
    case "text":
    case "number":
      return { answers: String(answer).slice(0, longestAnswer) };
    case "choice":
      return chosen(choices.find(({ id }) => id === answer));
    default:
      return {};
  }
}

/** Filled forms as the inbox shows them: which form, and the answers that its maker wants to be seen at once. */
export const formRequests: FamilyService = {
  routes: [registerFormsRoutes, registerFormRequestsRoutes],
  entities: [FormEntity, FormRequestEntity, FormVersionEntity],
  workflow: formLife,
  steps: ["manager", "hr"],
  plan: (tx, subject) => planChain(tx, "form", subject),
  types: (tx) => tx.rows(offered),
  kindNames: (tx) => tx.rows(formNames),
  async entries(tx, ids, steps) {
    const rows = await listed(tx, ids);
    const files = await filesOf(tx, ids);
    const names = await namesFor(tx, rows);
    return new Map(
      rows.map((row) => {
        const facts = {
          form: { id: row.formId, title: row.title, translations: row.translations },
          fields: row.fields,
          answers: row.answers,
          names,
          files: files.get(row.id)?.length ?? 0,
        };
        return [row.id, { request: presentRequest(row, steps.get(row.id) ?? []), facts }];
      }),
    );
  },
  async rows(tx, ids, steps) {
    const rows = await listed(tx, ids);
    return new Map(rows.map((row) => [row.id, presentFormRequest(row, steps.get(row.id) ?? [])]));
  },
  words(facts) {
    const { form, fields, answers } = facts as unknown as WordFacts;
    return {
      title: form.title,
      ...translatedValues("title", titlesOf(form.translations)),
      ...Object.assign({}, ...fields.map((field) => answerOf(field, answers[field.id]))),
    };
  },
  ownFiles: "SELECT request_id FROM form_file WHERE tenant_id = current_tenant() AND file_id = $1",
  decide: decideFormRequest,
  undo: undoFormDecision,
  withdraw: (tx, requester, { id, status }) =>
    status === "draft" ? deleteFormRequest(tx, requester, id) : cancelFormRequest(tx, requester, id),
  visible: visibleFormRequest,
};
