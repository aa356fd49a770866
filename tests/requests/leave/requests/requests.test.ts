import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

describe("requesting leave", () => {
  test("leave is refused without permission or without the feature in the plan", async () => {
    const world = await server.world();
    const { type } = await leaveFixture(world);
    const body = { leave_type_id: type, ...workingWeek(1) };
    expect((await world.api().post("/leave/leave-request", body)).status).toBe(401);
    expect((await world.api(world.external).post("/leave/leave-request", body)).status).toBe(403);
    const free = await server.world({ plan: "free" });
    const answer = await free.api(free.employee).post("/leave/leave-request", { leave_type_id: 1, ...workingWeek(1) });
    expect([answer.status, answer.body.code]).toEqual([403, "feature_not_in_plan"]);
  });

  test("a request reserves working days and waits for the manager", async () => {
    const { ask, balance, people } = await leaveFixture(await server.world());
    const { start_date } = workingWeek(1);
    const { end_date } = workingWeek(2);
    const { data } = requireOk(await ask({ start_date, end_date, reason: "Mountains" })).body;
    expect(data).toMatchObject({ status: "waiting_manager_approval", days: 10, reason: "Mountains" });
    expect(data.next_status).toMatchObject({ approver: { id: people.manager.id } });
    expect(await balance(people.employee)).toBe(10);
  });

  test("a refused leave request lists all reasons", async () => {
    const { ask, newType, balance, people, world } = await leaveFixture(await server.world());
    await world.tx((tx) =>
      tx.repo(UserEntity).update({ id: people.employee.id }, { gender: "male", joinedOn: `${nextYear}-01-01` }),
    );
    const strict = await newType({
      gender: "female",
      halfDays: false,
      attachmentAfter: 1,
      waitingDays: 300,
      longest: 3,
    });
    const answer = await ask({ leave_type_id: strict, ...workingWeek(1), start_half: "afternoon" });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      "attachment",
      "end_date",
      "leave_type_id",
      "start_date",
      "start_half",
    ]);
    expect(await balance(people.employee)).toBe(20);
  });

  test("leave of only days off, no time, reversed dates or too many days gets 422", async () => {
    const { ask } = await leaveFixture(await server.world());
    const saturday = new Date(`${workingWeek(1).end_date}T00:00:00Z`);
    saturday.setUTCDate(saturday.getUTCDate() + 1);
    const day = saturday.toISOString().slice(0, 10);
    for (const [body, field] of [
      [{ start_date: day, end_date: day }, "end_date"],
      [{ start_date: day, end_date: day, start_half: "afternoon", end_half: "morning" }, "end_half"],
      [{ start_date: workingWeek(2).start_date, end_date: workingWeek(1).start_date }, "end_date"],
      [{ start_date: workingWeek(1).start_date, end_date: workingWeek(6).end_date }, "end_date"],
    ] as const) {
      const answer = await ask(body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });

  test("any overlap gets 422, and adjoining halves are accepted", async () => {
    const { ask } = await leaveFixture(await server.world());
    const { start_date, end_date } = workingWeek(3);
    requireOk(await ask({ start_date, end_date, start_half: "afternoon", end_half: "morning" }));
    for (const other of [
      { start_date, end_date },
      workingWeek(3, 1),
      { start_date: workingWeek(2).start_date, end_date: workingWeek(4).end_date },
      { start_date: workingWeek(3, 3).end_date, end_date: workingWeek(3, 3).end_date },
    ]) {
      const half =
        other.start_date === other.end_date && other.start_date === start_date ? { start_half: "afternoon" } : {};
      const answer = await ask({ ...other, ...half });
      expect([answer.status, answer.body.errors?.start_date]).toEqual([422, ["You already have leave on these dates"]]);
    }
    requireOk(await ask({ start_date, end_date: start_date, end_half: "morning" }));
    requireOk(await ask({ start_date: end_date, end_date, start_half: "afternoon" }));
  });

  test("reserved days can't be requested twice and return on rejection", async () => {
    const { ask, balance, manager, people } = await leaveFixture(await server.world());
    const { data } = requireOk(
      await ask({ start_date: workingWeek(1).start_date, end_date: workingWeek(3).end_date }),
    ).body;
    expect((await ask({ start_date: workingWeek(5).start_date, end_date: workingWeek(6).end_date })).status).toBe(422);
    requireOk(await manager.put(`/leave/leave-request/${data.id}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(20);
    requireOk(await ask({ start_date: workingWeek(5).start_date, end_date: workingWeek(6).end_date }));
  });

  test("leave adjoining over a weekend counts as one absence", async () => {
    const { ask, newType, world, people } = await leaveFixture(await server.world());
    const short = await newType({ longest: 6 });
    const days = { leave_type_id: short, year: nextYear, days: 20, note: "Test" };
    requireOk(await world.api(world.admin).post(`/leave/balance/${people.employee.id}/adjustment`, days));
    requireOk(await ask({ leave_type_id: short, ...workingWeek(1) }));
    const answer = await ask({ leave_type_id: short, ...workingWeek(2, 2) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
    requireOk(await ask({ leave_type_id: short, ...workingWeek(2, 1) }));
    requireOk(await ask({ leave_type_id: short, ...workingWeek(4) }));
  });

  test("a one-time leave type can be requested only once", async () => {
    const { ask, newType } = await leaveFixture(await server.world());
    const once = await newType({ oneTime: true, canUpdateBalance: false });
    requireOk(await ask({ leave_type_id: once, ...workingWeek(1, 2) }));
    const answer = await ask({ leave_type_id: once, ...workingWeek(5, 2) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["leave_type_id"]]);
  });
});

describe("drafts", () => {
  test("a draft reserves no days and is visible only to its owner", async () => {
    const { ask, balance, employee, manager, hr, people } = await leaveFixture(await server.world());
    const { data } = requireOk(await ask({ ...workingWeek(1), draft: true })).body;
    expect(data).toMatchObject({ status: "draft", next_status: null, can: { edit: true, send: true, approve: false } });
    expect(await balance(people.employee)).toBe(20);
    const url = `/leave/leave-request/${data.id}`;
    expect((await manager.get(url)).status).toBe(404);
    expect((await hr.get(url)).status).toBe(404);
    requireOk(await employee.put(url, { leave_type_id: data.leave_type.id, ...workingWeek(2, 2), draft: true }));
    const sent = requireOk(await employee.put(`${url}/send`)).body.data;
    expect(sent).toMatchObject({ status: "waiting_manager_approval", days: 2 });
    expect((await employee.put(`${url}/send`)).status).toBe(409);
    expect((await employee.put(url, { leave_type_id: data.leave_type.id, ...workingWeek(3) })).status).toBe(409);
  });
});

describe("preview", () => {
  test("a leave preview shows days, balance and absent colleagues and saves nothing", async () => {
    const world = await server.world();
    const { ask, employee, type, people, balance } = await leaveFixture(world);
    requireOk(await world.api(world.admin).post("/leave/holiday", { date: workingWeek(1).start_date, name: "Spring" }));
    const query = `leave_type_id=${type}&start_date=${workingWeek(1).start_date}&end_date=${workingWeek(2).start_date}`;
    const { data } = requireOk(await employee.get(`/leave/leave-request/preview?${query}`)).body;
    expect(data.days).toBe(5);
    expect(data.each.filter(({ why }: { why: string | null }) => why)).toHaveLength(3);
    expect(data.each[0]).toMatchObject({ days: 0, why: "holiday", holiday: "Spring" });
    expect(data.balances).toEqual([{ year: nextYear, before: 20, after: 15 }]);
    expect(data.refusals).toEqual([]);
    expect(await balance(people.employee)).toBe(20);
    requireOk(await ask(workingWeek(1)));
    const again = requireOk(await employee.get(`/leave/leave-request/preview?${query}`)).body.data;
    expect([again.overlaps.length, again.refusals[0]]).toEqual([1, { field: "start_date", message: "leave.overlap" }]);
  });
});
