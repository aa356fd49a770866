import { ValidationError } from "yup";
import type { FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import {
  type FinanceType,
  financeRequestSchema,
  lacksForSending,
  newFinanceRequest,
} from "../../../shared/finance/finance.schema";
import { currencyOf } from "../../../shared/kernel/money";
import { emptyItem, isEmptyItem, type SheetItem } from "./items.sheet";

/** A request as it is being written. */
export interface FinanceValues extends Record<string, unknown> {
  type: FinanceType;
  currency: string;
  details: string;
  supplier: string;
  invoice_number: string;
  needed_by: string | null;
  note: string;
  items: SheetItem[];
}

/** The add screen begins with one sample item (specification section 9). */
export function newValues(sample: string, currency: string): FinanceValues {
  return {
    type: "purchase",
    currency,
    details: "",
    supplier: "",
    invoice_number: "",
    needed_by: null,
    note: "",
    items: [{ details: sample, price: "10.00", quantity: 1 }],
  };
}

/** Nothing of it was written by anybody: another kind or currency is no request yet. */
export function isSample({ details, supplier, invoice_number, needed_by, note, items }: FinanceValues, sample: string) {
  const words = [details, supplier, invoice_number, note];
  return (
    words.every((one) => one.trim() === "") && needed_by === null && items.every((item) => isSampleItem(item, sample))
  );
}

const isSampleItem = (item: SheetItem, sample: string): boolean =>
  isEmptyItem(item) || (item.details.trim() === sample && item.price === "10.00" && item.quantity === 1);

type Written = Pick<
  FinanceDetail,
  "type" | "currency" | "details" | "supplier" | "invoice_number" | "needed_by" | "note" | "items"
>;

export function valuesOf(request: Written): FinanceValues {
  const items = request.items.map(({ details, price, quantity }) => ({
    details: details ?? "",
    price: price ?? "",
    quantity,
  }));
  return {
    type: request.type,
    currency: currencyOf(request.currency) ?? request.currency,
    details: request.details ?? "",
    supplier: request.supplier ?? "",
    invoice_number: request.invoice_number ?? "",
    needed_by: request.needed_by,
    note: request.note ?? "",
    items: items.length > 0 ? items : [{ ...emptyItem }],
  };
}

/** An earlier request as the beginning of a new one: what belongs to that time alone stays behind. */
export const copyOf = (request: Written): FinanceValues => ({
  ...valuesOf(request),
  invoice_number: "",
  needed_by: null,
  note: "",
});

export const hasSupplier = (type: FinanceType) => type !== "cash_advance";
export const hasInvoice = (type: FinanceType) => type === "payment";

/** Empty lines at the end are room to type, no items. */
export function filledItems<Item extends Parameters<typeof isEmptyItem>[0]>(items: readonly Item[]): Item[] {
  const last = items.findLastIndex((item) => !isEmptyItem(item));
  return items.slice(0, Math.max(1, last + 1));
}

/** What is sent; totals aren't, the server computes its own. */
export function bodyOf(values: FinanceValues, draft: boolean, version?: number) {
  const { type } = values;
  const empty = values.items.every(isEmptyItem);
  const items = filledItems(values.items).map(({ details, price, quantity }) => ({
    details: details.trim() || null,
    price: price.trim() || null,
    quantity,
  }));
  return {
    type,
    currency: currencyOf(values.currency) ?? undefined,
    details: values.details.trim() || null,
    supplier: (hasSupplier(type) && values.supplier.trim()) || null,
    invoice_number: (hasInvoice(type) && values.invoice_number.trim()) || null,
    needed_by: values.needed_by,
    note: values.note.trim() || null,
    items: draft && empty ? [] : items,
    draft,
    version,
  };
}

/**
 * The server's rules in the server's words; a draft may lack what only sending asks for. What it is for must be said, and
 * the sample is no item: two clicks don't order anything.
 */
export const formSchema = (isDraft: () => boolean, sample: string) =>
  financeRequestSchema.test("complete", (values, context) => {
    if (isDraft()) return true;
    const items = filledItems(values.items ?? []);
    const errors = lacksForSending(items, values.currency ?? newFinanceRequest.currency);
    if (!values.details) errors.details = ["field.required"];
    for (const [at, { details, price, quantity }] of items.entries()) {
      const item = { details: details ?? "", price: price ?? "", quantity: quantity ?? 1 };
      if (!isEmptyItem(item) && isSampleItem(item, sample)) errors[`items.${at}.details`] = ["finance.sample"];
    }
    const lacks = Object.entries(errors);
    if (lacks.length === 0) return true;
    return new ValidationError(lacks.map(([path, [message = ""]]) => context.createError({ path, message })));
  });

/** Whether what is submitted is kept or sent: the two ask for different things. */
export class SendMode {
  isDraft = false;
  readonly schema;
  constructor(sample: string) {
    this.schema = formSchema(() => this.isDraft, sample);
  }
  choose(draft: boolean): void {
    this.isDraft = draft;
  }
}
