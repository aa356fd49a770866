import { permissions } from "../../../shared/access";
import type { Actor } from "../../../server/platform/session";
import { closeMonth, reopenMonth, saveColumns } from "../../../server/people/payroll/payroll.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { Answer } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import { runOnTenantDay } from "../../requests/leave/tenant-day";
import { testServer } from "../../support/server";
import { recordStatementNames } from "../../support/statements/sent";
import { requireOk } from "../../work/tasks/board";
import { month, payrollFixture } from "./payroll-fixture";

const server = testServer();
const codeOf = ({ status, body }: Answer) => [status, body.code];

/** Gives a role of its own to a user who may see and close the payroll, but not see salaries. */
async function clerkOf({ world }: Awaited<ReturnType<typeof payrollFixture>>) {
  const clerk = await world.person("employee");
  const [role] = await server.owner.query(
    `INSERT INTO role (tenant_id, name, permissions) SELECT tenant_id, 'Clerk', permissions || '{payroll-view,payroll-close}'
     FROM role WHERE id = $1 RETURNING id`,
    [world.roles.employee],
  );
  await server.owner.query("UPDATE app_user SET role_id = $2 WHERE id = $1", [clerk.id, (role as { id: number }).id]);
  return world.api(clerk);
}

test("payroll is refused without permission, for other users and future months", async () => {
  const { world, employee, close, reopen, pat, hr } = await payrollFixture(server);
  expect((await world.api(null).get("/payroll")).status).toBe(401);
  for (const path of ["/payroll", `/payroll/${month}`, `/payroll/${month}/rows`, "/payroll-columns"])
    expect(codeOf(await employee.get(path))).toEqual([403, "permission.denied"]);
  expect((await employee.get(`/payroll/${month}/export?format=csv`)).status).toBe(403);
  expect(codeOf(await close({}, employee))).toEqual([403, "permission.denied"]);
  expect(codeOf(await reopen({}, employee))).toEqual([403, "permission.denied"]);
  expect((await employee.get(`/user/${pat.id}/payroll`)).status).toBe(404);
  for (const wrong of ["2099-01", "2026-13", "2026-9", "x"])
    expect((await hr.get(`/payroll/${wrong}`)).status).toBe(404);
  expect((await hr.get(`/payroll/${month}/export?format=csv`)).status).toBe(404);
});

test("a month with open points closes only with a confirmation of exactly these points", async () => {
  const fixture = await payrollFixture(server);
  const { world, pat, read, close, takeLeave, hr, url } = fixture;
  await server.owner.query("UPDATE app_user SET employee_id = NULL WHERE id = $1", [pat.id]);
  await server.owner.query(
    `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, requested_by) VALUES ($1, $2, 'change', '2026-09-20', $3)`,
    [world.tenantId, pat.id, world.hr.id],
  );
  const undecided = await takeLeave("2026-09-28");
  await server.owner.query("UPDATE request SET status = 'waiting_manager_approval' WHERE id = $1", [undecided]);
  const before = await read();
  // Weeks of 31 August (with recorded time), 7, 14 and 21 September; the last one ends in October and has no time.
  expect(before.points).toMatchObject([
    { kind: "time", count: 1, items: [{ user: { id: pat.id }, weeks: 4, day: "2026-08-31" }] },
    { kind: "leave", count: 1, items: [{ id: undecided, day: "2026-09-28" }] },
    { kind: "change", count: 1, items: [{ day: "2026-09-20" }] },
    { kind: "number", count: 1, items: [{ user: { id: pat.id } }] },
  ]);
  expect(codeOf(await close())).toEqual([409, "payroll.openPoints"]);
  await server.owner.query("UPDATE app_user SET employee_id = 'P-7' WHERE id = $1", [pat.id]);
  const refused = await close({ accepted: before.token });
  expect(codeOf(refused)).toEqual([409, "payroll.openPoints"]);
  expect(refused.body.data.points).toHaveLength(3);
  const closed = requireOk(await close({ accepted: refused.body.data.token })).body.data;
  expect(closed).toMatchObject({ state: "closed", closing: 1, points: [], can: { close: false, reopen: true } });
  expect(closed.closings).toMatchObject([{ number: 1, accepted: { time: 1, leave: 1, change: 1 } }]);
  expect((await hr.get(`${url}/export?format=csv`)).status).toBe(200);
});

