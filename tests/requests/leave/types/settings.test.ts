import { LeaveTypeEntity } from "../../../../server/requests/leave/types/leave.entity";
import { leaveTypeOf } from "../leave.records";
import { updateLeaveType } from "../../../../server/requests/leave/types/types.service";
import type { Tx } from "../../../../server/platform/database/unit-of-work";
import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

const type = { name: "Study leave", icon: "study", days_female: 5, days_male: 4.5, counting: "working" };

describe("leave types", () => {
  test("creating leave types requires the permission and valid fields", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    expect((await world.api(world.employee).post("/leave/leave-type", type)).status).toBe(403);
    const wrong = await hr.post("/leave/leave-type", {
      name: " ",
      icon: "sun",
      days_female: -1,
      days_male: "x",
      counting: "moon",
      carried_until: 13,
    });
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      "carried_until",
      "counting",
      "days_female",
      "days_male",
      "icon",
      "name",
    ]);
    const { data } = requireOk(await hr.post("/leave/leave-type", type)).body;
    expect(data).toMatchObject({ days_male: 4.5, attachment_after: null, half_days: true });
    expect(Object.keys((await hr.post("/leave/leave-type", type)).body.errors)).toEqual(["name"]);
    requireOk(await hr.put(`/leave/leave-type/${data.id}`, { ...type, active: false }));
    expect(requireOk(await world.api(world.employee).get("/leave/leave-type")).body.data).toEqual([]);
    expect((await world.api(world.employee).get(`/leave/leave-type/${data.id}`)).status).toBe(404);
    requireOk(await hr.delete(`/leave/leave-type/${data.id}`));
    for (const response of [
      await hr.delete(`/leave/leave-type/${data.id}`),
      await hr.put(`/leave/leave-type/${data.id}`, type),
      await hr.put(`/leave/leave-type/${data.id}/archive`),
      await hr.put(`/leave/leave-type/${data.id}/restore`),
    ])
      expect([response.status, response.body.code]).toEqual([404, "notFound"]);
  });

  test("by default a type is prorated by days and rounded to half days", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    // Column defaults, which apply to leave types created before the settings existed.
    const { id } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Before")));
    const read = async () => requireOk(await hr.get(`/leave/leave-type/${id}`)).body.data;
    expect(await read()).toMatchObject({ prorated: true, proration: "days", rounding: "half_up" });
    const body = { ...type, proration: "weeks", rounding: "third_up" };
    expect(Object.keys((await hr.put(`/leave/leave-type/${id}`, body)).body.errors)).toEqual(["proration", "rounding"]);
    requireOk(
      await hr.put(`/leave/leave-type/${id}`, { ...type, proration: "month_full", rounding: "quarter_nearest" }),
    );
    expect(await read()).toMatchObject({ proration: "month_full", rounding: "quarter_nearest" });
  });

  test("a used leave type is archived instead of deleted", async () => {
    const { ask, hr, type: id } = await leaveFixture(await server.world());
    requireOk(await ask(workingWeek(1)));
    expect((await hr.delete(`/leave/leave-type/${id}`)).body.code).toBe("leave.typeInUse");
    const { data } = requireOk(await hr.put(`/leave/leave-type/${id}/archive`)).body;
    expect([data.active, data.can]).toEqual([false, { edit: true, archive: false, restore: true, delete: false }]);
    expect((await ask(workingWeek(3))).body.errors?.leave_type_id).toBeDefined();
    expect(requireOk(await hr.put(`/leave/leave-type/${id}`, { ...type, name: "Leave" })).body.data.active).toBe(false);
    expect(requireOk(await hr.put(`/leave/leave-type/${id}/restore`)).body.data.active).toBe(true);
    requireOk(await ask(workingWeek(3)));
  });

  test("a stale leave type version gets 409 with the current state", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const { data } = requireOk(await hr.post("/leave/leave-type", type)).body;
    const url = `/leave/leave-type/${data.id}`;
    requireOk(await hr.put(url, { ...type, paid: false, version: data.version }));
    const late = await hr.put(url, { ...type, longest: 3, version: data.version });
    expect([late.status, late.body.code]).toEqual([409, "leave.typeStale"]);
    expect(late.body.data).toEqual(requireOk(await hr.get(url)).body.data);
    const blocks = [{ start_date: "2030-02-01", end_date: "2030-01-01" }];
    expect(Object.keys((await hr.put(url, { ...type, blocks })).body.errors)).toEqual(["blocks.0.end_date"]);
  });
});

