import { array, type InferType, object } from "yup";
import { financeFamily } from "../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import { lineProblems } from "./accounting.rules";
import { codingFields, codingSchema } from "./coding.schema";

const { feature } = financeFamily;
const permission = "payment-pay" as const;

const codingLineReply = object({
  /** Number of the line in its request, from 1. */
  line: reply.number(),
  details: reply.textOrNull(),
  amount: reply.text(),
  currency: reply.text(),
  /** The account that is exported: the line's own, that of its category, or the supplier's default. */
  cost_account: object({ id: reply.id(), code: reply.text(), name: reply.text() }).nullable().defined(),
  tax_key: reply.textOrNull(),
  cost_centre: reply.textOrNull(),
  problems: array(
    string()
      .oneOf([...lineProblems])
      .required(),
  ).required(),
});
export type CodingLine = InferType<typeof codingLineReply>;

/** Number of changes that are returned, latest first. */
export const maxCodingChanges = 50;

export const codingReply = object({
  id: reply.id(),
  number: reply.text(),
  /** Id of the latest change; 0 before the first. */
  version: reply.number(),
  /** Null for requests that have no invoice: claims and cash advances. */
  invoice: object({
    invoice_number: reply.textOrNull(),
    invoice_date: reply.textOrNull(),
    service_from: reply.textOrNull(),
    service_to: reply.textOrNull(),
  })
    .nullable()
    .defined(),
  lines: array(codingLineReply).required(),
  /** Number of the export that contains the request, which then can't be coded. */
  export_number: reply.numberOrNull(),
  history: array(
    object({
      id: reply.id(),
      by: personReply.nullable().defined(),
      at: reply.text(),
      changes: array(
        object({
          /** Null for the request itself. */
          line: reply.numberOrNull(),
          field: string()
            .oneOf([...codingFields])
            .required(),
          before: reply.textOrNull(),
          after: reply.textOrNull(),
        }),
      ).required(),
    }),
  )
    .max(maxCodingChanges)
    .required(),
  can: object({ code: boolean().required() }),
});
export type Coding = InferType<typeof codingReply>;

export const readCoding = endpoint({
  method: "GET",
  path: "/accounting/coding/:id",
  summary: "Returns the accounts, tax keys and cost centres of an approved request, with the history of their changes.",
  feature,
  permission,
  params: object({ id: pathId("financeRequest") }),
  reply: dataReply(codingReply),
  problems: ["request.wrongState"],
});

export const changeCoding = endpoint({
  method: "PUT",
  path: "/accounting/coding",
  summary:
    "Sets accounts, tax keys, cost centres and invoice data of approved requests, without a new approval. Refused for requests that are exported.",
  feature,
  permission,
  scope: withoutApiTokens,
  body: codingSchema,
  reply: dataReply(object({ changed: reply.number() })),
  problems: ["request.wrongState", "accounting.exported", "organization.stale", "request.invalid"],
  example: { body: { requests: [{ id: 1 }], every_line: { cost_account_id: 1 } } },
});
