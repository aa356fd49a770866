import { sql, type Tx } from "./unit-of-work";

const selectInternalUser = sql(
  "users.activeInternal",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external",
);

/** Whether the user may be chosen as manager, head, owner or substitute: the account is active and not external. */
export const isActiveInternalUser = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one(selectInternalUser, [id])) !== undefined;
