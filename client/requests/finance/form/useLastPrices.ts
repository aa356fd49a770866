import { useDebouncedValue } from "@mantine/hooks";
import { isSameText } from "../../../../shared/kernel/text/fold";
import type { CurrencyCode } from "../../../../shared/kernel/money";
import { listFinance, readFinance } from "../../../../shared/requests/finance/finance.contract";
import { useEndpoint } from "../../../platform/query";
import { type FinanceValues, hasSupplier } from "./finance.values";

/** Returns the price of an item with the same description in the last visible request to the same supplier in the same currency. */
export function useLastPrices(
  { type, supplier, currency }: FinanceValues,
  requestId: number | null,
): (details: string) => string | null {
  const [name] = useDebouncedValue(hasSupplier(type) ? supplier.trim() : "", 400);
  const query = {
    scope: "all",
    archived: "all",
    supplier: name,
    currency: currency as CurrencyCode,
    per_page: 10,
  } as const;
  const earlier = useEndpoint(listFinance, { query }, { enabled: name !== "" }).data?.data;
  const last = name === "" ? undefined : earlier?.find(({ id, status }) => id !== requestId && status !== "draft");
  const items = useEndpoint(readFinance, { params: { id: last?.id ?? 0 } }, { enabled: last !== undefined }).data?.data
    .items;
  return (details) =>
    (last && details.trim() !== "" && items?.find((item) => isSameText(item.details, details))?.price) || null;
}
