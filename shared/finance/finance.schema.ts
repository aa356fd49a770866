import { array, object, ValidationError } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import {
  dayField,
  idField,
  idList,
  lineField,
  mostInText,
  pagingShape,
  textField,
  wholeNumber,
} from "../kernel/fields";
import { currencyCodes, currencyOf, isAmount, isDecimal, isWithinMax } from "../kernel/money";
import type { FieldErrors } from "../kernel/problems";
import { maxItems, maxQuantity, roundsToNothing, tooLarge } from "./finance.items.rules";
import { financeStatuses } from "./finance.workflow";

export const financeTypes = ["purchase", "payment", "cash_advance"] as const;
export type FinanceType = (typeof financeTypes)[number];

/** What the add screen begins with. */
export const newFinanceRequest = { type: "purchase", currency: "USD" } as const;

const given = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** An amount from 0 on, as text with its decimals; numbers are taken too. Empty text is none. */
export const amountField = () =>
  string()
    .transform((_, original) => {
      const text = given(original);
      if (text === null || text === undefined) return text;
      if (typeof text !== "string") return Symbol.for("no amount");
      return text.trim() === "" ? null : text.trim();
    })
    .typeError("field.number")
    .test("amount", "field.number", (value) => value == null || isDecimal(value))
    .test("negative", "field.notNegative", (value) => value == null || !isDecimal(value) || !/^-.*[1-9]/.test(value))
    .test("largest", "field.amountTooLarge", (value) => value == null || !isDecimal(value) || isWithinMax(value))
    .test(
      "digits",
      "field.outOfRange",
      (value) =>
        value == null || !isDecimal(value) || !isWithinMax(value) || (isAmount(value) && !/\.\d{5,}$/.test(value)),
    )
    .nullable();

/** The specification writes `usd`; kept and answered in capitals. */
const currencyField = () =>
  string()
    .transform((_, original: unknown) => {
      if (original === undefined || original === null || original === "") return undefined;
      return typeof original === "string" ? (currencyOf(original) ?? original) : Symbol.for("no currency");
    })
    .typeError("field.oneOf")
    .oneOf([...currencyCodes], "field.oneOf");

const itemSchema = object({
  details: lineField(500).nullable(),
  /** Another word of the specification for the details. */
  description: lineField(500).nullable(),
  price: amountField(),
  quantity: number()
    .transform((value, original) => (original === "" || original === null ? undefined : value))
    .typeError("field.number")
    .integer("field.wholeNumber")
    .min(0, "field.notNegative")
    .max(maxQuantity, "field.outOfRange"),
});

export const financeRequestSchema = object({
  type: string().oneOf([...financeTypes], "field.oneOf"),
  currency: currencyField(),
  /** The specification's word for the currency. */
  currency_type: currencyField(),
  /** What it is for. */
  details: lineField(500).nullable(),
  supplier: lineField(200).nullable(),
  invoice_number: lineField(100).nullable(),
  needed_by: dayField(),
  note: textField(2_000).nullable(),
  /** Prices and quantities; totals that come along are computed again and not read. */
  items: array(itemSchema.required()).max(maxItems, "field.tooMany"),
  /** Kept without being sent. */
  draft: boolean(),
  version: wholeNumber(1, 2_000_000_000),
}).test("largest", "field.amountTooLarge", (value, context) => {
  const errors = totalErrors(value.items, value.currency ?? value.currency_type);
  if (!errors) return true;
  return new ValidationError(
    Object.entries(errors).map(([path, [message = ""]]) => context.createError({ path, message })),
  );
});

/** What comes to more than any amount may be, by field; null where nothing does. */
export function totalErrors(items: unknown, currency: unknown): FieldErrors | null {
  if (!Array.isArray(items)) return null;
  const lines = items.map((item) => (typeof item === "object" && item !== null ? item : {}));
  const found = tooLarge(lines, typeof currency === "string" ? currency : newFinanceRequest.currency);
  if (found.lines.length > 0)
    return Object.fromEntries(found.lines.map((at) => [`items.${at}.price`, ["finance.lineTooLarge"]]));
  return found.total ? { items: ["finance.totalTooLarge"] } : null;
}

