import type { DataSource } from "typeorm";
import { createUnitOfWork, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import type { FileStore } from "../../platform/files/file-store";
import { TenantAdminError } from "./tenant-admin";
import * as statements from "./tenant-deletion.sql";
import { queryRows } from "../../platform/database/statements";

/** Dependencies of a deletion; apart from `owner`, they affect data outside of the tenant's rows. */
export interface TenantDeletion {
  owner: DataSource;
  files: FileStore;
  /**
   * Removes the tenant's events from waiting and finished jobs of the queue.
   * @returns the number of changed or removed jobs.
   */
  forgetJobs(tenantId: number): Promise<number>;
  print(text: string): void;
  batch?: number;
}

interface Deleted {
  name: string;
  domains: string[];
  customerId: string | null;
}

/**
 * Returns the tenant if it may be deleted: its administrators closed the account and the waiting period has ended, or a deletion was
 * interrupted.
 * @throws TenantAdminError otherwise.
 */
export async function deletableTenant(owner: DataSource, tenantId: number): Promise<Deleted> {
  return inTenant(owner, tenantId, async (tx) => {
    const found = await tx.one<Deleted & { closed: boolean }>(statements.selectDeletable, [tenantId]);
    if (!found) throw new TenantAdminError("Tenant not found.");
    if (!found.closed)
      throw new TenantAdminError(
        `${found.name} isn't closed. Its administrators close the account under "Organization"; thirty days later it can be deleted.`,
      );
    return found;
  });
}

/**
 * Deletes all data of a tenant: rows, files, jobs, feeds. Each step is a separate, repeatable transaction, so an interrupted deletion is
 * resumed by running it again. Only sent invoices are kept, for the operator's accounting.
 * @throws TenantAdminError for a tenant that isn't closed.
 */
export async function deleteTenant(deletion: TenantDeletion, tenantId: number): Promise<void> {
  const { owner, print } = deletion;
  const { name, domains, customerId } = await deletableTenant(owner, tenantId);
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.insertDeletion, [tenantId, name, domains, customerId]));
  const invoices = await inTenant(owner, tenantId, (tx) => tx.rows(statements.keepInvoices, [tenantId]));
  print(`Kept ${invoices.length} invoices for your accounting (kept_invoice).`);
  const removed = await removeRows(deletion, tenantId);
  for (const [table, count] of removed) print(`${table}: ${count}`);
  const files = await removeFiles(deletion, tenantId);
  const heard = await removeProviderEvents(owner, tenantId);
  const jobs = await deletion.forgetJobs(tenantId);
  print(`Deleted ${files} files, ${heard} payment events and ${jobs} jobs.`);
  await inTenant(owner, tenantId, async (tx) => {
    await tx.rows(statements.endDeletion, [tenantId, JSON.stringify({ ...Object.fromEntries(removed), files, jobs })]);
    await tx.rows(statements.removeTenant, [tenantId]);
  });
  print(`${name} is deleted.`);
}

/** Runs `work` for the tenant without the statement timeout of calls, since large deletions take long. */
function inTenant<Result>(owner: DataSource, tenantId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return createUnitOfWork(owner, () => {})({ tenantId }, async (tx) => {
    await tx.rows(statements.disableStatementTimeout);
    return work(tx);
  });
}

/**
 * Deletes table by table, referencing tables first. The remaining rows are deleted with the tenant's row by cascade: rows that are still
 * referenced, and rows whose constraints require another row to be deleted in the same statement.
 */
async function removeRows(deletion: TenantDeletion, tenantId: number): Promise<Map<string, number>> {
  const { owner, batch = 5_000 } = deletion;
  const removed = new Map<string, number>();
  for (const table of await tablesOfTenants(owner)) {
    const remove = unnamedSql(statements.removeBatch(table));
    for (let found = batch; found === batch; ) {
      const deletedRows = await inTenant(owner, tenantId, (tx) => tx.rows(remove, [tenantId, batch])).catch(heldBack);
      if (deletedRows === null) break;
      found = deletedRows.length;
      removed.set(table, (removed.get(table) ?? 0) + found);
    }
  }
  return new Map([...removed].filter(([, count]) => count > 0));
}

/**
 * Returns null for a violated integrity constraint (class 23) or an exception of a trigger (P0001), which the order of tables may cause;
 * rethrows other errors.
 */
function heldBack(error: { code?: string; driverError?: { code?: string } }): null {
  const code = error.driverError?.code ?? error.code ?? "";
  if (code.startsWith("23") || code === "P0001") return null;
  throw error;
}

/** All tables with tenant rows. Referencing tables come before the tables they refer to; tables in a cycle are in any order. */
async function tablesOfTenants(owner: DataSource): Promise<string[]> {
  const tables = await queryRows<{ name: string }>(owner, statements.tenantTables);
  const keys = await queryRows<{ source: string; target: string }>(owner, statements.tenantForeignKeys);
  const left = new Set(tables.map(({ name }) => name));
  const order: string[] = [];
  while (left.size > 0) {
    const leading = new Set(keys.filter(({ source }) => left.has(source)).map(({ target }) => target));
    const free = [...left].filter((name) => !leading.has(name));
    for (const name of free.length > 0 ? free : [...left]) {
      order.push(name);
      left.delete(name);
    }
  }
  return order.filter((name) => !statements.tablesDeletedLast.has(name));
}

/**
 * Deleting file rows has added their storage keys to `loose_file`; keys of remaining rows are added now. The bytes are deleted before the
 * key: after a crash in between, the key remains and the deletion is repeated.
 */
async function removeFiles({ owner, files, batch = 5_000 }: TenantDeletion, tenantId: number): Promise<number> {
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.orphanFiles, [tenantId]));
  for (let removed = 0; ; ) {
    const keys = await inTenant(owner, tenantId, (tx) =>
      tx.rows<{ key: string }>(statements.orphanedKeys, [tenantId, batch]),
    );
    for (const { key } of keys) await files.remove(key);
    await inTenant(owner, tenantId, (tx) =>
      tx.rows(statements.deleteStorageKeys, [tenantId, keys.map(({ key }) => key)]),
    );
    removed += keys.length;
    if (keys.length < batch) return removed;
  }
}

async function removeProviderEvents(owner: DataSource, tenantId: number): Promise<number> {
  const removed = await inTenant(owner, tenantId, (tx) => tx.rows(statements.removeProviderEvents, [tenantId]));
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.removeSandboxObjects, [tenantId]));
  return removed.length;
}
