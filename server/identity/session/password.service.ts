import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { unsubscribeAllBrowsers } from "../../communication/notifications/push.service";
import { emitAccount, revokeSecretLinks } from "./session.slots";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { type Actor, requireSessionId, tokenHash } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import { type HashRequester, hashPassword, matchesAnyHash, verifyPassword } from "../../platform/password-hash";
import { revokeAllApiTokens } from "./api-token.service";
import { requireHardToGuess } from "./password.policy";
import { newToken } from "./session-tokens";
import { deleteSignInSteps } from "./sign-in-step.service";
import { sendWelcome } from "./welcome-notification";
import { type LimitedAttempt, deleteAttempts, recordAttempt, requireAttemptLeft, lockAttempts } from "./throttle";

const remembered = 5;
const resetMinutes = 30;
/**
 * Limit of password changes per account and hour. Each change takes up to eight hashes, and only two hashes run at a time for all users.
 */
export const maxPasswordChangesPerHour = 20;
const changes = new RateLimiterMemory({ points: maxPasswordChangesPerHour, duration: 3_600 });

const selectPassword = sql(
  "password.present",
  `SELECT password_hash FROM app_user WHERE tenant_id = current_tenant() AND id = $1`,
);
const selectPasswordHistory = sql(
  "password.history",
  `SELECT password_hash FROM password_history WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY id DESC LIMIT $2`,
);
const lockUser = sql(
  "password.lockUser",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const updatePassword = sql(
  "password.replace",
  `UPDATE app_user u SET password_hash = $2, invited_at = NULL, password_given = false FROM app_user before
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.password_hash = $3
     AND before.tenant_id = u.tenant_id AND before.id = u.id
   RETURNING u.email, before.invited_at IS NOT NULL OR before.password_given AS first`,
);
const insertPasswordHistory = sql(
  "password.remember",
  "INSERT INTO password_history (tenant_id, user_id, password_hash) VALUES (current_tenant(), $1, $2)",
);
const deleteOldPasswords = sql(
  "password.prune",
  `DELETE FROM password_history WHERE tenant_id = current_tenant() AND user_id = $1 AND id NOT IN (
     SELECT id FROM password_history WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY id DESC LIMIT $2)`,
);
const deleteOtherSessions = sql(
  "password.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 AND id <> $2 RETURNING id",
);
const markResetsUsed = sql(
  "password.spendResets",
  `UPDATE password_reset SET used_at = now() WHERE tenant_id = current_tenant() AND user_id = $1 AND used_at IS NULL`,
);
/** Uses one statement for existing and missing accounts, so that neither response nor timing distinguishes them. */
const insertReset = sql(
  "password.askReset",
  `WITH account AS (
     SELECT id FROM app_user WHERE tenant_id = current_tenant() AND email = $1 AND active AND invited_at IS NULL
   ), made AS (
     INSERT INTO password_reset (tenant_id, user_id, token_hash, expires_at)
     SELECT current_tenant(), id, $2, now() + make_interval(mins => $3) FROM account
   )
   SELECT id FROM account`,
);
const selectOpenReset = sql(
  "password.openReset",
  `SELECT r.id, r.user_id, u.password_hash FROM password_reset r
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.token_hash = $1 AND u.email = $2 AND u.active
     AND r.used_at IS NULL AND r.expires_at > now()`,
);
const markResetUsed = sql(
  "password.spendReset",
  `UPDATE password_reset SET used_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND used_at IS NULL AND expires_at > now() RETURNING id`,
);

const reused = () =>
  new Problem("session.passwordReused", { errors: { password: ["problem.session.passwordReused"] } });

async function requireUnused(hashes: readonly string[], password: string, requester: HashRequester): Promise<void> {
  if (await matchesAnyHash([...new Set(hashes)], password, requester)) throw reused();
}

const lastPasswords = async (tx: Tx, userId: number): Promise<string[]> =>
  (await tx.rows<{ password_hash: string }>(selectPasswordHistory, [userId, remembered])).map(
    (row) => row.password_hash,
  );

/**
 * Sets the password unless it was changed concurrently. Ends access gained with the old password, possibly by an intruder: sessions other
 * than `keepSession`, calendar URLs, push subscriptions and personal tokens.
 * @throws Problem 409 when the password is no longer `from`.
 */
/** @returns whether it is the first password that the user has chosen. */
async function setPassword(tx: Tx, userId: number, from: string, to: string, keepSession: number): Promise<boolean> {
  const changed = await tx.one<{ email: string; first: boolean }>(updatePassword, [userId, to, from]);
  if (!changed) throw new Problem("conflict");
  await tx.rows(insertPasswordHistory, [userId, to]);
  await tx.rows(deleteOldPasswords, [userId, remembered]);
  await tx.rows(markResetsUsed, [userId]);
  await deleteSignInSteps(tx, userId);
  const ended = await tx.rows<{ id: number }>(deleteOtherSessions, [userId, keepSession]);
  if (ended.length > 0) {
    tx.emit("session.ended", userStream(userId), { session_ids: ended.map((row) => row.id) });
    logSecurity(tx, { kind: "session_ended", userId, facts: { count: ended.length } });
  }
  await unsubscribeAllBrowsers(tx, userId);
  for (const revoke of revokeSecretLinks.filling) await revoke(tx, userId);
  await revokeAllApiTokens(tx, userId);
  await deleteAttempts(tx, changed.email);
  if (changed.first) {
    await emitAccount.filling(tx, "user.updated", userId); // the invitation has ended
    await sendWelcome(tx, userId);
  }
  return changed.first;
}

/**
 * Counts a password change, whether it succeeds or not.
 * @throws Problem 429 with the seconds to wait after too many changes.
 */
async function requireChangeLeft({ tenantId, id }: Actor): Promise<void> {
  await changes.consume(`${tenantId}/${id}`).catch(({ msBeforeNext }: RateLimiterRes) => {
    throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
  });
}

/**
 * Changes the user's password and ends their other sessions.
 * @throws Problem 422 when the current password is wrong or the new one is among the last five; 429 after too many attempts or changes.
 */
export async function changePassword(
  unit: RunTransaction,
  actor: Actor,
  input: { current: string; password: string; address: string },
): Promise<void> {
  await requireChangeLeft(actor);
  // Limited like signing in, so that the current password can't be guessed on an unlocked screen.
  const attempt: LimitedAttempt = { purpose: "current_password", account: actor.email, address: input.address };
  const storedPasswords = await unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    const account = await tx.one<{ password_hash: string }>(selectPassword, [actor.id]);
    return { stored: (account as { password_hash: string }).password_hash, earlier: await lastPasswords(tx, actor.id) };
  });
  const right = await verifyPassword(storedPasswords.stored, input.current, actor);
  if (!right) {
    await unit(async (tx) => {
      await lockAttempts(tx, attempt);
      await recordAttempt(tx, attempt);
      logSecurity(tx, { kind: "password_changed", outcome: "failed", facts: { code: "session.wrongPassword" } });
    });
    throw new Problem("session.wrongPassword", { errors: { current_password: ["problem.session.wrongPassword"] } });
  }
  await unit((tx) => requireHardToGuess(tx, input.password, { userId: actor.id }));
  await requireUnused([storedPasswords.stored, ...storedPasswords.earlier], input.password, actor);
  const hashed = await hashPassword(input.password, actor);
  await unit(async (tx) => {
    await lockAttempts(tx, attempt); // limits concurrent guesses: only ten get a result, even if one of them is correct
    await setPassword(tx, actor.id, storedPasswords.stored, hashed, requireSessionId(actor));
    logSecurity(tx, { kind: "password_changed" });
  });
}

