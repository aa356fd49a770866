import { canonicalEmail, isEmail } from "../../../shared/kernel/email-address";
import { randomBytes } from "node:crypto";
import { generateSecret, generateURI } from "otplib";
import type { DataSource } from "typeorm";
import { meetsPasswordRules } from "../../../shared/identity/session/password.rules";
import { passwordProblem } from "../../identity/session/password.policy";
import { queryRows, sharedSql } from "../../platform/database/statements";
import { createEncryptionSeal, type EncryptionSeal } from "../../platform/encryption-seal";
import { hashPassword } from "../../platform/password-hash";
import { loadOrCreateSecret } from "../../platform/secrets";

/** An error that the operator can fix, printed without a stack. */
export class OperatorAccountError extends Error {}

export const operatorSeal = async (owner: DataSource): Promise<EncryptionSeal> =>
  createEncryptionSeal(
    await loadOrCreateSecret(owner, "operator", () => randomBytes(32).toString("base64url")),
    "operator seal",
  );

export interface NewOperator {
  email: string;
  password: string;
  secret: string;
  /** For authenticator apps. */
  uri: string;
}

const insertOperator = sharedSql(
  "operator.insert",
  `INSERT INTO operator_account (email, password_hash, totp_secret) SELECT $1, $2, $3
   WHERE NOT EXISTS (SELECT FROM operator_account WHERE email = $1) RETURNING id`,
);
const updateCredentials = sharedSql(
  "operator.replace",
  `WITH changed AS (
     UPDATE operator_account SET password_hash = $2, totp_secret = $3, totp_step = NULL WHERE email = $1 RETURNING id
   ), ended AS (DELETE FROM operator_session WHERE operator_id IN (SELECT id FROM changed))
   SELECT id FROM changed`,
);
const deleteOperator = sharedSql(
  "operator.remove",
  "WITH removed AS (DELETE FROM operator_account WHERE email = $1 RETURNING id) SELECT id FROM removed",
);
const selectOperators = sharedSql(
  "operator.list",
  `SELECT a.email, a.created_at, (SELECT max(used_at) FROM operator_session s WHERE s.operator_id = a.id) AS used_at
   FROM operator_account a ORDER BY a.email`,
);

/**
 * Creates an account with a password and an authenticator secret, which are shown once.
 * @throws OperatorAccountError when the address is taken or the password is weak.
 */
export async function createOperator(owner: DataSource, email: string, password?: string): Promise<NewOperator> {
  const { newOperator, values } = await credentialsOf(owner, email, password);
  const [added] = await queryRows<{ id: number }>(owner, insertOperator, values);
  if (!added)
    throw new OperatorAccountError(`There is already an operator ${newOperator.email}. "reset" replaces the password.`);
  return newOperator;
}

/**
 * Replaces password and authenticator secret, and ends all sessions of the account.
 * @throws OperatorAccountError when there is no such account or the password is weak.
 */
export async function resetOperator(owner: DataSource, email: string, password?: string): Promise<NewOperator> {
  const { newOperator, values } = await credentialsOf(owner, email, password);
  const [changed] = await queryRows<{ id: number }>(owner, updateCredentials, values);
  if (!changed) throw unknownOperator(email);
  return newOperator;
}

/** @throws OperatorAccountError when there is no such account. */
export async function removeOperator(owner: DataSource, email: string): Promise<void> {
  const [removed] = await queryRows<{ id: number }>(owner, deleteOperator, [canonicalEmail(email)]);
  if (!removed) throw unknownOperator(email);
}

export const listOperators = (owner: DataSource) =>
  queryRows<{ email: string; created_at: Date; used_at: Date | null }>(owner, selectOperators);

const unknownOperator = (email: string) => new OperatorAccountError(`There is no operator "${email}".`);

async function credentialsOf(owner: DataSource, address: string, chosenPassword?: string) {
  const email = canonicalEmail(address);
  if (!isEmail(email)) throw new OperatorAccountError(`"${address}" is not a valid e-mail address.`);
  const password = chosenPassword ?? `${randomBytes(12).toString("base64url")}aA1`;
  const owned = { fullname: "", email, organization: "", domains: [] };
  if (!meetsPasswordRules(password) || passwordProblem(password, owned)) {
    throw new OperatorAccountError(
      "The password must have at least 8 characters, a lowercase letter, an uppercase letter and a number, and must not be a common one.",
    );
  }
  const secret = generateSecret();
  const seal = await operatorSeal(owner);
  return {
    newOperator: {
      email,
      password,
      secret,
      uri: generateURI({ issuer: "Task Management operator", label: email, secret }),
    },
    values: [email, await hashPassword(password, "program"), seal.seal(secret, email)],
  };
}
