import { randomUUID } from "node:crypto";
import { runTenantCommand, UsageError } from "../../../server/administration/tenants/tenant-command.run";
import { TenantAdminError } from "../../../server/administration/tenants/tenant-admin";
import { testServer } from "../../support/server";
import { password } from "../../support/world";

const server = testServer();

async function command(...args: string[]): Promise<string> {
  const output: string[] = [];
  await runTenantCommand(server.owner, args, {
    print: (text) => output.push(text),
    ask: () => Promise.reject(new Error("Nothing is asked")),
    deletion: () => ({ files: server.platform.files, forgetJobs: () => Promise.resolve(0) }),
    published: (events) => server.published.push(...events),
  });
  return output.join("\n");
}

describe("GET /api/check-tenant", () => {
  test("an unknown host name returns 404, a malformed one 400", async () => {
    const { api } = await server.world();
    for (const host of ["nobody.test", "", "localhost.", "[::1]", "x'; DROP TABLE tenant; --"]) {
      const answer = await api().with({ host }).get("/api/check-tenant");
      expect([400, 404]).toContain(answer.status);
      expect(answer.body.code).toBe(answer.status === 404 ? "tenant.unknown" : "request.malformed");
    }
  });

  test("check-tenant returns only data for the sign-in page", async () => {
    const { api, host, tenantId } = await server.world();
    for (const typed of [host, host.toUpperCase(), `${host}:1337`]) {
      const { body } = await api().with({ host: typed }).get("/api/check-tenant");
      const [, key] = host.split(/[-.]/);
      const name = `World ${key}`;
      expect(body.data).toEqual({
        id: tenantId,
        name,
        tenant_name: name,
        domain: host,
        logo: null,
        website: null,
        active: true,
        sign_on: null,
        language: null,
        theme: null,
        brand_color: null,
      });
    }
  });

  test("check-tenant works with an expired plan, but not for an inactive tenant", async () => {
    const { api, change } = await server.world();
    await change({ planEndsAt: new Date(Date.now() - 1000) });
    expect((await api().get("/api/check-tenant")).status).toBe(200);
    await change({ active: false });
    const answer = await api().get("/api/check-tenant");
    expect(answer.status).toBe(423);
    expect(answer.body.message).toBe("Access Denied: Inactive Tenant");
  });
});

describe("GET /api-plan", () => {
  test("plans are listed in the reader's language, with the current one marked", async () => {
    const { api, admin, employee } = await server.world({ plan: "team" });
    const { body } = await api(admin).with({ "accept-language": "de" }).get("/api-plan");
    const short = body.data.map((plan: Record<string, unknown>) => [
      plan.code,
      plan.monthly_price,
      plan.current_plan,
      plan.can_subscribe,
    ]);
    expect(short).toEqual([
      ["free", "0.00", false, true],
      ["team", "49.00", true, false],
      ["business", "129.00", false, true],
    ]);
    expect(body.data[0]).toMatchObject({ name: "Kostenlos", user_limit: 5, project_limit: 3, features: [] });
    expect(body.data[2]).toMatchObject({ user_limit: null, project_limit: null });
    expect(body.count_summary).toEqual({ users: 6, projects: 0 });
    expect(body).toMatchObject({ has_active_subscription: true, remaining_days: null });
    const mine = (await api(employee).get("/api-plan")).body;
    expect(mine.data.some((plan: { can_subscribe: boolean }) => plan.can_subscribe)).toBe(false);
  });

  test("an expired plan can be chosen again", async () => {
    const { api, admin, change } = await server.world({ plan: "team" });
    await change({ planEndsAt: new Date(Date.now() - 1000) });
    const { body } = await api(admin).get("/api-plan");
    expect(body).toMatchObject({ has_active_subscription: false, remaining_days: 0 });
    expect(body.data[1]).toMatchObject({ current_plan: true, can_subscribe: true });
  });
});

describe("POST /subscription/continue-free", () => {
  test("continue-free is refused before the plan expires and without permission", async () => {
    const { api, admin, employee, change } = await server.world({ plan: "team" });
    expect((await api(admin).post("/subscription/continue-free")).body.code).toBe("plan.notExpired");
    await change({ planEndsAt: new Date(Date.now() - 1000) });
    expect((await api(employee).post("/subscription/continue-free")).status).toBe(403);
    expect((await api(admin).get("/project/list")).status).toBe(402);
  });

  test("of several concurrent continue-free calls, one succeeds", async () => {
    const { api, admin, employee, change, events } = await server.world({ plan: "team" });
    await change({ planEndsAt: new Date(Date.now() - 1000) });
    const mark = server.published.length;
    const answers = await Promise.all([1, 2, 3].map(() => api(admin).post("/subscription/continue-free")));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2);
    expect((await api(employee).get("/project/list")).status).toBe(200);
    expect((await api(admin).get("/auth/user")).body.data.tenant).toMatchObject({ features: [], remaining_days: null });
    expect(events(mark).map(({ event }) => event.type)).toEqual(["tenant.updated"]);
  });
});

