import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { DataSource } from "typeorm";
import { canonicalEmail } from "../../../../shared/kernel/email-address";
import { changeTenant, TenantAdminError } from "../../../administration/tenants/tenant-admin";
import { type CommittedEvent, retryConflicts } from "../../../platform/database/unit-of-work";
import * as statements from "./restore-tenant.sql";

export interface TenantRestore {
  /** Connects as a superuser, because rows are put back without triggers and foreign keys. */
  owner: DataSource;
  /** A connection to a copy of the database at the chosen minute. */
  copy: pg.ClientBase;
  /** Puts the bytes of a deleted file back into the file store. */
  restoreFile(key: string): Promise<void>;
  published?(events: CommittedEvent[]): void;
  print?(text: string): void;
  /** Email address of the account that becomes an active administrator, and exempt from single sign-on if no other can be. */
  administrator?: string | undefined;
}

interface TenantTable {
  table: string;
  /** Columns that aren't generated, quoted. */
  columns: string[];
}

const batchSize = 1_000;
const patienceMs = 120_000;

/**
 * Puts one organization back to the state of a copy while the others keep working (docs/decisions/0034-epoch-and-one-organization.md). Its
 * calls are answered with "Inactive Tenant" meanwhile. All rows are replaced in one transaction, so an error changes nothing.
 * @returns the number of rows that were put back
 * @throws TenantAdminError when the copy doesn't have the tenant or is of another version, or when no administrator could sign in after
 *   the restore
 */
export async function restoreTenant(restore: TenantRestore, tenantId: number): Promise<number> {
  const { owner, copy, published, print = () => {} } = restore;
  const wasActive = await checkCopy(owner, copy, tenantId);
  await changeTenant(owner, tenantId, { active: false }, published);
  try {
    await waitForRunningTransactions(owner);
    // Workers that finish jobs of the tenant may use the tables in another order.
    const rows = await retryConflicts(() => replaceRows(restore, tenantId));
    print(`Put back ${rows} rows.`);
    return rows;
  } finally {
    if (wasActive) await changeTenant(owner, tenantId, { active: true }, published);
  }
}

/** @returns whether the tenant is active at present */
async function checkCopy(owner: DataSource, copy: pg.ClientBase, tenantId: number): Promise<boolean> {
  const present = await owner.query(statements.versionAndTenant, [tenantId]);
  const earlier = (await copy.query(statements.versionAndTenant, [tenantId])).rows;
  if (!present[0]?.superuser)
    throw new TenantAdminError("One organization can be put back only by a superuser of the database.");
  if (present[0]?.active === null) throw new TenantAdminError("Tenant not found.");
  if (!earlier[0] || earlier[0].active === null)
    throw new TenantAdminError("The organization didn't exist at this minute.");
  if (earlier[0].migrations !== present[0].migrations)
    throw new TenantAdminError("The copy is from before an upgrade. Choose a minute after it.");
  return present[0].active;
}

/** Calls that were accepted before the deactivation may still write. */
async function waitForRunningTransactions(owner: DataSource): Promise<void> {
  const [{ now }] = await owner.query("SELECT clock_timestamp()::text AS now");
  for (const end = Date.now() + patienceMs; ; await delay(50)) {
    const [{ running }] = await owner.query(statements.transactionsBefore, [now]);
    if (running === 0) return;
    if (Date.now() > end) throw new TenantAdminError("Another transaction has been running for two minutes.");
  }
}

/** A sweep that has claimed keys before would remove the bytes of files that are restored. */
async function waitForSweeps(client: pg.ClientBase, tenantId: number): Promise<void> {
  await client.query(statements.lockLooseFiles, [tenantId]);
  for (;;) {
    const { swept } = (await client.query(statements.countSweptFiles, [tenantId])).rows[0] as { swept: number };
    if (swept === 0) return; // at the latest when the claims are two minutes old
    await delay(50);
  }
}

async function replaceRows(
  { owner, copy, restoreFile, administrator, print = () => {} }: TenantRestore,
  tenantId: number,
): Promise<number> {
  const runner = owner.createQueryRunner();
  try {
    const client = (await runner.connect()) as pg.ClientBase;
    const tables = (await client.query(statements.tenantTables)).rows as TenantTable[];
    await client.query("BEGIN");
    await copy.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    try {
      await client.query(statements.withoutTriggers);
      await waitForSweeps(client, tenantId);
      await client.query(statements.keepPresentFiles, [tenantId]);
      await client.query(statements.createPresentRights);
      await client.query(statements.keepPresentUsers, [tenantId]);
      await client.query(statements.keepPresentRoles, [tenantId]);
      const replaced = tables.filter(({ table }) => !statements.keptTables.has(table));
      for (const { table } of replaced) await client.query(`DELETE FROM "${table}" WHERE tenant_id = $1`, [tenantId]);
      let rows = 0;
      for (const table of replaced) rows += await copyRows(client, copy, table, tenantId);
      await restoreTenantRow(client, copy, tenantId);
      const limits = await limitRights(client, tenantId);
      limits.push(...(await keepAdministrator(client, tenantId, administrator)));
      await removeDanglingReferences(client, tenantId);
      for (const { key } of (await client.query(statements.returningFiles, [tenantId])).rows) await restoreFile(key);
      await client.query(statements.freeUnusedFiles, [tenantId]);
      await client.query(statements.keepUsedFiles, [tenantId]);
      await client.query("COMMIT");
      for (const text of limits) print(text);
      return rows;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      await copy.query("ROLLBACK");
    }
  } finally {
    await runner.release();
  }
}

