import type { RequestFamily } from "../../shared/requests/families";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { familyServices } from "./families";

interface Unsent {
  id: number;
  family: RequestFamily;
  status: string;
}

const unsent = sql(
  "requests.unsent",
  `SELECT id, family, status FROM request
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND status IN ('draft', 'changes_requested') ORDER BY id`,
);

/** Withdraws what somebody who leaves has not sent, or what came back to them. */
export async function withdrawUnsent(tx: Tx, leaver: Actor): Promise<void> {
  for (const request of await tx.rows<Unsent>(unsent, [leaver.id]))
    await familyServices[request.family].withdraw?.(tx, leaver, request);
}
