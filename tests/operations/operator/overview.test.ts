import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { tenantStream } from "../../../shared/kernel/events";
import { recordRuns } from "../../../workers/platform/schedule-runs";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { operatorSteps } from "./operator-steps";

const server = testServer();
const { signedIn, log } = operatorSteps(server);

/** Parks an event of the tenant, as a worker does after repeated failures. */
async function parkEvent(world: World): Promise<number> {
  await world.tx(async (tx) => tx.emit("tenant.updated", tenantStream(world.tenantId), { id: world.tenantId }));
  const [event] = await server.owner.query<{ id: number }[]>(
    `WITH parked AS (
       UPDATE domain_event SET parked_at = now(), processed_at = NULL, attempts = 5, last_error = 'on purpose'
       WHERE id = (SELECT max(id) FROM domain_event WHERE tenant_id = $1) RETURNING id
     ) SELECT id FROM parked`,
    [world.tenantId],
  );
  return (event as { id: number }).id;
}

const stateOf = async (id: number) => {
  const [event] = await server.owner.query<{ parked: boolean; processed: boolean }[]>(
    "SELECT parked_at IS NOT NULL AS parked, processed_at IS NOT NULL AS processed FROM domain_event WHERE id = $1",
    [id],
  );
  return event;
};

test("the overview names versions, disk, programs and parked events with their reason", async () => {
  const world = await server.world();
  const id = await parkEvent(world);
  const { api } = await signedIn();
  const { status, body } = await api.get("/operator/overview");
  expect(status).toBe(200);
  const { versions, disk, processes, parked, problems } = body.data;
  expect(versions).toMatchObject({
    node: process.versions.node,
    migration: expect.stringMatching(/^Operator|\d{13}$/),
  });
  expect(disk.total).toBeGreaterThan(disk.free);
  expect(processes.map(({ name }: { name: string }) => name)).toContain("test");
  const event = { id, tenant_id: world.tenantId, type: "tenant.updated", attempts: 5, last_error: "on purpose" };
  expect(parked).toContainEqual(expect.objectContaining(event));
  expect(problems).toContainEqual({ kind: "parked", count: parked.length });
});

test("a parked event is retried or discarded once, for its own tenant only", async () => {
  const [world, other] = [await server.world(), await server.world()];
  const { api, email } = await signedIn();
  const act = (tenantId: number, id: number, action: string) =>
    api.post(`/operator/parked-events/${tenantId}/${id}/${action}`);
  const [first, second] = [await parkEvent(world), await parkEvent(world)];
  for (const action of ["retry", "discard"]) expect((await act(other.tenantId, first, action)).status).toBe(404);
  expect((await act(world.tenantId, first, "retry")).status).toBe(200);
  expect(await stateOf(first)).toEqual({ parked: false, processed: false });
  expect((await act(world.tenantId, second, "discard")).status).toBe(200);
  expect(await stateOf(second)).toEqual({ parked: false, processed: true });
  expect((await act(world.tenantId, second, "discard")).status).toBe(404);
  expect((await log(email)).map(({ action }) => action)).toEqual(["signed_in", "event_retried", "event_discarded"]);
});

test("schedules are listed with their last and next run and the error of a failed one", async () => {
  const workerDatabase = await server.workerDatabase(await server.world());
  const [good, bad] = [`good ${randomUUID()}`, `bad ${randomUUID()}`];
  const recorded = (name: string, run: () => Promise<void>) =>
    recordRuns({ name, every: { everyMs: 60_000 }, run }, workerDatabase, pino({ level: "silent" }));
  await recorded(good, async () => {}).run();
  await expect(recorded(bad, () => Promise.reject(new Error("on purpose"))).run()).rejects.toThrow("on purpose");
  const { api } = await signedIn();
  const { schedules, problems } = (await api.get("/operator/overview")).body.data;
  const found = (name: string) => schedules.find((each: { name: string }) => each.name === name);
  expect(found(good).error).toBeNull();
  expect(Date.parse(found(good).next) - Date.parse(found(good).last)).toBe(60_000);
  expect(found(bad).error).toBe("on purpose");
  expect(problems).toContainEqual({ kind: "schedule", name: bad });
});

test("tenants are listed with size and limits, and changed with an entry in the log", async () => {
  const world = await server.world({ plan: "team" });
  const { api, email } = await signedIn();
  const lineOf = async () =>
    (await api.get("/operator/tenants")).body.data.find(({ id }: { id: number }) => id === world.tenantId);
  expect(await lineOf()).toMatchObject({ active: true, plan: "team", user_limit: 50, project_limit: 30, users: 6 });
  const path = `/operator/tenants/${world.tenantId}`;
  await api.post(`${path}/deactivate`);
  expect((await world.api(world.admin).get("/auth/user")).status).toBe(423);
  await api.post(`${path}/activate`);
  await api.post(`${path}/expire`);
  expect((await world.api(world.admin).get("/project/list")).status).toBe(402);
  expect((await api.put(`${path}/plan`, { plan: "gold" })).body.errors).toHaveProperty("plan");
  expect((await api.put(`${path}/plan`, { plan: "business", days: 30 })).status).toBe(200);
  expect(await lineOf()).toMatchObject({ active: true, plan: "business", user_limit: null });
  expect((await api.post("/operator/tenants/999999999/expire")).status).toBe(404);
  expect((await log(email)).map(({ action }) => action)).toEqual([
    "signed_in",
    "tenant_deactivated",
    "tenant_activated",
    "tenant_expired",
    "tenant_plan",
  ]);
  const { data } = (await api.get("/operator/log")).body;
  expect(data[0]).toMatchObject({ email, action: "tenant_plan", about: (await lineOf()).name });
});

test("only the owner reads across tenants, one by one, and keeps its own tenant", async () => {
  const worlds = [await server.world(), await server.world()];
  const ids = worlds.map(({ tenantId }) => tenantId);
  const query = "SELECT to_jsonb(current_tenant())";
  const workerDatabase = await server.workerDatabase(worlds[0] as World);
  for (const database of [server.platform.database, workerDatabase])
    await expect(database.query("SELECT read_tenants($1, $2)", [ids, query])).rejects.toThrow("permission denied");
  await server.owner.transaction(async (tx) => {
    await tx.query(`SET LOCAL app.tenant_id = '${ids[1]}'`);
    const rows = await tx.query("SELECT read_tenants($1, $2) AS id", [ids, query]);
    expect(rows).toEqual(ids.map((id) => ({ id })));
    expect(await tx.query("SELECT current_tenant() AS id")).toEqual([{ id: ids[1] }]);
  });
});

test("a new tenant's administrator signs in with the password that is shown once", async () => {
  const { api } = await signedIn();
  const domain = `t${randomUUID().slice(0, 8)}.localhost`;
  const body = { name: "Harbour", domain, email: "admin@harbour.test", plan: "team", days: 20 };
  const createdTenant = await api.post("/operator/tenants", body);
  const login = { email: body.email, password: createdTenant.body.data.password, remember: false };
  expect((await api.with({ host: domain }).post("/auth/login", login)).status).toBe(200);
  for (const invalidDomain of [domain, "not a host"])
    expect((await api.post("/operator/tenants", { ...body, domain: invalidDomain })).body.errors).toHaveProperty(
      "domain",
    );
});
