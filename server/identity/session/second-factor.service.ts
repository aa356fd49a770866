import { userStream } from "../../../shared/kernel/events";
import { Problem, type ProblemCode } from "../../../shared/kernel/problems";
import { maxPasskeys, type SecondFactor } from "../../../shared/identity/session/second-factor.contract";
import { verifyPassword } from "../../platform/password-hash";
import { logSecurity } from "../../platform/security-log";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { type Actor, requireSessionId } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";
import { storePasskey, newPasskeyOptions } from "./passkeys.service";
import { clearRecoveryCodes, firstRecoveryCodes, createRecoveryCodes } from "./recovery-codes.service";
import type { RelyingParty } from "./relying-party";
import { beginSignInStep, findSignInStep, deleteSignInSteps, consumeSignInStep } from "./sign-in-step.service";
import { type LimitedAttempt, recordAttempt, requireAttemptLeft, lockAttempts } from "./throttle";
import { beginTotp, type NewTotp, removeTotp, consumeTotp } from "./totp.service";

/** Minutes after a password confirmation during which a session may change factors. */
const confirmedMinutes = 10;

const selectFactorState = sql(
  "secondFactor.state",
  `SELECT (SELECT confirmed_at FROM totp_factor f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id) AS totp_since,
          COALESCE((SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'created_at', p.created_at, 'last_used_at', p.last_used_at) ORDER BY p.id)
                    FROM passkey p WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id), '[]') AS passkeys,
          (SELECT count(*)::int FROM recovery_code c WHERE c.tenant_id = u.tenant_id AND c.user_id = u.id AND c.used_at IS NULL)
            AS recovery_codes_left,
          COALESCE(t.second_factor_since, r.second_factor_since) IS NOT NULL AS required,
          COALESCE((SELECT s.confirmed_at > now() - make_interval(mins => $3) FROM session s
                    WHERE s.tenant_id = u.tenant_id AND s.id = $2), false) AS confirmed
   FROM app_user u
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = u.tenant_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);
// Serializes changes of a user's factors. Otherwise two concurrent removals could each assume that the other factor is left.
const lockPerson = sql(
  "secondFactor.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const selectPassword = sql(
  "secondFactor.password",
  "SELECT password_hash FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);
const updateSessionConfirmed = sql(
  "secondFactor.confirm",
  `UPDATE session s SET confirmed_at = now() FROM app_user u
   WHERE s.tenant_id = current_tenant() AND s.id = $1 AND u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.password_hash = $2`,
);
const selectOrganization = sql("secondFactor.organization", "SELECT name FROM tenant WHERE id = current_tenant()");
const deletePasskey = sql(
  "secondFactor.dropPasskey",
  "DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1 AND id = $2 RETURNING id",
);
const deletePasskeys = sql(
  "secondFactor.dropPasskeys",
  "DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
const deleteSessions = sql(
  "secondFactor.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

interface Row extends Omit<SecondFactor, "totp_since" | "passkeys"> {
  totp_since: Date | null;
  passkeys: { id: number; name: string; created_at: string; last_used_at: string | null }[];
}

const iso = (text: string) => new Date(text).toISOString();

export async function readSecondFactors(tx: Tx, actor: Pick<Actor, "id" | "sessionId">): Promise<SecondFactor> {
  const row = await tx.one<Row>(selectFactorState, [actor.id, actor.sessionId, confirmedMinutes]);
  if (!row) throw new Error("The user of the session is missing");
  return {
    ...row,
    totp_since: row.totp_since?.toISOString() ?? null,
    passkeys: row.passkeys.map((one) => ({
      ...one,
      created_at: iso(one.created_at),
      last_used_at: one.last_used_at && iso(one.last_used_at),
    })),
  };
}

const hasFactor = ({ totp_since, passkeys }: SecondFactor) => totp_since !== null || passkeys.length > 0;

/**
 * Locks the user and returns their factors.
 * @throws Problem 403 without a recent password confirmation in this session.
 */
export async function requireConfirmed(tx: Tx, actor: Pick<Actor, "id" | "sessionId">): Promise<SecondFactor> {
  await tx.rows(lockPerson, [actor.id]);
  const factors = await readSecondFactors(tx, actor);
  if (!factors.confirmed) throw new Problem("session.confirmFirst");
  return factors;
}

const wrongFieldProblem = (field: string, code: ProblemCode) =>
  new Problem(code, { errors: { [field]: [`problem.${code}`] } });

/**
 * Confirms the user's password, because an intruder at an unlocked screen doesn't know it.
 * @throws Problem 422 when the password is wrong; 429 after too many attempts.
 */
export async function confirmPassword(
  unit: RunTransaction,
  actor: Actor,
  input: { password: string; address: string },
): Promise<void> {
  const attempt: LimitedAttempt = { purpose: "current_password", account: actor.email, address: input.address };
  const account = await unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    return tx.one<{ password_hash: string }>(selectPassword, [actor.id]);
  });
  const stored = account?.password_hash ?? "";
  const right = await verifyPassword(stored, input.password, actor);
  await unit(async (tx) => {
    await lockAttempts(tx, attempt);
    if (right) await tx.rows(updateSessionConfirmed, [actor.sessionId, stored]);
    else await recordAttempt(tx, attempt);
    const outcome = right ? "done" : "failed";
    logSecurity(tx, { kind: "password_confirmed", outcome, facts: right ? {} : { code: "session.wrongPassword" } });
  });
  if (!right) throw wrongFieldProblem("password", "session.wrongPassword");
}

const organizationOf = async (tx: Tx) => (await tx.one<{ name: string }>(selectOrganization))?.name ?? "";

/**
 * Starts setting up an authenticator app.
 * @throws Problem 403 without a recent password confirmation; 409 when an app is already set up.
 */
export async function beginAuthenticatorApp(tx: Tx, keys: FactorKeys, actor: Actor): Promise<NewTotp> {
  await requireConfirmed(tx, actor);
  const begun = await beginTotp(tx, keys, actor, await organizationOf(tx));
  if (!begun) throw new Problem("session.factorThere");
  return begun;
}

/**
 * Activates the app after a correct code.
 * @returns recovery codes if the user has none.
 * @throws Problem 422 for a wrong code; 429 after too many attempts.
 */
export async function confirmAuthenticatorApp(
  unit: RunTransaction,
  keys: FactorKeys,
  actor: Actor,
  input: { code: string; address: string },
): Promise<string[]> {
  const attempt: LimitedAttempt = { purpose: "second_step", account: `#${actor.id}`, address: input.address };
  const codes = await unit(async (tx) => {
    await lockAttempts(tx, attempt);
    const { totp_since } = await requireConfirmed(tx, actor);
    if (totp_since) throw new Problem("session.factorThere");
    if (await consumeTotp(tx, keys, actor.id, input.code, { settingUp: true })) return added(tx, keys, actor, "totp");
    await recordAttempt(tx, attempt);
    return null;
  });
  if (!codes) throw wrongFieldProblem("code", "session.wrongCode");
  return codes;
}

