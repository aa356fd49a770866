import type { DataSource } from "typeorm";
import { createUnitOfWork, type Tx, unnamed } from "../platform/database/unit-of-work";
import type { FileStore } from "../platform/files/file-store";
import { TenantAdminError } from "./tenant-admin";
import * as statements from "./tenant-deletion.sql";

/** What goes with an organisation's rows. */
export interface TenantDeletion {
  owner: DataSource;
  files: FileStore;
  /** Takes what is queued or remembered of its events out of the queue. @returns of how many jobs. */
  forgetJobs(tenantId: number): Promise<number>;
  /** Hears what has been done. */
  print(text: string): void;
  /** So many rows go in one transaction. */
  batch?: number;
}

interface Deleted {
  name: string;
  domains: string[];
  customerId: string | null;
}

/**
 * Whether an organisation may be deleted: its account was closed by its administrators, and their waiting period is over. Of one
 * whose deletion was broken off it is known already.
 * @throws TenantAdminError otherwise.
 */
export async function deletableTenant(owner: DataSource, tenantId: number): Promise<Deleted> {
  return inTenant(owner, tenantId, async (tx) => {
    const found = await tx.one<Deleted & { closed: boolean }>(statements.deletable, [tenantId]);
    if (!found) throw new TenantAdminError("There is no such tenant.");
    if (!found.closed)
      throw new TenantAdminError(
        `${found.name} isn't closed. Its administrators close the account under "Organization"; thirty days later it can be deleted.`,
      );
    return found;
  });
}

/**
 * Removes all that an organisation has: rows, files, jobs, feeds. In steps, each in a transaction of its own, of which every one
 * can be done again: what breaks off is gone on with by asking once more. What it was charged with is kept for the operator's
 * own books, without anything else of it.
 * @throws TenantAdminError for one that isn't closed.
 */
export async function deleteTenant(deletion: TenantDeletion, tenantId: number): Promise<void> {
  const { owner, print } = deletion;
  const { name, domains, customerId } = await deletableTenant(owner, tenantId);
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.begin, [tenantId, name, domains, customerId]));
  const invoices = await inTenant(owner, tenantId, (tx) => tx.rows(statements.keepInvoices, [tenantId]));
  print(`Kept ${invoices.length} invoices for your own books (kept_invoice).`);
  const removed = await removeRows(deletion, tenantId);
  for (const [table, count] of removed) print(`${table}: ${count}`);
  const files = await removeFiles(deletion, tenantId);
  const heard = await removeProviderEvents(owner, tenantId);
  const jobs = await deletion.forgetJobs(tenantId);
  print(`Removed ${files} files, ${heard} events of the payment provider, ${jobs} jobs.`);
  await inTenant(owner, tenantId, async (tx) => {
    await tx.rows(statements.end, [tenantId, JSON.stringify({ ...Object.fromEntries(removed), files, jobs })]);
    await tx.rows(statements.removeTenant, [tenantId]);
  });
  print(`${name} is deleted.`);
}

/** Deleting much takes its time: the limit that calls have doesn't hold here. */
function inTenant<Result>(owner: DataSource, tenantId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return createUnitOfWork(owner, () => {})({ tenantId }, async (tx) => {
    await tx.rows(statements.patience);
    return work(tx);
  });
}

/**
 * Table by table, those first that lead to others. Where a row is held by one of another table, or a rule of the table asks for
 * all at once, it goes with the organisation's own row in the end, which takes everything along.
 */
async function removeRows(deletion: TenantDeletion, tenantId: number): Promise<Map<string, number>> {
  const { owner, batch = 5_000 } = deletion;
  const removed = new Map<string, number>();
  for (const table of await tablesOfTenants(owner)) {
    const remove = unnamed(statements.removeBatch(table));
    for (let found = batch; found === batch; ) {
      const gone = await inTenant(owner, tenantId, (tx) => tx.rows(remove, [tenantId, batch])).catch(heldBack);
      if (gone === null) break;
      found = gone.length;
      removed.set(table, (removed.get(table) ?? 0) + found);
    }
  }
  return new Map([...removed].filter(([, count]) => count > 0));
}

/** Class 23: a rule of the data. What else goes wrong is no matter of order. */
function heldBack(error: { code?: string; driverError?: { code?: string } }): null {
  const code = error.driverError?.code ?? error.code ?? "";
  if (code.startsWith("23") || code === "P0001") return null;
  throw error;
}

/** Every table with rows of tenants, those that others lead to last; a circle as it comes. */
async function tablesOfTenants(owner: DataSource): Promise<string[]> {
  const tables = await owner.query<{ name: string }[]>(statements.tables);
  const keys = await owner.query<{ source: string; target: string }[]>(statements.keys);
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
  return order.filter((name) => !statements.neededToTheEnd.has(name));
}

/**
 * The rows of files have left the names of their bytes in `loose_file`; those that a circle held back go now. First the bytes,
 * then the name: a crash in between leaves the name, under which there is nothing any more.
 */
async function removeFiles({ owner, files, batch = 5_000 }: TenantDeletion, tenantId: number): Promise<number> {
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.loosenFiles, [tenantId]));
  for (let removed = 0; ; ) {
    const keys = await inTenant(owner, tenantId, (tx) =>
      tx.rows<{ key: string }>(statements.looseKeys, [tenantId, batch]),
    );
    for (const { key } of keys) await files.remove(key);
    await inTenant(owner, tenantId, (tx) => tx.rows(statements.forgetKeys, [tenantId, keys.map(({ key }) => key)]));
    removed += keys.length;
    if (keys.length < batch) return removed;
  }
}

async function removeProviderEvents(owner: DataSource, tenantId: number): Promise<number> {
  const removed = await inTenant(owner, tenantId, (tx) => tx.rows(statements.removeProviderEvents, [tenantId]));
  await inTenant(owner, tenantId, (tx) => tx.rows(statements.removeSandboxObjects, [tenantId]));
  return removed.length;
}
