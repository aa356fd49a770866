import { useCan, useCurrentUser, useHasFeature } from "../../../platform/session";

/** Managers at all levels, as far as the viewer may see them. */
export type ManagerChain = readonly { id: number }[] | undefined;

/** Whether the server lets the viewer read the balances and requests of the user `userId`; mirrors the server's rule. */
export function useCanSeeLeave(userId: number, managers: ManagerChain): { balances: boolean; requests: boolean } {
  const can = useCan();
  const me = useCurrentUser();
  const may = useHasFeature()("leave_management") && can("leave-request-list");
  const near = userId === me.id || can("leave-request-hr-approve") || (managers ?? []).some(({ id }) => id === me.id);
  return { balances: may && (near || can("leave-balance-edit")), requests: may && near };
}
