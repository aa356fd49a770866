import { Problem } from "../../shared/kernel/problems";
import type { PendingSignIn } from "../../shared/session/session.contract";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { verifyNobody, verifyPassword } from "../platform/password-hash";
import { type Browser, openSession, type SignedIn } from "./open-session.service";
import type { FindParty } from "./relying-party";
import { pendingFor } from "./second-step.service";

import { type Attempt, recordAttempt, requireAttemptLeft, takeTurn } from "./throttle";

interface Account {
  id: number;
  password_hash: string;
  active: boolean;
}

const accountByEmail = sql(
  "session.accountByEmail",
  "SELECT id, password_hash, active FROM app_user WHERE tenant_id = current_tenant() AND email = $1",
);

/** Held until the session is there: who changes the password meanwhile waits, and ends that one too, or is seen here. */
const lockAccount = sql(
  "session.lockAccount",
  `SELECT id, password_hash, active FROM app_user WHERE tenant_id = current_tenant() AND email = $1 FOR NO KEY UPDATE`,
);

export interface SignIn extends Browser {
  email: string;
  password: string;
  remember: boolean;
  /** For passkeys that are asked for next. */
  party: FindParty;
}

/**
 * Signs in, or says what the second step has to show. Three transactions, so that the slow hash holds no connection and a
 * failure stays recorded.
 * @throws Problem 422 in the same words and the same time whether or not the account exists; 422 `session.inactive` for
 * the right password of an account that is switched off; 429 after too many failures.
 */
export async function signIn(unit: Unit, input: SignIn): Promise<SignedIn | { pending: PendingSignIn }> {
  const attempt: Attempt = { purpose: "login", account: input.email, address: input.address };
  const account = await unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    return tx.one<Account>(accountByEmail, [input.email]);
  });
  const right = account
    ? await verifyPassword(account.password_hash, input.password, input)
    : await verifyNobody(input.password, input);
  const outcome = await unit(async (tx) => {
    await takeTurn(tx, attempt);
    if (!account || !right) {
      await recordAttempt(tx, attempt);
      return refused(tx, account, "session.wrongCredentials");
    }
    return account.active ? open(tx, account, input) : refused(tx, account, "session.inactive");
  });
  if (typeof outcome === "string") throw new Problem(outcome, { errors: { email: [`problem.${outcome}`] } });
  return outcome;
}

/** Whose account was tried is noted where there is one; what was typed isn't: it may be a password in the wrong field. */
function refused<Code extends "session.wrongCredentials" | "session.inactive">(
  tx: Tx,
  account: Account | undefined,
  code: Code,
): Code {
  logSecurity(tx, { kind: "sign_in", outcome: "failed", subjectId: account?.id ?? null, facts: { code } });
  return code;
}

async function open(
  tx: Tx,
  account: Account,
  input: SignIn,
): Promise<SignedIn | { pending: PendingSignIn } | "session.wrongCredentials"> {
  // The password may have been changed, or the account switched off, while the hash was computed.
  const still = await tx.one<Account>(lockAccount, [input.email]);
  if (!still?.active || still.password_hash !== account.password_hash)
    return refused(tx, account, "session.wrongCredentials");
  const pending = await pendingFor(tx, input.party, account.id, input);
  return pending ? { pending } : openSession(tx, account.id, input);
}
