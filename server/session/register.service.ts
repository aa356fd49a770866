import { Problem } from "../../shared/kernel/problems";
import { logSecurity } from "../platform/security-log";
import type { Unit } from "../platform/http/serve/serve-in-steps";
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
  "INSERT INTO registration (tenant_id, email, fullname, token_hash) VALUES (current_tenant(), $1, $2, $3)",
);
const owner = sql("register.owner", "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND email = $1");
/** Of an address that has no account by now. */
const find = sql(
  "register.find",
  `SELECT email, fullname FROM registration r WHERE tenant_id = current_tenant() AND token_hash = $1
     AND created_at > now() - make_interval(hours => $2)
     AND NOT EXISTS (SELECT FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.email = r.email)`,
);
const take = sql(
  "register.take",
  `DELETE FROM registration WHERE tenant_id = current_tenant() AND token_hash = $1
     AND created_at > now() - make_interval(hours => $2) RETURNING email, fullname`,
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
  fullname: string;
  address: string;
}

/**
 * Keeps a registration until its address is confirmed. Whether the address has an account already changes neither the
 * answer nor what is done, but for the mail.
 * @returns the token of the mail, and the account that is there already.
 * @throws Problem 429 after too many from one address or in one tenant.
 */
export async function register(unit: Unit, input: Registration): Promise<{ token: string; userId: number | null }> {
  const attempt: Attempt = { purpose: "register", account: input.email, address: input.address };
  await unit(async (tx) => {
    await takeTurn(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  const token = newToken();
  return unit(async (tx) => {
    await tx.rows(lock);
    const full = await tx.one<{ seconds: number }>(latest, [registrationsPerDay]);
    if (full) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, full.seconds) });
    await tx.rows(insert, [input.email, input.fullname, tokenHash(token)]);
    const known = await tx.one<{ id: number }>(owner, [input.email]);
    return { token, userId: known?.id ?? null };
  });
}

type Pending = Pick<Registration, "email" | "fullname">;

/**
 * Makes the account, which stays inactive until somebody with `user-edit` switches it on. It takes no place of the plan
 * before that. Its password is chosen here, by whoever has the mail: who began the registration may be somebody else.
 * @throws Problem 422 for a link that is nobody's, used, or too old, when the address has got an account meanwhile, and for a
 * password that is easily guessed.
 */
export async function confirmRegistration(
  unit: Unit,
  input: { token: string; password: string; address: string },
): Promise<void> {
  const values = [tokenHash(input.token), registrationHours];
  // Looked at before: strangers without a link have nothing hashed.
  await unit(async (tx) => {
    const pending = await tx.one<Pending>(find, values);
    if (!pending) throw invalidLink();
    await requireHardToGuess(tx, input.password, pending);
  });
  const hashed = await hashPassword(input.password, { address: input.address });
  await unit(async (tx) => {
    const pending = await tx.one<Pending>(take, values);
    const made = pending && (await tx.one<{ user_id: number }>(create, [pending.email, pending.fullname, hashed]));
    if (!made) throw invalidLink();
    logSecurity(tx, { kind: "registered", subjectId: made.user_id });
  });
}

const invalidLink = () =>
  new Problem("session.registrationInvalid", { errors: { token: ["problem.session.registrationInvalid"] } });
