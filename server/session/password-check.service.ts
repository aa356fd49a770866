import { type PasswordOwner, isKnownPassword, isMadeOfNames } from "../../shared/session/known-password.rules";
import { Problem, type ProblemCode } from "../../shared/kernel/problems";
import { knownPasswords } from "../platform/known-passwords";
import { sql, type Tx } from "../platform/database/unit-of-work";

const organisation = sql(
  "passwordCheck.organisation",
  `SELECT t.name AS organisation, ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id) AS domains
   FROM tenant t WHERE t.id = current_tenant()`,
);
const account = sql(
  "passwordCheck.account",
  "SELECT fullname, email FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

/** What is wrong with a password that follows the rules and is guessed at once all the same. */
export function passwordProblem(password: string, owner: PasswordOwner): ProblemCode | null {
  if (isKnownPassword(password, knownPasswords())) return "session.passwordKnown";
  return isMadeOfNames(password, owner) ? "session.passwordOfNames" : null;
}

/** @throws Problem 422 when the password is widely used, or made of the names of its owner or the organisation. */
export async function requireHardToGuess(
  tx: Tx,
  password: string,
  owner: { userId: number } | Pick<PasswordOwner, "fullname" | "email">,
): Promise<void> {
  const person =
    "userId" in owner ? await tx.one<Pick<PasswordOwner, "fullname" | "email">>(account, [owner.userId]) : owner;
  const house = await tx.one<Pick<PasswordOwner, "organisation" | "domains">>(organisation);
  const code = passwordProblem(password, {
    fullname: person?.fullname ?? "",
    email: person?.email ?? "",
    organisation: house?.organisation ?? "",
    domains: house?.domains ?? [],
  });
  if (code) throw new Problem(code, { errors: { password: [`problem.${code}`] } });
}
