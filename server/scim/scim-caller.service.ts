import { randomBytes } from "node:crypto";
import { Problem } from "../../shared/kernel/problems";
import { actAs } from "../platform/database/acting";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { requireActiveTenant, tokenHash } from "../platform/session";

/** What its tokens begin with: whoever finds one in a file knows what it opens. */
const prefix = "scim_";

/** 256 bits. */
export const newScimToken = (): string => prefix + randomBytes(32).toString("base64url");

const byToken = sql(
  "scim.byToken",
  `SELECT role_id, last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
   FROM scim WHERE tenant_id = current_tenant() AND token_hash = $1`,
);
const noteUse = sql(
  "scim.noteUse",
  "UPDATE scim SET last_used_at = now() WHERE tenant_id = current_tenant() AND token_hash = $1",
);

/**
 * The organisation's directory, by its token: the guards of every call of it, in the order of the product's rules. What the
 * transaction changes from here on, the audit list says of the directory.
 * @returns what newcomers become, and what notes that the token was used, where that is due.
 * @throws Problem 404, 423, 401, 402.
 */
export async function admitDirectory(tx: Tx, token: string | null): Promise<{ roleId: number; stale: boolean }> {
  const { planExpired } = await requireActiveTenant(tx);
  const hash = token?.startsWith(prefix) ? tokenHash(token) : null;
  const found = hash && (await tx.one<{ role_id: number; stale: boolean }>(byToken, [hash]));
  if (!found) throw new Problem("scim.tokenUnknown");
  if (planExpired) throw new Problem("plan.expired");
  await actAs(tx, null, "scim");
  return { roleId: found.role_id, stale: found.stale };
}

/** Once a minute is enough for the screen of settings. */
export async function noteScimUse(tx: Tx, token: string): Promise<void> {
  await tx.rows(noteUse, [tokenHash(token)]);
}