async function added(tx: Tx, keys: FactorKeys, actor: Actor, factor: "totp" | "passkey"): Promise<string[]> {
  logSecurity(tx, { kind: "factor_added", facts: { factor } });
  tx.emit("user.access_changed", userStream(actor.id), { id: actor.id });
  return firstRecoveryCodes(tx, keys, actor.id);
}

/**
 * Removes the authenticator app.
 * @throws Problem 404 without an app; 409 when it is the last factor and a factor is required.
 */
export async function removeAuthenticatorApp(tx: Tx, actor: Actor): Promise<void> {
  const factors = await requireConfirmed(tx, actor);
  if (!factors.totp_since) throw new Problem("notFound");
  await requireOtherFactor(tx, actor, { ...factors, totp_since: null });
  await removeTotp(tx, actor.id);
  logSecurity(tx, { kind: "factor_removed", facts: { factor: "totp" } });
}

/**
 * Locks the user, so that concurrent calls can't exceed the limit.
 * @throws Problem 403 without a recent password confirmation; 409 above `maxPasskeys`.
 */
async function enforcePasskeyLimit(tx: Tx, actor: Actor): Promise<void> {
  const { passkeys } = await requireConfirmed(tx, actor);
  if (passkeys.length >= maxPasskeys) throw new Problem("session.passkeyLimit");
}

