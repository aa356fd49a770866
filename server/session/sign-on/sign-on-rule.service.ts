import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const needed = sql(
  "signOn.needed",
  "SELECT name FROM sign_on WHERE tenant_id = current_tenant() AND required AND exempt_user_id <> $1",
);

/** @throws Problem 403 where the organisation's issuer has to say who somebody is, for all but the one who is exempt. */
export async function requireOwnWayIn(tx: Tx, userId: number): Promise<void> {
  if (await tx.one(needed, [userId])) throw new Problem("signOn.needed");
}

const offered = sql("signOn.offered", "SELECT name, required FROM sign_on WHERE tenant_id = current_tenant()");

/** What the login page says of it, or null. */
export async function offeredSignOn(tx: Tx): Promise<{ name: string; required: boolean } | null> {
  return (await tx.one<{ name: string; required: boolean }>(offered)) ?? null;
}
