import { Problem, type ProblemCode } from "../../shared/kernel/problems";
import type { InferType } from "yup";
import type { passkeySignIn, secondStepSchema } from "../../shared/session/second-factor.contract";
import type { PendingSignIn } from "../../shared/session/session.contract";
import { logSecurity } from "../platform/security-log";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";
import { type Browser, openSession, type SignedIn } from "./open-session.service";
import { passkeyOptions, whoseAssertion } from "./passkeys.service";
import type { FindParty, RelyingParty } from "./relying-party";
import { spendRecoveryCode } from "./recovery-codes.service";
import { newToken } from "./session-tokens";
import { beginStep, findStep, type SignInStep, spendStep } from "./sign-in-step.service";
import { type Attempt, recordAttempt, requireAttemptLeft, takeTurn } from "./throttle";
import { takeTotp } from "./totp.service";

const factorsOf = sql(
  "secondStep.factors",
  `SELECT EXISTS (SELECT FROM totp_factor WHERE tenant_id = current_tenant() AND user_id = $1 AND confirmed_at IS NOT NULL) AS totp,
          EXISTS (SELECT FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1) AS passkeys`,
);
const active = sql(
  "secondStep.active",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active",
);

/** What whoever gave the right password has to show next; null for those without a second factor. */
export async function pendingFor(
  tx: Tx,
  findParty: FindParty,
  userId: number,
  { remember, signOn = false }: { remember: boolean; signOn?: boolean },
): Promise<PendingSignIn | null> {
  const factors = await tx.one<{ totp: boolean; passkeys: boolean }>(factorsOf, [userId]);
  if (!factors?.totp && !factors?.passkeys) return null;
  const { challenge, options } = await passkeyOptions(tx, await findParty(tx), userId);
  const token = await beginStep(tx, "second_step", { challenge, userId, remember, signOn });
  return { token, totp: factors.totp, passkey: options };
}

type Answer = Pick<InferType<typeof secondStepSchema>, "code" | "recovery_code" | "passkey">;
export type Proof = "totp" | "passkey" | "recovery_code";

/** Which factor an answer proves, or null. What can be used once is used up by it. */
async function proven(
  tx: Tx,
  keys: FactorKeys,
  party: RelyingParty,
  { user_id, challenge }: SignInStep,
  { code, recovery_code, passkey }: Answer,
): Promise<Proof | null> {
  const userId = Number(user_id);
  if (passkey) return (await whoseAssertion(tx, party, challenge, passkey)) === userId ? "passkey" : null;
  if (code) return (await takeTotp(tx, keys, userId, code)) ? "totp" : null;
  return recovery_code && (await spendRecoveryCode(tx, keys, userId, recovery_code)) ? "recovery_code" : null;
}

const refusal = (code: ProblemCode, field: string) => new Problem(code, { errors: { [field]: [`problem.${code}`] } });

/**
 * The second step of a sign-in: one answer, looked at after those before it.
 * @throws Problem 422 when it is wrong, when the first step is too long ago, or was finished already; 429 after too many.
 */
export async function finishSecondStep(
  unit: Unit,
  keys: FactorKeys,
  findParty: FindParty,
  input: Answer & Browser & { token: string },
): Promise<SignedIn & { proof: Proof }> {
  const outcome = await unit(async (tx) => {
    const step = await findStep(tx, "second_step", input.token);
    if (!step) return "session.secondStepExpired" as const;
    const userId = Number(step.user_id);
    const attempt: Attempt = { purpose: "second_step", account: `#${userId}`, address: input.address };
    await takeTurn(tx, attempt);
    const proof = await proven(tx, keys, await findParty(tx), step, input);
    if (!proof) {
      await recordAttempt(tx, attempt);
      const facts = { code: "session.wrongCode" };
      logSecurity(tx, { kind: "second_step", outcome: "failed", subjectId: userId, facts });
      return "session.wrongCode" as const;
    }
    if (!(await spendStep(tx, step)) || !(await tx.one(active, [userId]))) return "session.secondStepExpired" as const;
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
 * Begins signing in by passkey alone. Each is counted: a stranger could fill the table.
 * @throws Problem 429 after too many from one address.
 */
export async function beginPasskeySignIn(tx: Tx, party: RelyingParty, address: string) {
  const attempt: Attempt = { purpose: "passkey", account: newToken(), address };
  await requireAttemptLeft(tx, attempt);
  await recordAttempt(tx, attempt);
  const { challenge, options } = await passkeyOptions(tx, party, null);
  return { token: await beginStep(tx, "passkey", { challenge }), options: options as Record<string, unknown> };
}

/** Signs in by passkey alone. @throws Problem 422. */
export async function signInByPasskey(
  unit: Unit,
  findParty: FindParty,
  input: Pick<InferType<(typeof passkeySignIn)["body"]>, "token" | "passkey" | "remember"> & Browser,
): Promise<SignedIn> {
  const outcome = await unit(async (tx) => {
    const step = await findStep(tx, "passkey", input.token);
    if (!step || !(await spendStep(tx, step))) return "session.secondStepExpired" as const;
    const userId = await whoseAssertion(tx, await findParty(tx), step.challenge, input.passkey);
    const failed = (code: ProblemCode) => {
      logSecurity(tx, { kind: "sign_in", outcome: "failed", subjectId: userId, facts: { code, factor: "passkey" } });
      return code;
    };
    if (userId === null) return failed("session.passkeyUnknown");
    if (!(await tx.one(active, [userId]))) return failed("session.inactive");
    return openSession(tx, userId, input, "passkey");
  });
  if (typeof outcome === "string") throw refusal(outcome, "passkey");
  return outcome;
}
