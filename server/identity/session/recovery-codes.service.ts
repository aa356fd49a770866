import { randomInt } from "node:crypto";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";

export const recoveryCodeCount = 10;
const letters = 10;
/** Alphabet without ambiguous characters. Codes of ten characters have 49 bits; the limit of attempts prevents guessing them. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

const deleteCodes = sql(
  "recoveryCodes.clear",
  "DELETE FROM recovery_code WHERE tenant_id = current_tenant() AND user_id = $1",
);
const insertCodes = sql(
  "recoveryCodes.insert",
  "INSERT INTO recovery_code (tenant_id, user_id, code_hash) SELECT current_tenant(), $1, unnest($2::bytea[])",
);
const markCodeUsed = sql(
  "recoveryCodes.spend",
  `UPDATE recovery_code SET used_at = now()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1 AS spent`,
);
const selectAnyCode = sql(
  "recoveryCodes.any",
  "SELECT 1 AS any FROM recovery_code WHERE tenant_id = current_tenant() AND user_id = $1 LIMIT 1",
);

function newCode(): string {
  const text = Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${text.slice(0, letters / 2)}-${text.slice(letters / 2)}`;
}

/** Normalizes a code, ignoring case, spaces and dashes. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

/**
 * Replaces the recovery codes.
 * @returns the new codes. They can't be read again, because only their hashes are stored.
 */
export async function createRecoveryCodes(tx: Tx, keys: FactorKeys, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const owner = { tenantId: tx.tenantId, userId };
  await tx.rows(deleteCodes, [userId]);
  await tx.rows(insertCodes, [userId, codes.map((code) => keys.hash(plain(code), owner))]);
  return codes;
}

/**
 * Creates codes for a user who has none.
 * @returns an empty list if the user already has codes.
 */
export async function firstRecoveryCodes(tx: Tx, keys: FactorKeys, userId: number): Promise<string[]> {
  return (await tx.one(selectAnyCode, [userId])) ? [] : createRecoveryCodes(tx, keys, userId);
}

/**
 * Consumes a recovery code.
 * @returns whether it was valid.
 */
export async function consumeRecoveryCode(tx: Tx, keys: FactorKeys, userId: number, code: string): Promise<boolean> {
  const hash = keys.hash(plain(code), { tenantId: tx.tenantId, userId });
  return (await tx.one(markCodeUsed, [userId, hash])) !== undefined;
}

export async function clearRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.rows(deleteCodes, [userId]);
}
