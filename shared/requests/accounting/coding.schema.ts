import { isMistypedCreditorReference } from "../payments/creditor-reference";
import { array, object } from "yup";
import { latinDigits } from "../../kernel/digits";
import { dayField, emptyToNull, idField, lineField, wholeNumber } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { maxItems } from "../finance/finance.items.rules";
import { serviceToField } from "../money/money.schema";
import { maxPreviewRequests } from "./accounting.schema";

export const codingFields = [
  "cost_account",
  "tax_key",
  "cost_centre",
  "invoice_number",
  "invoice_date",
  "service_from",
  "service_to",
] as const;
export type CodingField = (typeof codingFields)[number];

/** Omitted fields are kept; null removes what was set. */
const lineShape = {
  cost_account_id: idField("cost_account").nullable(),
  /** Tax key of the accounting program, a BU-Schlüssel in DATEV. */
  tax_key: lineField(4)
    .transform((value: unknown) => (typeof value === "string" ? latinDigits(value) : value))
    .matches(/^\d{1,4}$/, { message: "account.accountingKey", excludeEmptyString: true })
    .transform(emptyToNull)
    .nullable(),
  cost_centre: lineField(36).transform(emptyToNull).nullable(),
};

export const codingSchema = object({
  requests: array(
    object({
      id: idField("financeRequest").required("field.id"),
      version: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      invoice_number: lineField(100)
        .transform(emptyToNull)
        .nullable()
        .test("reference", "finance.creditorReference", (value) => !value || !isMistypedCreditorReference(value)),
      invoice_date: dayField(),
      service_from: dayField(),
      service_to: serviceToField(),
      lines: array(object({ line: wholeNumber(1, 10_000).required("field.required"), ...lineShape }).required()).max(
        maxItems,
        "field.tooMany",
      ),
    }).required(),
  )
    .required("field.required")
    .min(1, "field.required")
    .max(maxPreviewRequests, "field.tooMany"),
  /** Values for all lines of the requests, where the line has none that can be exported. */
  every_line: object(lineShape).default(undefined),
  /** Whether `every_line` also replaces values that can be exported. */
  replace: boolean(),
});
