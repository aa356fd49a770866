import { tokenHash } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { newToken } from "./session-tokens";

const minutes = 10;

const insertStep = sql(
  "signInStep.insert",
  `INSERT INTO sign_in_step (tenant_id, purpose, user_id, session_id, token_hash, challenge, remember, expires_at, sign_on)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(mins => $7), $8)`,
);
const selectStep = sql(
  "signInStep.find",
  `SELECT id, user_id, session_id, challenge, remember, sign_on FROM sign_in_step
   WHERE tenant_id = current_tenant() AND purpose = $1 AND token_hash = $2 AND expires_at > clock_timestamp()`,
);
const deleteStep = sql(
  "signInStep.spend",
  "DELETE FROM sign_in_step WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
const deleteStepsOfUser = sql(
  "signInStep.forget",
  "DELETE FROM sign_in_step WHERE tenant_id = current_tenant() AND user_id = $1",
);

export interface SignInStep {
  id: number;
  user_id: number | null;
  session_id: number | null;
  challenge: string;
  remember: boolean;
  /** Whether the identity provider authenticated the user before this step. */
  sign_on: boolean;
}
type Purpose = "second_step" | "passkey" | "new_passkey" | "sign_on";

/**
 * Stores a started step.
 * @returns the token that continues it; only its hash is stored.
 */
export async function beginSignInStep(
  tx: Tx,
  purpose: Purpose,
  step: { challenge: string; userId?: number; sessionId?: number; remember?: boolean; signOn?: boolean },
): Promise<string> {
  const token = newToken();
  const { challenge, userId = null, sessionId = null, remember = false, signOn = false } = step;
  await tx.rows(insertStep, [purpose, userId, sessionId, tokenHash(token), challenge, remember, minutes, signOn]);
  return token;
}

export function findSignInStep(tx: Tx, purpose: Purpose, token: string): Promise<SignInStep | undefined> {
  return tx.one<SignInStep>(selectStep, [purpose, tokenHash(token)]);
}

/**
 * Consumes a step.
 * @returns whether it was still unused.
 */
export async function consumeSignInStep(tx: Tx, step: SignInStep): Promise<boolean> {
  return (await tx.one(deleteStep, [step.id])) !== undefined;
}

/** Deletes started steps, so that none remains valid after a change of password or factors. */
export async function deleteSignInSteps(tx: Tx, userId: number): Promise<void> {
  await tx.rows(deleteStepsOfUser, [userId]);
}
