import { sql, type Tx } from "../../../../server/platform/database/unit-of-work";
import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import { saveAllowanceRules } from "../../../../server/requests/leave/ledger/allowance-rules.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();
const year = new Date().getUTCFullYear();

interface LedgerRow {
  reason: string;
  days: number;
  cause: string | null;
}

async function setUp() {
  const world = await server.world();
  const fixture = await leaveFixture(world);
  const id = await fixture.newType({ daysFemale: 28, daysMale: 28, rounding: "exact" });
  const path = `/leave/leave-type/${id}/allowance-rules`;
  const ledger = async (userId: number) => {
    const reply = requireOk(await fixture.hr.get(`/leave/balance/${userId}/ledger?leave_type_id=${id}&year=${year}`));
    return reply.body as { data: LedgerRow[]; balances: { balance: number; allowance: { segments: object[] } }[] };
  };
  return { ...fixture, world, id, path, ledger };
}

const execute = (world: World, name: string, statement: string, values: unknown[]) =>
  world.tx((tx) => tx.rows<{ id: number }>(sql(`test.allowance.${name}`, statement), values));

test("only editors of leave types read, preview and save rules", async () => {
  const { employee, manager, path } = await setUp();
  for (const api of [employee, manager]) {
    expect((await api.get(path)).status).toBe(403);
    expect((await api.put(path, { rules: [] })).status).toBe(403);
    expect((await api.post(`${path}/preview`, { rules: [] })).status).toBe(403);
  }
});

test("wrong rules are refused by field", async () => {
  const { hr, path } = await setUp();
  const rules = [
    { name: "", days: -1, group_id: 999_999, steps: [{ years: 5, days: 1 }] },
    { name: "Twice", days: 1, steps: [1, 2].map((days) => ({ years: 5, days })) },
  ];
  expect(Object.keys((await hr.put(path, { rules })).body.errors).sort()).toEqual([
    "rules.0.days",
    "rules.0.name",
    "rules.1.steps",
  ]);
  const unknown = { name: "Unknown", days: 1, group_id: 999_999, department_id: 999_999 };
  for (const call of [
    () => hr.put(path, { rules: [unknown] }),
    () => hr.post(`${path}/preview`, { rules: [unknown] }),
  ]) {
    expect(Object.keys((await call()).body.errors).sort()).toEqual(["rules.0.department_id", "rules.0.group_id"]);
  }
  expect((await hr.put("/leave/leave-type/999999/allowance-rules", { rules: [] })).status).toBe(404);
});

test("a preview names each user's rule and changes nothing; saving corrects balances", async () => {
  const { world, hr, path, people, ledger } = await setUp();
  await execute(
    world,
    "location",
    "UPDATE app_user SET location = 'Berlin' WHERE tenant_id = current_tenant() AND id = $1",
    [people.employee.id],
  );
  const rules = [{ name: "Berlin", location: "berlin", days: 30, steps: [] }];
  const { data } = requireOk(await hr.post(`${path}/preview`, { rules })).body;
  expect([data.year, data.changed]).toEqual([year, 1]);
  expect(data.rows[0]).toMatchObject({ person: { id: people.employee.id }, before: 28, after: 30, rule: "Berlin" });
  expect((await ledger(people.employee.id)).data.map(({ days }) => days)).toEqual([28]);

  const saved = requireOk(await hr.put(path, { rules })).body.data;
  expect(saved.rules).toMatchObject([{ name: "Berlin", days: 30, group_id: null }]);
  const after = await ledger(people.employee.id);
  expect(after.data).toMatchObject([
    { reason: "allowance", days: 28, cause: null },
    { reason: "allowance", days: 2, cause: "allowance_rules" },
  ]);
  expect(after.balances[0]).toMatchObject({ balance: 30, allowance: { days: 30, segments: [{ rule: "Berlin" }] } });
  expect((await ledger(people.manager.id)).data).toHaveLength(1);

  // Tests a version made stale by another user's change, and the removal of all rules.
  expect((await hr.put(path, { rules: [], version: saved.version - 1 })).body.code).toBe("leave.typeStale");
  requireOk(await hr.put(path, { rules: [], version: saved.version }));
  expect((await ledger(people.employee.id)).balances[0]).toMatchObject({ balance: 28 });
});

