import { timingSafeEqual } from "node:crypto";
import { generateSecret, generateSync, generateURI } from "otplib";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";

const stepSeconds = 30;
/** Clocks differ, and codes are typed slowly: the step before and the one after count as well. */
const stepsAside = 1;

const begin = sql(
  "totp.begin",
  `INSERT INTO totp_factor (tenant_id, user_id, secret) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now(), last_step = NULL
   WHERE totp_factor.confirmed_at IS NULL RETURNING 1 AS begun`,
);
// Whoever tries a code waits for whoever tries another: each is looked at with what the one before has left.
const locked = sql(
  "totp.locked",
  `SELECT secret, confirmed_at IS NOT NULL AS confirmed, last_step FROM totp_factor
   WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);
const take = sql(
  "totp.take",
  `UPDATE totp_factor SET last_step = $2, confirmed_at = COALESCE(confirmed_at, now())
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);
const remove = sql(
  "totp.remove",
  `DELETE FROM totp_factor WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING confirmed_at IS NOT NULL AS confirmed`,
);
const clock = sql("totp.clock", "SELECT extract(epoch FROM clock_timestamp())::float8 AS now");

interface Row {
  secret: Buffer;
  confirmed: boolean;
  last_step: number | null;
}

/** What an app is told. */
export interface NewTotp {
  secret: string;
  uri: string;
}

/** A new secret, that counts once a code of it was given. @returns null when an app makes codes already. */
export async function beginTotp(
  tx: Tx,
  keys: FactorKeys,
  person: { id: number; email: string },
  organisation: string,
): Promise<NewTotp | null> {
  const secret = generateSecret();
  const sealed = keys.seal(secret, { tenantId: tx.tenantId, userId: person.id });
  if (!(await tx.one(begin, [person.id, sealed]))) return null;
  return { secret, uri: generateURI({ issuer: organisation, label: person.email, secret }) };
}

/**
 * Takes a code, once: the step that it belongs to and those before are used up.
 * @returns whether it was right: of an app that is set up, or with `settingUp` of one that is being set up.
 */
export async function takeTotp(
  tx: Tx,
  keys: FactorKeys,
  userId: number,
  code: string,
  { settingUp = false } = {},
): Promise<boolean> {
  const row = await tx.one<Row>(locked, [userId]);
  if (!row || row.confirmed === settingUp) return false;
  const { now } = (await tx.one<{ now: number }>(clock)) as { now: number };
  const secret = keys.open(row.secret, { tenantId: tx.tenantId, userId });
  const step = stepOf(secret, code, now);
  if (step === null || (row.last_step !== null && step <= Number(row.last_step))) return false;
  await tx.rows(take, [userId, step]);
  return true;
}

/** @returns whether an app made codes; one that was only being set up goes too. */
export async function removeTotp(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.one<{ confirmed: boolean }>(remove, [userId]))?.confirmed ?? false;
}

/** Which step a code belongs to, looked at in the same time whichever it is; null when none of those that count. */
function stepOf(secret: string, code: string, now: number): number | null {
  const present = Math.floor(now / stepSeconds);
  let found: number | null = null;
  for (let step = present - stepsAside; step <= present + stepsAside; step++) {
    const right = Buffer.from(generateSync({ secret, epoch: step * stepSeconds }));
    const given = Buffer.from(code);
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}
