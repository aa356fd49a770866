import { timingSafeEqual } from "node:crypto";
import { generateSecret, generateSync, generateURI } from "otplib";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";

const stepSeconds = 30;
/** Number of 30-second steps accepted before and after the current step, for clock differences and slow typing. */
const stepsAside = 1;

const upsertTotp = sql(
  "totp.begin",
  `INSERT INTO totp_factor (tenant_id, user_id, secret) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now(), last_step = NULL
   WHERE totp_factor.confirmed_at IS NULL RETURNING 1 AS begun`,
);
// Serializes attempts, so that each attempt sees the step consumed by the previous one.
const lockTotp = sql(
  "totp.locked",
  `SELECT secret, confirmed_at IS NOT NULL AS confirmed, last_step FROM totp_factor
   WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);
const updateLastStep = sql(
  "totp.take",
  `UPDATE totp_factor SET last_step = $2, confirmed_at = COALESCE(confirmed_at, now())
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);
const deleteTotp = sql(
  "totp.remove",
  `DELETE FROM totp_factor WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING confirmed_at IS NOT NULL AS confirmed`,
);
const selectClock = sql("totp.clock", "SELECT extract(epoch FROM clock_timestamp())::float8 AS now");

interface Row {
  secret: Buffer;
  confirmed: boolean;
  last_step: number | null;
}

export interface NewTotp {
  secret: string;
  uri: string;
}

/**
 * Creates a secret that becomes active after a correct code.
 * @returns null when an app is already active.
 */
export async function beginTotp(
  tx: Tx,
  keys: FactorKeys,
  person: { id: number; email: string },
  organization: string,
): Promise<NewTotp | null> {
  const secret = generateSecret();
  const sealed = keys.seal(secret, { tenantId: tx.tenantId, userId: person.id });
  if (!(await tx.one(upsertTotp, [person.id, sealed]))) return null;
  return { secret, uri: generateURI({ issuer: organization, label: person.email, secret }) };
}

/**
 * Consumes the step of a correct code, and all earlier steps.
 * @returns whether the code was correct: for an active app or, with `settingUp`, for an app being set up.
 */
export async function consumeTotp(
  tx: Tx,
  keys: FactorKeys,
  userId: number,
  code: string,
  { settingUp = false } = {},
): Promise<boolean> {
  const row = await tx.one<Row>(lockTotp, [userId]);
  if (!row || row.confirmed === settingUp) return false;
  const { now } = (await tx.one<{ now: number }>(selectClock)) as { now: number };
  const secret = keys.open(row.secret, { tenantId: tx.tenantId, userId });
  const step = totpStepOf(secret, code, now);
  if (step === null || (row.last_step !== null && step <= Number(row.last_step))) return false;
  await tx.rows(updateLastStep, [userId, step]);
  return true;
}

/**
 * Removes an active or unconfirmed app.
 * @returns whether the app was active.
 */
export async function removeTotp(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.one<{ confirmed: boolean }>(deleteTotp, [userId]))?.confirmed ?? false;
}

/** The step whose code equals `code`; null if there is none among the accepted steps. Codes are compared in constant time. */
export function totpStepOf(secret: string, code: string, now: number): number | null {
  const currentStep = Math.floor(now / stepSeconds);
  let found: number | null = null;
  for (let step = currentStep - stepsAside; step <= currentStep + stepsAside; step++) {
    const expectedCode = Buffer.from(generateSync({ secret, epoch: step * stepSeconds }));
    const enteredCode = Buffer.from(code);
    if (enteredCode.length === expectedCode.length && timingSafeEqual(enteredCode, expectedCode)) found = step;
  }
  return found;
}
