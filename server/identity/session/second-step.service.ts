import { Problem, type ProblemCode } from "../../../shared/kernel/problems";
import type { InferType } from "yup";
import type { signInWithPasskey, secondStepSchema } from "../../../shared/identity/session/second-factor.contract";
import type { PendingSignIn } from "../../../shared/identity/session/session.contract";
import { logSecurity } from "../../platform/security-log";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { mayUseAccount } from "./account-active.sql";
import type { FactorKeys } from "./factor-keys";
import { type SignInBrowser, openSession, type OpenedSession } from "./open-session.service";
import { passkeyOptions, verifyAssertion } from "./passkeys.service";
import type { FindRelyingParty, RelyingParty } from "./relying-party";
import { consumeRecoveryCode } from "./recovery-codes.service";
import { newToken } from "./session-tokens";
import { beginSignInStep, findSignInStep, type SignInStep, consumeSignInStep } from "./sign-in-step.service";
import { type LimitedAttempt, recordAttempt, requireAttemptLeft, lockAttempts } from "./throttle";
import { consumeTotp } from "./totp.service";

const selectFactors = sql(
  "secondStep.factors",
  `SELECT EXISTS (SELECT FROM totp_factor WHERE tenant_id = current_tenant() AND user_id = $1 AND confirmed_at IS NOT NULL) AS totp,
          EXISTS (SELECT FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1) AS passkeys`,
);
const selectActiveUser = sql(
  "secondStep.active",
  `SELECT id FROM app_user u WHERE tenant_id = current_tenant() AND id = $1 AND ${mayUseAccount("u")}`,
);

/** Starts the second step after a correct password; null for users without a second factor. */
export async function pendingSecondStep(
  tx: Tx,
  findParty: FindRelyingParty,
  userId: number,
  { remember, signOn = false }: { remember: boolean; signOn?: boolean },
): Promise<PendingSignIn | null> {
  const factors = await tx.one<{ totp: boolean; passkeys: boolean }>(selectFactors, [userId]);
  if (!factors?.totp && !factors?.passkeys) return null;
  const { challenge, options } = await passkeyOptions(tx, await findParty(tx), userId);
  const token = await beginSignInStep(tx, "second_step", { challenge, userId, remember, signOn });
  return { token, totp: factors.totp, passkey: options };
}

type Answer = Pick<InferType<typeof secondStepSchema>, "code" | "recovery_code" | "passkey">;
export type FactorProof = "totp" | "passkey" | "recovery_code";

/** Verifies an answer and returns the factor it proves, or null. One-time codes are consumed. */
async function proven(
  tx: Tx,
  keys: FactorKeys,
  party: RelyingParty,
  { user_id, challenge }: SignInStep,
  { code, recovery_code, passkey }: Answer,
): Promise<FactorProof | null> {
  const userId = Number(user_id);
  if (passkey) return (await verifyAssertion(tx, party, challenge, passkey)) === userId ? "passkey" : null;
  if (code) return (await consumeTotp(tx, keys, userId, code)) ? "totp" : null;
  return recovery_code && (await consumeRecoveryCode(tx, keys, userId, recovery_code)) ? "recovery_code" : null;
}

const refusal = (code: ProblemCode, field: string) => new Problem(code, { errors: { [field]: [`problem.${code}`] } });

/**
 * Completes the second step of a sign-in; concurrent answers are checked sequentially.
 * @throws Problem 422 when the answer is wrong, or when the first step has expired or was already completed; 429 after too many attempts.
 */
export async function finishSecondStep(
  unit: RunTransaction,
  keys: FactorKeys,
  findParty: FindRelyingParty,
  input: Answer & SignInBrowser & { token: string },
): Promise<OpenedSession & { proof: FactorProof }> {
  const outcome = await unit(async (tx) => {
    const step = await findSignInStep(tx, "second_step", input.token);
    if (!step) return "session.secondStepExpired" as const;
    const userId = Number(step.user_id);
    const attempt: LimitedAttempt = { purpose: "second_step", account: `#${userId}`, address: input.address };
    await lockAttempts(tx, attempt);
    const proof = await proven(tx, keys, await findParty(tx), step, input);
    if (!proof) {
      await recordAttempt(tx, attempt);
      const facts = { code: "session.wrongCode" };
      logSecurity(tx, { kind: "second_step", outcome: "failed", subjectId: userId, facts });
      return "session.wrongCode" as const;
    }
    if (!(await consumeSignInStep(tx, step)) || !(await tx.one(selectActiveUser, [userId])))
      return "session.secondStepExpired" as const;
    return {
      ...(await openSession(tx, userId, { ...input, remember: step.remember, signOn: step.sign_on }, proof)),
      proof,
    };
  });
  if (typeof outcome !== "string") return outcome;
  const field = input.passkey ? "passkey" : input.code ? "code" : "recovery_code";
  throw refusal(outcome, outcome === "session.wrongCode" ? field : "token");
}

/**
 * Starts a sign-in with only a passkey. Each start counts as an attempt, since it inserts a row.
 * @throws Problem 429 after too many starts from one IP address.
 */
export async function beginPasskeySignIn(tx: Tx, party: RelyingParty, address: string) {
  const attempt: LimitedAttempt = { purpose: "passkey", account: newToken(), address };
  await requireAttemptLeft(tx, attempt);
  await recordAttempt(tx, attempt);
  const { challenge, options } = await passkeyOptions(tx, party, null);
  return { token: await beginSignInStep(tx, "passkey", { challenge }), options: options as Record<string, unknown> };
}

/**
 * Signs in with only a passkey.
 * @throws Problem 422 when the passkey is invalid or the step has expired.
 */
export async function signInByPasskey(
  unit: RunTransaction,
  findParty: FindRelyingParty,
  input: Pick<InferType<(typeof signInWithPasskey)["body"]>, "token" | "passkey" | "remember"> & SignInBrowser,
): Promise<OpenedSession> {
  const outcome = await unit(async (tx) => {
    const step = await findSignInStep(tx, "passkey", input.token);
    if (!step || !(await consumeSignInStep(tx, step))) return "session.secondStepExpired" as const;
    const userId = await verifyAssertion(tx, await findParty(tx), step.challenge, input.passkey);
    const failed = (code: ProblemCode) => {
      logSecurity(tx, { kind: "sign_in", outcome: "failed", subjectId: userId, facts: { code, factor: "passkey" } });
      return code;
    };
    if (userId === null) return failed("session.passkeyUnknown");
    if (!(await tx.one(selectActiveUser, [userId]))) return failed("session.inactive");
    return openSession(tx, userId, input, "passkey");
  });
  if (typeof outcome === "string") throw refusal(outcome, "passkey");
  return outcome;
}
