import { seedDemoIfEmpty } from "../../../server/demo/demo.seed";
import { FileStoreUnavailableError } from "../../../server/platform/files/file-store";
import { changeTenant } from "../../../server/administration/tenants/tenant-admin";
import { runTenantCommand } from "../../../server/administration/tenants/tenant-command.run";
import { deleteTenant } from "../../../server/administration/tenants/tenant-deletion";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";

/** The database has the demo tenant, with rows in nearly all tables, and another tenant. */
const server = testServer({
  databaseUrl: async () => {
    const url = await freshDatabaseUrl("deletion");
    await seedDemoIfEmpty(url);
    return url;
  },
});

let acme: number;
let globex: number;
beforeAll(async () => {
  const of = async (host: string) =>
    (await server.owner.query("SELECT tenant_id AS id FROM tenant_domain WHERE domain = $1", [host]))[0].id as number;
  [acme, globex] = [await of("localhost"), await of("globex.localhost")];
});

/** Number of rows of a tenant per table. The tables are read from the catalog, so that new tables are included. */
async function rowsOf(tenantId: number): Promise<Record<string, number>> {
  const tables: { name: string }[] = await server.owner.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const counted = await server.owner.query(
    tables
      .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}" WHERE tenant_id = $1`)
      .join(" UNION ALL "),
    [tenantId],
  );
  return Object.fromEntries(
    counted
      .filter(({ count }: { count: number }) => count > 0)
      .map((row: { name: string; count: number }) => [row.name, row.count]),
  );
}

const forgotten: number[] = [];
const forgetJobs = async (tenantId: number) => forgotten.push(tenantId);
const command = async (typed: string, output: string[] = []) =>
  runTenantCommand(server.owner, ["delete", "localhost"], {
    print: (text) => output.push(text),
    ask: async () => typed,
    published: () => {},
    deletion: () => ({ files: server.platform.files, forgetJobs }),
  });

const closed = () =>
  server.owner.query(
    "UPDATE tenant SET closes_at = now() - interval '1 day', closed_at = now(), active = false, auto_renew = false WHERE id = $1",
    [acme],
  );

test("a tenant that isn't closed, or whose name doesn't match, isn't deleted", async () => {
  const before = await rowsOf(acme);
  await expect(command("localhost")).rejects.toThrow("isn't closed");
  await server.owner.query("UPDATE tenant SET active = false WHERE id = $1", [acme]);
  await expect(command("localhost")).rejects.toThrow("isn't closed");
  await closed();
  await expect(command("globex.localhost")).rejects.toThrow("Nothing was deleted");
  expect(await rowsOf(acme)).toEqual(before);
});

test("a closed tenant that is activated isn't deleted later", async () => {
  await closed();
  await changeTenant(server.owner, acme, { active: true });
  const state = "SELECT active, closes_at, closed_at FROM tenant WHERE id = $1";
  expect(await server.owner.query(state, [acme])).toEqual([{ active: true, closes_at: null, closed_at: null }]);
  await expect(command("localhost")).rejects.toThrow("isn't closed");
  // A scheduled closing isn't cancelled by an activation, for example at the end of a restore.
  await server.owner.query("UPDATE tenant SET closes_at = now() + interval '1 day' WHERE id = $1", [acme]);
  await changeTenant(server.owner, acme, { active: true });
  expect((await server.owner.query(state, [acme]))[0]).toMatchObject({ closes_at: expect.any(Date), closed_at: null });
});

test("an interrupted deletion can continue; invoices and other tenants remain", async () => {
  await closed();
  const before = await rowsOf(acme);
  expect(Object.keys(before).length).toBeGreaterThan(80);
  const beside = await rowsOf(globex);
  await server.owner.query(
    `INSERT INTO subscription_invoice (tenant_id, provider_id, state, currency, amount_due, amount_paid, amount_remaining, issued_at)
     VALUES ($1, 'in_draft', 'draft', 'usd', 49, 0, 49, now())`,
    [acme],
  );
  const keys: { key: string }[] = await server.owner.query(
    "SELECT unnest(ARRAY[storage_key, preview_key]) AS key FROM file WHERE tenant_id = $1",
    [acme],
  );
  const storedKeys = keys.filter(({ key }) => key !== null);
  expect(storedKeys.length).toBeGreaterThan(0);

  // The file store fails at the third file.
  const { files } = server.platform;
  let removals = 0;
  const failing = {
    ...files,
    remove: async (key: string) => {
      if (++removals === 3) throw new FileStoreUnavailableError(new Error("gone"));
      await files.remove(key);
    },
  };
  const options = { owner: server.owner, forgetJobs, print: () => {}, batch: 50 };
  await expect(deleteTenant({ ...options, files: failing }, acme)).rejects.toThrow("The file store is away");
  expect(Object.keys(await rowsOf(acme))).toContain("loose_file");

  const output: string[] = [];
  await command(" localhost\n", output);
  expect(output.at(-1)).toMatch(/is deleted/);
  expect(await rowsOf(acme)).toEqual({});
  expect(await server.owner.query("SELECT FROM tenant WHERE id = $1", [acme])).toEqual([]);
  expect(await rowsOf(globex)).toEqual(beside);
  for (const { key } of storedKeys) expect(await files.get(key)).toBeNull();
  expect(forgotten).toEqual([acme]);
  const retainedData = await server.owner.query(
    `SELECT count(*)::int AS invoices, min(k.number) AS number, min(d.name) AS name, bool_and(d.ended_at IS NOT NULL) AS ended,
       array_agg(DISTINCT k.plan_code) AS plans, bool_and(k.period_starts_at <= k.issued_at AND k.period_ends_at > k.issued_at) AS within
     FROM kept_invoice k JOIN tenant_deletion d USING (former_id)`,
  );
  const invoices = before["subscription_invoice"];
  expect(retainedData).toEqual([
    {
      invoices,
      number: expect.stringMatching(/^SANDBOX-/),
      name: "Acme",
      ended: true,
      plans: ["business"],
      within: true,
    },
  ]);
});
