import { stepsOf } from "../../server/approvals/approvals.present";
import { families } from "../../server/inbox/inbox.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { FinanceFacts } from "../../shared/finance/finance-reply.contract";
import type {
  Answers,
  Choice,
  DateRange,
  FormField,
  FormTranslations,
  Money,
} from "../../shared/forms/forms.definition";
import type { Actor } from "../../shared/kernel/events";
import { type Named, tidyTranslations } from "../../shared/kernel/translations";
import { type RequestValues, translatedValues } from "../../shared/notifications/request.words";

interface Told {
  id: number;
  family: RequestFamily;
  title: string;
  requester: Actor;
}

/**
 * What notifications say of a request: what, when, how much, which number, and who is asked next, as it is now.
 * `decides`: for somebody who is asked themself, who comes after them; else who is asked.
 */
export async function requestFacts(tx: Tx, request: Told, decides: boolean): Promise<Record<string, string>> {
  const { id, family } = request;
  const steps = await stepsOf(tx, [id]);
  const told = (await families[family]?.entries(tx, [id], steps))?.get(id);
  const values: RequestValues = {
    title: request.title,
    requester: request.requester.fullname,
    ...(told && decides ? { request: String(id), family, version: String(told.request.version) } : {}),
    ...(told ? factsOf[family](told.facts as never) : {}),
    ...nextOf(steps.get(id) ?? [], decides),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function nextOf(steps: readonly RequestStep[], decides: boolean): Pick<RequestValues, "next"> {
  const now = steps.find(({ state }) => state === "now");
  const step = decides ? steps.find((one) => one.state === "next" && one.round === now?.round) : now;
  const next = step?.approver?.fullname ?? step?.role?.name;
  return next ? { next } : {};
}

interface LeaveFacts {
  leave_type: Named;
  start_date: string;
  end_date: string;
  days: number;
  balance_now: number | null;
}

interface FormFacts {
  form: { title: string; translations: FormTranslations };
  fields: FormField[];
  answers: Answers;
}

/** What a leave type is called. Events of before names were translated have none. */
export const typeTitle = ({ name, translations = {} }: Pick<Named, "name"> & Partial<Named>) => ({
  title: name,
  ...translatedValues("title", translations),
});

const factsOf = {
  leave: ({ leave_type, start_date, end_date, days, balance_now }: LeaveFacts) => ({
    ...typeTitle(leave_type),
    from: start_date,
    to: end_date,
    days: String(days),
    ...(balance_now === null ? {} : { left: String(balance_now) }),
  }),
  finance: ({ number, title, amount, currency }: FinanceFacts) => ({
    title,
    ...(number ? { number } : {}),
    amount,
    currency,
  }),
  form: ({ form, fields, answers }: FormFacts) => ({
    title: form.title,
    ...translatedValues("title", titlesOf(form.translations)),
    ...Object.assign({}, ...fields.map((field) => answerOf(field, answers[field.id]))),
  }),
} satisfies Record<RequestFamily, (facts: never) => Partial<RequestValues>>;

const titlesOf = (translations: FormTranslations) => tidyTranslations(translations, ({ title }) => title || null);

const chosen = (choice: Choice | undefined) =>
  choice ? { answers: choice.label, ...translatedValues("answers", choice.translations) } : { answers: "" };

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
