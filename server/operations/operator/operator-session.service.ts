import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { DataSource } from "typeorm";
import type { InferType } from "yup";
import type {
  OperatorReply,
  operatorSignInSchema,
} from "../../../shared/operations/operator/operator-session.contract";
import { Problem } from "../../../shared/kernel/problems";
import { totpStepOf } from "../../identity/session/totp.service";
import { networkPrefixOf } from "../../platform/addresses";
import { queryRows, sharedSql } from "../../platform/database/statements";
import { cookieText, cookieValue, isHttps } from "../../platform/http/cookies";
import { rateProblem } from "../../platform/limits/call-limits";
import { limits } from "../../platform/limits/limits";
import { verifyDummy, verifyPassword } from "../../platform/password-hash";
import { tokenHash } from "../../platform/session";
import { operatorSeal } from "./operator-accounts.service";
import { logOperator } from "./operator-log.service";

/** Sessions end after half an hour without a call, and after 12 hours in any case. */
const idleMinutes = 30;
const longestHours = 12;

const cookie = { name: "portal_operator", path: "/operator" };

export interface Operator extends OperatorReply {
  id: number;
}

const selectAccountByEmail = sharedSql(
  "operator.byEmail",
  `SELECT id, email, password_hash, totp_secret, extract(epoch FROM clock_timestamp())::float8 AS now
   FROM operator_account WHERE email = $1`,
);
interface Account extends Operator {
  password_hash: string;
  totp_secret: Buffer;
  now: number | null;
}

// The condition makes the second of two concurrent sign-ins with the same code fail.
const claimTotpStep = sharedSql(
  "operator.takeStep",
  `WITH taken AS (
     UPDATE operator_account SET totp_step = $2 WHERE id = $1 AND (totp_step IS NULL OR totp_step < $2) RETURNING id
   ) SELECT id FROM taken`,
);
const insertSession = sharedSql(
  "operator.openSession",
  "INSERT INTO operator_session (token_hash, operator_id) VALUES ($1, $2) RETURNING operator_id",
);
const markSessionUsed = sharedSql(
  "operator.useSession",
  `WITH expired AS (
     DELETE FROM operator_session
     WHERE used_at < now() - interval '${idleMinutes} minutes' OR created_at < now() - interval '${longestHours} hours'
   ), used AS (
     UPDATE operator_session SET used_at = now()
     WHERE token_hash = $1 AND used_at >= now() - interval '${idleMinutes} minutes'
       AND created_at >= now() - interval '${longestHours} hours'
     RETURNING operator_id
   ) SELECT a.id, a.email FROM operator_account a JOIN used ON used.operator_id = a.id`,
);
const deleteSession = sharedSql(
  "operator.endSession",
  "WITH ended AS (DELETE FROM operator_session WHERE token_hash = $1 RETURNING operator_id) SELECT operator_id FROM ended",
);

/** Counts all attempts in this process, including successful ones, because each computes a hash. */
const attempts = new RateLimiterMemory({
  points: limits.operatorSignIns.attempts,
  duration: limits.operatorSignIns.windowSeconds,
});

async function countAttempt(email: string, address: string): Promise<void> {
  for (const key of [`account ${email}`, `network ${networkPrefixOf(address)}`]) {
    await attempts.consume(key).catch((spent: RateLimiterRes) => {
      throw rateProblem(spent);
    });
  }
}

/**
 * Signs in with password and code. A wrong password and a wrong code get the same answer.
 * @returns the account and the cookie to set.
 * @throws Problem 422 for wrong input; 429 after too many attempts.
 */
export async function signInOperator(
  owner: DataSource,
  { email, password, code }: InferType<typeof operatorSignInSchema>,
  request: FastifyRequest,
): Promise<{ operator: Operator; cookie: string }> {
  await countAttempt(email, request.ip);
  const [account] = await queryRows<Account>(owner, selectAccountByEmail, [email]);
  const right = account
    ? await verifyPassword(account.password_hash, password, { address: request.ip })
    : await verifyDummy(password, { address: request.ip });
  if (!account || !right || !(await isCodeAccepted(owner, account, code))) {
    if (account) await logOperator(owner, account, request, "sign_in_refused");
    throw new Problem("operator.wrong");
  }
  await Promise.all([attempts.delete(`account ${email}`), attempts.delete(`network ${networkPrefixOf(request.ip)}`)]);
  const token = randomBytes(32).toString("base64url");
  await queryRows(owner, insertSession, [tokenHash(token), account.id]);
  await logOperator(owner, account, request, "signed_in");
  return {
    operator: { id: account.id, email: account.email },
    cookie: cookieText({ ...cookie, value: token, maxAge: longestHours * 3_600 }, isSecure(request)),
  };
}

async function isCodeAccepted(owner: DataSource, account: Account, code: string): Promise<boolean> {
  const secret = (await operatorSeal(owner)).open(account.totp_secret, account.email);
  const step = totpStepOf(secret, code, account.now ?? 0);
  if (step === null) return false;
  return (await queryRows(owner, claimTotpStep, [account.id, step])).length > 0;
}

/**
 * Requires an unused code of the authenticator app, for calls that an unattended session must not make.
 * @throws Problem 422 for a wrong code; 429 after too many attempts
 */
export async function requireCode(
  owner: DataSource,
  { email }: Operator,
  code: string,
  address: string,
): Promise<void> {
  await countAttempt(email, address);
  const [account] = await queryRows<Account>(owner, selectAccountByEmail, [email]);
  if (!account || !(await isCodeAccepted(owner, account, code))) throw new Problem("session.wrongCode");
  await Promise.all([attempts.delete(`account ${email}`), attempts.delete(`network ${networkPrefixOf(address)}`)]);
}

/** @throws Problem 401 without a session, or when it has expired. */
export async function requireOperator(owner: DataSource, request: FastifyRequest): Promise<Operator> {
  const token = tokenOf(request);
  const [operator] = token ? await queryRows<Operator>(owner, markSessionUsed, [tokenHash(token)]) : [];
  if (!operator) throw new Problem("operator.required");
  return operator;
}

/** Ends the session. @returns the cookie that removes the session cookie. */
export async function signOutOperator(owner: DataSource, request: FastifyRequest): Promise<string> {
  await queryRows(owner, deleteSession, [tokenHash(tokenOf(request) ?? "")]);
  return cookieText({ ...cookie, value: "", maxAge: 0 }, isSecure(request));
}

const tokenOf = ({ headers }: FastifyRequest) => cookieValue(headers.cookie, cookie.name, cookie.path);
const isSecure = (request: FastifyRequest) => isHttps(request, null);