describe("holidays", () => {
  test("a holiday is unique per day and location, and counts at its location", async () => {
    const { ask, hr } = await leaveFixture(await server.world());
    const [first, second] = [workingWeek(1).start_date, workingWeek(1, 2).end_date];
    requireOk(await hr.post("/leave/holiday", { date: first, name: "Spring" }));
    expect(Object.keys((await hr.post("/leave/holiday", { date: first, name: "Again" })).body.errors)).toEqual([
      "date",
    ]);
    requireOk(await hr.post("/leave/holiday", { date: second, name: "Elsewhere", location: "Seoul" }));
    expect(requireOk(await ask(workingWeek(1))).body.data.days).toBe(4);
    const { data } = requireOk(await hr.get(`/leave/holiday?year=${nextYear}`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Spring", "Elsewhere"]);
    for (const { id } of data) requireOk(await hr.delete(`/leave/holiday/${id}`));
    expect(requireOk(await hr.get("/leave/holiday")).body.data).toEqual([]);
  });
});

describe("leave balances", () => {
  test("balances are visible to owner, managers and HR", async () => {
    const { employee, manager, hr, people, world, type: id } = await leaveFixture(await server.world());
    const ledger = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${id}&year=${nextYear}`;
    for (const api of [employee, manager, hr]) expect(requireOk(await api.get(ledger)).body.data).toHaveLength(1);
    const colleague = await world.person("employee");
    expect((await world.api(colleague).get(ledger)).status).toBe(404);
    expect((await world.api(colleague).get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(404);
    const adjustment = { leave_type_id: id, year: nextYear, days: 3, note: "Worked on a holiday" };
    expect((await manager.post(`/leave/balance/${people.employee.id}/adjustment`, adjustment)).status).toBe(403);
  });

  test("the balance of a type without balances isn't adjusted", async () => {
    const { hr, people } = await leaveFixture(await server.world());
    const body = { ...type, name: "Unpaid", can_update_balance: false };
    const leaveType = requireOk(await hr.post("/leave/leave-type", body)).body.data.id;
    const adjustment = { leave_type_id: leaveType, year: nextYear, days: 3, note: "Mistake" };
    const refused = await hr.post(`/leave/balance/${people.employee.id}/adjustment`, adjustment);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["leave_type_id"]]);
  });

  test("the ledger explains each change of a balance", async () => {
    const { ask, employee, manager, hr, people, type: id } = await leaveFixture(await server.world());
    const { data } = requireOk(await ask(workingWeek(1, 3))).body;
    requireOk(await manager.put(`/leave/leave-request/${data.id}/approve`));
    requireOk(
      await hr.post(`/leave/balance/${people.employee.id}/adjustment`, {
        leave_type_id: id,
        year: nextYear,
        days: -1.5,
        note: "Correction",
      }),
    );
    const entries = requireOk(
      await employee.get(`/leave/balance/${people.employee.id}/ledger?leave_type_id=${id}&year=${nextYear}`),
    ).body.data;
    expect(entries.map(({ reason, days, balance }: never) => [reason, days, balance])).toEqual([
      ["adjustment", 20, 20],
      ["waiting", -3, 17],
      ["waiting", 3, 20],
      ["taken", -3, 17],
      ["adjustment", -1.5, 15.5],
    ]);
    const [row] = requireOk(await employee.get(`/leave/balance?year=${nextYear}`)).body.data;
    expect(row).toMatchObject({ adjusted: 18.5, taken: -3, waiting: 0, balance: 15.5 });
  });

  test("allowances are granted once per period, however often the job runs", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    requireOk(await hr.post("/leave/leave-type", type));
    requireOk(
      await hr.post("/leave/leave-type", {
        ...type,
        name: "Monthly",
        accrual: "monthly",
        days_female: 19,
        days_male: 19,
      }),
    );
    const before = requireOk(await hr.get("/leave/balance")).body.data;
    expect(before).toHaveLength(2);
    const runs = await Promise.all(Array.from({ length: 4 }, () => world.tx((tx) => grantAllowances(tx))));
    expect(runs).toEqual([0, 0, 0, 0]);
    expect(requireOk(await hr.get("/leave/balance")).body.data).toEqual(before);
  });
});

test("two concurrent changes of a leave type: the second gets 409", async () => {
  const world = await server.world();
  const { id, version } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
  const change = (name: string) => (tx: Tx) =>
    updateLeaveType(tx, { permissions: new Set(["leave-type-edit"]) }, id, {
      ...leaveTypeInput,
      name,
      version: version ?? 1,
    } as Parameters<typeof updateLeaveType>[3]);
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first).toMatchObject({ status: "fulfilled", value: { name: "One", version: 2 } });
  expect(second).toMatchObject({
    status: "rejected",
    reason: { code: "leave.typeStale", detail: { record: { id, version: 2, name: "One" } } },
  });
});

const leaveTypeInput = { icon: "beach", days_female: 20, days_male: 20, counting: "working" };