test("a month whose rows have changed since they were shown isn't closed", async () => {
  const { approveWeeks, close, hr, record, reopen, url } = await payrollFixture(server);
  const read = async () => requireOk(await hr.get(`${url}?with_content=true`)).body.data;
  await approveWeeks();
  const shown = await read();
  await record("2026-09-02", 60);
  const refused = await close({ content: shown.content });
  expect(codeOf(refused)).toEqual([409, "payroll.changed"]);
  expect(refused.body.data).toMatchObject({ state: "open", content: (await read()).content });
  const closed = requireOk(await close({ content: refused.body.data.content })).body.data;
  expect(closed).toMatchObject({ state: "closed", content: "" });
  requireOk(await reopen());
});

test("a change of leave that waits for a decision is an open point", async () => {
  const { world, pat, read, takeLeave } = await payrollFixture(server);
  const leave = await takeLeave("2026-09-28");
  const change = await runOnTenantDay(server.owner, "2026-09-02", async () => {
    const dates = { start_date: "2026-10-12", end_date: "2026-10-12" };
    return requireOk(await world.api(pat).put(`/leave/leave-request/${leave}/change`, dates)).body.data.id;
  });
  const { points } = await read();
  expect(points).toContainEqual(
    expect.objectContaining({
      kind: "leave",
      items: [
        expect.objectContaining({ id: change, day: "2026-09-28", user: expect.objectContaining({ id: pat.id }) }),
      ],
    }),
  );
});

test("closing needs the right to see salaries, a known state, and reopening a reason", async () => {
  const fixture = await payrollFixture(server);
  const { approveWeeks, close, reopen, read } = fixture;
  await approveWeeks();
  const clerk = await clerkOf(fixture);
  expect(requireOk(await clerk.get(`/payroll/${month}`)).body.data.can.close).toBe(false);
  expect(codeOf(await close({}, clerk))).toEqual([403, "permission.denied"]);
  expect(codeOf(await close({ closing: 1 }))).toEqual([409, "payroll.wrongState"]);
  expect(codeOf(await reopen())).toEqual([409, "payroll.wrongState"]);
  requireOk(await close());
  expect(codeOf(await close({ closing: 1 }))).toEqual([409, "payroll.wrongState"]);
  expect(Object.keys((await reopen({ reason: " " })).body.errors)).toEqual(["reason"]);
  requireOk(await reopen());
  expect((await read()).closings[0]).toMatchObject({
    reason: "A leave was missing",
    reopened_by: { fullname: "Hana Hr" },
  });
});

test("a row has hours, leave and changes as of the end of the month", async () => {
  // 22 working days from 1 to 30 September, of which the Fridays 18 and 25 are free from the 14th: 20 days. Two are unpaid leave:
  // 18 × 480 = 8,640 minutes are expected, 600 are recorded.
  const { rows, type } = await payrollFixture(server);
  const { columns, data, meta } = await rows();
  expect(meta.total).toBe(1);
  expect(columns.map(({ key }: { key: string }) => key)).toContain(`leave:${type}`);
  expect(data[0].cells).toMatchObject({
    employee_id: "P-7",
    name: "Pat Person",
    contract: "full_time_contract",
    weekly_hours: 1920,
    expected: 8640,
    recorded: 600,
    difference: -8040,
    [`leave:${type}`]: 2,
    unpaid: 2,
    joined: null,
    left: null,
    schedule_change: [{ on: "2026-09-14", before: "2400", after: "1920" }],
    salary: "3200.00",
    currency: "EUR",
    salary_change: [{ on: "2026-09-16", before: "3000.00 EUR", after: "3200.00 EUR" }],
  });
});

