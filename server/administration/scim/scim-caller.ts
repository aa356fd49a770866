import { randomBytes } from "node:crypto";
import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { requireActiveTenant, tokenHash } from "../../platform/session";
import { setAuditActor } from "../../platform/program-actor";

/** Prefix of SCIM tokens, by which a leaked token can be identified. */
const prefix = "scim_";

/** Creates a token with 256 random bits. */
export const newScimToken = (): string => prefix + randomBytes(32).toString("base64url");

const selectByToken = sql(
  "scim.byToken",
  `SELECT role_id, last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
   FROM scim WHERE tenant_id = current_tenant() AND token_hash = $1`,
);
const updateLastUse = sql(
  "scim.noteUse",
  "UPDATE scim SET last_used_at = now() WHERE tenant_id = current_tenant() AND token_hash = $1",
);

/**
 * Authenticates the directory by its token and runs the guards in the order that the specification requires. The audit log attributes the
 * changes of the transaction to the directory.
 * @returns the role of new users, and whether the use of the token should be recorded.
 * @throws Problem 404 or 423 for a deleted or inactive tenant; 401 for an unknown token; 402 when the plan has expired.
 */
export async function authenticateDirectory(tx: Tx, token: string | null): Promise<{ roleId: number; stale: boolean }> {
  const { planExpired } = await requireActiveTenant(tx);
  const hash = token?.startsWith(prefix) ? tokenHash(token) : null;
  const found = hash && (await tx.one<{ role_id: number; stale: boolean }>(selectByToken, [hash]));
  if (!found) throw new Problem("scim.tokenUnknown");
  if (planExpired) throw new Problem("plan.expired");
  await setAuditActor(tx, null, "scim");
  return { roleId: found.role_id, stale: found.stale };
}

/** Records the last use of the token, at most once per minute, for the settings screen. */
export async function recordScimUse(tx: Tx, token: string): Promise<void> {
  await tx.rows(updateLastUse, [tokenHash(token)]);
}
