import { Problem, type ProblemCode } from "../../../shared/kernel/problems";
import type { PendingSignIn } from "../../../shared/session/session.contract";
import { accountForNewcomer } from "../../people/newcomer.service";
import type { Unit } from "../../platform/http/serve/serve-in-steps";
import { hashPassword } from "../../platform/password-hash";
import type { Seal } from "../../platform/seal";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { actAs } from "../../platform/database/acting";
import { followNamedRole } from "../../roles/roles.service";
import { type Browser, openSession, type SignedIn } from "../open-session.service";
import type { FindParty } from "../relying-party";
import { pendingFor } from "../second-step.service";
import { newToken } from "../session-tokens";
import { beginStep, findStep, spendStep } from "../sign-in-step.service";
import { type Attempt, recordAttempt, requireAttemptLeft } from "../throttle";
import { addressAtIssuer, type Begun, type Claims, claimsOf, issuerOf } from "./issuer";
import { signOnSettings, type SignOnSettings } from "./sign-on.service";

interface Account {
  id: number;
  active: boolean;
}

const byIdentity = sql(
  "signOn.byIdentity",
  `SELECT u.id, u.active FROM sign_on_identity i
   JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
   WHERE i.tenant_id = current_tenant() AND i.issuer = $1 AND i.subject = $2`,
);
const link = sql(
  "signOn.link",
  `INSERT INTO sign_on_identity (tenant_id, issuer, subject, user_id) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT DO NOTHING`,
);
export interface SignOnWorld {
  unit: Unit;
  seal: Seal;
  /** Issuers inside our own network that the operator has named. */
  origins: readonly string[];
}

async function settingsOf({ unit, seal }: SignOnWorld): Promise<SignOnSettings> {
  const settings = await unit((tx) => signOnSettings(tx, seal));
  if (!settings) throw new Problem("signOn.off");
  return settings;
}

/**
 * Begins: asks the issuer where to go, and notes what has to come back. Each counts: a stranger could fill the table.
 * @throws Problem 409 where there is no issuer, 422 when it doesn't answer, 429 after too many from one address.
 */
export async function beginSignOn(
  world: SignOnWorld,
  { address, redirect, remember }: { address: string; redirect: string; remember: boolean },
): Promise<{ token: string; url: string }> {
  const attempt: Attempt = { purpose: "sign_on", account: newToken(), address };
  const settings = await settingsOf(world);
  await world.unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  const { url, begun } = await addressAtIssuer(await issuerOf(settings, world.origins), redirect);
  const token = await world.unit((tx) => beginStep(tx, "sign_on", { challenge: JSON.stringify(begun), remember }));
  return { token, url };
}

/**
 * Signs in with what the issuer has sent back; whoever has a second factor here is asked for it.
 * @throws Problem 422 for an answer that isn't the issuer's to what was begun in this browser, for somebody whom the
 * organisation doesn't let in, and for an account that is switched off; 403 when the plan has no room for a newcomer, or what newcomers
 * become governs others by now.
 */
export async function finishSignOn(
  world: SignOnWorld,
  input: { token: string; answer: string; party: FindParty } & Browser,
): Promise<SignedIn | { pending: PendingSignIn }> {
  const settings = await settingsOf(world);
  const step = await world.unit(async (tx) => {
    const found = await findStep(tx, "sign_on", input.token);
    return found && (await spendStep(tx, found)) ? found : null;
  });
  if (!step) throw refusal("session.secondStepExpired");
  const claims = await claimsOf(
    await issuerOf(settings, world.origins),
    JSON.parse(step.challenge) as Begun,
    input.answer,
  ).catch((error) => noteFailure(world, error));
  // Nobody knows it: whoever wants a password of their own asks for one by mail.
  const unknownPassword = await hashPassword(newToken(), input);
  const outcome = await world.unit(async (tx) => {
    await actAs(tx, null, "sign_on");
    const account = await accountFor(tx, settings, claims, unknownPassword);
    const failed = (code: ProblemCode, subjectId: number | null) => {
      logSecurity(tx, { kind: "sign_in", outcome: "failed", subjectId, facts: { code, factor: "sign_on" } });
      return code;
    };
    if (!account) return failed("signOn.unknown", null);
    if (!account.active) return failed("session.inactive", account.id);
    await followRoleClaim(tx, settings, claims, account);
    const session = { ...input, remember: step.remember, signOn: true };
    const pending = await pendingFor(tx, input.party, account.id, session);
    return pending ? { pending } : openSession(tx, account.id, session);
  });
  if (typeof outcome === "string") throw refusal(outcome);
  return outcome;
}

const refusal = (code: ProblemCode) => new Problem(code, { errors: { answer: [`problem.${code}`] } });

async function noteFailure({ unit }: SignOnWorld, error: unknown): Promise<never> {
  if (error instanceof Problem) {
    const facts = { code: error.code, factor: "sign_on" };
    await unit(async (tx) => logSecurity(tx, { kind: "sign_in", outcome: "failed", userId: null, facts }));
  }
  throw error;
}

/**
 * Whose account it is: whoever came in as this subject before; else who has the address, if the issuer says that it is
 * theirs and its domain is among those that are let in; else a newcomer with such an address.
 */
async function accountFor(
  tx: Tx,
  settings: SignOnSettings,
  claims: Claims,
  passwordHash: string,
): Promise<Account | null> {
  const { issuer, domains } = settings;
  const known = await tx.one<Account>(byIdentity, [issuer, claims.sub]);
  if (known) return known;
  const email = verifiedAddress(claims);
  if (!email || !domains.includes(email.slice(email.indexOf("@") + 1))) return null;
  const claimed = claimedRole(settings, claims);
  const role = { roleId: claimed ?? settings.role_id, named: claimed !== null };
  const id = await accountForNewcomer(tx, { email, fullname: nameIn(claims, email), ...role, passwordHash });
  await tx.rows(link, [issuer, claims.sub, id]);
  // Not there where somebody else at the issuer is this account: an address that was passed on opens nothing.
  return (await tx.one<Account>(byIdentity, [issuer, claims.sub])) ?? null;
}

/** The role that the issuer names: the account follows it. Without one it stays what it is. */
async function followRoleClaim(tx: Tx, settings: SignOnSettings, claims: Claims, account: Account): Promise<void> {
  const role = claimedRole(settings, claims);
  if (role === null || account.id === settings.exempt_user_id) return;
  await followNamedRole(tx, account.id, role);
}

/** Of several values the first in the organisation's list counts. */
export function claimedRole(
  { role_claim, roles }: Pick<SignOnSettings, "role_claim" | "roles">,
  claims: Claims,
): number | null {
  if (!role_claim) return null;
  const claimed = new Set([claims[role_claim] ?? []].flat().map(String));
  return roles.find(({ value }) => claimed.has(value))?.role_id ?? null;
}

/** In lower case, as accounts have it; null unless the issuer says that it belongs to them. */
export function verifiedAddress(claims: Claims): string | null {
  const { email, email_verified: verified } = claims;
  if (typeof email !== "string" || (verified !== true && verified !== "true")) return null;
  const address = email.trim().toLowerCase();
  return /^[^\s@]{1,64}@[^\s@]{1,253}$/.test(address) ? address : null;
}

function nameIn(claims: Claims, email: string): string {
  const parts = [claims["given_name"], claims["family_name"]].filter((part) => typeof part === "string");
  const name = typeof claims["name"] === "string" ? claims["name"] : parts.join(" ");
  return name.replace(/\s+/g, " ").trim().slice(0, 200) || email.slice(0, email.indexOf("@"));
}
