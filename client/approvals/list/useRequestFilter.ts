import { useAddress } from "../../platform/address/useAddress";

const scopes = ["mine", "team", "all"] as const;
/** One's own requests, one's people's, everybody's. */
export type RequestScope = (typeof scopes)[number];

/** The scopes one has a use for: whoever sees all may look at their own people's alone as well. */
export const scopesOf = (sees: { team: boolean; all: boolean }): RequestScope[] =>
  scopes.filter((one) => one === "mine" || sees.all || (one === "team" && sees.team));

export interface RequestFilter<Status extends string> {
  scope: RequestScope;
  status: Status | null;
  change(name: "scope" | "status", value: string | null): void;
}

/** Whose requests of a family are looked at and in which state, in the address. */
export function useRequestFilter<Status extends string>(statuses: readonly Status[]): RequestFilter<Status> {
  const [search, setSearch] = useAddress();
  return {
    scope: scopes.find((one) => one === search.get("scope")) ?? "mine",
    status: statuses.find((one) => one === search.get("status")) ?? null,
    change: (name, value) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        if (value && value !== "mine") next.set(name, value);
        else next.delete(name);
        return next;
      }),
  };
}
