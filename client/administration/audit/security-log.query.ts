import {
  type SecurityKind,
  type SecurityOutcome,
  securityKinds,
  securityOutcomes,
} from "../../../shared/kernel/security";
import { readDayParam, useLogAddress } from "./log-address";

// A type alias, because interfaces aren't assignable to `Record` types.
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
    from: readDayParam(search, "from"),
    to: readDayParam(search, "to"),
  }));

export const toSecurityLogQuery = ({ user, kind, outcome, from, to }: SecurityFilter) => ({
  user_id: user ?? undefined,
  kind: kind ?? undefined,
  outcome: outcome ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});