describe("npm run tenant", () => {
  const host = () => `c-${randomUUID().slice(0, 8)}.test`;
  const create = (domain: string, ...options: string[]) =>
    command("create", "--name", "Initech", "--domain", domain, "--email", `boss@${domain}`, ...options);

  test.each([
    [[], "No command given."],
    [["destroy"], 'Unknown command "destroy".'],
    [["deactivate"], '"deactivate" requires a domain or an id.'],
    [["set-plan", "x.test"], '"set-plan" requires'],
    [["create", "--name", "X"], '"create" requires --name, --domain and --email.'],
    [["create", "--name", "X", "--domain", "x.test", "--email", "nobody"], '"nobody" is not a valid e-mail address.'],
    [
      ["create", "--name", "X", "--domain", "x.test", "--email", "a@b.test", "--password", "weak"],
      "The password must have",
    ],
    [["set-plan", "x.test", "team", "--days", "soon"], "--days must be a number"],
    [["list", "--all"], "--all"],
  ])("npm run tenant with the arguments %j prints usage instructions", async (args, words) => {
    const failing = command(...args);
    await expect(failing).rejects.toThrow(UsageError);
    await expect(failing).rejects.toThrow(words);
    await expect(failing).rejects.toThrow("npm run tenant -- list");
  });

  test("unknown and duplicate host names and unknown plans are reported", async () => {
    const domain = host();
    await create(domain);
    await expect(create(domain)).rejects.toThrow(`The host name "${domain}" is already used by another tenant.`);
    await expect(create("under_score.test")).rejects.toThrow('"under_score.test" is not a valid host name.');
    await expect(create(host(), "--plan", "gold")).rejects.toThrow('Unknown plan "gold"');
    await expect(command("expire", "nobody.test")).rejects.toThrow(TenantAdminError);
  });

  test("creating a tenant is rolled back completely on failure", async () => {
    const [takenHost, freeHost] = [host(), host()];
    await create(takenHost);
    await expect(create(freeHost, "--domain", takenHost)).rejects.toThrow(TenantAdminError);
    expect(await server.owner.query("SELECT FROM tenant_domain WHERE domain = $1", [freeHost])).toEqual([]);
  });

  test("a new tenant's administrator signs in with the printed or given password", async () => {
    const { api } = await server.world();
    const [printedHost, givenHost] = [host(), host()];
    const output = await create(printedHost);
    const secret = /password: (\S+)/.exec(output)?.[1] as string;
    expect(await create(givenHost, "--password", password, "--fullname", "Bill Boss")).not.toContain(password);
    for (const [domain, word] of [
      [printedHost, secret],
      [givenHost, password],
    ] as const) {
      const answer = await api()
        .with({ host: domain })
        .post("/auth/login", { email: `boss@${domain}`, password: word });
      expect(answer.body.user).toMatchObject({
        role: { name: "Administrator" },
        tenant: { name: "Initech", features: [] },
      });
    }
    expect(await command("list")).toMatch(new RegExp(`Initech +${givenHost} +free +- +yes +1`));
  });

  test("status and plan changes by command apply immediately and emit events", async () => {
    const { api, host: domain, employee, events, tenantId } = await server.world({ plan: "free" });
    const status = async () => (await api(employee).get("/project/list")).status;
    expect(await status()).toBe(200);
    await command("deactivate", domain);
    expect(await status()).toBe(423);
    await command("activate", "--domain", domain);
    expect(await status()).toBe(200);
    await command("expire", String(tenantId));
    expect(await status()).toBe(402);
    await command("set-plan", domain, "business", "--days", "14");
    expect(await status()).toBe(200);
    expect((await api(employee).get("/auth/user")).body.data.tenant).toMatchObject({ remaining_days: 14 });
    const updates = events().filter(({ event }) => event.type === "tenant.updated");
    expect(updates).toHaveLength(4);
    expect(updates[0]).toMatchObject({ stream: `tenant:${tenantId}`, event: { actor: null, data: { id: tenantId } } });
  });

  test("assigning a plan sets its start; changing its end doesn't", async () => {
    const { host: domain, tenantId } = await server.world({ plan: "free" });
    const begun = async () => {
      const [row] = await server.owner.query<{ today: boolean }[]>(
        "SELECT plan_starts_at > now() - interval '1 day' AS today FROM tenant WHERE id = $1",
        [tenantId],
      );
      return row?.today;
    };
    await server.owner.query("UPDATE tenant SET plan_starts_at = now() - interval '9 days' WHERE id = $1", [tenantId]);
    await command("expire", domain);
    expect(await begun()).toBe(false);
    await command("set-plan", domain, "business", "--days", "14");
    expect(await begun()).toBe(true);
  });
});

describe("PUT /tenant", () => {
  const values = { name: "Harbour", website: "https://harbour.example", time_zone: "Europe/Berlin" };

  test("changing a tenant returns 403 without permission and 422 for invalid fields", async () => {
    const { api, admin, employee } = await server.world();
    expect((await api(employee).put("/tenant", values)).status).toBe(403);
    const wrong = { name: " ", website: "javascript:alert(1)", time_zone: "+03:00" };
    for (const [field, value] of Object.entries(wrong)) {
      const answer = await api(admin).put("/tenant", { ...values, [field]: value });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });

  test("changing a tenant emits an event; a concurrent change gets 409", async () => {
    const world = await server.world();
    const admin = world.api(world.admin);
    const { version } = (await admin.get("/tenant")).body.data;
    const mark = server.published.length;
    const answers = await Promise.all([
      admin.put("/tenant", { ...values, version }),
      admin.put("/tenant", { ...values, name: "Port", version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(lost?.body.data).toMatchObject({ name: won?.body.data.name, version: version + 1 });
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["tenant.updated"]);
    expect((await admin.put("/tenant", { ...values, website: "" })).body.data.website).toBeNull();
  });
});
