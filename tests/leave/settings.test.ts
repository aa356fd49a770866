import { LeaveTypeEntity } from "../../server/leave/leave.entity";
import { leaveTypeOf } from "../factories/records.leave";
import { updateLeaveType } from "../../server/leave/leave-types.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { grantAllowances } from "../../server/leave/leave-allowance.service";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();

const type = { name: "Study leave", icon: "study", days_female: 5, days_male: 4.5, counting: "working" };

describe("leave types", () => {
  test("are changed by who may, with every wrong field named", async () => {
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
    const { data } = ok(await hr.post("/leave/leave-type", type)).body;
    expect(data).toMatchObject({ days_male: 4.5, attachment_after: null, half_days: true });
    expect(Object.keys((await hr.post("/leave/leave-type", type)).body.errors)).toEqual(["name"]);
    ok(await hr.put(`/leave/leave-type/${data.id}`, { ...type, active: false }));
    expect(ok(await world.api(world.employee).get("/leave/leave-type")).body.data).toEqual([]);
    expect((await world.api(world.employee).get(`/leave/leave-type/${data.id}`)).status).toBe(404);
    ok(await hr.delete(`/leave/leave-type/${data.id}`));
    for (const gone of [
      await hr.delete(`/leave/leave-type/${data.id}`),
      await hr.put(`/leave/leave-type/${data.id}`, type),
      await hr.put(`/leave/leave-type/${data.id}/archive`),
      await hr.put(`/leave/leave-type/${data.id}/restore`),
    ])
      expect([gone.status, gone.body.code]).toEqual([404, "notFound"]);
  });

  test("stay when somebody has asked for them", async () => {
    const { ask, hr, type: id } = await office(await server.world());
    ok(await ask(week(1)));
    expect((await hr.delete(`/leave/leave-type/${id}`)).body.code).toBe("leave.typeInUse");
    const { data } = ok(await hr.put(`/leave/leave-type/${id}/archive`)).body;
    expect([data.active, data.can]).toEqual([false, { edit: true, archive: false, restore: true, delete: false }]);
    expect((await ask(week(3))).body.errors?.leave_type_id).toBeDefined();
    expect(ok(await hr.put(`/leave/leave-type/${id}/restore`)).body.data.active).toBe(true);
    ok(await ask(week(3)));
  });

  test("say so when somebody else changed them meanwhile", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const { data } = ok(await hr.post("/leave/leave-type", type)).body;
    const url = `/leave/leave-type/${data.id}`;
    ok(await hr.put(url, { ...type, paid: false, version: data.version }));
    const late = await hr.put(url, { ...type, longest: 3, version: data.version });
    expect([late.status, late.body.code, late.body.data]).toEqual([
      409,
      "leave.typeStale",
      { id: data.id, version: data.version + 1 },
    ]);
    const blocks = [{ start_date: "2030-02-01", end_date: "2030-01-01" }];
    expect(Object.keys((await hr.put(url, { ...type, blocks })).body.errors)).toEqual(["blocks.0.end_date"]);
  });
});

describe("holidays", () => {
  test("are once a day and place, and count where one works", async () => {
    const { ask, hr } = await office(await server.world());
    const [first, second] = [week(1).start_date, week(1, 2).end_date];
    ok(await hr.post("/leave/holiday", { date: first, name: "Spring" }));
    expect(Object.keys((await hr.post("/leave/holiday", { date: first, name: "Again" })).body.errors)).toEqual([
      "date",
    ]);
    ok(await hr.post("/leave/holiday", { date: second, name: "Elsewhere", location: "Seoul" }));
    expect(ok(await ask(week(1))).body.data.days).toBe(4);
    const { data } = ok(await hr.get(`/leave/holiday?year=${nextYear}`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Spring", "Elsewhere"]);
    for (const { id } of data) ok(await hr.delete(`/leave/holiday/${id}`));
    expect(ok(await hr.get("/leave/holiday")).body.data).toEqual([]);
  });
});

describe("balances", () => {
  test("are seen by their owner, by who stands above, and by HR", async () => {
    const { employee, manager, hr, people, world, type: id } = await office(await server.world());
    const ledger = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${id}&year=${nextYear}`;
    for (const api of [employee, manager, hr]) expect(ok(await api.get(ledger)).body.data).toHaveLength(1);
    const colleague = await world.person("employee");
    expect((await world.api(colleague).get(ledger)).status).toBe(404);
    expect((await world.api(colleague).get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(404);
    const adjustment = { leave_type_id: id, year: nextYear, days: 3, note: "Worked on a holiday" };
    expect((await manager.post(`/leave/balance/${people.employee.id}/adjustment`, adjustment)).status).toBe(403);
  });

  test("say why they are what they are", async () => {
    const { ask, employee, manager, hr, people, type: id } = await office(await server.world());
    const { data } = ok(await ask(week(1, 3))).body;
    ok(await manager.put(`/leave/leave-request/${data.id}/approve`));
    ok(
      await hr.post(`/leave/balance/${people.employee.id}/adjustment`, {
        leave_type_id: id,
        year: nextYear,
        days: -1.5,
        note: "Correction",
      }),
    );
    const entries = ok(
      await employee.get(`/leave/balance/${people.employee.id}/ledger?leave_type_id=${id}&year=${nextYear}`),
    ).body.data;
    expect(entries.map(({ reason, days, balance }: never) => [reason, days, balance])).toEqual([
      ["adjustment", 20, 20],
      ["waiting", -3, 17],
      ["waiting", 3, 20],
      ["taken", -3, 17],
      ["adjustment", -1.5, 15.5],
    ]);
    const [row] = ok(await employee.get(`/leave/balance?year=${nextYear}`)).body.data;
    expect(row).toMatchObject({ adjusted: 18.5, taken: -3, waiting: 0, balance: 15.5 });
  });

  test("are given once per period, however often and by how many it is run", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    ok(await hr.post("/leave/leave-type", type));
    ok(
      await hr.post("/leave/leave-type", {
        ...type,
        name: "Monthly",
        accrual: "monthly",
        days_female: 19,
        days_male: 19,
      }),
    );
    const before = ok(await hr.get("/leave/balance")).body.data;
    expect(before).toHaveLength(2);
    const runs = await Promise.all(Array.from({ length: 4 }, () => world.tx((tx) => grantAllowances(tx))));
    expect(runs).toEqual([0, 0, 0, 0]);
    expect(ok(await hr.get("/leave/balance")).body.data).toEqual(before);
  });
});

test("of two changes of a leave type from the same version one is refused, at the same moment too", async () => {
  const world = await server.world();
  const { id, version } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
  const change = (name: string) => (tx: Tx) =>
    updateLeaveType(tx, id, { ...leaveTypeInput, name, version: version ?? 1 } as Parameters<
      typeof updateLeaveType
    >[2]);
  const [first, second] = await oneAtATime(server, world, change("One"), change("Two"));
  expect(first).toMatchObject({ status: "fulfilled", value: { name: "One", version: 2 } });
  expect(second).toMatchObject({
    status: "rejected",
    reason: { code: "leave.typeStale", detail: { record: { id, version: 2 } } },
  });
});

const leaveTypeInput = { icon: "beach", days_female: 20, days_male: 20, counting: "working" };
