import {
  type PasswordOwner,
  isCommonPassword,
  consistsOfNames,
} from "../../../shared/identity/session/common-password.rules";
import { Problem, type ProblemCode } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { dictionary } from "@zxcvbn-ts/language-common";

/** Tens of thousands of the most common leaked passwords, in lower case. */
let commonPasswordSet: ReadonlySet<string> | undefined;
const commonPasswords = (): ReadonlySet<string> =>
  (commonPasswordSet ??= new Set(dictionary["passwords-common"] as string[]));

const selectOrganization = sql(
  "passwordCheck.organization",
  `SELECT t.name AS organization, ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id) AS domains
   FROM tenant t WHERE t.id = current_tenant()`,
);
const selectAccount = sql(
  "passwordCheck.account",
  "SELECT fullname, email FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** Returns why a password that satisfies the formal rules is easy to guess; null if it is hard to guess. */
export function passwordProblem(password: string, owner: PasswordOwner): ProblemCode | null {
  if (isCommonPassword(password, commonPasswords())) return "session.passwordKnown";
  return consistsOfNames(password, owner) ? "session.passwordOfNames" : null;
}

/**
 * Checks that a password is hard to guess.
 * @throws Problem 422 when the password is widely used, or consists of names of its owner or the tenant.
 */
export async function requireHardToGuess(
  tx: Tx,
  password: string,
  owner: { userId: number } | Pick<PasswordOwner, "fullname" | "email">,
): Promise<void> {
  const person =
    "userId" in owner ? await tx.one<Pick<PasswordOwner, "fullname" | "email">>(selectAccount, [owner.userId]) : owner;
  const house = await tx.one<Pick<PasswordOwner, "organization" | "domains">>(selectOrganization);
  const code = passwordProblem(password, {
    fullname: person?.fullname ?? "",
    email: person?.email ?? "",
    organization: house?.organization ?? "",
    domains: house?.domains ?? [],
  });
  if (code) throw new Problem(code, { errors: { password: [`problem.${code}`] } });
}
