import { useSearchParams } from "react-router-dom";
import { isDay } from "../../shared/kernel/fields";
import { type SecurityKind, type SecurityOutcome, securityKinds, securityOutcomes } from "../../shared/kernel/security";

export interface SecurityFilter {
  user: number | null;
  kind: SecurityKind | null;
  outcome: SecurityOutcome | null;
  from: string | null;
  to: string | null;
}

const dayIn = (search: URLSearchParams, name: string) => {
  const day = search.get(name);
  return day && isDay(day) ? day : null;
};

/** What is looked for, and on which page: it stands in the address. Another filter begins on the first page. */
export function useSecurityFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: SecurityFilter = {
    user: Number(search.get("user")) || null,
    kind: securityKinds.find((one) => one === search.get("kind")) ?? null,
    outcome: securityOutcomes.find((one) => one === search.get("outcome")) ?? null,
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
  };
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const put = (change: Partial<SecurityFilter> & { page?: number | null }) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("page");
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return {
    filter,
    page,
    narrowed: Object.values(filter).some((value) => value !== null),
    set: (change: Partial<SecurityFilter>) => put(change),
    turnTo: (wanted: number) => put({ page: wanted > 1 ? wanted : null }),
    clear: () => put({ user: null, kind: null, outcome: null, from: null, to: null }),
  };
}

/** As the call wants it. */
export const queryOf = ({ user, kind, outcome, from, to }: SecurityFilter) => ({
  user_id: user ?? undefined,
  kind: kind ?? undefined,
  outcome: outcome ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});
