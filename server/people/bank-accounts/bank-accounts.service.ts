import type { InferType } from "yup";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { BankAccount, bankAccountSchema } from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { readableFieldGroups } from "../people/people.policy";
import { setPrivateReader } from "../people/private-reader";
import { loadVisibleUser } from "../people/read-person.service";

const find = (locked: string) =>
  `SELECT holder, iban, bic, version FROM user_bank_account WHERE tenant_id = current_tenant() AND user_id = $1${locked}`;
const found = sql("bankAccounts.find", find(""));
const lock = sql("bankAccounts.lock", find(" FOR UPDATE"));
const save = sql(
  "bankAccounts.save",
  `INSERT INTO user_bank_account AS a (tenant_id, user_id, holder, iban, bic) VALUES (current_tenant(), $1, $2, $3, $4)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET holder = $2, iban = $3, bic = $4, version = a.version + 1`,
);
const remove = sql(
  "bankAccounts.delete",
  "DELETE FROM user_bank_account WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING user_id",
);

/** Visible like private details. @throws Problem 404, also for users whose private details are hidden. */
async function requireReadable(tx: Tx, actor: Actor, userId: number): Promise<void> {
  const person = await loadVisibleUser(tx, actor, userId);
  if (!readableFieldGroups(actor, person).has("private")) throw new Problem("notFound");
  await setPrivateReader(tx, actor.id);
}

/** @throws Problem 404. */
export async function readBankAccount(tx: Tx, actor: Actor, userId: number): Promise<BankAccount | null> {
  await requireReadable(tx, actor, userId);
  return (await tx.one<BankAccount>(found, [userId])) ?? null;
}

/** @throws Problem 404; 409 when the version is stale. */
export async function setBankAccount(
  tx: Tx,
  actor: Actor,
  userId: number,
  { holder, iban, bic = null, version }: InferType<typeof bankAccountSchema>,
): Promise<BankAccount> {
  await requireReadable(tx, actor, userId);
  const before = await tx.one<BankAccount>(lock, [userId]);
  if (version !== undefined && version !== before?.version)
    throw new Problem("organisation.stale", { record: before ?? null });
  await tx.rows(save, [userId, holder, iban, bic]);
  tx.emit("bank_account.updated", userStream(userId), { id: userId });
  return (await tx.one<BankAccount>(found, [userId])) as BankAccount;
}

/** @throws Problem 404, also when there is none. */
export async function deleteBankAccount(tx: Tx, actor: Actor, userId: number): Promise<void> {
  await requireReadable(tx, actor, userId);
  if (!(await tx.one(remove, [userId]))) throw new Problem("notFound");
  tx.emit("bank_account.updated", userStream(userId), { id: userId });
}
