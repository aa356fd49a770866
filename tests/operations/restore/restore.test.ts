import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import "../../../server/features";
import { backUpCluster } from "../../../server/operations/backup/cluster-backup";
import { openBackupStore } from "../../../server/operations/backup/open-backup-store";
import {
  confirmRestore,
  planRestore,
  restore,
  type RestoreConfig,
  undoRestore,
} from "../../../server/operations/restore/restore";
import { tryRestore } from "../../../server/operations/restore/try-restore";
import { runTenantRestore } from "../../../server/operations/restore/tenant/restore-tenant.run";
import { connectDatabase, runMigrations } from "../../../server/platform/database/database";
import { startEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";
import { newStorageKey } from "../../../server/platform/files/file-store";
import { createFileStore } from "../../../server/platform/files/files";

jest.setTimeout(300_000); // each restore takes seconds, or half a minute on a busy machine

let config: RestoreConfig;
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), `portal-test-${process.pid}-`));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access to the folder
  config = {
    dataDir,
    backup: { dir: path.join(dataDir, "backups"), bucket: null, keys: [], days: 7, nightly: true },
    databaseUrl: null,
    s3: null,
  };
});
afterAll(() => rm(config.dataDir, { recursive: true }));

/** Runs the database for as long as `work` takes, as the product does. */
async function running<T>(work: (client: pg.Client, url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return await work(client, postgres.url);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function addTenant(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    "WITH added AS (INSERT INTO tenant (name, plan_id) SELECT $1, id FROM plan LIMIT 1 RETURNING id), domain AS (INSERT INTO tenant_domain (tenant_id, domain) SELECT id, $1 FROM added) SELECT id FROM added",
    [name],
  );
  return Number(rows[0]?.id);
}

async function tenantsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; epoch: string }>("SELECT name, epoch FROM tenant ORDER BY id");
  return Object.fromEntries(rows.map(({ name, epoch }) => [name, epoch]));
}

test("a deleted database comes back as it was at a minute, and a restore can be undone", async () => {
  const bytes = randomBytes(2_000);
  const { key, id, between, epochs } = await running(async (client, url) => {
    await runMigrations(url);
    const tenant = await addTenant(client, "first.test");
    const stored = newStorageKey(tenant);
    await createFileStore(config).put(stored, bytes, "image/png");
    const row = "INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES ($1, 'a.png', 'image/png', $2, $3)";
    await client.query(row, [tenant, bytes.length, stored]);
    const backup = await backUpCluster({
      url,
      dataDir: config.dataDir,
      store: await openBackupStore(config),
      withUploads: true,
    });
    await addTenant(client, "second.test");
    // Time in whole milliseconds, after all changes so far and before all later ones.
    const { rows } = await client.query<{ now: Date }>(
      "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now, pg_sleep(0.01)",
    );
    await addTenant(client, "third.test");
    await expect(restore(config, await planRestore(config, "latest"), () => {})).rejects.toThrow(
      "The product is running",
    );
    return { key: stored, id: backup, between: rows[0]?.now as Date, epochs: await tenantsOf(client) };
  });
  await rm(path.join(config.dataDir, "postgres/cluster"), { recursive: true });
  await rm(path.join(config.dataDir, "files"), { recursive: true });

  const future = new Date(Date.now() + 60_000);
  await expect(planRestore(config, future)).rejects.toThrow(`${future.toISOString()} is in the future`);
  await expect(planRestore(config, new Date("2020-01-01"))).rejects.toThrow("The first backup contains changes until");
  const plan = await planRestore(config, between);
  expect(plan.backup).toMatchObject({ id, tenants: [{ name: "first.test" }] });
  await restore(config, plan, () => {});
  await running(async (client) => {
    const restored = await tenantsOf(client);
    expect(Object.keys(restored)).toEqual(["first.test", "second.test"]);
    expect(restored["first.test"]).not.toBe(epochs["first.test"]);
    await addTenant(client, "fourth.test");
  });
  expect(await readFile(path.join(config.dataDir, "files", key))).toEqual(bytes);
  expect(await undoRestore(config)).toBe(false); // nothing was left of the deleted database

  await restore(config, await planRestore(config, "latest", id), () => {});
  await running(async (client) => expect(Object.keys(await tenantsOf(client))).toEqual(["first.test"]));
  await expect(restore(config, plan, () => {})).rejects.toThrow("The last restore isn't confirmed");
  expect(await undoRestore(config)).toBe(true);
  await running(async (client) => {
    expect(Object.keys(await tenantsOf(client))).toEqual(["first.test", "second.test", "fourth.test"]);
  });

  await writeFile(path.join(config.dataDir, "postgres/cluster/global/pg_control"), "broken");
  await restore(config, plan, () => {});
  await running(async (client) => {
    expect(Object.keys(await tenantsOf(client))).toEqual(["first.test", "second.test"]);
  });
  expect(await confirmRestore(config)).toBe(true);
  expect(await confirmRestore(config)).toBe(false);
  expect(await undoRestore(config)).toBe(false);
});

