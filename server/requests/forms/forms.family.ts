import { formSearch, formRequestSearch } from "./forms.search";
import {
  type FormAnswers,
  type FormChoice,
  type DateRange,
  type FormField,
  type FormTranslations,
  oneLineKinds,
  type Money,
} from "../../../shared/requests/forms/forms.definition";
import { formLifecycle } from "../../../shared/requests/forms/forms.workflow";
import { inNameOrder, type NamedRecord, tidyTranslations } from "../../../shared/kernel/translations";
import { type RequestValues, translatedValues } from "../../../shared/communication/notifications/request.texts";
import { planChain } from "../../approvals/approvals/approvals.service";
import type { FamilyService } from "../../approvals/approvals/families.slots";
import { documentLists } from "../../approvals/documents/document.present";
import { sql } from "../../platform/database/unit-of-work";
import { registerFormRequestsRoutes } from "./form-requests.routes";
import { FormEntity, FormRequestEntity, FormVersionEntity } from "./forms.entity";
import { registerFormsRoutes } from "./forms.routes";
import { filesByRequest, answerNamesFor, presentFormRequest } from "./form-requests.present";
import { formDocument } from "./form-requests.service";
import { formRequestsByIds, type ListedFormRequest } from "./forms.sql";

/**
 * SQL expression for the text of `key` per language: `{"de": {"title": "…"}}` becomes `{"de": "…"}`. `translations` is an SQL expression.
 */
const textByLanguage = (translations: string, key: string): string =>
  `(SELECT COALESCE(jsonb_object_agg(said.key, said.value->>'${key}'), '{}') FROM jsonb_each(${translations}) AS said
    WHERE said.value->>'${key}' <> '')`;

const formNames = sql(
  "forms.kinds",
  `SELECT f.id::text AS type, v.title AS name, ${textByLanguage("v.translations", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id
     AND v.number = COALESCE(f.published, (SELECT max(number) FROM form_version l WHERE l.tenant_id = f.tenant_id AND l.form_id = f.id))
   WHERE f.tenant_id = current_tenant()`,
  { notNull: ["name"] },
);

const selectOfferedForms = sql(
  "forms.offered",
  `SELECT f.id::text AS code, v.title AS name, ${textByLanguage("v.translations", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
   WHERE f.tenant_id = current_tenant() AND f.active ORDER BY f.id`,
  { notNull: ["name"] },
);

interface WordFacts {
  form: { title: string; translations: FormTranslations };
  fields: FormField[];
  answers: FormAnswers;
}

const titlesOf = (translations: FormTranslations) => tidyTranslations(translations, ({ title }) => title || null);

const chosen = (choice: FormChoice | undefined) =>
  choice ? { answers: choice.label, ...translatedValues("answers", choice.translations) } : { answers: "" };

const maxListedAnswers = 3;
const longestAnswer = 80;

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

/** Shows form requests in the inbox with the form and the answers that its author marked for lists. */
export const formRequestFamily = {
  routes: [registerFormsRoutes, registerFormRequestsRoutes],
  entities: [FormEntity, FormRequestEntity, FormVersionEntity],
  workflow: formLifecycle,
  steps: ["manager", "hr"],
  plan: (tx, subject) => planChain(tx, "form", subject),
  types: async (tx) => inNameOrder(tx.language, await tx.rows<NamedRecord & { code: string }>(selectOfferedForms)),
  kindNames: (tx) => tx.rows(formNames),
  ...documentLists<ListedFormRequest>({
    find: (tx, ids) => tx.rows(formRequestsByIds, [[...ids], oneLineKinds, maxListedAnswers]),
    present: presentFormRequest,
    async facts(tx, rows) {
      const files = await filesByRequest(
        tx,
        rows.map(({ id }) => id),
      );
      const names = await answerNamesFor(tx, rows);
      return ({ id, formId, title, translations, fields, answers }) => ({
        form: { id: formId, title, translations },
        fields,
        answers,
        names,
        files: files.get(id)?.length ?? 0,
      });
    },
  }),
  words(facts) {
    const { form, fields, answers } = facts as unknown as WordFacts;
    return {
      title: form.title,
      ...translatedValues("title", titlesOf(form.translations)),
      ...Object.assign({}, ...fields.map((field) => answerOf(field, answers[field.id]))),
    };
  },
  ownFiles: "SELECT request_id FROM form_file WHERE tenant_id = current_tenant() AND file_id = $1",
  decide: formDocument.decide,
  undo: formDocument.undo,
  withdraw: formDocument.withdraw,
  visible: formDocument.loadVisible,
  searches: { form: formSearch, form_request: formRequestSearch },
  personalData: {
    actors: "form.saved_by form_version.published_by",
  },
  demo: {
    forms: async () => (await import("./demo/demo.forms")).writeForms,
  },
} satisfies FamilyService;
