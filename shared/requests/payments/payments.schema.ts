import { array, object } from "yup";
import { currencyCodes } from "../../kernel/money";
import { string } from "../../kernel/schemas";
import { dayField, idField, idList, lineField, pagingShape, versionField } from "../../kernel/fields";

export const batchStatuses = ["draft", "submitted", "approved", "completed", "cancelled"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const batchFormats = ["sepa", "csv"] as const;
export type BatchFormat = (typeof batchFormats)[number];

export const itemStates = ["pending", "executed", "returned", "cancelled"] as const;
export type ItemState = (typeof itemStates)[number];

/** Why a request can't be in a batch, or an item can't be submitted. */
export const itemProblems = [
  "own",
  "fourEyes",
  "noSupplier",
  "noAccount",
  "accountProposed",
  "otherBatch",
  "notPayable",
  "tooLarge",
  "outsideSepa",
  "notLatin",
  "accountChanged",
  "amountChanged",
] as const;
export type ItemProblem = (typeof itemProblems)[number];

export const maxBatchItems = 500;

/** Number of earlier payments of a request that are shown. */
export const maxEarlierPayments = 10;

const currency = () => string().oneOf([...currencyCodes], "field.oneOf");
const items = () => idList("financeRequest", maxBatchItems);

export const payableQuery = object({
  currency: currency().required("field.required"),
  /** Format of the batch that the requests are for; `sepa` by default for EUR. */
  format: string().oneOf([...batchFormats], "field.oneOf"),
  /** Requests due later are left out; those without a due day are included. */
  due_until: dayField(),
  /** Words of the number, title, payee or invoice number. */
  q: lineField(100),
});

export const batchSchema = object({
  account_id: idField("paymentAccount").required("field.required"),
  currency: currency().required("field.required"),
  /** `sepa` requires EUR. */
  format: string().oneOf([...batchFormats], "field.oneOf"),
  execution_on: dayField().required("field.required"),
  requests: items(),
});

/** Fields of a batch that its dialog edits. */
export const editBatchSchema = object({
  account_id: idField("paymentAccount").required("field.required"),
  execution_on: dayField().required("field.required"),
});

export const batchChangeSchema = object({
  account_id: idField("paymentAccount"),
  execution_on: dayField(),
  /** Requests to add; for requests already in the batch, account and amount are read again. */
  add: items(),
  /** Requests to remove. */
  remove: items(),
  version: versionField(),
});

export const batchVersionSchema = object({ version: versionField() });
export const reopenSchema = object({ version: versionField(), reason: lineField(500).required("field.required") });

const settledItems = () =>
  array(idField("paymentBatchItem").required("field.id"))
    .required("field.required")
    .min(1, "field.required")
    .max(maxBatchItems, "field.tooMany");

export const executeSchema = object({
  items: settledItems(),
  /** Day of the bank statement; today by default. */
  date: dayField(),
  reference: lineField(100).required("field.required"),
});
export const returnSchema = object({
  items: settledItems(),
  reason: lineField(500).required("field.required"),
});

export const batchListQuery = object({
  status: string().oneOf([...batchStatuses, ""] as const, "field.oneOf"),
  ...pagingShape,
});
