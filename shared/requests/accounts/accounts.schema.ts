import { object } from "yup";
import { latinDigits } from "../../kernel/digits";
import { emptyToNull, lineField, versionField } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

/** Maximum numbers of accounts and VAT rates per tenant, because lists return all of them. */
export const maxCostAccounts = 2_000;
export const maxVatRates = 500;

/** A percentage from 0 to 100 with at most two decimals. */
export const percentText = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/;

/** An account number of the accounting program: digits, because DATEV has no others. */
export const accountNumberField = () =>
  lineField(9)
    .transform((value: unknown) => (typeof value === "string" ? latinDigits(value) : value))
    .matches(/^0*[1-9]\d*$/, { message: "accounting.accountDigits", excludeEmptyString: true });

export const costAccountSchema = object({
  code: lineField(20).required("field.required"),
  name: lineField(120).required("field.required"),
  archived: boolean(),
  version: versionField(),
});

export const vatRateSchema = object({
  code: lineField(20).required("field.required"),
  name: lineField(120).required("field.required"),
  /** VAT rate as decimal text, like amounts. */
  percent: lineField(6)
    .required("field.required")
    .matches(percentText, { message: "account.percent", excludeEmptyString: true }),
  /** Tax key of the accounting program. */
  accounting_key: lineField(4)
    .matches(/^\d{1,4}$/, { message: "account.accountingKey", excludeEmptyString: true })
    .transform(emptyToNull)
    .nullable(),
  archived: boolean(),
  version: versionField(),
});

export const costAccountSorts = ["code", "name"] as const;
export const vatRateSorts = ["code", "name", "percent"] as const;
