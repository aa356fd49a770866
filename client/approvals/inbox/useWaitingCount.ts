import type { Permission } from "../../../shared/kernel/access";
import { countInbox } from "../../../shared/approvals/approvals/approvals.contract";
import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { useDelegations } from "../delegation/useDelegations";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";

/** Number of requests waiting for the user, updated by events and shared by the menu, the bottom bar and the inbox. */
export const useWaitingCount = (): number => useInboxCounts().waiting;

export function useInboxCounts(): { waiting: number; sent: number } {
  const { external } = useCurrentUser();
  return useEndpoint(countInbox, {}, { enabled: !external }).data?.data ?? noCounts;
}

const noCounts = { waiting: 0, sent: 0 };

const approvers = Object.values(requestFamilyDefinitions).flatMap(
  ({ permissions }): readonly Permission[] => permissions.approve,
);

/** True for approvers and their delegates; other users get an inbox with their first waiting request. */
export function useHasInbox(): boolean {
  const can = useCan();
  const waiting = useWaitingCount();
  const { delegators } = useDelegations();
  return can(approvers) || waiting > 0 || delegators.length > 0;
}
