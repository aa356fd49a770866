import { useCallback, useMemo } from "react";
import type { DueFilter } from "../../../shared/requests/finance/finance.due.rules";
import { type FinanceType, financeTypes } from "../../../shared/requests/finance/finance.fields";
import { dueFilterNames } from "../../../shared/requests/finance/finance.schema";
import { type MoneyStatus, moneyStatuses } from "../../../shared/requests/money/money.workflow";
import { isValidDay } from "../../../shared/kernel/fields";
import { type CurrencyCode, currencyOf, isAmount } from "../../../shared/kernel/money";
import { useCan } from "../../platform/session";
import { useAddress } from "../../platform/address/useAddress";

export const financeScopes = ["mine", "team", "all"] as const;
export type FinanceScope = (typeof financeScopes)[number];

export interface FinanceFilter {
  scope: FinanceScope;
  type: FinanceType[];
  status: MoneyStatus[];
  requester_id: number | null;
  department_id: number | null;
  currency: CurrencyCode | null;
  supplier: string;
  due: DueFilter | null;
  from: string | null;
  to: string | null;
  min: string;
  max: string;
  q: string;
}

/** Own requests that were sent, latest first. Drafts are left out by the server, because they would take the rows of the page. */
export const earlierRequestsQuery = {
  scope: "mine",
  archived: "all",
  status: moneyStatuses.filter((status) => status !== "draft"),
  per_page: 20,
} as const;

const some = <T extends string>(text: string | null, options: readonly T[]) =>
  options.filter((one) => text?.split(",").includes(one));
const id = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const day = (text: string | null) => (text && isValidDay(text) ? text : null);
const amount = (text: string | null) => (text && isAmount(text) ? text : "");

/** Users who may see all requests start with all of them, other users with their own. */
export const defaultFinanceScope = (seesAll: boolean): FinanceScope => (seesAll ? "all" : "mine");

export function readFinanceFilter(search: URLSearchParams, first: FinanceScope = "mine"): FinanceFilter {
  const get = (name: string) => search.get(name);
  return {
    scope: financeScopes.find((one) => one === get("scope")) ?? first,
    type: some(get("type"), financeTypes),
    status: some(get("status"), moneyStatuses),
    requester_id: id(get("requester_id")),
    department_id: id(get("department_id")),
    currency: currencyOf(get("currency") ?? ""),
    supplier: get("supplier") ?? "",
    due: dueFilterNames.find((one) => one === get("due")) ?? null,
    from: day(get("from")),
    to: day(get("to")),
    min: amount(get("min")),
    max: amount(get("max")),
    q: get("q") ?? "",
  };
}

export function toFinanceQuery(filter: FinanceFilter) {
  const { type, status, requester_id, department_id, currency, due, from, to, ...rest } = filter;
  return {
    ...rest,
    type,
    status,
    requester_id: requester_id ?? undefined,
    department_id: department_id ?? undefined,
    currency: currency ?? undefined,
    due: due ?? undefined,
    from,
    to,
  };
}

export const isFinanceFiltered = ({ scope: _, ...filter }: FinanceFilter) =>
  Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));

export function useFinanceFilter() {
  const [search, setSearch] = useAddress();
  const first = defaultFinanceScope(useCan()(["payment-pay", "payment-settings"]));
  const filter = useMemo(() => readFinanceFilter(search, first), [search, first]);
  const change = useCallback(
    (changes: Partial<FinanceFilter>) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
            if (text === "" || (name === "scope" && text === first)) next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch, first],
  );
  const clear = () =>
    setSearch(filter.scope === first ? {} : { scope: filter.scope }, { replace: true, preventScrollReset: true });
  return { filter, change, clear };
}
