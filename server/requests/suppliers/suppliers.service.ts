import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { Supplier, SupplierDetail } from "../../../shared/requests/suppliers/suppliers.contract";
import {
  type bankAccountSchema,
  maxSuppliers,
  type newSupplierSchema,
  type supplierSchema,
} from "../../../shared/requests/suppliers/suppliers.schema";
import { notifyUsers } from "../../communication/notifications/notify.service";
import type { Tx } from "../../platform/database/unit-of-work";
import { createEditableRecords, emitter, entityWriter } from "../../platform/records/record.service";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import {
  type AccountChange,
  accountFacts,
  createProposedAccounts,
  lastFour,
} from "../../people/bank-accounts/proposed-accounts";
import { SupplierEntity } from "./supplier.entities";
import * as statements from "./suppliers.sql";

type Input = InferType<typeof supplierSchema>;

const accounts = createProposedAccounts(statements.supplierAccountStatements);

export const supplierRecords = createEditableRecords<Omit<Supplier, "can">, Input>({
  noun: { permission: "supplier-edit" },
  limit: { most: maxSuppliers, field: "name" },
  rules: { supplier_name_once: "name" },
  statements: statements.supplierStatements,
  nameOf: ({ name }) => name,
  stream: tenantStream,
  emit: emitter("supplier", ({ id }) => ({ id })),
  async check(tx, { cost_account_id: id }, before) {
    if (id != null && id !== before?.cost_account?.id && !(await tx.one(statements.isOpenAccount, [id])))
      throw invalidFieldProblem("cost_account_id", "field.unknown");
  },
  write: entityWriter(
    SupplierEntity,
    ({ name, vat_id, payment_days, cost_account_id, creditor_account, note, archived }: Input) => ({
      name,
      vatId: vat_id,
      paymentDays: payment_days,
      costAccountId: cost_account_id,
      creditorAccount: creditor_account,
      note,
      archived,
    }),
  ),
});

/** Creates a supplier and proposes its bank account, if there is one. @throws Problem 422. */
export async function createSupplier(
  tx: Tx,
  actor: Actor,
  { iban, bic, ...input }: InferType<typeof newSupplierSchema>,
): Promise<Supplier> {
  const supplier = await supplierRecords.create(tx, actor, input);
  if (!iban) return supplier;
  await propose(tx, actor, supplier, { iban, bic });
  return supplierRecords.read(tx, actor, supplier.id);
}

/**
 * Changes a supplier. The database replaces the account of a renamed one by a proposal with the new name (trigger `supplier_renamed`).
 * @throws Problem 404; 409 when the version is stale; 422.
 */
export async function updateSupplier(tx: Tx, actor: Actor, id: number, input: Input): Promise<Supplier> {
  const before = await supplierRecords.lockCurrent(tx, actor, id, input.version);
  const supplier = await supplierRecords.update(tx, actor, id, input);
  if (supplier.name === before.name || !supplier.bank_proposed) return supplier;
  const proposed = (await accounts.read(tx, actor, id, false)).find(({ state }) => state === "proposed");
  const account = lastFour(proposed?.iban ?? "");
  const facts = {
    change: "renamed",
    record: id,
    before: `${before.name} ${account}`,
    after: `${supplier.name} ${account}`,
  };
  logSecurity(tx, { kind: "supplier_bank_changed", facts });
  await notifyConfirmers(tx, actor, supplier.name);
  return supplier;
}

export async function readSupplierDetail(tx: Tx, actor: Actor, id: number): Promise<SupplierDetail> {
  const supplier = await supplierRecords.read(tx, actor, id);
  return { ...supplier, bank_accounts: await accounts.read(tx, actor, id, actor.permissions.has("supplier-edit")) };
}

/**
 * Proposes a bank account and replaces an earlier proposal. The confirmed account stays until a second user confirms the new one.
 * @throws Problem 404; 422 for an account that is already confirmed or proposed.
 */
export async function proposeBankAccount(
  tx: Tx,
  actor: Actor,
  supplierId: number,
  account: InferType<typeof bankAccountSchema>,
): Promise<void> {
  const supplier = await supplierRecords.lockCurrent(tx, actor, supplierId, undefined);
  await propose(tx, actor, supplier, account);
}

async function propose(
  tx: Tx,
  actor: Actor,
  { id, name }: Pick<Supplier, "id" | "name">,
  account: { iban: string; bic?: string | null | undefined },
): Promise<void> {
  await recordChange(tx, id, await accounts.propose(tx, actor, id, { ...account, holder: name }));
  await notifyConfirmers(tx, actor, name);
}

async function notifyConfirmers(tx: Tx, actor: Actor, name: string): Promise<void> {
  const people = await tx.rows<{ id: number }>(statements.usersWhoConfirm, [actor.id]);
  await notifyUsers(tx, { eventId: null, sender: tx.actor }, [
    {
      kind: "supplier.bankProposed",
      people: people.map((person) => ({ id: person.id, reason: null })),
      values: { sender: tx.actor?.fullname ?? "", supplier: name },
      path: `/invoices/suppliers?q=${encodeURIComponent(name)}`,
      subject: name,
      taskId: null,
      projectId: null,
    },
  ]);
}

/**
 * Confirms or rejects a proposed bank account.
 * @returns the id of its supplier
 * @throws Problem 404; 403 when the actor confirms their own proposal; 409 when it isn't proposed anymore.
 */
export async function decideBankAccount(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: "confirmed" | "rejected",
): Promise<number> {
  const supplier = await supplierRecords.lockCurrent(tx, actor, await accounts.findOwner(tx, id), undefined);
  await recordChange(tx, supplier.id, await accounts.decide(tx, actor, supplier.id, id, decision));
  return supplier.id;
}

/** Logs the change with the last four characters of the accounts only. */
async function recordChange(tx: Tx, supplierId: number, change: AccountChange): Promise<void> {
  await tx.rows(statements.touchSupplier, [supplierId]);
  logSecurity(tx, { kind: "supplier_bank_changed", facts: { record: supplierId, ...accountFacts(change) } });
  tx.emit("supplier.updated", tenantStream(tx.tenantId), { id: supplierId });
}