test("seniority, groups and departments below decide", async () => {
  const { world, hr, path, people, ledger } = await setUp();
  await execute(world, "joined", "UPDATE app_user SET joined_on = $2 WHERE tenant_id = current_tenant() AND id = $1", [
    people.employee.id,
    `${year - 5}-12-31`,
  ]);
  const [above] = await execute(
    world,
    "department",
    "INSERT INTO department (tenant_id, name) VALUES (current_tenant(), $1) RETURNING id",
    ["Above"],
  );
  await execute(
    world,
    "below",
    `WITH below AS (INSERT INTO department (tenant_id, name, parent_id) VALUES (current_tenant(), 'Below', $2) RETURNING id)
     UPDATE app_user SET department_id = below.id FROM below WHERE tenant_id = current_tenant() AND app_user.id = $1`,
    [people.manager.id, above?.id],
  );
  const [group] = await execute(
    world,
    "group",
    `WITH made AS (INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), 'Group') RETURNING id)
     INSERT INTO user_group_member (tenant_id, group_id, user_id) SELECT current_tenant(), id, $1 FROM made RETURNING group_id AS id`,
    [people.hr.id],
  );
  const rules = [
    { name: "Group", group_id: group?.id, days: 26 },
    { name: "Department", department_id: above?.id, days: 27 },
    { name: "Seniority", days: 28, steps: [{ years: 5, days: 31 }] },
  ];
  requireOk(await hr.put(path, { rules }));
  const balance = async (id: number) => (await ledger(id)).balances[0]?.balance;
  expect(await balance(people.employee.id)).toBe(31);
  expect(await balance(people.manager.id)).toBe(27);
  expect(await balance(people.hr.id)).toBe(26);
});

test("overrides of the caller, unknown users and overlapping periods are refused", async () => {
  const { hr, employee, manager, id, people } = await setUp();
  const body = { leave_type_id: id, from: `${year}-01-01`, until: null, days: 35, reason: "Contract" };
  const path = `/leave/balance/${people.employee.id}/override`;
  expect((await employee.post(path, body)).status).toBe(403);
  expect((await manager.post(path, body)).status).toBe(403);
  expect((await hr.post(`/leave/balance/${people.hr.id}/override`, body)).body.code).toBe("leave.ownBalance");
  expect((await hr.post("/leave/balance/999999/override", body)).status).toBe(404);
  expect(Object.keys((await hr.post(path, { ...body, leave_type_id: 999_999 })).body.errors)).toEqual([
    "leave_type_id",
  ]);
  expect(Object.keys((await hr.post(path, { leave_type_id: id, until: "x" })).body.errors).sort()).toEqual([
    "days",
    "from",
    "reason",
    "until",
  ]);
  requireOk(await hr.post(path, body));
  expect(Object.keys((await hr.post(path, { ...body, from: `${year}-06-01` })).body.errors)).toEqual(["from"]);
  expect((await hr.delete("/leave/allowance-override/999999")).status).toBe(404);
});

test("an override changes the balance with its reason, and its deletion reverts it", async () => {
  const { hr, employee, id, people, ledger } = await setUp();
  const body = { leave_type_id: id, from: `${year}-01-01`, until: null, days: 35, reason: "Contract" };
  const { data } = requireOk(await hr.post(`/leave/balance/${people.employee.id}/override`, body)).body;
  const own = requireOk(await employee.get(`/leave/balance/${people.employee.id}/overrides`)).body.data;
  expect(own).toMatchObject([
    { id: data.id, days: 35, reason: "Contract", until: null, created_by: { id: people.hr.id } },
  ]);
  const after = await ledger(people.employee.id);
  expect(after.data.at(-1)).toMatchObject({ reason: "allowance", days: 7, cause: "allowance_override" });
  expect(after.balances[0]).toMatchObject({ balance: 35, allowance: { segments: [{ override: "Contract" }] } });
  requireOk(await hr.delete(`/leave/allowance-override/${data.id}`));
  expect((await ledger(people.employee.id)).balances[0]?.balance).toBe(28);
});

test("previews and events of overrides name the organization's year", async () => {
  const { world, hr, id, path, people } = await setUp();
  await runOnTenantDay(server.owner, "2041-01-01", async () => {
    expect(requireOk(await hr.post(`${path}/preview`, { rules: [] })).body.data.year).toBe(2041);
    const mark = server.published.length;
    const body = { leave_type_id: id, from: "2041-01-01", until: null, days: 35, reason: "Contract" };
    requireOk(await hr.post(`/leave/balance/${people.employee.id}/override`, body));
    const changes = world.events(mark).filter(({ event }) => event.type === "leave.balances_changed");
    expect(changes.map(({ event }) => (event.data as { year: number }).year)).toContain(2041);
    expect(changes.map(({ event }) => (event.data as { year: number }).year)).not.toContain(year);
  });
});

test("two concurrent changes of the rules: the second gets 409", async () => {
  const { world, hr, id, path, people, ledger } = await setUp();
  const { version } = requireOk(await hr.get(path)).body.data;
  const save = (days: number) => (tx: Tx) =>
    saveAllowanceRules(tx, id, { rules: [{ name: "All", days, steps: [] }], version });
  const [first, second] = await runSerialized(server, world, save(30), save(40));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "leave.typeStale" } });
  expect((await ledger(people.employee.id)).data).toHaveLength(2);
  expect(await world.tx((tx) => grantAllowances(tx))).toBe(0);
});
