import { ValidationError } from "yup";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import {
  type FinanceType,
  financeRequestSchema,
  missingForSubmission,
  newFinanceRequest,
} from "../../../../shared/requests/finance/finance.schema";
import { currencyOf } from "../../../../shared/kernel/money";
import { itemsForType, emptyItem, isEmptyItem, type SheetItem } from "./items/items.sheet";

export interface FinanceValues extends Record<string, unknown> {
  type: FinanceType;
  currency: string;
  details: string;
  supplier: string;
  /** Null for a supplier that isn't on file. */
  supplier_id: number | null;
  invoice_number: string;
  invoice_date: string | null;
  service_from: string | null;
  service_to: string | null;
  needed_by: string | null;
  due_on: string | null;
  note: string;
  no_file_reason: string;
  over_budget_reason: string;
  items: SheetItem[];
}

/** The form starts with one sample item (specification section 9). */
export function initialFinanceValues(sample: string, currency: string): FinanceValues {
  return {
    type: "purchase",
    currency,
    details: "",
    supplier: "",
    supplier_id: null,
    invoice_number: "",
    invoice_date: null,
    service_from: null,
    service_to: null,
    needed_by: null,
    due_on: null,
    note: "",
    no_file_reason: "",
    over_budget_reason: "",
    items: [{ details: sample, price: "10.00", quantity: 1 }],
  };
}

/** Whether the user has entered nothing; changing only the type or currency doesn't count. */
export function isUntouchedForm(
  { details, supplier, invoice_number, note, items, ...values }: FinanceValues,
  sample: string,
) {
  const words = [details, supplier, invoice_number, note];
  const days = [values.invoice_date, values.service_from, values.service_to, values.needed_by, values.due_on];
  return (
    words.every((one) => one.trim() === "") &&
    days.every((day) => day === null) &&
    items.every((item) => isSampleItem(item, sample))
  );
}

const isSampleItem = (item: SheetItem, sample: string): boolean =>
  isEmptyItem(item) || (item.details.trim() === sample && item.price === "10.00" && item.quantity === 1);

type FinanceContent = Pick<
  FinanceDetail,
  | "type"
  | "currency"
  | "details"
  | "supplier"
  | "supplier_id"
  | "invoice_number"
  | "invoice_date"
  | "service_from"
  | "service_to"
  | "needed_by"
  | "due_on"
  | "note"
  | "no_file_reason"
  | "over_budget_reason"
  | "items"
>;

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
    details: request.details ?? "",
    supplier: request.supplier ?? "",
    supplier_id: request.supplier_id,
    invoice_number: request.invoice_number ?? "",
    invoice_date: request.invoice_date,
    service_from: request.service_from,
    service_to: request.service_to,
    needed_by: hasInvoice(request.type) ? null : request.needed_by,
    due_on: request.due_on ?? (hasInvoice(request.type) ? request.needed_by : null),
    note: request.note ?? "",
    no_file_reason: request.no_file_reason ?? "",
    over_budget_reason: request.over_budget_reason ?? "",
    items: items.length > 0 ? items : [{ ...emptyItem }],
  };
}

/** Without what belongs to one request only, and without archived VAT rates and accounts. */
export const copyFinanceValues = (request: FinanceContent): FinanceValues => ({
  ...toFinanceValues({
    ...request,
    items: request.items.map(({ vat_rate, cost_account, ...item }) => ({
      ...item,
      vat_rate: vat_rate?.archived ? null : vat_rate,
      cost_account: cost_account?.archived ? null : cost_account,
    })),
  }),
  invoice_number: "",
  invoice_date: null,
  service_from: null,
  service_to: null,
  needed_by: null,
  due_on: null,
  note: "",
  no_file_reason: "",
  over_budget_reason: "",
});

export const hasSupplier = (type: FinanceType) => type !== "cash_advance";
/** Payments are for an invoice. Purchases may have one already. */
export const hasInvoice = (type: FinanceType) => type === "payment";

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
  return {
    type,
    currency: currencyOf(values.currency) ?? undefined,
    details: values.details.trim() || null,
    supplier: (hasSupplier(type) && values.supplier.trim()) || null,
    supplier_id: hasSupplier(type) ? values.supplier_id : null,
    invoice_number: (hasSupplier(type) && values.invoice_number.trim()) || null,
    invoice_date: hasSupplier(type) ? values.invoice_date : null,
    service_from: hasSupplier(type) ? values.service_from : null,
    service_to: hasSupplier(type) ? values.service_to : null,
    // The due day of a payment is the day by which it is needed.
    needed_by: hasInvoice(type) ? null : values.needed_by,
    due_on: hasSupplier(type) ? values.due_on : null,
    note: values.note.trim() || null,
    no_file_reason: (hasInvoice(type) && values.no_file_reason.trim()) || null,
    over_budget_reason: values.over_budget_reason.trim() || null,
    items: draft && empty ? [] : items,
    draft,
    version,
  };
}

/** What the rules of a submission need besides the values. It changes while the form is open. */
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
      if (!isEmptyItem(item) && isSampleItem(item, sample)) errors[`items.${at}.details`] = ["finance.sample"];
    }
    const lacks = Object.entries(errors);
    if (lacks.length === 0) return true;
    return new ValidationError(lacks.map(([path, [message = ""]]) => context.createError({ path, message })));
  });