interface SendableItem {
  details?: string | null;
  description?: string | null;
  price?: string | null;
  quantity?: number;
}

/** What a request lacks before it can be sent, by field; a draft may lack it. */
export function lacksForSending(items: readonly SendableItem[], currency: string): FieldErrors {
  if (items.length === 0) return { items: ["finance.noItems"] };
  const errors: FieldErrors = {};
  for (const [at, { details, description, price, quantity = 1 }] of items.entries()) {
    if (!(details || description)) errors[`items.${at}.details`] = ["finance.details"];
    if (price === null || price === undefined || price === "") errors[`items.${at}.price`] = ["finance.price"];
    else if (isAmount(price) && roundsToNothing({ price, quantity }, currency))
      errors[`items.${at}.price`] = ["finance.lineTooSmall"];
  }
  const costs = items.some(({ price, quantity = 1 }) => quantity > 0 && /[1-9]/.test(price ?? ""));
  if (Object.keys(errors).length === 0 && !costs) errors.items = ["finance.nothingToPay"];
  return errors;
}

/** How many requests are paid by one call. */
export const payRunMost = 100;

/** One or several of these, separated by commas. */
const someOf = <T extends string>(values: readonly T[]) =>
  array(string().oneOf(values, "field.oneOf").required("field.oneOf"))
    .transform((value, original) =>
      typeof original === "string" ? original.split(",", mostInText).filter(Boolean) : value,
    )
    .typeError("field.oneOf")
    .max(50, "field.tooMany");

export const financeListQuery = {
  scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
  type: someOf(financeTypes),
  status: someOf(financeStatuses),
  /** Without it what isn't archived; `1` the archive; `all` both. */
  archived: string().oneOf(["0", "1", "all", "true", "false", ""] as const, "field.oneOf"),
  requester_id: idField("user"),
  department_id: idField("department"),
  currency: currencyField(),
  supplier: lineField(200),
  from: dayField(),
  to: dayField(),
  min: amountField(),
  max: amountField(),
  q: lineField(100),
  /** These and no others: what was paid together, as one file. */
  ids: idList("financeRequest", payRunMost),
  /** From `meta.next`: what comes after it. */
  after: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  ...pagingShape,
};

export const financePreviewQuery = {
  type: string().oneOf([...financeTypes], "field.oneOf"),
  currency: currencyField(),
  amount: amountField(),
  /** With both, the same invoice asked for before is named. */
  supplier: lineField(200),
  invoice_number: lineField(100),
  /** The request that is written on, which isn't its own double. */
  id: idField("financeRequest"),
};

export const paySchema = object({
  version: wholeNumber(1, 2_000_000_000),
  /** Today where none is given. */
  date: dayField(),
  reference: lineField(100).required("field.required"),
});

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
    .max(payRunMost, "field.tooMany"),
  /** Today where none is given. */
  date: dayField(),
  /** Of the transfer that pays them all. */
  reference: lineField(100).required("field.required"),
});

export const settleSchema = object({
  version: wholeNumber(1, 2_000_000_000),
  /** Of what was spent, in the currency of the advance. */
  receipts: array(receipt().required()).max(100, "field.tooMany"),
  /** Brought back by the requester. */
  returned: amountField(),
  /** Paid on top, where the receipts came to more. */
  reimbursed: amountField(),
});

/** Up to ten decimals, above 0. */
const rateField = () =>
  string()
    .transform((_, original) => given(original))
    .typeError("field.number")
    .matches(/^\d{1,9}(\.\d{1,8})?$/, { message: "field.number", excludeEmptyString: true })
    .test("positive", "field.positive", (value) => value == null || value === "" || /[1-9]/.test(value));

export const financeSettingsSchema = object({
  version: wholeNumber(0, 2_000_000_000),
  /** The tenant's own: budgets and rules speak it. */
  currency: currencyField().required("field.required"),
  /** Every other currency that may be used, with what one unit costs in the tenant's own. */
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
});
export const budgetChangeSchema = object({
  amount: amountField().required("field.required"),
  version: wholeNumber(1, 2_000_000_000),
});
