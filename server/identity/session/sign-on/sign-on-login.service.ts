import { canonicalEmail, isEmail } from "../../../../shared/kernel/email-address";
import { Problem, type ProblemCode } from "../../../../shared/kernel/problems";
import type { PendingSignIn } from "../../../../shared/identity/session/session.contract";
import type { RunTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import { hashPassword } from "../../../platform/password-hash";
import type { EncryptionSeal } from "../../../platform/encryption-seal";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { mayUseAccount } from "../account-active.sql";
import { type SignInBrowser, openSession, type OpenedSession } from "../open-session.service";
import type { FindRelyingParty } from "../relying-party";
import { pendingSecondStep } from "../second-step.service";
import { newToken } from "../session-tokens";
import { signOnAccounts } from "../session.slots";
import { beginSignInStep, findSignInStep, consumeSignInStep } from "../sign-in-step.service";
import { type LimitedAttempt, recordAttempt, requireAttemptLeft } from "../throttle";
import { authorizationUrl, type PendingSignOn, type IssuerClaims, verifiedClaimsOf, discoverIssuer } from "./issuer";
import { signOnSettings, type SignOnSettings } from "./sign-on.service";
import { setAuditActor } from "../../../platform/program-actor";

interface Account {
  id: number;
  active: boolean;
}

const selectAccountByIdentity = sql(
  "signOn.byIdentity",
  `SELECT u.id, ${mayUseAccount("u")} AS active FROM sign_on_identity i
   JOIN app_user u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
   WHERE i.tenant_id = current_tenant() AND i.issuer = $1 AND i.subject = $2`,
);
const insertIdentity = sql(
  "signOn.link",
  `INSERT INTO sign_on_identity (tenant_id, issuer, subject, user_id) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT DO NOTHING`,
);
export interface SignOnContext {
  unit: RunTransaction;
  seal: EncryptionSeal;
  /** Private origins of identity providers allowed by the operator. */
  origins: readonly string[];
}

async function settingsOf({ unit, seal }: SignOnContext): Promise<SignOnSettings> {
  const settings = await unit((tx) => signOnSettings(tx, seal));
  if (!settings) throw new Problem("signOn.off");
  return settings;
}

/**
 * Starts single sign-on: gets the provider's URL and stores the parameters that the response must match. Each start counts as an attempt,
 * since it inserts a row.
 * @throws Problem 409 without single sign-on; 422 when the provider doesn't respond; 429 after too many starts from one IP address.
 */
export async function beginSignOn(
  world: SignOnContext,
  { address, redirect, remember }: { address: string; redirect: string; remember: boolean },
): Promise<{ token: string; url: string }> {
  const attempt: LimitedAttempt = { purpose: "sign_on", account: newToken(), address };
  const settings = await settingsOf(world);
  await world.unit(async (tx) => {
    await requireAttemptLeft(tx, attempt);
    await recordAttempt(tx, attempt);
  });
  const { url, begun } = await authorizationUrl(await discoverIssuer(settings, world.origins), redirect);
  const token = await world.unit((tx) =>
    beginSignInStep(tx, "sign_on", { challenge: JSON.stringify(begun), remember }),
  );
  return { token, url };
}

/**
 * Signs in with the provider's response. Users who have a second factor in this application must use it as well.
 * @throws Problem 422 for a response that doesn't match the request of this browser, for a user who isn't admitted, and for an inactive
 *   account.
 * @throws Problem 403 when the plan has no seat for a new user, or when the default role has governing permissions (to manage permissions
 *   or see all data) by now.
 */
export async function finishSignOn(
  world: SignOnContext,
  input: { token: string; answer: string; party: FindRelyingParty } & SignInBrowser,
): Promise<OpenedSession | { pending: PendingSignIn }> {
  const settings = await settingsOf(world);
  const step = await world.unit(async (tx) => {
    const found = await findSignInStep(tx, "sign_on", input.token);
    return found && (await consumeSignInStep(tx, found)) ? found : null;
  });
  if (!step) throw refusal("session.secondStepExpired");
  const claims = await verifiedClaimsOf(
    await discoverIssuer(settings, world.origins),
    JSON.parse(step.challenge) as PendingSignOn,
    input.answer,
  ).catch((error) => noteFailure(world, error));
  // A random password that is never disclosed; users who want a password request a reset link by mail.
  const unknownPassword = await hashPassword(newToken(), input);
  const outcome = await world.unit(async (tx) => {
    await setAuditActor(tx, null, "sign_on");
    const account = await accountFor(tx, settings, claims, unknownPassword);
    const failed = (code: ProblemCode, subjectId: number | null) => {
      logSecurity(tx, { kind: "sign_in", outcome: "failed", subjectId, facts: { code, factor: "sign_on" } });
      return code;
    };
    if (!account) return failed("signOn.unknown", null);
    if (!account.active) return failed("session.inactive", account.id);
    const role = claimedRole(settings, claims);
    // Without a matching claim the account keeps its role.
    if (role !== null && account.id !== settings.exempt_user_id)
      await signOnAccounts.filling.assignRole(tx, account.id, role);
    const session = { ...input, remember: step.remember, signOn: true };
    const pending = await pendingSecondStep(tx, input.party, account.id, session);
    return pending ? { pending } : openSession(tx, account.id, session);
  });
  if (typeof outcome === "string") throw refusal(outcome);
  return outcome;
}

const refusal = (code: ProblemCode) => new Problem(code, { errors: { answer: [`problem.${code}`] } });

async function noteFailure({ unit }: SignOnContext, error: unknown): Promise<never> {
  if (error instanceof Problem) {
    const facts = { code: error.code, factor: "sign_on" };
    await unit(async (tx) => logSecurity(tx, { kind: "sign_in", outcome: "failed", userId: null, facts }));
  }
  throw error;
}

/**
 * Finds the account by the subject of an earlier sign-in. Otherwise uses the email address, if the provider has verified it and its domain
 * is allowed: finds the account with this address or creates one.
 */
async function accountFor(
  tx: Tx,
  settings: SignOnSettings,
  claims: IssuerClaims,
  passwordHash: string,
): Promise<Account | null> {
  const { issuer, domains } = settings;
  const linkedAccount = await tx.one<Account>(selectAccountByIdentity, [issuer, claims.sub]);
  if (linkedAccount) return linkedAccount;
  const email = verifiedAddress(claims);
  if (!email || !domains.includes(email.slice(email.indexOf("@") + 1))) return null;
  const claimed = claimedRole(settings, claims);
  const role = { roleId: claimed ?? settings.role_id, isRoleExplicit: claimed !== null };
  const id = await signOnAccounts.filling.findOrCreate(tx, {
    email,
    fullname: nameIn(claims, email),
    ...role,
    passwordHash,
  });
  await tx.rows(insertIdentity, [issuer, claims.sub, id]);
  // Null if the account is linked to another subject: a reassigned address grants no access.
  return (await tx.one<Account>(selectAccountByIdentity, [issuer, claims.sub])) ?? null;
}

/** Maps the claim to a role. If the claim has several values, the first matching entry in the tenant's list counts. */
export function claimedRole(
  { role_claim, roles }: Pick<SignOnSettings, "role_claim" | "roles">,
  claims: IssuerClaims,
): number | null {
  if (!role_claim) return null;
  const claimed = new Set([claims[role_claim] ?? []].flat().map(String));
  return roles.find(({ value }) => claimed.has(value))?.role_id ?? null;
}

/** The provider's address as stored in accounts; null unless it is well-formed and verified by the provider. */
export function verifiedAddress(claims: IssuerClaims): string | null {
  const { email, email_verified: verified } = claims;
  if (typeof email !== "string" || (verified !== true && verified !== "true")) return null;
  const address = canonicalEmail(email.normalize("NFC"));
  return isEmail(address) ? address : null;
}

function nameIn(claims: IssuerClaims, email: string): string {
  const parts = [claims["given_name"], claims["family_name"]].filter((part) => typeof part === "string");
  const name = typeof claims["name"] === "string" ? claims["name"] : parts.join(" ");
  return name.normalize("NFC").replace(/\s+/g, " ").trim().slice(0, 200) || email.slice(0, email.indexOf("@"));
}
