import { Problem } from "../../../shared/kernel/problems";
import type { PendingSignIn } from "../../../shared/identity/session/session.contract";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { verifyDummy, verifyPassword } from "../../platform/password-hash";
import { mayUseAccount } from "./account-active.sql";
import { type SignInBrowser, openSession, type OpenedSession } from "./open-session.service";
import type { FindRelyingParty } from "./relying-party";
import { pendingSecondStep } from "./second-step.service";

import { type LimitedAttempt, recordAttempt, requireAttemptLeft, lockAttempts } from "./throttle";

interface Account {
  id: number;
  password_hash: string;
  active: boolean;
}

const selectAccountByEmail = sql(
  "session.accountByEmail",
  `SELECT id, password_hash, ${mayUseAccount("u")} AS active FROM app_user u WHERE tenant_id = current_tenant() AND email = $1`,
);

/**
 * Locks the account until the session exists. A concurrent password change either waits and ends the new session, or its new hash is
 * detected here.
 */
const lockAccount = sql(
  "session.lockAccount",
  `SELECT id, password_hash, ${mayUseAccount("u")} AS active FROM app_user u WHERE tenant_id = current_tenant() AND email = $1
   FOR NO KEY UPDATE`,
);

export interface SignInInput extends SignInBrowser {
  email: string;
  password: string;
  remember: boolean;
  /** Finds the relying party if the second step may use a passkey. */
  party: FindRelyingParty;
}

/**
 * Signs in, or returns what the second step requires. Uses separate transactions, so that the slow hash holds no connection and a failed
 * attempt stays recorded.
 * @throws Problem 422 with the same text and timing whether or not the account exists; 422 `session.inactive` for the correct password of
 *   an inactive account; 429 after too many failures.
 */
export async function signIn(
  unit: RunTransaction,
  input: SignInInput,
): Promise<OpenedSession | { pending: PendingSignIn }> {
  const attempt: LimitedAttempt = { purpose: "login", account: input.email, address: input.address };
  const account = await unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    return tx.one<Account>(selectAccountByEmail, [input.email]);
  });
  const right = account
    ? await verifyPassword(account.password_hash, input.password, input)
    : await verifyDummy(input.password, input);
  const outcome = await unit(async (tx) => {
    await lockAttempts(tx, attempt);
    if (!account || !right) {
      await recordAttempt(tx, attempt);
      return refused(tx, account, "session.wrongCredentials");
    }
    return account.active ? open(tx, account, input) : refused(tx, account, "session.inactive");
  });
  if (typeof outcome === "string") throw new Problem(outcome, { errors: { email: [`problem.${outcome}`] } });
  return outcome;
}

/** Logs a failed sign-in with the account if it exists. The input is never logged, because it may be a password in the wrong field. */
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
  input: SignInInput,
): Promise<OpenedSession | { pending: PendingSignIn } | "session.wrongCredentials"> {
  // The password may have been changed, or the account deactivated, while the hash was computed.
  const still = await tx.one<Account>(lockAccount, [input.email]);
  if (!still?.active || still.password_hash !== account.password_hash)
    return refused(tx, account, "session.wrongCredentials");
  const pending = await pendingSecondStep(tx, input.party, account.id, input);
  return pending ? { pending } : openSession(tx, account.id, input);
}
