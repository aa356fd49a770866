import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
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
import { SupplierBankAccountEntity, SupplierEntity } from "./supplier.entities";
import * as statements from "./suppliers.sql";

type Input = InferType<typeof supplierSchema>;

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

export async function readSupplierDetail(tx: Tx, actor: Actor, id: number): Promise<SupplierDetail> {
  const supplier = await supplierRecords.read(tx, actor, id);
  const accounts = await tx.rows<statements.BankAccountRow>(statements.bankAccountsOfSupplier, [id]);
  const decides = actor.permissions.has("supplier-edit");
  return {
    ...supplier,
    bank_accounts: accounts.map(({ proposedBy, proposedAt, decidedBy, decidedAt, ...account }) => {
      const reject = decides && account.state === "proposed";
      return {
        ...account,
        proposed_by: proposedBy,
        proposed_at: proposedAt.toISOString(),
        decided_by: decidedBy,
        decided_at: decidedAt?.toISOString() ?? null,
        can: { confirm: reject && proposedBy.id !== actor.id, reject },
      };
    }),
  };
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
  { id, name, iban: before }: Pick<Supplier, "id" | "name" | "iban">,
  { iban, bic = null }: { iban: string; bic?: string | null | undefined },
): Promise<void> {
  const live = await liveAccounts(tx, id);
  if (live.some((account) => account.iban === iban && account.bic === bic))
    throw invalidFieldProblem("iban", "supplier.sameIban");
  await tx.rows(statements.replaceBankAccount, [id, "proposed"]);
  await tx.repo(SupplierBankAccountEntity).insert({ supplierId: id, iban, bic, proposedBy: actor.id });
  await recordChange(tx, id, "proposed", before, iban);
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
  const found = await tx.one<{ id: number }>(statements.supplierOfBankAccount, [id]);
  if (!found) throw new Problem("notFound");
  const supplier = await supplierRecords.lockCurrent(tx, actor, found.id, undefined);
  const account = (await liveAccounts(tx, supplier.id)).find((one) => one.id === id);
  if (account?.state !== "proposed") throw new Problem("supplier.bankDecided");
  if (decision === "confirmed" && account.proposedBy.id === actor.id) throw new Problem("supplier.ownProposal");
  if (decision === "confirmed") await tx.rows(statements.replaceBankAccount, [supplier.id, "confirmed"]);
  await tx.rows(statements.decideBankAccount, [id, decision, actor.id]);
  await recordChange(tx, supplier.id, decision, supplier.iban, account.iban);
  return supplier.id;
}

async function liveAccounts(tx: Tx, supplierId: number): Promise<statements.BankAccountRow[]> {
  const rows = await tx.rows<statements.BankAccountRow>(statements.bankAccountsOfSupplier, [supplierId]);
  return rows.filter(({ state }) => state === "proposed" || state === "confirmed");
}

const masked = (iban: string | null) => (iban === null ? undefined : `•••• ${iban.slice(-4)}`);

/** Logs the change with the last four characters of the accounts only. */
async function recordChange(
  tx: Tx,
  supplierId: number,
  change: "proposed" | "confirmed" | "rejected",
  before: string | null,
  after: string,
): Promise<void> {
  await tx.rows(statements.touchSupplier, [supplierId]);
  const facts = { change, record: supplierId, before: masked(before), after: masked(after) };
  logSecurity(tx, { kind: "supplier_bank_changed", facts });
  tx.emit("supplier.updated", tenantStream(tx.tenantId), { id: supplierId });
}