/**
 * Returns options for creating a passkey, and the token for the next step.
 * @throws Problem 409 when the limit of passkeys is reached.
 */
export async function beginPasskey(tx: Tx, party: RelyingParty, actor: Actor) {
  await enforcePasskeyLimit(tx, actor);
  const { challenge, options } = await newPasskeyOptions(tx, party, actor, await organizationOf(tx));
  const step = { challenge, userId: actor.id, sessionId: requireSessionId(actor) };
  return { token: await beginSignInStep(tx, "new_passkey", step), options };
}

/**
 * Stores the passkey created in the browser.
 * @throws Problem 422 when the step wasn't started in this session, has expired or is invalid; 409 when the limit is reached.
 */
export async function finishPasskey(
  tx: Tx,
  keys: FactorKeys,
  party: RelyingParty,
  actor: Actor,
  input: { token: string; name: string; passkey: Parameters<typeof storePasskey>[3]["passkey"] },
): Promise<string[]> {
  await enforcePasskeyLimit(tx, actor);
  const step = await findSignInStep(tx, "new_passkey", input.token);
  if (!step || step.session_id !== actor.sessionId || !(await consumeSignInStep(tx, step)))
    throw new Problem("session.secondStepExpired");
  const { name, passkey } = input;
  if (!(await storePasskey(tx, party, step.challenge, { userId: actor.id, name, passkey })))
    throw new Problem("session.passkeyUnknown");
  return added(tx, keys, actor, "passkey");
}

/**
 * Removes a passkey.
 * @throws Problem 404 for another user's passkey; 409 when it is the last factor and a factor is required.
 */
export async function removePasskey(tx: Tx, actor: Actor, id: number): Promise<void> {
  const factors = await requireConfirmed(tx, actor);
  const passkeys = factors.passkeys.filter((one) => one.id !== id);
  if (passkeys.length === factors.passkeys.length) throw new Problem("notFound");
  await requireOtherFactor(tx, actor, { ...factors, passkeys });
  await tx.rows(deletePasskey, [actor.id, id]);
  logSecurity(tx, { kind: "factor_removed", facts: { factor: "passkey" } });
}

/**
 * Checks that the user may remove their last factor. Recovery codes only replace a factor, so they are deleted with the last factor.
 * @throws Problem when a factor is required.
 */
async function requireOtherFactor(tx: Tx, actor: Actor, left: SecondFactor): Promise<void> {
  if (hasFactor(left)) return;
  if (left.required) throw new Problem("session.factorNeeded");
  await clearRecoveryCodes(tx, actor.id);
}

export async function renewRecoveryCodes(tx: Tx, keys: FactorKeys, actor: Actor): Promise<string[]> {
  const factors = await requireConfirmed(tx, actor);
  if (!hasFactor(factors)) throw new Problem("session.factorMissing");
  logSecurity(tx, { kind: "recovery_codes_made" });
  return createRecoveryCodes(tx, keys, actor.id);
}

/**
 * Removes all factors and ends the user's sessions.
 * @returns whether the user had any factors.
 */
export async function clearFactors(tx: Tx, userId: number): Promise<boolean> {
  await tx.rows(lockPerson, [userId]);
  const app = await removeTotp(tx, userId);
  const passkeys = await tx.rows(deletePasskeys, [userId]);
  await clearRecoveryCodes(tx, userId);
  await deleteSignInSteps(tx, userId);
  if (!app && passkeys.length === 0) return false;
  const ended = await tx.rows<{ id: number }>(deleteSessions, [userId]);
  if (ended.length > 0) tx.emit("session.ended", userStream(userId), { session_ids: ended.map(({ id }) => id) });
  return true;
}
