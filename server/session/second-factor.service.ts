import { userStream } from "../../shared/kernel/events";
import { Problem, type ProblemCode } from "../../shared/kernel/problems";
import { passkeysAtMost, type SecondFactor } from "../../shared/session/second-factor.contract";
import { verifyPassword } from "../platform/password-hash";
import { logSecurity } from "../platform/security-log";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { type Actor, sessionOf } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";
import { keepPasskey, newPasskeyOptions } from "./passkeys.service";
import { clearRecoveryCodes, firstRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.service";
import type { RelyingParty } from "./relying-party";
import { beginStep, findStep, forgetSteps, spendStep } from "./sign-in-step.service";
import { type Attempt, recordAttempt, requireAttemptLeft, takeTurn } from "./throttle";
import { beginTotp, type NewTotp, removeTotp, takeTotp } from "./totp.service";

/** How long a password that was given lets a session change factors. */
const confirmedMinutes = 10;

const state = sql(
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
// Factors of one person change one after the other: two that go at once would each be taken for the one before the last.
const lockPerson = sql(
  "secondFactor.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const password = sql(
  "secondFactor.password",
  "SELECT password_hash FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);
const confirm = sql(
  "secondFactor.confirm",
  `UPDATE session s SET confirmed_at = now() FROM app_user u
   WHERE s.tenant_id = current_tenant() AND s.id = $1 AND u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.password_hash = $2`,
);
const organisation = sql("secondFactor.organisation", "SELECT name FROM tenant WHERE id = current_tenant()");
const dropPasskey = sql(
  "secondFactor.dropPasskey",
  "DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1 AND id = $2 RETURNING id",
);
const dropPasskeys = sql(
  "secondFactor.dropPasskeys",
  "DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);
const endSessions = sql(
  "secondFactor.endSessions",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

interface Row extends Omit<SecondFactor, "totp_since" | "passkeys"> {
  totp_since: Date | null;
  passkeys: { id: number; name: string; created_at: string; last_used_at: string | null }[];
}

const iso = (text: string) => new Date(text).toISOString();

/** One's own second factors. */
export async function secondFactorOf(tx: Tx, actor: Pick<Actor, "id" | "sessionId">): Promise<SecondFactor> {
  const row = await tx.one<Row>(state, [actor.id, actor.sessionId, confirmedMinutes]);
  if (!row) throw new Error("A session without its person");
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

/** @throws Problem 403 unless the password was given in this session a short while ago. */
export async function requireConfirmed(tx: Tx, actor: Pick<Actor, "id" | "sessionId">): Promise<SecondFactor> {
  await tx.rows(lockPerson, [actor.id]);
  const factors = await secondFactorOf(tx, actor);
  if (!factors.confirmed) throw new Problem("session.confirmFirst");
  return factors;
}

const wrong = (field: string, code: ProblemCode) => new Problem(code, { errors: { [field]: [`problem.${code}`] } });

/**
 * Takes one's password again: whoever finds an open screen doesn't know it.
 * @throws Problem 422 when it is wrong, 429 after too many tries.
 */
export async function confirmPassword(
  unit: Unit,
  actor: Actor,
  input: { password: string; address: string },
): Promise<void> {
  const attempt: Attempt = { purpose: "login", account: actor.email, address: input.address };
  const known = await unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    return tx.one<{ password_hash: string }>(password, [actor.id]);
  });
  const stored = known?.password_hash ?? "";
  const right = await verifyPassword(stored, input.password, actor);
  await unit(async (tx) => {
    await takeTurn(tx, attempt);
    if (right) await tx.rows(confirm, [actor.sessionId, stored]);
    else await recordAttempt(tx, attempt);
    const outcome = right ? "done" : "failed";
    logSecurity(tx, { kind: "password_confirmed", outcome, facts: right ? {} : { code: "session.wrongPassword" } });
  });
  if (!right) throw wrong("password", "session.wrongPassword");
}

const organisationOf = async (tx: Tx) => (await tx.one<{ name: string }>(organisation))?.name ?? "";

/** @throws Problem 409 when an app makes codes already. */
export async function beginApp(tx: Tx, keys: FactorKeys, actor: Actor): Promise<NewTotp> {
  await requireConfirmed(tx, actor);
  const begun = await beginTotp(tx, keys, actor, await organisationOf(tx));
  if (!begun) throw new Problem("session.factorThere");
  return begun;
}

/**
 * Sets the app up that gave the right code. @returns recovery codes, for whoever has none.
 * @throws Problem 422 for a wrong code, 429 after too many.
 */
export async function confirmApp(
  unit: Unit,
  keys: FactorKeys,
  actor: Actor,
  input: { code: string; address: string },
): Promise<string[]> {
  const attempt: Attempt = { purpose: "second_step", account: `#${actor.id}`, address: input.address };
  const codes = await unit(async (tx) => {
    await takeTurn(tx, attempt);
    const { totp_since } = await requireConfirmed(tx, actor);
    if (totp_since) throw new Problem("session.factorThere");
    if (await takeTotp(tx, keys, actor.id, input.code, { settingUp: true })) return added(tx, keys, actor, "totp");
    await recordAttempt(tx, attempt);
    return null;
  });
  if (!codes) throw wrong("code", "session.wrongCode");
  return codes;
}

async function added(tx: Tx, keys: FactorKeys, actor: Actor, factor: "totp" | "passkey"): Promise<string[]> {
  logSecurity(tx, { kind: "factor_added", facts: { factor } });
  tx.emit("user.access_changed", userStream(actor.id), { id: actor.id });
  return firstRecoveryCodes(tx, keys, actor.id);
}

/** @throws Problem 404 when there is none, 409 when it is the last one and one is needed. */
export async function removeApp(tx: Tx, actor: Actor): Promise<void> {
  const factors = await requireConfirmed(tx, actor);
  if (!factors.totp_since) throw new Problem("notFound");
  await requireAnother(tx, actor, { ...factors, totp_since: null });
  await removeTotp(tx, actor.id);
  logSecurity(tx, { kind: "factor_removed", facts: { factor: "totp" } });
}

/** @throws Problem 403 unless confirmed, 409 beyond `passkeysAtMost`. Of two at the last place one waits for the other, and is refused. */
async function requirePlaceForPasskey(tx: Tx, actor: Actor): Promise<void> {
  const { passkeys } = await requireConfirmed(tx, actor);
  if (passkeys.length >= passkeysAtMost) throw new Problem("session.passkeyLimit");
}

/** What the browser needs to make a passkey, and the token that goes on with it. @throws Problem 409 where there is no place for it. */
export async function beginPasskey(tx: Tx, party: RelyingParty, actor: Actor) {
  await requirePlaceForPasskey(tx, actor);
  const { challenge, options } = await newPasskeyOptions(tx, party, actor, await organisationOf(tx));
  const step = { challenge, userId: actor.id, sessionId: sessionOf(actor) };
  return { token: await beginStep(tx, "new_passkey", step), options };
}

/** @throws Problem 422 when it wasn't begun in this session, took too long, or isn't what was asked for; 409 without a place for it. */
export async function finishPasskey(
  tx: Tx,
  keys: FactorKeys,
  party: RelyingParty,
  actor: Actor,
  input: { token: string; name: string; passkey: Parameters<typeof keepPasskey>[3]["passkey"] },
): Promise<string[]> {
  await requirePlaceForPasskey(tx, actor);
  const step = await findStep(tx, "new_passkey", input.token);
  if (!step || step.session_id !== actor.sessionId || !(await spendStep(tx, step)))
    throw new Problem("session.secondStepExpired");
  const { name, passkey } = input;
  if (!(await keepPasskey(tx, party, step.challenge, { userId: actor.id, name, passkey })))
    throw new Problem("session.passkeyUnknown");
  return added(tx, keys, actor, "passkey");
}

/** @throws Problem 404 for another's, 409 when it is the last factor and one is needed. */
export async function removePasskey(tx: Tx, actor: Actor, id: number): Promise<void> {
  const factors = await requireConfirmed(tx, actor);
  const passkeys = factors.passkeys.filter((one) => one.id !== id);
  if (passkeys.length === factors.passkeys.length) throw new Problem("notFound");
  await requireAnother(tx, actor, { ...factors, passkeys });
  await tx.rows(dropPasskey, [actor.id, id]);
  logSecurity(tx, { kind: "factor_removed", facts: { factor: "passkey" } });
}

/** Recovery codes stand for a factor: without one there is nothing that they could stand for. */
async function requireAnother(tx: Tx, actor: Actor, left: SecondFactor): Promise<void> {
  if (hasFactor(left)) return;
  if (left.required) throw new Problem("session.factorNeeded");
  await clearRecoveryCodes(tx, actor.id);
}

/** @throws Problem 403 for whoever has no factor. */
export async function renewRecoveryCodes(tx: Tx, keys: FactorKeys, actor: Actor): Promise<string[]> {
  const factors = await requireConfirmed(tx, actor);
  if (!hasFactor(factors)) throw new Problem("session.factorMissing");
  logSecurity(tx, { kind: "recovery_codes_made" });
  return makeRecoveryCodes(tx, keys, actor.id);
}

/** Takes all factors away and ends the sessions. @returns whether there was anything to take. */
export async function clearFactors(tx: Tx, userId: number): Promise<boolean> {
  await tx.rows(lockPerson, [userId]);
  const app = await removeTotp(tx, userId);
  const passkeys = await tx.rows(dropPasskeys, [userId]);
  await clearRecoveryCodes(tx, userId);
  await forgetSteps(tx, userId);
  if (!app && passkeys.length === 0) return false;
  const ended = await tx.rows<{ id: number }>(endSessions, [userId]);
  if (ended.length > 0) tx.emit("session.ended", userStream(userId), { session_ids: ended.map(({ id }) => id) });
  return true;
}
