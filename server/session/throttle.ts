import { createHash } from "node:crypto";
import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { networkOf } from "../platform/http/addresses";

/** Failed attempts in the window that are answered; after them it's 429 until the oldest leaves the window. */
export const attemptLimits = { windowSeconds: 15 * 60, perAccount: 10, perAddress: 100 } as const;

export interface Attempt {
  purpose: "login" | "reset" | "register" | "second_step" | "passkey" | "sign_on";
  /** The e-mail address that was typed, or the person where that is known: kept as a hash, since it may be nobody's, or a password in the wrong field. */
  account: string;
  address: string;
}

/** Seconds until one more attempt is allowed, or null when it is now. The n-th latest attempt decides. */
const waits = sql(
  "throttle.waits",
  `SELECT ceil(extract(epoch FROM max(at) + make_interval(secs => $4) - clock_timestamp()))::int AS seconds FROM (
     (SELECT at FROM login_attempt WHERE tenant_id = current_tenant() AND purpose = $1 AND account_hash = $2
        AND at > clock_timestamp() - make_interval(secs => $4) ORDER BY at DESC OFFSET $5 LIMIT 1)
     UNION ALL
     (SELECT at FROM login_attempt WHERE tenant_id = current_tenant() AND purpose = $1 AND address = $3
        AND at > clock_timestamp() - make_interval(secs => $4) ORDER BY at DESC OFFSET $6 LIMIT 1)
   ) AS deciding`,
);
const record = sql(
  "throttle.record",
  `INSERT INTO login_attempt (tenant_id, purpose, account_hash, address, at)
   VALUES (current_tenant(), $1, $2, $3, clock_timestamp())`,
);
const forget = sql(
  "throttle.forget",
  "DELETE FROM login_attempt WHERE tenant_id = current_tenant() AND account_hash = $1",
);
const lock = sql(
  "throttle.lock",
  "SELECT pg_advisory_xact_lock(hashtextextended(current_tenant()::text || $1 || encode($2::bytea, 'hex'), 0))",
);

const hashOf = (account: string): Buffer => createHash("sha256").update(account).digest();

/** @throws Problem 429 with the seconds to wait, when too many attempts failed lately. */
export async function requireAttemptLeft(tx: Tx, attempt: Attempt): Promise<void> {
  const { windowSeconds, perAccount, perAddress } = attemptLimits;
  const row = await tx.one<{ seconds: number | null }>(waits, [
    attempt.purpose,
    hashOf(attempt.account),
    networkOf(attempt.address),
    windowSeconds,
    perAccount - 1,
    perAddress - 1,
  ]);
  if (row?.seconds != null) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, row.seconds) });
}

/**
 * Outcomes of one account are settled one after the other. Many guesses sent at once would otherwise all be answered
 * before the first failure is written down.
 * @throws Problem 429 when the attempts of this account are used up by now.
 */
export async function takeTurn(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.rows(lock, [attempt.purpose, hashOf(attempt.account)]);
  await requireAttemptLeft(tx, attempt);
}

export async function recordAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.rows(record, [attempt.purpose, hashOf(attempt.account), networkOf(attempt.address)]);
}

/** Whoever could set a new password is let in again, whoever locked them out. */
export async function forgetAttempts(tx: Tx, account: string): Promise<void> {
  await tx.rows(forget, [hashOf(account)]);
}
