import { useAddress } from "../../../platform/address/useAddress";

const scopes = ["mine", "team", "all"] as const;
export type RequestScope = (typeof scopes)[number];

/** Scopes available to the user. Users who see all requests may also filter by their own team. */
export const availableScopes = (sees: { team: boolean; all: boolean }): RequestScope[] =>
  scopes.filter((one) => one === "mine" || sees.all || (one === "team" && sees.team));

export interface RequestFilter<Status extends string> {
  scope: RequestScope;
  status: Status | null;
  q: string;
  change(name: "scope" | "status" | "q", value: string | null): void;
}

/** @param first the scope without a choice in the URL. */
export function useRequestFilter<Status extends string>(
  statuses: readonly Status[],
  first: RequestScope = "mine",
): RequestFilter<Status> {
  const [search, setSearch] = useAddress();
  return {
    scope: scopes.find((one) => one === search.get("scope")) ?? first,
    status: statuses.find((one) => one === search.get("status")) ?? null,
    q: search.get("q") ?? "",
    change: (name, value) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        if (value && (name !== "scope" || value !== first)) next.set(name, value);
        else next.delete(name);
        return next;
      }),
  };
}
