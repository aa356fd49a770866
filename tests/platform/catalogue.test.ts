import { testServer } from "../support/server";

/** Checks tenant isolation by reading the database catalog. A new table without tenant isolation fails here. */
const server = testServer();

/** Tables without a tenant, each with the reason. */
const withoutTenant = {
  installation_notice: "what operators tell the users of all tenants",
  installation_secret: "keys of the installation: web push, links in mails",
  kept_invoice: "what an organization whose data was deleted was charged with: the operator's own books",
  migration: "what has run",
  operator_account: "the operator belongs to no tenant; only the database's owner reads it",
  operator_log: "the same",
  operator_session: "the same",
  plan: "the same for all",
  provider_event: "comes before any tenant is known; whoever serves calls reads no content of it",
  request_family: "the same for all",
  schedule_run: "schedules run for all tenants; holds names and times alone",
  sandbox_object: "what a payment provider would know, where there is none",
  tenant: "the tenant itself; its fence goes by id",
  tenant_deletion: "that an organization's data was deleted; nothing leads to one any more",
  tenant_domain: "read before any tenant is known; holds host names alone",
} as const;

const look = <Row>(query: string, values: unknown[] = []) => server.owner.query<Row[]>(query, values);

interface Table {
  name: string;
  tenant: boolean;
  enabled: boolean;
  forced: boolean;
  owner: string;
}

const tables = () =>
  look<Table>(
    `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced, pg_get_userbyid(c.relowner) AS owner,
            EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS tenant
     FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );

const fenced = async () => (await tables()).filter((table) => table.tenant && !(table.name in withoutTenant));

test("every table without a tenant is listed with a reason", async () => {
  const names = (await tables()).filter((table) => !table.tenant).map((table) => table.name);
  expect(names).toEqual(
    Object.keys(withoutTenant)
      .filter((name) => name !== "tenant_domain")
      .sort(),
  );
});

test("every table with a tenant has row-level security, enabled and forced", async () => {
  const all = await fenced();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((table) => !table.enabled || !table.forced).map((table) => table.name)).toEqual([]);
});

test("the own_tenant policy restricts every command to the tenant's rows", async () => {
  const policies = await look<{ name: string; roles: string[]; cmd: string; qual: string; check: string }>(
    `SELECT tablename AS name, roles::text[] AS roles, cmd, qual, with_check AS check FROM pg_policies
     WHERE schemaname = 'public' AND policyname = 'own_tenant'`,
  );
  for (const { name } of await fenced()) {
    const policy = policies.find((each) => each.name === name);
    expect([name, policy?.cmd, policy?.qual, policy?.check, policy?.roles]).toEqual([
      name,
      "ALL",
      "(tenant_id = current_tenant())",
      "(tenant_id = current_tenant())",
      ["public"],
    ]);
  }
});

test("no other policy gives the application access to more rows", async () => {
  const wider = await look<{ name: string; policy: string; roles: string[] }>(
    `SELECT tablename AS name, policyname AS policy, roles::text[] AS roles FROM pg_policies
     WHERE schemaname = 'public' AND policyname <> 'own_tenant' AND permissive = 'PERMISSIVE' ORDER BY 1, 2`,
  );
  for (const { roles } of wider) expect(roles).toEqual(["portal_worker"]);
  expect(new Set(wider.map(({ name }) => name))).toEqual(
    new Set([
      "booking_invitation",
      "domain_event",
      "notification_delivery",
      "request_decision",
      "subscription",
      "subscription_checkout",
      "subscription_customer",
      "tenant",
    ]),
  );
});

test("tenant_id is not null and references the tenant", async () => {
  const nullable = await look<{ name: string }>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     WHERE c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id' AND NOT a.attnotnull`,
  );
  expect(nullable).toEqual([]);
  const leading = await look<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND k.confrelid = 'tenant'::regclass`,
  );
  const names = leading.map(({ name }) => name);
  expect((await fenced()).map((table) => table.name).filter((name) => !names.includes(name))).toEqual([]);
});

test("every foreign key between tenant tables includes the tenant", async () => {
  const keys = await look<{ source: string; target: string; columns: string[]; targets: string[] }>(
    `SELECT s.relname AS source, t.relname AS target,
            ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u (n, i)
                  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.i) AS columns,
            ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u (n, i)
                  JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.i) AS targets
     FROM pg_constraint k JOIN pg_class s ON s.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
  );
  const inside = new Set((await fenced()).map((table) => table.name));
  const between = keys.filter((key) => inside.has(key.target));
  expect(between.length).toBeGreaterThan(20);
  const crossing = between.filter((key) => {
    const at = key.targets.indexOf("tenant_id");
    return at < 0 || key.columns[at] !== (key.source === "tenant" ? "id" : "tenant_id");
  });
  expect(crossing).toEqual([]);
});

