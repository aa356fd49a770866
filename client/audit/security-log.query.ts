import { type SecurityKind, type SecurityOutcome, securityKinds, securityOutcomes } from "../../shared/kernel/security";
import { dayIn, useLogAddress } from "./log-address";

// A type and not an interface: the address takes any record.
export type SecurityFilter = {
  user: number | null;
  kind: SecurityKind | null;
  outcome: SecurityOutcome | null;
  from: string | null;
  to: string | null;
};

export const useSecurityFilter = () =>
  useLogAddress<SecurityFilter>((search) => ({
    user: Number(search.get("user")) || null,
    kind: securityKinds.find((one) => one === search.get("kind")) ?? null,
    outcome: securityOutcomes.find((one) => one === search.get("outcome")) ?? null,
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
  }));

/** As the call wants it. */
export const queryOf = ({ user, kind, outcome, from, to }: SecurityFilter) => ({
  user_id: user ?? undefined,
  kind: kind ?? undefined,
  outcome: outcome ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});
