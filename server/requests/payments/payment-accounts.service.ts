import type { InferType } from "yup";
import { maskIban } from "../../../shared/kernel/bank-account";
import { tenantStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import {
  maxPaymentAccounts,
  type PaymentAccount,
  type paymentAccountSchema,
} from "../../../shared/requests/payments/payment-accounts.contract";
import { requireConfirmed } from "../../identity/session/second-factor.service";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { enforceRowLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";

type Input = InferType<typeof paymentAccountSchema>;

const columns =
  "SELECT id, version, name, holder, iban, bic, archived FROM payment_account WHERE tenant_id = current_tenant()";
const selectAccounts = sql("paymentAccounts.list", `${columns} ORDER BY archived, name COLLATE reader, id`);
const selectAccount = sql("paymentAccounts.find", `${columns} AND id = $1`);
const lockAccount = sql("paymentAccounts.lock", `${columns} AND id = $1 FOR UPDATE`);
const countAccounts = sql(
  "paymentAccounts.count",
  "SELECT count(*)::int AS count FROM payment_account WHERE tenant_id = current_tenant()",
);
const insertAccount = sql(
  "paymentAccounts.insert",
  `INSERT INTO payment_account (tenant_id, name, holder, iban, bic, archived) VALUES (current_tenant(), $1, $2, $3, $4, $5)
   RETURNING id`,
);
const updateAccount = sql(
  "paymentAccounts.update",
  `UPDATE payment_account SET name = $2, holder = $3, iban = $4, bic = $5, archived = $6, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);

export const listPaymentAccounts = (tx: Tx): Promise<PaymentAccount[]> => tx.rows<PaymentAccount>(selectAccounts);

const valuesOf = ({ name, holder, iban, bic = null, archived = false }: Input) => [name, holder, iban, bic, archived];
const constraintFields = { payment_account_once: "iban" } as const;

async function changed(tx: Tx, id: number, change: string): Promise<PaymentAccount> {
  const account = (await tx.one<PaymentAccount>(selectAccount, [id])) as PaymentAccount;
  tx.emit("payment_account.updated", tenantStream(tx.tenantId), { id });
  logSecurity(tx, {
    kind: "payment_account_changed",
    facts: { change, record: `${account.name} ${maskIban(account.iban)}` },
  });
  return account;
}

/** @throws Problem 403 without a recent password confirmation; 422 for an IBAN that is listed already. */
export async function createPaymentAccount(tx: Tx, actor: Actor, input: Input): Promise<PaymentAccount> {
  await requireConfirmed(tx, actor);
  await enforceRowLimit(tx, { most: maxPaymentAccounts, count: countAccounts }, "name");
  const row = await mapConstraintErrors(constraintFields, () => tx.one<{ id: number }>(insertAccount, valuesOf(input)));
  return changed(tx, (row as { id: number }).id, "created");
}

/** @throws Problem 403 without a recent password confirmation; 404; 409 when the version is stale; 422. */
export async function updatePaymentAccount(tx: Tx, actor: Actor, id: number, input: Input): Promise<PaymentAccount> {
  await requireConfirmed(tx, actor);
  const before = await tx.one<PaymentAccount>(lockAccount, [id]);
  if (!before) throw new Problem("notFound");
  if (input.version !== undefined && input.version !== before.version)
    throw new Problem("organization.stale", { record: before });
  await mapConstraintErrors(constraintFields, () => tx.rows(updateAccount, [id, ...valuesOf(input)]));
  return changed(tx, id, "changed");
}