test("one organization is put back from a backup while the database is in use", async () => {
  const bytes = randomBytes(2_000);
  await running(async (client, url) => {
    await runMigrations(url);
    const tenant = await addTenant(client, "back.test");
    const key = newStorageKey(tenant);
    const files = createFileStore(config);
    await files.put(key, bytes, "image/png");
    const row = "INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES ($1, 'a.png', 'image/png', $2, $3)";
    await client.query(row, [tenant, bytes.length, key]);
    await backUpCluster({ url, dataDir: config.dataDir, store: await openBackupStore(config), withUploads: true });
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO department (tenant_id, name) VALUES ($1, 'After the backup') RETURNING id",
      [tenant],
    );
    // The next whole second: after this change, which isn't archived yet, and before all later ones.
    const { rows: times } = await client.query<{ now: Date }>(
      `SELECT date_trunc('second', clock_timestamp()) + interval '1 s' AS now,
         pg_sleep(1.1 - extract(epoch FROM clock_timestamp() - date_trunc('second', clock_timestamp())))`,
    );
    await client.query("UPDATE tenant SET name = 'Renamed' WHERE id = $1", [tenant]);
    await client.query("DELETE FROM department WHERE id = $1", [rows[0]?.id]);
    await client.query("DELETE FROM file WHERE tenant_id = $1", [tenant]);
    await files.remove(key);
    await addTenant(client, "later.test");
    const before = await tenantsOf(client);

    const owner = await connectDatabase({ url, role: "owner", poolSize: 2 });
    const output: string[] = [];
    const restoring = (answer: string) =>
      runTenantRestore(owner, config, {
        tenant: "back.test",
        to: times[0]?.now.toISOString().replace(".000Z", "Z") as string,
        print: (text) => output.push(text),
        ask: async () => answer,
      });
    try {
      await expect(restoring("other.test")).rejects.toThrow("Nothing was changed");
      await restoring("back.test");
    } finally {
      await owner.destroy();
    }
    const { Renamed: epoch, ...others } = before;
    const { "back.test": next, ...otherTenants } = await tenantsOf(client);
    expect(otherTenants).toEqual(others);
    expect([typeof next, next === epoch]).toEqual(["string", false]);
    expect(await readFile(path.join(config.dataDir, "files", key))).toEqual(bytes);
    expect(output.at(-1)).toContain("back.test is back");
    expect(output).toContainEqual(expect.stringContaining("The last change that it contains"));
    const departments = await client.query("SELECT name FROM department WHERE tenant_id = $1", [tenant]);
    expect(departments.rows).toEqual([{ name: "After the backup" }]);

    const trial: string[] = [];
    await tryRestore(config, await planRestore(config, "latest"), (text) => trial.push(text));
    expect(trial).toContain("  later.test");
    expect(await tenantsOf(client)).toMatchObject(others);
  });
});
