import { object } from "yup";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

export const invoiceReply = object({
  id: reply.text(),
  number: reply.textOrNull(),
  description: reply.text(),
  state: string().oneOf(["draft", "open", "paid", "uncollectible", "void"]).required(),
  currency: reply.text(),
  amount_due: reply.text(),
  amount_paid: reply.text(),
  amount_remaining: reply.text(),
  issued_at: reply.text(),
  amount_due_date: reply.textOrNull(),
  pays_for: object({ plan: reply.text(), starts_at: reply.text(), ends_at: reply.text() })
    .nullable()
    .defined()
    .default(null),
  hosted_url: reply.textOrNull(),
  pdf_url: reply.textOrNull(),
});
