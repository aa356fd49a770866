import { useDebouncedValue } from "@mantine/hooks";
import { type CurrencyCode, isWithinMax } from "../../../../shared/kernel/money";
import { previewFinance } from "../../../../shared/requests/finance/finance.contract";
import { homeAmount } from "../../../../shared/requests/finance/finance.items.rules";
import { useEndpoint } from "../../../platform/query";
import { type FinanceValues, hasSupplier } from "./finance.values";

/** Rate, budget and requests with the same invoice, for the total of a moment ago. */
export function useFinancePreview(values: FinanceValues, total: string, draftId: number | null) {
  const { type, currency } = values;
  const [debouncedTotal] = useDebouncedValue(total, 250);
  const [invoice] = useDebouncedValue(JSON.stringify(invoiceOf(values)), 400);
  const query = {
    type,
    currency: currency as CurrencyCode,
    amount: isWithinMax(debouncedTotal) ? debouncedTotal : undefined,
    ...(JSON.parse(invoice) as ReturnType<typeof invoiceOf>),
    ...(draftId === null ? {} : { id: draftId }),
  };
  const options = { placeholderData: <Data>(before: Data) => before, retry: false };
  const preview = useEndpoint(previewFinance, { query }, options).data?.data;
  const amountInHome = preview?.rate ? homeAmount(total, preview.rate, preview.home_currency) : preview?.home_amount;
  return { debouncedTotal, preview, amountInHome };
}

/** Returns the supplier and number that identify an invoice, or an empty object unless both are set. */
function invoiceOf(values: FinanceValues): { supplier?: string; invoice_number?: string } {
  const [supplier, number] = [values.supplier.trim(), values.invoice_number.trim()];
  return hasSupplier(values.type) && supplier !== "" && number !== "" ? { supplier, invoice_number: number } : {};
}
