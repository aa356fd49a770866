import { useCallback, useMemo } from "react";
import { type FinanceType, financeTypes } from "../../shared/finance/finance.schema";
import { type FinanceStatus, financeStatuses } from "../../shared/finance/finance.workflow";
import { isDay } from "../../shared/kernel/fields";
import { type CurrencyCode, currencyOf, isAmount } from "../../shared/kernel/money";
import { useAddress } from "../platform/address/useAddress";

export const financeScopes = ["mine", "team", "all"] as const;
export type FinanceScope = (typeof financeScopes)[number];

/** What is shown; all of it stands in the address. */
export interface FinanceFilter {
  scope: FinanceScope;
  type: FinanceType[];
  status: FinanceStatus[];
  requester_id: number | null;
  department_id: number | null;
  currency: CurrencyCode | null;
  supplier: string;
  from: string | null;
  to: string | null;
  min: string;
  max: string;
  q: string;
}

const some = <T extends string>(text: string | null, known: readonly T[]) =>
  known.filter((one) => text?.split(",").includes(one));
const id = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const day = (text: string | null) => (text && isDay(text) ? text : null);
const amount = (text: string | null) => (text && isAmount(text) ? text : "");

export function filterOf(search: URLSearchParams): FinanceFilter {
  const get = (name: string) => search.get(name);
  return {
    scope: financeScopes.find((one) => one === get("scope")) ?? "mine",
    type: some(get("type"), financeTypes),
    status: some(get("status"), financeStatuses),
    requester_id: id(get("requester_id")),
    department_id: id(get("department_id")),
    currency: currencyOf(get("currency") ?? ""),
    supplier: get("supplier") ?? "",
    from: day(get("from")),
    to: day(get("to")),
    min: amount(get("min")),
    max: amount(get("max")),
    q: get("q") ?? "",
  };
}

/** As the call takes it; what isn't filtered by is left out. */
export function queryOf(filter: FinanceFilter) {
  const { type, status, requester_id, department_id, currency, from, to, ...rest } = filter;
  return {
    ...rest,
    type,
    status,
    requester_id: requester_id ?? undefined,
    department_id: department_id ?? undefined,
    currency: currency ?? undefined,
    from,
    to,
  };
}

export const isFiltered = ({ scope: _, ...filter }: FinanceFilter) =>
  Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));

export function useFinanceFilter() {
  const [search, setSearch] = useAddress();
  const filter = useMemo(() => filterOf(search), [search]);
  const change = useCallback(
    (changes: Partial<FinanceFilter>) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
            if (text === "" || (name === "scope" && text === "mine")) next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  const clear = () =>
    setSearch(filter.scope === "mine" ? {} : { scope: filter.scope }, { replace: true, preventScrollReset: true });
  return { filter, change, clear };
}
