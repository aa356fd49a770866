import type { InferType } from "yup";
import { isTaxed, itemAmounts } from "../../../shared/requests/finance/finance.items.rules";
import type { financeRequestSchema } from "../../../shared/requests/finance/finance.schema";
import type { FieldErrors } from "../../../shared/kernel/problems";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { offeredCostAccounts, offeredVatRates } from "../accounts/account-choice.service";
import { defaultCostAccount } from "../suppliers/supplier-choice.service";
import type { ItemRow } from "./finance.sql";

export type InputItem = NonNullable<InferType<typeof financeRequestSchema>["items"]>[number];
export type NewItem = Omit<ItemRow, "vat_rate" | "cost_account">;

interface ItemsOf {
  type: string;
  currency: string;
  supplierId: number | null;
  before: readonly NewItem[];
}

const unknownChoice = ["field.unknown"];
const idsOf = (ids: readonly (number | null | undefined)[]) => ids.filter((id) => id != null);

/**
 * Computes the amounts of a request's items. VAT rates and accounts that the request already has are kept, with their percentage, even if
 * they were archived or changed since.
 * @throws Problem 422 for each item with a missing or archived VAT rate or account.
 */
export async function computeItems(
  tx: Tx,
  input: readonly (InputItem | NewItem)[],
  { type, currency, supplierId, before }: ItemsOf,
): Promise<NewItem[]> {
  const items = input.map((item) =>
    isTaxed(type) ? item : { ...item, gross: false, discount: null, vat_rate_id: null, cost_account_id: null },
  );
  const takesDefault = items.some(({ cost_account_id }) => cost_account_id === undefined);
  const account = takesDefault && supplierId !== null ? await defaultCostAccount(tx, supplierId) : null;
  const percents = new Map(
    before.flatMap(({ vat_rate_id: id, vat_percent }) => (id && vat_percent ? [[id, vat_percent]] : [])),
  );
  const accounts = new Set(idsOf([account, ...before.map(({ cost_account_id }) => cost_account_id)]));
  const newRates = idsOf(items.map(({ vat_rate_id }) => vat_rate_id)).filter((id) => !percents.has(id));
  const newAccounts = idsOf(items.map(({ cost_account_id }) => cost_account_id)).filter((id) => !accounts.has(id));
  for (const [id, percent] of await offeredVatRates(tx, newRates)) percents.set(id, percent);
  for (const id of await offeredCostAccounts(tx, newAccounts)) accounts.add(id);

  const errors: FieldErrors = {};
  const computed = items.map((item, at): NewItem => {
    const { price = null, quantity = 1, vat_rate_id = null, cost_account_id = account, gross = false } = item;
    const discount = item.discount ?? "0";
    const vat_percent = vat_rate_id === null ? null : (percents.get(vat_rate_id) ?? null);
    if (vat_rate_id !== null && vat_percent === null) errors[`items.${at}.vat_rate_id`] = unknownChoice;
    if (cost_account_id !== null && !accounts.has(cost_account_id))
      errors[`items.${at}.cost_account_id`] = unknownChoice;
    const details = item.details || ("description" in item && item.description) || null;
    const { tax, total } = itemAmounts({ price, quantity, discount, vat_percent, gross }, currency);
    return { details, price, gross, quantity, discount, vat_rate_id, vat_percent, cost_account_id, tax, total };
  });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return computed;
}

/** Items for a new request, without archived VAT rates and accounts. */
export async function copiedItems(tx: Tx, items: readonly ItemRow[]): Promise<NewItem[]> {
  const rates = await offeredVatRates(tx, idsOf(items.map(({ vat_rate_id }) => vat_rate_id)));
  const accounts = await offeredCostAccounts(tx, idsOf(items.map(({ cost_account_id }) => cost_account_id)));
  return items.map(({ vat_rate, cost_account, ...item }) => ({
    ...item,
    vat_rate_id: item.vat_rate_id !== null && rates.has(item.vat_rate_id) ? item.vat_rate_id : null,
    cost_account_id: item.cost_account_id !== null && accounts.has(item.cost_account_id) ? item.cost_account_id : null,
  }));
}
