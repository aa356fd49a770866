import { IconCash, IconFileInvoice, IconShoppingCart } from "@tabler/icons-react";
import type { FinanceType } from "../../../shared/requests/finance/finance.fields";
import { useText } from "../../platform/intl/useText";

const icons = { purchase: IconShoppingCart, payment: IconFileInvoice, cash_advance: IconCash } as const;

export function FinanceKind({ type, size = 16 }: { type: FinanceType; size?: number }) {
  const text = useText();
  const Icon = icons[type];
  return (
    <>
      <Icon size={size} stroke={1.75} aria-hidden />
      <span className="sr-only">{text(`finance.type.${type}`)}</span>
    </>
  );
}
