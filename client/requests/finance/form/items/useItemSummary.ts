import type { FinanceItem } from "../../../../../shared/requests/finance/finance-reply.contract";
import { isAmount } from "../../../../../shared/kernel/money";
import { useFormat, useText } from "../../../../platform/intl/useText";

type Summarized = Partial<Pick<FinanceItem, "discount" | "vat_rate" | "cost_account">>;

/** The cost account, VAT rate and discount of an item, as far as it has them. */
export function useItemSummary({ discount = "0", vat_rate, cost_account }: Summarized): string[] {
  const text = useText();
  const { amount } = useFormat();
  return [
    ...(cost_account ? [`${cost_account.code} ${cost_account.name}`] : []),
    ...(vat_rate ? [vat_rate.name] : []),
    ...(isAmount(discount) && /[1-9]/.test(discount)
      ? [text("document.discount", { percent: amount(discount, discount.split(".")[1]?.length ?? 0) })]
      : []),
  ];
}
