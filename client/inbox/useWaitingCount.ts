import { inboxCount } from "../../shared/approvals/approvals.contract";
import type { Permission } from "../../shared/kernel/permissions";
import { families } from "../../shared/requests/families";
import { useDelegations } from "../delegation/useDelegations";
import { useEndpoint } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";

/** How many requests wait for one: kept true by events, the same in the menu, the bar below and the inbox itself. */
export const useWaitingCount = (): number => useInboxCounts().waiting;

/** How many wait for one, and how many of one's own are under way. */
export function useInboxCounts(): { waiting: number; sent: number } {
  const { external } = useCurrentUser();
  return useEndpoint(inboxCount, {}, { enabled: !external }).data?.data ?? noCounts;
}

const noCounts = { waiting: 0, sent: 0 };

/** Who decides by their role. */
const approvers = Object.values(families).flatMap(({ permissions }): readonly Permission[] => permissions.approve);

/** Whoever decides, for themself or for others, has an inbox; for everyone else it appears with the first request. */
export function useHasInbox(): boolean {
  const can = useCan();
  const waiting = useWaitingCount();
  const { delegators } = useDelegations();
  return can(approvers) || waiting > 0 || delegators.length > 0;
}