test("unique indexes include the tenant, so they reveal no other tenant's values", async () => {
  const unique = await look<{ name: string; rule: string }>(
    `SELECT c.relname AS name, i.indexrelid::regclass::text AS rule FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
     WHERE i.indisunique AND NOT i.indisprimary
       AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) AND a.attname = 'tenant_id')`,
  );
  expect(unique.filter(({ name }) => !(name in withoutTenant))).toEqual([]);
});

test("views run with the caller's permissions", async () => {
  const views = await look<{ name: string; options: string[] | null }>(
    `SELECT relname AS name, reloptions AS options FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name, options } of views) expect([name, options]).toEqual([name, ["security_invoker=true"]]);
});

test("the application's roles own no objects and can't bypass row-level security", async () => {
  const roles = await look<{ name: string; free: boolean; owns: number; members: string[] }>(
    `SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb AS free,
            (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) +
            (SELECT count(*)::int FROM pg_proc p WHERE p.proowner = r.oid) AS owns,
            ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid) AS members
     FROM pg_roles r WHERE r.rolname IN ('portal_app', 'portal_worker') ORDER BY 1`,
  );
  expect(roles).toEqual([
    { name: "portal_app", free: false, owns: 0, members: [] },
    { name: "portal_worker", free: false, owns: 0, members: [] },
  ]);
});

test("functions with owner permissions have a fixed search path", async () => {
  const definers = await look<{ name: string; settings: string[] | null }>(
    `SELECT proname AS name, proconfig AS settings FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace`,
  );
  for (const { settings } of definers)
    expect(settings?.some((setting) => setting.startsWith("search_path="))).toBe(true);
});

describe("as the application's role", () => {
  const app = <Row>(query: string) => server.platform.database.query<Row[]>(query);

  test("without a tenant no row is visible and none can be inserted", async () => {
    const { tenantId } = await server.world();
    const names = (await fenced()).map((table) => table.name);
    for (const name of [...names, "tenant"])
      expect([name, await app(`SELECT 1 FROM ${name} LIMIT 1`)]).toEqual([name, []]);
    // Proves that the tenant had rows.
    expect((await look("SELECT FROM app_user WHERE tenant_id = $1", [tenantId])).length).toBeGreaterThan(5);
    const insert = "INSERT INTO department (tenant_id, name, code) VALUES (1, 'x', 'x')";
    await expect(app(insert)).rejects.toMatchObject({ driverError: { code: "42501" } });
  });

  test("with a tenant only its rows are visible and writable", async () => {
    const [world, otherWorld] = [await server.world(), await server.world()];
    const statement = (text: string) => ({ name: `fence.${text.length}.${text.slice(0, 20)}`, text });
    const visibleTenants = await world.tx((tx) =>
      tx.rows<{ tenant_id: number }>(statement("SELECT DISTINCT tenant_id FROM app_user")),
    );
    expect(visibleTenants).toEqual([{ tenant_id: world.tenantId }]);
    const tenants = await world.tx((tx) => tx.rows<{ id: number }>(statement("SELECT id FROM tenant")));
    expect(tenants).toEqual([{ id: world.tenantId }]);
    const refused = { code: "42501" };
    const insert = `INSERT INTO department (tenant_id, name, code) VALUES (${otherWorld.tenantId}, 'x', 'x')`;
    await expect(world.tx((tx) => tx.rows(statement(insert)))).rejects.toMatchObject(refused);
    const move = `UPDATE role SET tenant_id = ${otherWorld.tenantId}`;
    await expect(world.tx((tx) => tx.rows(statement(move)))).rejects.toMatchObject(refused);
    const remove = `DELETE FROM app_user WHERE tenant_id = ${otherWorld.tenantId} RETURNING id`;
    expect(await world.tx((tx) => tx.rows(statement(remove)))).toEqual([]);
  });

  test("the tenant setting ends with the transaction and doesn't leak through the pool", async () => {
    const { tx } = await server.world();
    await Promise.all(Array.from({ length: 20 }, () => tx((unit) => unit.rows({ name: "one", text: "SELECT 1" }))));
    const left = await Promise.all(
      Array.from({ length: 20 }, () => app<{ tenant: unknown }>("SELECT current_tenant() AS tenant")),
    );
    expect(left.flat().every(({ tenant }) => tenant === null)).toBe(true);
  });
});
