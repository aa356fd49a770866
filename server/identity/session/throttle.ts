import { createHash } from "node:crypto";
import { Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { networkPrefixOf } from "../../platform/addresses";

/** Limits of failed attempts per window of 15 minutes. Further attempts get 429 until the oldest counted failure leaves the window. */
export const attemptLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 100 } as const;

export interface LimitedAttempt {
  /**
   * Each purpose has its own limit. Strangers can use up those of signing in and of requesting reset links for any email address, and the
   * user must still be able to change the password.
   */
  purpose: "login" | "current_password" | "reset" | "reset_token" | "register" | "second_step" | "passkey" | "sign_on";
  /** The entered email address, or the user's id if known. Stored as a hash, since the input may be a password in the wrong field. */
  account: string;
  address: string;
}

/** Seconds until the next attempt is allowed, or null if it is allowed now. With a limit of n, the n-th latest attempt decides. */
const selectWaitSeconds = sql(
  "throttle.waits",
  `SELECT ceil(extract(epoch FROM max(at) + make_interval(secs => $4) - clock_timestamp()))::int AS seconds FROM (
     (SELECT at FROM login_attempt WHERE tenant_id = current_tenant() AND purpose = $1 AND account_hash = $2
        AND at > clock_timestamp() - make_interval(secs => $4) ORDER BY at DESC OFFSET $5 LIMIT 1)
     UNION ALL
     (SELECT at FROM login_attempt WHERE tenant_id = current_tenant() AND purpose = $1 AND address = $3
        AND at > clock_timestamp() - make_interval(secs => $4) ORDER BY at DESC OFFSET $6 LIMIT 1)
   ) AS deciding`,
);
const insertAttempt = sql(
  "throttle.record",
  `INSERT INTO login_attempt (tenant_id, purpose, account_hash, address, at)
   VALUES (current_tenant(), $1, $2, $3, clock_timestamp())`,
);
const deleteAttemptsOfAccount = sql(
  "throttle.forget",
  "DELETE FROM login_attempt WHERE tenant_id = current_tenant() AND account_hash = $1",
);
const lockAttemptsOfAccount = sql(
  "throttle.lock",
  "SELECT pg_advisory_xact_lock(hashtextextended(current_tenant()::text || $1 || encode($2::bytea, 'hex'), 0))",
);

const hashOf = (account: string): Buffer => createHash("sha256").update(account).digest();

export async function requireAttemptLeft(tx: Tx, attempt: LimitedAttempt): Promise<void> {
  const { windowSeconds, perAccount, perAddress } = attemptLimits;
  const row = await tx.one<{ seconds: number | null }>(selectWaitSeconds, [
    attempt.purpose,
    hashOf(attempt.account),
    networkPrefixOf(attempt.address),
    windowSeconds,
    perAccount - 1,
    perAddress - 1,
  ]);
  if (row?.seconds != null) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, row.seconds) });
}

/**
 * Serializes the outcomes of an account. Otherwise many concurrent guesses would get a result before the first failure is recorded.
 * @throws Problem 429 when the account's attempts are used up.
 */
export async function lockAttempts(tx: Tx, attempt: LimitedAttempt): Promise<void> {
  await tx.rows(lockAttemptsOfAccount, [attempt.purpose, hashOf(attempt.account)]);
  await requireAttemptLeft(tx, attempt);
}

export async function recordAttempt(tx: Tx, attempt: LimitedAttempt): Promise<void> {
  await tx.rows(insertAttempt, [attempt.purpose, hashOf(attempt.account), networkPrefixOf(attempt.address)]);
}

/** Deletes the failed attempts of a user who has set a new password, so that they are no longer locked out. */
export async function deleteAttempts(tx: Tx, account: string): Promise<void> {
  await tx.rows(deleteAttemptsOfAccount, [hashOf(account)]);
}
