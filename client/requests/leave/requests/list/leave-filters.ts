import { isValidDay } from "../../../../../shared/kernel/fields";
import { type LeaveStatus, leaveStatuses } from "../../../../../shared/requests/leave/requests/leave.workflow";
import { type RequestScope, availableScopes } from "../../../../approvals/approvals/list/useRequestFilter";
import { useCan } from "../../../../platform/session";
import { useAddress } from "../../../../platform/address/useAddress";

export interface LeaveFilter {
  scope: RequestScope;
  status: LeaveStatus | null;
  type: number | null;
  user: number | null;
  department: number | null;
  from: string | null;
  to: string | null;
}

type Name = keyof LeaveFilter;

const idIn = (search: URLSearchParams, name: Name) => Number(search.get(name)) || null;
const dayIn = (search: URLSearchParams, name: Name) => {
  const day = search.get(name);
  return day && isValidDay(day) ? day : null;
};

export function useLeaveScopes(): readonly RequestScope[] {
  const can = useCan();
  return availableScopes({ team: can("leave-request-approve"), all: can("leave-request-hr-approve") });
}

/** Filters stored in the URL, so that they can be bookmarked, shared and reached with Back. */
export function useLeaveFilter() {
  const [search, setSearch] = useAddress();
  const scopes = useLeaveScopes();
  const filter: LeaveFilter = {
    scope: scopes.find((one) => one === search.get("scope")) ?? "mine",
    status: leaveStatuses.find((one) => one === search.get("status")) ?? null,
    type: idIn(search, "type"),
    user: idIn(search, "user"),
    department: idIn(search, "department"),
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
  };
  const set = (change: Partial<LeaveFilter>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change)) {
          if (value === null || (name === "scope" && value === "mine")) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  const narrowed = Object.entries(filter).some(([name, value]) => name !== "scope" && value !== null);
  const clear = () => set({ status: null, type: null, user: null, department: null, from: null, to: null });
  return { filter, set, scopes, narrowed, clear };
}