/**
 * Creates a reset token if the account exists. Every request counts as an attempt, because many requests could flood the user's mailbox.
 * @returns the token and its user, or null without an account.
 * @throws Problem 429 after too many requests.
 */
export async function requestPasswordReset(
  tx: Tx,
  input: { email: string; address: string },
): Promise<{ token: string; userId: number } | null> {
  const attempt: LimitedAttempt = { purpose: "reset", account: input.email, address: input.address };
  await lockAttempts(tx, attempt);
  await recordAttempt(tx, attempt);
  const token = newToken();
  const values = [input.email, tokenHash(token), resetMinutes];
  const account = await tx.one<{ id: number }>(insertReset, values);
  logSecurity(tx, { kind: "password_reset_asked", subjectId: account?.id ?? null });
  return account ? { token, userId: account.id } : null;
}

/**
 * Sets a new password with a mailed token, which can be used once within half an hour. Ends all sessions.
 * @returns the user, and whether this is the first password that the user has chosen.
 * @throws Problem 422 when the token is unknown, used or expired, or the password is among the last five; 429 after too many wrong tokens.
 */
export async function resetPassword(
  unit: RunTransaction,
  input: { token: string; email: string; password: string; address: string },
): Promise<{ userId: number; first: boolean }> {
  const attempt: LimitedAttempt = { purpose: "reset_token", account: input.email, address: input.address };
  const reset = await unit(async (tx) => {
    await lockAttempts(tx, attempt);
    const row = await tx.one<{ id: number; user_id: number; password_hash: string }>(selectOpenReset, [
      tokenHash(input.token),
      input.email,
    ]);
    if (!row) {
      await recordAttempt(tx, attempt);
      logSecurity(tx, { kind: "password_reset", outcome: "failed", facts: { code: "session.resetTokenInvalid" } });
      return null;
    }
    return { ...row, earlier: await lastPasswords(tx, row.user_id) };
  });
  if (!reset) throw invalidToken();
  await unit((tx) => requireHardToGuess(tx, input.password, { userId: reset.user_id }));
  await requireUnused([reset.password_hash, ...reset.earlier], input.password, input);
  const hashed = await hashPassword(input.password, input);
  const first = await unit(async (tx) => {
    // Every password change locks the user before the user's reset links. Otherwise resets with two links would wait for each other.
    await tx.rows(lockUser, [reset.user_id]);
    if (!(await tx.one(markResetUsed, [reset.id]))) throw invalidToken(); // a concurrent call used the same token
    const isFirst = await setPassword(tx, reset.user_id, reset.password_hash, hashed, 0);
    logSecurity(tx, { kind: "password_reset", userId: reset.user_id });
    return isFirst;
  });
  return { userId: reset.user_id, first };
}

const invalidToken = () =>
  new Problem("session.resetTokenInvalid", { errors: { token: ["problem.session.resetTokenInvalid"] } });
