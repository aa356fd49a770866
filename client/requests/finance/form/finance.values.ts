import { ValidationError } from "yup";
import {
  type FormValues,
  formValuesOf,
  initialValues,
  mergeFields,
} from "../../../../shared/approvals/documents/document-fields";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import {
  type FinanceField,
  type FinanceFields,
  financeFieldNames,
  financeFields,
  type FinanceType,
  hasField,
} from "../../../../shared/requests/finance/finance.fields";
import {
  financeRequestSchema,
  missingForSubmission,
  newFinanceRequest,
} from "../../../../shared/requests/finance/finance.schema";
import { currencyOf } from "../../../../shared/kernel/money";
import { itemsForType, emptyItem, isEmptyItem, type SheetItem } from "./items/items.sheet";

export interface FinanceValues extends Record<string, unknown>, FormValues<FinanceFields> {
  type: FinanceType;
  currency: string;
  items: SheetItem[];
}

/** The form starts with one sample item (specification section 9). */
export function initialFinanceValues(sample: string, currency: string): FinanceValues {
  return {
    type: "purchase",
    currency,
    ...formValuesOf(financeFields, null),
    items: [{ details: sample, price: "10.00", quantity: 1 }],
  };
}

/** Whether the user has entered nothing; changing only the type or currency doesn't count. */
export function isUntouchedForm(values: FinanceValues, sample: string) {
  // A reason explains other values.
  const { no_file_reason: _, over_budget_reason: _reason, ...fields } = formValuesOf(financeFields, values);
  return (
    Object.values(fields).every((value) => value === null || value.toString().trim() === "") &&
    values.items.every((item) => isEmptyOrSampleItem(item, sample))
  );
}

const isEmptyOrSampleItem = (item: SheetItem, sample: string): boolean =>
  isEmptyItem(item) || (item.details.trim() === sample && item.price === "10.00" && item.quantity === 1);

type FinanceContent = Pick<FinanceDetail, FinanceField | "type" | "currency" | "items">;

export function toFinanceValues(request: FinanceContent): FinanceValues {
  const items = request.items.map(({ details, price, gross, quantity, discount, vat_rate, cost_account }) => ({
    details: details ?? "",
    price: price ?? "",
    gross,
    quantity,
    discount: discount === "0" ? "" : discount,
    vat_rate,
    cost_account,
  }));
  return {
    type: request.type,
    currency: currencyOf(request.currency) ?? request.currency,
    ...formValuesOf(financeFields, request),
    needed_by: requiresInvoice(request.type) ? null : request.needed_by,
    due_on: request.due_on ?? (requiresInvoice(request.type) ? request.needed_by : null),
    items: items.length > 0 ? items : [{ ...emptyItem }],
  };
}

/** Without what belongs to one request only, and without archived VAT rates and accounts. */
export const copyFinanceValues = ({ type, currency, details, supplier, supplier_id, items }: FinanceContent) =>
  toFinanceValues({
    ...initialValues(financeFields),
    type,
    currency,
    details,
    supplier,
    supplier_id,
    items: items.map(({ vat_rate, cost_account, ...item }) => ({
      ...item,
      vat_rate: vat_rate?.archived ? null : vat_rate,
      cost_account: cost_account?.archived ? null : cost_account,
    })),
  });

export const hasSupplier = (type: FinanceType) => hasField(type, "supplier");
/** Payments are for an invoice. Purchases may have one already. */
export const requiresInvoice = (type: FinanceType) => type === "payment";

/** Drops empty items at the end, which only offer space for typing. */
export function withoutTrailingEmptyItems<Item extends Parameters<typeof isEmptyItem>[0]>(
  items: readonly Item[],
): Item[] {
  const last = items.findLastIndex((item) => !isEmptyItem(item));
  return items.slice(0, Math.max(1, last + 1));
}

/** Request body without totals, which the server computes. */
export function toFinanceBody(values: FinanceValues, draft: boolean, version?: number) {
  const { type } = values;
  const empty = values.items.every(isEmptyItem);
  const items = withoutTrailingEmptyItems(itemsForType(type, values.items)).map((item) => ({
    details: item.details.trim() || null,
    price: item.price.trim() || null,
    gross: item.gross ?? false,
    quantity: Number(item.quantity),
    discount: item.discount?.trim() || null,
    vat_rate_id: item.vat_rate?.id ?? null,
    cost_account_id: item.cost_account?.id ?? null,
  }));
  const fields = Object.fromEntries(
    financeFieldNames.map((name) => {
      const value = hasField(type, name) ? values[name] : null;
      return [name, typeof value === "string" ? value.trim() : value];
    }),
  );
  return {
    type,
    currency: currencyOf(values.currency) ?? undefined,
    ...mergeFields(financeFields, fields, null),
    items: draft && empty ? [] : items,
    draft,
    version,
  };
}

/** Context of the rules of a submission besides the values. It changes while the form is open. */
export class SubmissionFacts {
  hasFile = false;
  isOverBudget = false;
  update(facts: Pick<SubmissionFacts, "hasFile" | "isOverBudget">): void {
    Object.assign(this, facts);
  }
}

/**
 * Validates with the server's rules and messages. A draft may be incomplete; submitting requires details and rejects the sample item, so
 * that two clicks can't order anything.
 */
export const financeFormSchema = (isDraft: () => boolean, sample: string, facts = new SubmissionFacts()) =>
  financeRequestSchema.test("complete", (values, context) => {
    if (isDraft()) return true;
    const items = withoutTrailingEmptyItems(values.items ?? []);
    const { hasFile, isOverBudget } = facts;
    const errors = missingForSubmission({
      ...values,
      type: values.type ?? newFinanceRequest.type,
      currency: values.currency ?? newFinanceRequest.currency,
      has_file: hasFile,
      items,
    });
    if (isOverBudget && !values.over_budget_reason) errors.over_budget_reason = ["finance.overBudgetReason"];
    if (!values.details) errors.details = ["field.required"];
    for (const [at, { details, price, quantity }] of items.entries()) {
      const item = { details: details ?? "", price: price ?? "", quantity: quantity ?? 1 };
      if (!isEmptyItem(item) && isEmptyOrSampleItem(item, sample)) errors[`items.${at}.details`] = ["finance.sample"];
    }
    const lacks = Object.entries(errors);
    if (lacks.length === 0) return true;
    return new ValidationError(lacks.map(([path, [message = ""]]) => context.createError({ path, message })));
  });
