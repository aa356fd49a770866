import { object } from "yup";
import { defineEvents, type EventsOf } from "../../kernel/events";
import { reply } from "../../kernel/fields";

const category = object({ id: reply.id() });

/** Categories are published on the tenant's stream, which all users receive, so the events contain only the id. */
export const expenseEvents = defineEvents({
  "expense.draft": object({ id: reply.id(), version: reply.number() }),
  "expense_category.created": category,
  "expense_category.updated": category,
  "expense_category.deleted": category,
});

export interface ExpenseEvents extends EventsOf<typeof expenseEvents> {}

declare module "../../kernel/events" {
  interface DomainEvents extends ExpenseEvents {}
}
