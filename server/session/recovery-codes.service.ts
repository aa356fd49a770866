import { randomInt } from "node:crypto";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";

export const recoveryCodes = 10;
const letters = 10;
/** Without signs that are read as others: 49 bits in ten of them, behind a limit of tries. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

const clear = sql(
  "recoveryCodes.clear",
  "DELETE FROM recovery_code WHERE tenant_id = current_tenant() AND user_id = $1",
);
const insert = sql(
  "recoveryCodes.insert",
  "INSERT INTO recovery_code (tenant_id, user_id, code_hash) SELECT current_tenant(), $1, unnest($2::bytea[])",
);
const spend = sql(
  "recoveryCodes.spend",
  `UPDATE recovery_code SET used_at = now()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1 AS spent`,
);
const any = sql(
  "recoveryCodes.any",
  "SELECT 1 AS any FROM recovery_code WHERE tenant_id = current_tenant() AND user_id = $1 LIMIT 1",
);

function newCode(): string {
  const text = Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${text.slice(0, letters / 2)}-${text.slice(letters / 2)}`;
}

/** As it was meant: case, spaces and dashes don't count. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

/** Makes new codes in place of those that were there. @returns them, for this once: only their hashes are kept. */
export async function makeRecoveryCodes(tx: Tx, keys: FactorKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode);
  const owner = { tenantId: tx.tenantId, userId };
  await tx.rows(clear, [userId]);
  await tx.rows(insert, [userId, codes.map((code) => keys.hash(plain(code), owner))]);
  return codes;
}

/** Codes for whoever has none yet. @returns none where there are some. */
export async function firstRecoveryCodes(tx: Tx, keys: FactorKeys, userId: number): Promise<string[]> {
  return (await tx.one(any, [userId])) ? [] : makeRecoveryCodes(tx, keys, userId);
}

/** Takes a code, once. @returns whether it was one. */
export async function spendRecoveryCode(tx: Tx, keys: FactorKeys, userId: number, code: string): Promise<boolean> {
  const hash = keys.hash(plain(code), { tenantId: tx.tenantId, userId });
  return (await tx.one(spend, [userId, hash])) !== undefined;
}

export async function clearRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.rows(clear, [userId]);
}
