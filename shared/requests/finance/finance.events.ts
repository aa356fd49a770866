import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { archiveRunReply } from "./finance-settings.contract";
import { financeTypes } from "./finance.fields";

const financeRef = object({
  id: reply.id(),
  family: string().oneOf(["finance"]).required(),
  type: string()
    .oneOf([...financeTypes])
    .required(),
  status: reply.text(),
  version: reply.number(),
});

const namedFinance = financeRef.shape({
  requester: personReply,
  number: reply.text(),
  /** Display title with number and purpose. */
  title: reply.text(),
});

export const financeEvents = defineEvents({
  /** Also of expense claims. */
  "request.paid": namedFinance.shape({
    family: string().oneOf(["finance", "expense"]).required(),
    type: reply.text(),
    date: reply.text(),
    reference: reply.text(),
  }),
  /** The bank returned the payment, or the payroll month that contained it was reopened. Also of expense claims. */
  "request.payment_reversed": namedFinance.shape({
    family: string().oneOf(["finance", "expense"]).required(),
    type: reply.text(),
  }),
  "request.settled": namedFinance.shape({ settled: boolean().required() }),
  /** Published on the requester's stream, one event per request. */
  "request.archived": namedFinance,
  "request.restored": namedFinance,
  "finance.draft": financeRef.pick(["id", "version"]),
  "finance.changed": financeRef,
  "archive_run.updated": archiveRunReply,
  /** Published on the tenant's stream, which all users receive, so it contains no figures or departments. */
  "finance_settings.updated": object({ version: reply.number() }),
  "budget.updated": object({}),
});

export interface FinanceEvents extends EventsOf<typeof financeEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends FinanceEvents {}
}
