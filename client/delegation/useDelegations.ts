import { delegations } from "../../shared/approvals/delegation.contract";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";

/** Who decides for one, and for whom one decides: what runs, and what is to come. */
export function useDelegations() {
  const me = useCurrentUser();
  const query = useEndpoint(delegations, {}, { enabled: !me.external });
  const all = query.data?.data ?? [];
  const running = all.filter(({ state }) => state === "running");
  return {
    query,
    /** At most one at a time. */
    delegatee: running.find(({ delegator }) => delegator.id === me.id)?.delegatee ?? null,
    delegators: running.filter(({ delegatee }) => delegatee.id === me.id).map(({ delegator }) => delegator),
  };
}