test("joiners and leavers have their day, and only days of employment count", async () => {
  const { world, rows } = await payrollFixture(server);
  const joiner = await world.person("employee", { fullname: "Jo Joiner", joinedOn: "2026-09-28", employeeId: "P-8" });
  const leaver = await world.person("employee", { fullname: "Lee Leaver", joinedOn: "2020-01-01", employeeId: "P-9" });
  await server.owner.query("UPDATE app_user SET active = false, left_on = '2026-09-02' WHERE id = $1", [leaver.id]);
  const { data } = await rows();
  const cellsOf = (id: number) => data.find((row: { user: { id: number } }) => row.user.id === id).cells;
  // Monday to Wednesday, 28 to 30 September; Tuesday and Wednesday, 1 and 2 September.
  expect(cellsOf(joiner.id)).toMatchObject({ joined: "2026-09-28", left: null, expected: 3 * 480 });
  expect(cellsOf(leaver.id)).toMatchObject({ joined: null, left: "2026-09-02", expected: 2 * 480 });
});

test("planned last days, first days and changes until the end of the month count", async () => {
  const world = await server.world();
  const hr = world.api(world.hr);
  const now = new Date();
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
  const of = { joinedOn: "2020-01-01", contractType: "full_time_contract" } as const;
  const leaver = await world.person("employee", of);
  const changed = await world.person("employee", of);
  const joiner = await world.person("employee", { ...of, joinedOn: last });
  const leaving = { type: "resignation", last_day: last, successor_id: world.manager.id };
  requireOk(await hr.post(`/user/${leaver.id}/leaving`, leaving));
  const change = {
    type: "change",
    effective_on: last,
    contract_type: "part_time_contract",
    salary: "2000",
    currency: "EUR",
  };
  requireOk(await hr.post(`/user/${changed.id}/change`, change));
  const { data } = requireOk(await hr.get(`/payroll/${last.slice(0, 7)}/rows`)).body;
  const cellsOf = (id: number) => data.find((row: { user: { id: number } }) => row.user.id === id).cells;
  expect(cellsOf(leaver.id)).toMatchObject({ left: last });
  expect(cellsOf(joiner.id)).toMatchObject({ joined: last });
  expect(cellsOf(changed.id)).toMatchObject({
    contract: "part_time_contract",
    contract_change: [{ on: last, before: "full_time_contract", after: "part_time_contract" }],
    salary: "2000.00",
  });
});

test("the difference in the file is recorded minus expected as they are shown", async () => {
  // Tuesday and Wednesday, 29 and 30 September, have 485 minutes: 8,650 minutes are 144.17 hours; 620 are 10.33; 8,030 would be 133.83.
  const { approveWeeks, close, hr, pat, record, url } = await payrollFixture(server);
  await record("2026-09-02", 20);
  requireOk(await hr.post(`/user/${pat.id}/schedule`, { from: "2026-09-29", minutes: [0, 485, 485, 485, 485, 0, 0] }));
  await approveWeeks();
  requireOk(await close());
  expect((await hr.get(`${url}/export?format=csv`)).text).toContain(",144.17,10.33,-133.84,");
});

test("the parts of a leave in two months are those that were counted", async () => {
  // Thursday 27 August to Friday 4 September: 3 days in August and 4 in September. With three days a week there would be 2 in September.
  const { hr, pat, rows, takeLeave, type } = await payrollFixture(server);
  await takeLeave("2026-08-27", "2026-09-04");
  const minutes = [0, 480, 480, 480, 0, 0, 0];
  requireOk(await hr.post(`/user/${pat.id}/schedule`, { from: "2026-08-01", minutes }));
  expect((await rows()).data[0].cells).toMatchObject({ [`leave:${type}`]: 6 });
});

