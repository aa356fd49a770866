import { Problem } from "../../../shared/kernel/problems";
import { logSecurity } from "../../platform/security-log";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { tokenHash } from "../../platform/session";
import { sql } from "../../platform/database/unit-of-work";
import { hashPassword } from "../../platform/password-hash";
import { requireHardToGuess } from "./password.policy";
import { emitAccount } from "./session.slots";
import { newToken } from "./session-tokens";
import { type LimitedAttempt, recordAttempt, lockAttempts } from "./throttle";

/** Limit of registrations per tenant and day, so that the table can't be flooded. */
export const registrationsPerDay = 50;
export const registrationHours = 24;

const lockRegistrations = sql(
  "register.lock",
  "SELECT pg_advisory_xact_lock(hashtextextended('registration ' || current_tenant()::text, 0))",
);
const selectSecondsUntilNext = sql(
  "register.latest",
  `SELECT ceil(extract(epoch FROM min(created_at) + interval '1 day' - clock_timestamp()))::int AS seconds
   FROM (SELECT created_at FROM registration WHERE tenant_id = current_tenant() AND created_at > clock_timestamp() - interval '1 day'
         ORDER BY created_at DESC LIMIT $1) AS few HAVING count(*) >= $1`,
);
const insertRegistration = sql(
  "register.insert",
  "INSERT INTO registration (tenant_id, email, fullname, token_hash) VALUES (current_tenant(), $1, $2, $3)",
);
const selectAccountByEmail = sql(
  "register.owner",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND email = $1",
);
/** Finds a valid registration, unless an account with its address exists by now. */
const selectRegistration = sql(
  "register.find",
  `SELECT email, fullname FROM registration r WHERE tenant_id = current_tenant() AND token_hash = $1
     AND created_at > now() - make_interval(hours => $2)
     AND NOT EXISTS (SELECT FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.email = r.email)`,
);
const deleteRegistration = sql(
  "register.take",
  `DELETE FROM registration WHERE tenant_id = current_tenant() AND token_hash = $1
     AND created_at > now() - make_interval(hours => $2) RETURNING email, fullname`,
);
const insertUser = sql(
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
 * Stores a registration until its address is confirmed. An existing account changes neither the response nor the work done, only the mail.
 * @returns the token for the mail, and the id of an existing account or null.
 * @throws Problem 429 after too many registrations from one IP address or in one tenant.
 */
export async function storeRegistration(
  unit: RunTransaction,
  input: Registration,
): Promise<{ token: string; userId: number | null }> {
  const attempt: LimitedAttempt = { purpose: "register", account: input.email, address: input.address };
  await unit(async (tx) => {
    await lockAttempts(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  const token = newToken();
  return unit(async (tx) => {
    await tx.rows(lockRegistrations);
    const full = await tx.one<{ seconds: number }>(selectSecondsUntilNext, [registrationsPerDay]);
    if (full) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, full.seconds) });
    await tx.rows(insertRegistration, [input.email, input.fullname, tokenHash(token)]);
    const existingAccount = await tx.one<{ id: number }>(selectAccountByEmail, [input.email]);
    return { token, userId: existingAccount?.id ?? null };
  });
}

type Pending = Pick<Registration, "email" | "fullname">;

/**
 * Creates the account. It is inactive and uses no seat of the plan until a user with `user-edit` activates it. The owner of the mailbox
 * chooses the password here, since another person may have started the registration.
 * @throws Problem 422 if the link is unknown, used or expired, if an account with this address has been created since, or if the password is
 *   easy to guess.
 */
export async function confirmRegistration(
  unit: RunTransaction,
  input: { token: string; password: string; address: string },
): Promise<void> {
  const values = [tokenHash(input.token), registrationHours];
  // Checked before hashing, so that callers without a valid link can't use CPU time for hashing.
  await unit(async (tx) => {
    const pending = await tx.one<Pending>(selectRegistration, values);
    if (!pending) throw invalidLink();
    await requireHardToGuess(tx, input.password, pending);
  });
  const hashed = await hashPassword(input.password, { address: input.address });
  await unit(async (tx) => {
    const pending = await tx.one<Pending>(deleteRegistration, values);
    const createdUser =
      pending && (await tx.one<{ user_id: number }>(insertUser, [pending.email, pending.fullname, hashed]));
    if (!createdUser) throw invalidLink();
    await emitAccount.filling(tx, "user.created", createdUser.user_id);
    logSecurity(tx, { kind: "registered", subjectId: createdUser.user_id });
  });
}

const invalidLink = () =>
  new Problem("session.registrationInvalid", { errors: { token: ["problem.session.registrationInvalid"] } });
