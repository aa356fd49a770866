import { insertMessageValues } from "../../kernel/text/message-values";
import { array, object, ValidationError } from "yup";
import { inputShape } from "../../approvals/documents/document-fields";
import { boolean, number, string } from "../../kernel/schemas";
import { dayField, idField, idList, lineField, maxIdsInText, pagingShape, wholeNumber } from "../../kernel/fields";
import { currencyCodes, isAmount, isDecimal } from "../../kernel/money";
import { amountField, currencyField, numberAsText, signedAmountField } from "../money/money.schema";
import type { FieldErrors } from "../../kernel/problems";
import { financeFields, financeTypes, type FinanceType } from "./finance.fields";
import { type DueFilter, dueFilters } from "./finance.due.rules";
import { percentText } from "../accounts/accounts.schema";
import {
  costsMoney,
  findTooLargeAmount,
  maxItems,
  maxQuantity,
  priceDecimals,
  quantityDecimals,
  roundQuantity,
} from "./finance.items.rules";
import { moneyStatuses } from "../money/money.workflow";

export const newFinanceRequest = { type: "purchase", currency: "USD" } as const;

const itemSchema = object({
  details: lineField(500).nullable(),
  /** Alias of `details` in the external specification. */
  description: lineField(500).nullable(),
  /** Net of VAT unless `gross` is set; without a VAT rate, what is paid. Negative for discounts, deposits and refunds. */
  price: signedAmountField(priceDecimals),
  /** Whether the price includes VAT. */
  gross: boolean(),
  quantity: number()
    .transform((value, original) => (original === "" || original === null ? undefined : value))
    .typeError("field.number")
    .min(0, "field.notNegative")
    .max(maxQuantity)
    .test(
      "decimals",
      insertMessageValues("field.decimals", { most: quantityDecimals }),
      (value) => value == null || !(value > 0 && value < maxQuantity) || roundQuantity(value) === value,
    ),
  /** Percent of the line. */
  discount: amountField().test(
    "percent",
    "account.percent",
    (value) => value == null || !isDecimal(value) || percentText.test(value),
  ),
  vat_rate_id: idField("vat_rate").nullable(),
  /** Without it, the default account of the chosen supplier. */
  cost_account_id: idField("cost_account").nullable(),
});

export const financeRequestSchema = object({
  type: string().oneOf([...financeTypes], "field.oneOf"),
  currency: currencyField(),
  /** Alias of `currency` in the external specification. */
  currency_type: currencyField(),
  ...inputShape(financeFields),
  /** Items with prices and quantities; submitted totals are ignored and recomputed. */
  items: array(itemSchema.required()).max(maxItems, "field.tooMany"),
  draft: boolean(),
  version: wholeNumber(1, 2_000_000_000),
}).test("largest", "field.amountTooLarge", (value, context) => {
  const errors = totalErrors(value.items, value.currency ?? value.currency_type);
  if (!errors) return true;
  return new ValidationError(
    Object.entries(errors).map(([path, [message = ""]]) => context.createError({ path, message })),
  );
});

export function totalErrors(items: unknown, currency: unknown): FieldErrors | null {
  if (!Array.isArray(items)) return null;
  const lines = items.map((item) => (typeof item === "object" && item !== null ? item : {}));
  const found = findTooLargeAmount(lines, typeof currency === "string" ? currency : newFinanceRequest.currency);
  if (found.lines.length > 0)
    return Object.fromEntries(found.lines.map((at) => [`items.${at}.price`, ["finance.lineTooLarge"]]));
  return found.total ? { items: ["finance.totalTooLarge"] } : null;
}

interface SubmittableItem {
  details?: string | null;
  description?: string | null;
  price?: string | null;
  quantity?: number;
  discount?: string | null;
}

export interface SubmittableRequest {
  type: FinanceType;
  currency: string;
  supplier?: string | null;
  invoice_number?: string | null;
  invoice_date?: string | null;
  no_file_reason?: string | null;
  has_file: boolean;
  items: readonly SubmittableItem[];
}

/** Field errors that prevent sending but not saving a draft. */
export function missingForSubmission(request: SubmittableRequest): FieldErrors {
  const errors = request.type === "payment" ? missingInvoiceFields(request) : {};
  return { ...errors, ...missingItemFields(request.items, request.currency) };
}

/** Payment requests need a supplier, an invoice number and date, and the invoice file or a reason for its absence. */
function missingInvoiceFields(request: SubmittableRequest): FieldErrors {
  const { supplier, invoice_number, invoice_date, no_file_reason, has_file } = request;
  return {
    ...(supplier ? {} : { supplier: ["finance.supplierMissing"] }),
    ...(invoice_number ? {} : { invoice_number: ["finance.invoiceMissing"] }),
    ...(invoice_date ? {} : { invoice_date: ["finance.invoiceDateMissing"] }),
    ...(has_file || no_file_reason ? {} : { no_file_reason: ["finance.fileMissing"] }),
  };
}