test("salaries are shown only to readers who may see them and to the person", async () => {
  const fixture = await payrollFixture(server);
  const { approveWeeks, close, rows, url, hr, world, pat } = fixture;
  const clerk = await clerkOf(fixture);
  await approveWeeks();
  const text = async (as: typeof hr) => (await as.get(`${url}/export?format=csv`)).text;
  expect(JSON.stringify(await rows(clerk))).not.toContain("3200");
  requireOk(await close());
  expect(JSON.stringify(await rows(clerk))).not.toContain("3200");
  expect(await text(clerk)).not.toContain("3200");
  expect(await text(hr)).toContain("3200");
  const ofPat = async (as: typeof hr) => requireOk(await as.get(`/user/${pat.id}/payroll`)).body.data;
  expect(JSON.stringify(await ofPat(clerk))).not.toContain("3200");
  const [own] = await ofPat(world.api(pat));
  expect(own).toMatchObject({ month, state: "closed", cells: { salary: "3200.00", recorded: 600 } });
});

test("an export keeps its values and columns after the data has changed", async () => {
  const { approveWeeks, close, reopen, hr, record, url } = await payrollFixture(server);
  await approveWeeks();
  const columns = ["recorded", "name", "leave"];
  const wrong = await hr.put("/payroll-columns", { columns: ["name", "name"], version: 0 });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["columns"]]);
  requireOk(await hr.put("/payroll-columns", { columns, version: 0 }));
  expect(codeOf(await hr.put("/payroll-columns", { columns: ["name"], version: 0 }))).toEqual([
    409,
    "organization.stale",
  ]);
  requireOk(await close());
  const first = (await hr.get(`${url}/export?format=csv`)).text;
  expect(first.split(/\r?\n/)[0]).toContain("Personnel no.,Recorded hours,Name,");
  expect(first).toContain("P-7,10,Pat Person,2");
  requireOk(await hr.put("/payroll-columns", { columns: ["name"], version: 1 }));
  requireOk(await reopen());
  await record("2026-09-02", 60);
  requireOk(await close({ closing: 1 }));
  expect((await hr.get(`${url}/export?format=csv&closing=1`)).text).toBe(first);
  expect((await hr.get(`${url}/export?format=csv&closing=3`)).status).toBe(404);
  const workbook = await hr.get(`${url}/export?format=xlsx`);
  expect([workbook.status, workbook.headers["content-disposition"]]).toEqual([
    200,
    `attachment; filename="payroll-${month}.xlsx"`,
  ]);
});

test("late changes of a closed month and the difference to the last export are marked", async () => {
  const { world, approveWeeks, close, reopen, read, record, rows, takeLeave, hr, url, type, pat } =
    await payrollFixture(server);
  const leaver = await world.person("employee", { fullname: "Lee Leaver", joinedOn: "2020-01-01", employeeId: "P-9" });
  await approveWeeks();
  requireOk(await close());
  const first = (await rows()).data[0];
  expect([first.added, first.before, first.now]).toEqual([false, {}, {}]);
  // Three unpaid days instead of two: 17 × 480 = 8,160 minutes are expected; 660 minutes are recorded.
  await record("2026-09-02", 60);
  await takeLeave("2026-09-10");
  const now = { recorded: 660, expected: 8160, difference: -7500, [`leave:${type}`]: 3, unpaid: 3 };
  const before = { recorded: 600, expected: 8640, difference: -8040, [`leave:${type}`]: 2, unpaid: 2 };
  expect((await rows()).data[0]).toMatchObject({ cells: { recorded: 600 }, before: {}, now });
  expect((await read()).late).toEqual({ joined: [], left: [] });
  const joiner = await world.person("employee", { fullname: "Jo Joiner", joinedOn: "2026-09-28", employeeId: "P-8" });
  await server.owner.query("UPDATE app_user SET active = false, left_on = '2026-08-31' WHERE id = $1", [leaver.id]);
  expect((await read()).late).toEqual({ joined: ["Jo Joiner"], left: ["Lee Leaver"] });
  requireOk(await reopen());
  expect((await rows()).data[0]).toMatchObject({ cells: { recorded: 660 }, before, now: {} });
  const { token } = await read();
  requireOk(await close({ closing: 1, accepted: token }));
  const { data } = await rows();
  expect(data.map((row: { user: { id: number }; added: boolean }) => [row.user.id, row.added])).toEqual([
    [pat.id, false],
    [joiner.id, true],
  ]);
  expect(data[0].before).toEqual(before);
  expect((await read()).removed).toEqual(["Lee Leaver"]);
  const lines = (await hr.get(`${url}/export?format=csv`)).text.split(/\r?\n/);
  expect(lines[0]).toMatch(/,Changed since the last export$/);
  expect(lines[1]).toContain("Recorded hours: 10 → 11; ");
  expect(lines[2]).toMatch(/,New in this export$/);
  expect(lines[3]).toMatch(/^P-9,Lee Leaver,.*,No longer included$/);
});

