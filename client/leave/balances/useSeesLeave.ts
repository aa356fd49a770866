import { useCan, useCurrentUser, useHasFeature } from "../../platform/session";

/** Whoever stands above somebody, as far as the reader sees that. */
export type Managers = readonly { id: number }[] | undefined;

/** Which leave of somebody the server shows this reader: themself, those who lead them, and who looks after it. */
export function useSeesLeave(userId: number, managers: Managers): { balances: boolean; requests: boolean } {
  const can = useCan();
  const me = useCurrentUser();
  const may = useHasFeature()("leave_management") && can("leave-request-list");
  const near = userId === me.id || can("leave-request-hr-approve") || (managers ?? []).some(({ id }) => id === me.id);
  return { balances: may && (near || can("leave-balance-edit")), requests: may && near };
}