function missingItemFields(items: readonly SubmittableItem[], currency: string): FieldErrors {
  if (items.length === 0) return { items: ["finance.noItems"] };
  const errors: FieldErrors = {};
  for (const [at, { details, description, price, quantity }] of items.entries()) {
    if (!(details || description)) errors[`items.${at}.details`] = ["finance.details"];
    if (price === null || price === undefined || price === "") errors[`items.${at}.price`] = ["finance.price"];
    else if (!isAmount(price)) errors[`items.${at}.price`] = ["field.number"];
    if (Number.isNaN(quantity)) errors[`items.${at}.quantity`] = ["field.number"];
  }
  if (Object.keys(errors).length === 0 && !costsMoney(items, currency)) errors.items = ["finance.nothingToPay"];
  return errors;
}

export const payRunBatchSize = 100;

/** A list, or text with comma-separated values. */
const someOf = <T extends string>(values: readonly T[]) =>
  array(string().oneOf(values, "field.oneOf").required("field.oneOf"))
    .transform((value, original) =>
      typeof original === "string" ? original.split(",", maxIdsInText).filter(Boolean) : value,
    )
    .typeError("field.oneOf")
    .max(50, "field.tooMany");

export const dueFilterNames = Object.keys(dueFilters) as DueFilter[];

export const financeListQuery = {
  scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
  type: someOf(financeTypes),
  status: someOf(moneyStatuses),
  /** Excludes archived requests by default; `1` returns only archived requests, `all` returns both. */
  archived: string().oneOf(["0", "1", "all", "true", "false", ""] as const, "field.oneOf"),
  requester_id: idField("user"),
  department_id: idField("department"),
  currency: currencyField(),
  supplier: lineField(200),
  /** Filters unpaid requests by their due day. */
  due: string().oneOf([...dueFilterNames, ""] as const, "field.oneOf"),
  from: dayField(),
  to: dayField(),
  min: amountField(),
  max: amountField(),
  q: lineField(100),
  ids: idList("financeRequest", payRunBatchSize),
  after: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ...pagingShape,
};

export const financePreviewQuery = {
  type: string().oneOf([...financeTypes], "field.oneOf"),
  currency: currencyField(),
  amount: amountField(),
  /** With both `supplier` and `invoice_number`, the reply lists other requests for that invoice. */
  supplier: lineField(200),
  invoice_number: lineField(100),
  /** The request being edited, which is not a duplicate of itself and keeps the year of its budget. */
  id: idField("financeRequest"),
};

const receipt = () =>
  object({
    details: lineField(500).required("finance.details"),
    amount: amountField().required("finance.price"),
    date: dayField(),
  });

export const payRunSchema = object({
  requests: array(
    object({
      id: idField("financeRequest").required("field.id"),
      version: wholeNumber(1, 2_000_000_000).required("field.required"),
    }).required(),
  )
    .required("field.required")
    .min(1)
    .max(payRunBatchSize, "field.tooMany"),
  date: dayField(),
  reference: lineField(100).required("field.required"),
});

export const settleSchema = object({
  version: wholeNumber(1, 2_000_000_000),
  /** Receipts in the currency of the cash advance. */
  receipts: array(receipt().required()).max(100, "field.tooMany"),
  returned: amountField(),
  reimbursed: amountField(),
});

/** A positive number with up to eight decimals, as text. */
const rateField = () =>
  string()
    .transform((_, original) => numberAsText(original))
    .typeError("field.number")
    .matches(/^\d{1,9}(\.\d{1,8})?$/, { message: "field.number", excludeEmptyString: true })
    .test("positive", "field.positive", (value) => value == null || value === "" || /[1-9]/.test(value));

export const financeSettingsSchema = object({
  version: wholeNumber(0, 2_000_000_000),
  currency: currencyField().required("field.required"),
  /** Other accepted currencies, each with its rate to the tenant's currency. */
  currencies: array(
    object({
      code: currencyField().required("field.required"),
      rate: rateField().required("field.required"),
    }).required(),
  )
    .max(currencyCodes.length, "field.tooMany")
    .required("field.required"),
  archive_days: wholeNumber(0, 3_650).required("field.required"),
});

export const budgetSchema = object({
  department_id: idField("department").required("field.required"),
  year: wholeNumber(2000, 2100).required("field.required"),
  amount: amountField().required("field.required"),
  owner_id: idField("user").nullable(),
});
export const budgetChangeSchema = object({
  amount: amountField().required("field.required"),
  /** Omitted: the owner is kept. */
  owner_id: idField("user").nullable(),
  version: wholeNumber(1, 2_000_000_000),
});