test("closing and reopening are events and in the audit log", async () => {
  const { approveWeeks, close, reopen, world } = await payrollFixture(server);
  await approveWeeks();
  requireOk(await close());
  requireOk(await reopen());
  const events = world.events().filter(({ event }) => event.type.startsWith("payroll."));
  expect(events.map(({ stream, event }) => [stream, event.type, event.data])).toEqual([
    [`payroll:${world.tenantId}`, "payroll.closed", { month }],
    [`payroll:${world.tenantId}`, "payroll.reopened", { month }],
  ]);
  const { body } = await world.api(world.admin).get("/audit/changes?per_page=2");
  expect(body.data).toMatchObject([
    { kind: "payroll_reopened", record: month, after: "A leave was missing", actor: { fullname: "Hana Hr" } },
    { kind: "payroll_closed", record: month },
  ]);
});

test("the application can't change what was exported", async () => {
  const { approveWeeks, close, world } = await payrollFixture(server);
  await approveWeeks();
  requireOk(await close());
  for (const table of ["payroll_row", "payroll_salary"])
    await expect(world.tx((tx) => tx.manager.query(`UPDATE ${table} SET cells = '{}'`))).rejects.toThrow(
      "permission denied",
    );
});

describe("two concurrent changes", () => {
  const second = async (
    { world }: Pick<Awaited<ReturnType<typeof payrollFixture>>, "world">,
    first: (tx: Tx, hr: Actor) => Promise<unknown>,
    call: () => Promise<Answer>,
  ) => {
    const hr = { ...world.hr, permissions: new Set(permissions), external: false } as unknown as Actor;
    const [answer] = await runWhileLocked(server, world, (tx) => first(tx, hr).then(() => undefined), [call]);
    return codeOf(answer as Answer);
  };

  test("of two people who close a month one gets 409", async () => {
    const fixture = await payrollFixture(server);
    await fixture.approveWeeks();
    const close = (tx: Tx, hr: Actor) => closeMonth(tx, hr, month, { closing: 0, accepted: "" });
    expect(await second(fixture, close, () => fixture.close())).toEqual([409, "payroll.wrongState"]);
    expect((await fixture.read()).closings).toHaveLength(1);
  });

  test("of two people who reopen a month one gets 409", async () => {
    const fixture = await payrollFixture(server);
    await fixture.approveWeeks();
    requireOk(await fixture.close());
    const reopen = (tx: Tx, hr: Actor) => reopenMonth(tx, hr, month, { closing: 1, reason: "First" });
    expect(await second(fixture, reopen, () => fixture.reopen())).toEqual([409, "payroll.wrongState"]);
    expect((await fixture.read()).closings[0].reason).toBe("First");
  });

  test("of two people who choose the first columns one gets 409", async () => {
    const fixture = await payrollFixture(server);
    const body = { columns: ["name" as const], version: 0 };
    expect(
      await second(
        fixture,
        (tx, hr) => saveColumns(tx, hr, body),
        () => fixture.hr.put("/payroll-columns", body),
      ),
    ).toEqual([409, "organization.stale"]);
  });
});

test("the number of statements doesn't depend on the number of people", async () => {
  const { world, hr, url } = await payrollFixture(server);
  const count = async () => {
    await hr.get(`${url}/rows`);
    return [
      (await recordStatementNames(() => hr.get(url))).length,
      (await recordStatementNames(() => hr.get(`${url}/rows`))).length,
    ];
  };
  const before = await count();
  for (let at = 0; at < 5; at++) await world.person("employee", { joinedOn: "2020-01-01" });
  expect(await count()).toEqual(before);
});
