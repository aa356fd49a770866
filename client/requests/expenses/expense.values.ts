import { type FormValues, formValuesOf } from "../../../shared/approvals/documents/document-fields";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { isAmount } from "../../../shared/kernel/money";
import {
  type createExpense,
  type ExpenseChoices,
  type ExpenseDetail,
} from "../../../shared/requests/expenses/expenses.contract";
import { type ClaimFields, claimFields } from "../../../shared/requests/expenses/expenses.fields";
import { claimTotal, homeAmountOf, itemAmounts, kmRateOn } from "../../../shared/requests/expenses/expenses.rules";

export interface ItemValues {
  /** Identifies the item in the form; its id on the server comes with the first save. */
  key: string;
  spent_on: string | null;
  service_from: string | null;
  service_to: string | null;
  category_id: number | null;
  supplier: string;
  note: string;
  project_id: number | null;
  currency: string;
  amount: string;
  vat_rate: string;
  vat_amount: string;
  kilometres: string;
}

export interface ExpenseValues extends Record<string, unknown>, FormValues<ClaimFields> {
  items: ItemValues[];
}

export const newItem = (today: string, currency: string): ItemValues => ({
  key: crypto.randomUUID(),
  spent_on: today,
  service_from: null,
  service_to: null,
  category_id: null,
  supplier: "",
  note: "",
  project_id: null,
  currency,
  amount: "",
  vat_rate: "",
  vat_amount: "",
  kilometres: "",
});

/** Null for a new claim. */
export const toExpenseValues = (claim: ExpenseDetail | null): ExpenseValues => ({
  ...formValuesOf(claimFields, claim && { ...claim, advance_id: claim.advance?.id ?? null }),
  items: (claim?.items ?? []).map((item) => ({
    key: String(item.id),
    spent_on: item.spent_on,
    service_from: item.service_from,
    service_to: item.service_to,
    category_id: item.category?.id ?? null,
    supplier: item.supplier ?? "",
    note: item.note ?? "",
    project_id: item.project?.id ?? null,
    currency: item.currency,
    amount: item.amount ?? "",
    vat_rate: item.vat_rate ?? "",
    // Empty if there is a VAT rate, from which the server computes it.
    vat_amount: item.vat_rate === null ? (item.vat_amount ?? "") : "",
    kilometres: item.kilometres ?? "",
  })),
});

/** @param idOf the ids of items that were saved before, by key. */
export function toExpenseBody(
  { items, ...values }: ExpenseValues,
  idOf: ReadonlyMap<string, number>,
): BodyOf<typeof createExpense> {
  const sent = items.map(({ key, currency, ...item }) => ({
    ...item,
    currency: currency as NonNullable<BodyOf<typeof createExpense>["items"]>[number]["currency"],
    id: idOf.get(key) ?? null,
  }));
  return { ...values, items: sent };
}

const valid = (amount: string) => (isAmount(amount) ? amount : null);

/** Amount of an item as the server will compute it, and its value in the tenant's currency. */
export function amountsOf(item: ItemValues, { currency: home, currencies, categories }: ExpenseChoices) {
  const category = categories.find(({ id }) => id === item.category_id);
  const kmRate = category ? kmRateOn(category, item.spent_on) : null;
  const amounts = itemAmounts(
    {
      currency: item.currency,
      amount: valid(item.amount),
      kilometres: valid(item.kilometres),
      vat_rate: valid(item.vat_rate),
      vat_amount: valid(item.vat_amount),
    },
    kmRate,
    home,
  );
  const rate =
    amounts.currency === home ? "1" : (currencies.find(({ code }) => code === amounts.currency)?.rate ?? null);
  return { ...amounts, home: homeAmountOf(amounts.amount, rate, home) };
}

export const totalOf = (items: readonly ItemValues[], choices: ExpenseChoices): string =>
  claimTotal(
    items.map((item) => amountsOf(item, choices).home),
    choices.currency,
  );
