import { invalid, Problem } from "../../shared/kernel/problems";
import type { Unit } from "../platform/serve-in-steps";
import { sql, type Tx } from "../platform/unit-of-work";
import { requireRoomForUser } from "../subscription/plan-limits.service";
import { hashPassword } from "../platform/password-hash";
import { type Attempt, recordAttempt, takeTurn } from "./throttle";

const taken = sql(
  "register.taken",
  "SELECT 1 AS taken FROM app_user WHERE tenant_id = current_tenant() AND email = $1",
);
const insert = sql(
  "register.insert",
  `WITH made AS (
     INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, active)
     SELECT current_tenant(), $1, $2, $3, id, false FROM role WHERE tenant_id = current_tenant() AND code = 'employee'
     ON CONFLICT (tenant_id, email) DO NOTHING
     RETURNING id
   ), kept AS (
     INSERT INTO password_history (tenant_id, user_id, password_hash) SELECT current_tenant(), id, $3 FROM made
   )
   SELECT id FROM made`,
);

export interface Registration {
  email: string;
  password: string;
  fullname: string;
  address: string;
}

/**
 * Makes an account that stays inactive until somebody with `user-edit` switches it on.
 * @throws Problem 422 when the address is in use, 403 when the plan has no room, 429 after too many from one address.
 */
export async function register(unit: Unit, input: Registration): Promise<void> {
  const attempt: Attempt = { purpose: "register", account: input.email, address: input.address };
  await unit(async (tx) => {
    await takeTurn(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  await unit((tx) => check(tx, input.email));
  const hashed = await hashPassword(input.password);
  await unit(async (tx) => {
    await check(tx, input.email);
    const made = await tx.one(insert, [input.email, input.fullname, hashed]);
    if (!made) throw (await tx.one(taken, [input.email])) ? invalid("email", "field.taken") : new Problem("internal");
  });
}

async function check(tx: Tx, email: string): Promise<void> {
  if (await tx.one(taken, [email])) throw invalid("email", "field.taken");
  await requireRoomForUser(tx);
}
