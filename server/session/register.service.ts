import { Problem } from "../../shared/kernel/problems";
import { logSecurity } from "../platform/security-log";
import type { Unit } from "../platform/http/serve-in-steps";
import { tokenHash } from "../platform/session";
import { sql } from "../platform/database/unit-of-work";
import { hashPassword } from "../platform/password-hash";
import { requireHardToGuess } from "./password-check.service";
import { newToken } from "./session-tokens";
import { type Attempt, recordAttempt, takeTurn } from "./throttle";

/** Registrations of a tenant in a day; a stranger can't fill more than this. */
export const registrationsPerDay = 50;
export const registrationHours = 24;

const lock = sql(
  "register.lock",
  "SELECT pg_advisory_xact_lock(hashtextextended('registration ' || current_tenant()::text, 0))",
);
const latest = sql(
  "register.latest",
  `SELECT ceil(extract(epoch FROM min(created_at) + interval '1 day' - clock_timestamp()))::int AS seconds
   FROM (SELECT created_at FROM registration WHERE tenant_id = current_tenant() AND created_at > clock_timestamp() - interval '1 day'
         ORDER BY created_at DESC LIMIT $1) AS few HAVING count(*) >= $1`,
);
const insert = sql(
  "register.insert",
  `INSERT INTO registration (tenant_id, email, fullname, password_hash, token_hash)
   VALUES (current_tenant(), $1, $2, $3, $4)`,
);
const owner = sql("register.owner", "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND email = $1");
const take = sql(
  "register.take",
  `DELETE FROM registration WHERE tenant_id = current_tenant() AND token_hash = $1
     AND created_at > now() - make_interval(hours => $2) RETURNING email, fullname, password_hash`,
);
const create = sql(
  "register.create",
  `WITH made AS (
     INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, active)
     SELECT current_tenant(), $1, $2, $3, id, false FROM role WHERE tenant_id = current_tenant() AND code = 'employee'
     ON CONFLICT (tenant_id, email) DO NOTHING
     RETURNING id
   )
   INSERT INTO password_history (tenant_id, user_id, password_hash) SELECT current_tenant(), id, $3 FROM made RETURNING user_id`,
);

export interface Registration {
  email: string;
  password: string;
  fullname: string;
  address: string;
}

/**
 * Keeps a registration until its address is confirmed. Whether the address has an account already changes neither the
 * answer nor what is done, but for the mail.
 * @returns the token of the mail, and the account that is there already.
 * @throws Problem 422 for a password that is easily guessed, 429 after too many from one address or in one tenant.
 */
export async function register(unit: Unit, input: Registration): Promise<{ token: string; userId: number | null }> {
  const attempt: Attempt = { purpose: "register", account: input.email, address: input.address };
  await unit(async (tx) => {
    await takeTurn(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  await unit((tx) => requireHardToGuess(tx, input.password, input));
  const hashed = await hashPassword(input.password);
  const token = newToken();
  return unit(async (tx) => {
    await tx.rows(lock);
    const full = await tx.one<{ seconds: number }>(latest, [registrationsPerDay]);
    if (full) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, full.seconds) });
    await tx.rows(insert, [input.email, input.fullname, hashed, tokenHash(token)]);
    const known = await tx.one<{ id: number }>(owner, [input.email]);
    return { token, userId: known?.id ?? null };
  });
}

/**
 * Makes the account, which stays inactive until somebody with `user-edit` switches it on. It takes no place of the plan
 * before that.
 * @throws Problem 422 for a link that is nobody's, used, or too old, and when the address has got an account meanwhile.
 */
export async function confirmRegistration(unit: Unit, token: string): Promise<void> {
  type Pending = { email: string; fullname: string; password_hash: string };
  await unit(async (tx) => {
    const pending = await tx.one<Pending>(take, [tokenHash(token), registrationHours]);
    const values = pending && [pending.email, pending.fullname, pending.password_hash];
    const made = values && (await tx.one<{ user_id: number }>(create, values));
    if (!made)
      throw new Problem("session.registrationInvalid", { errors: { token: ["problem.session.registrationInvalid"] } });
    logSecurity(tx, { kind: "registered", subjectId: made.user_id });
  });
}