/**
 * Nothing that was withdrawn since is valid again: accounts and roles keep the lesser of their earlier and their present rights.
 * @returns what an operator may have to give back.
 */
async function limitRights(client: pg.ClientBase, tenantId: number): Promise<string[]> {
  const roles = (await client.query(statements.selectLimitedRoles, [tenantId])).rows as { name: string }[];
  await client.query(statements.limitRolePermissions, [tenantId]);
  await client.query(statements.keepNewRoles, [tenantId]);
  const accounts = (await client.query(statements.limitAccounts, [tenantId])).rows as statements.LimitedAccount[];
  const describe = ({ fullname, deactivated, external, role }: statements.LimitedAccount): string => {
    const reasons = [deactivated && "is inactive", external && "is external", role && "keeps its present role"];
    return `The account of ${fullname} ${reasons.filter(Boolean).join(", ")}.`;
  };
  return [
    ...roles.map(({ name }) => `The role ${name} keeps only the permissions that it has now.`),
    ...accounts.map(describe),
  ];
}

/**
 * Makes the chosen account an administrator. Without it no administrator may be left, because administrators of the chosen minute may have
 * lost that right since, and those of the present may not have been administrators then.
 * @returns what the operator should know.
 * @throws TenantAdminError when no administrator, or not the user who is exempt from single sign-on, could sign in.
 */
async function keepAdministrator(
  client: pg.ClientBase,
  tenantId: number,
  email: string | undefined,
): Promise<string[]> {
  if (email === undefined) {
    const { rowCount: lostAdministrators } = await client.query(statements.selectLostAdministrators, [tenantId]);
    if (lostAdministrators)
      throw new TenantAdminError(
        "No administrator could sign in after the restore. Choose the account of one with --administrator <email address>.",
      );
    const { rowCount: lockedOutUsers } = await client.query(statements.selectLockedOutSignOn, [tenantId]);
    if (lockedOutUsers)
      throw new TenantAdminError(
        "Single sign-on is required, and the administrator who is exempt from it could not sign in after the restore. Choose the account of another with --administrator <email address>.",
      );
    return [];
  }
  const { rows } = await client.query(statements.makeAdministrator, [tenantId, canonicalEmail(email)]);
  const [account] = rows as { id: number; fullname: string }[];
  if (!account) throw new TenantAdminError(`There was no account with the address ${email} at this minute.`);
  const { rowCount: changed } = await client.query(statements.updateExemptUser, [tenantId, account.id]);
  return [
    `${account.fullname} is an administrator.`,
    ...(changed ? [`${account.fullname} is exempt from single sign-on.`] : []),
  ];
}

/** Copies rows as text, which is exact for every type. Both databases have the same columns in the same order. */
async function copyRows(
  client: pg.ClientBase,
  copy: pg.ClientBase,
  { table, columns }: TenantTable,
  tenantId: number,
): Promise<number> {
  await copy.query(
    `DECLARE rows_of_table NO SCROLL CURSOR FOR SELECT r::text AS row FROM "${table}" r WHERE tenant_id = ${tenantId}`,
  );
  const insert = `INSERT INTO "${table}" (${columns.join(", ")}) OVERRIDING SYSTEM VALUE
    SELECT ${columns.map((column) => `(v.r).${column}`).join(", ")}
    FROM (SELECT each::"${table}" AS r FROM unnest($1::text[]) AS each OFFSET 0) AS v`;
  for (let total = 0; ; ) {
    const { rows } = await copy.query(`FETCH ${batchSize} FROM rows_of_table`);
    if (rows.length > 0) await client.query(insert, [rows.map(({ row }) => row)]);
    total += rows.length;
    if (rows.length === batchSize) continue;
    await copy.query("CLOSE rows_of_table");
    return total;
  }
}

/** Keeps the tenant's current plan, payment and state; the epoch is new. */
async function restoreTenantRow(client: pg.ClientBase, copy: pg.ClientBase, tenantId: number): Promise<void> {
  const { columns } = (await client.query(statements.tenantColumns)).rows[0] as { columns: string[] };
  const { row } = (await copy.query("SELECT t::text AS row FROM tenant t WHERE id = $1", [tenantId])).rows[0];
  await client.query(
    `UPDATE tenant SET epoch = DEFAULT, ${columns.map((column) => `${column} = (b.r).${column}`).join(", ")}
     FROM (SELECT $2::text::tenant AS r) AS b WHERE id = $1`,
    [tenantId, row],
  );
}

/** Kept rows may refer to records that no longer exist, such as the sessions of a user who was created later. */
async function removeDanglingReferences(client: pg.ClientBase, tenantId: number): Promise<void> {
  const keys = (await client.query(statements.foreignKeys)).rows as statements.ForeignKey[];
  const between = keys.filter(({ source, target }) => [source, target].some((each) => statements.keptTables.has(each)));
  for (let changed = 1; changed > 0; ) {
    changed = 0;
    for (const key of between)
      changed += (await client.query(statements.removeDangling(key), [tenantId])).rowCount ?? 0;
  }
}
