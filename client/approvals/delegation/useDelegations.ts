import { listDelegations } from "../../../shared/approvals/approvals/delegation.contract";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";

export function useDelegations() {
  const me = useCurrentUser();
  const query = useEndpoint(listDelegations, {}, { enabled: !me.external });
  const all = query.data?.data ?? [];
  const running = all.filter(({ state }) => state === "running");
  return {
    query,
    /** The delegate for a leave, or one that the user chose manually. Deputies who only act during absences (`only_away`) aren't shown. */
    delegatee: running.find(({ delegator, only_away }) => delegator.id === me.id && !only_away)?.delegatee ?? null,
    delegators: running
      .filter(({ delegatee, only_away }) => delegatee.id === me.id && !only_away)
      .map(({ delegator }) => delegator),
  };
}
