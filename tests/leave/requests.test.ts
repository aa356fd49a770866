import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();

describe("asking", () => {
  test("is refused to who may not, and to a plan without leave", async () => {
    const world = await server.world();
    const { type } = await office(world);
    const body = { leave_type_id: type, ...week(1) };
    expect((await world.api().post("/leave/leave-request", body)).status).toBe(401);
    expect((await world.api(world.external).post("/leave/leave-request", body)).status).toBe(403);
    const free = await server.world({ plan: "free" });
    const answer = await free.api(free.employee).post("/leave/leave-request", { leave_type_id: 1, ...week(1) });
    expect([answer.status, answer.body.code]).toEqual([403, "feature_not_in_plan"]);
  });

  test("reserves the days, counts working days only, and is with the manager at once", async () => {
    const { ask, balance, people } = await office(await server.world());
    const { start_date } = week(1);
    const { end_date } = week(2);
    const { data } = ok(await ask({ start_date, end_date, reason: "Mountains" })).body;
    expect(data).toMatchObject({ status: "waiting_manager_approval", days: 10, reason: "Mountains" });
    expect(data.next_status).toMatchObject({ approver: { id: people.manager.id } });
    expect(await balance(people.employee)).toBe(10);
  });

  test("tells everything that stands against it, at once", async () => {
    const { ask, newType, balance, people, world } = await office(await server.world());
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
    const answer = await ask({ leave_type_id: strict, ...week(1), start_half: "afternoon" });
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

  test("of only days off, of nothing, backwards, and more than there is", async () => {
    const { ask } = await office(await server.world());
    const saturday = new Date(`${week(1).end_date}T00:00:00Z`);
    saturday.setUTCDate(saturday.getUTCDate() + 1);
    const day = saturday.toISOString().slice(0, 10);
    for (const [body, field] of [
      [{ start_date: day, end_date: day }, "end_date"],
      [{ start_date: day, end_date: day, start_half: "afternoon", end_half: "morning" }, "end_half"],
      [{ start_date: week(2).start_date, end_date: week(1).start_date }, "end_date"],
      [{ start_date: week(1).start_date, end_date: week(6).end_date }, "end_date"],
    ] as const) {
      const answer = await ask(body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });

  test("twice for one time, in any way in which times can overlap; halves that don't touch are fine", async () => {
    const { ask } = await office(await server.world());
    const { start_date, end_date } = week(3);
    ok(await ask({ start_date, end_date, start_half: "afternoon", end_half: "morning" }));
    for (const other of [
      { start_date, end_date },
      week(3, 1),
      { start_date: week(2).start_date, end_date: week(4).end_date },
      { start_date: week(3, 3).end_date, end_date: week(3, 3).end_date },
    ]) {
      const half =
        other.start_date === other.end_date && other.start_date === start_date ? { start_half: "afternoon" } : {};
      const answer = await ask({ ...other, ...half });
      expect([answer.status, answer.body.errors?.start_date]).toEqual([422, ["You are away then already"]]);
    }
    ok(await ask({ start_date, end_date: start_date, end_half: "morning" }));
    ok(await ask({ start_date: end_date, end_date, start_half: "afternoon" }));
  });

  test("days that are set aside can't be asked for twice, and come back when it is rejected", async () => {
    const { ask, balance, manager, people } = await office(await server.world());
    const { data } = ok(await ask({ start_date: week(1).start_date, end_date: week(3).end_date })).body;
    expect((await ask({ start_date: week(5).start_date, end_date: week(6).end_date })).status).toBe(422);
    ok(await manager.put(`/leave/leave-request/${data.id}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(20);
    ok(await ask({ start_date: week(5).start_date, end_date: week(6).end_date }));
  });

  test("what adjoins over a week-end counts as one stretch", async () => {
    const { ask, newType, world, people } = await office(await server.world());
    const short = await newType({ longest: 6 });
    const days = { leave_type_id: short, year: nextYear, days: 20, note: "Test" };
    ok(await world.api(world.admin).post(`/leave/balance/${people.employee.id}/adjustment`, days));
    ok(await ask({ leave_type_id: short, ...week(1) }));
    const answer = await ask({ leave_type_id: short, ...week(2, 2) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
    ok(await ask({ leave_type_id: short, ...week(2, 1) }));
    ok(await ask({ leave_type_id: short, ...week(4) }));
  });

  test("leave that is given once is given once", async () => {
    const { ask, newType } = await office(await server.world());
    const once = await newType({ oneTime: true, canUpdateBalance: false });
    ok(await ask({ leave_type_id: once, ...week(1, 2) }));
    const answer = await ask({ leave_type_id: once, ...week(5, 2) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["leave_type_id"]]);
  });
});

describe("a draft", () => {
  test("kept, changed and thrown away is told to its owner's other screens, and to nobody else", async () => {
    const { ask, employee, people, world, type } = await office(await server.world());
    const mark = server.published.length;
    const { id } = ok(await ask({ ...week(1), draft: true })).body.data;
    ok(await employee.put(`/leave/leave-request/${id}`, { leave_type_id: type, ...week(2), draft: true }));
    ok(await employee.delete(`/leave/leave-request/${id}`));
    const told = world.events(mark).map(({ stream, event }) => [stream, event.type, event.data]);
    const to = `user:${people.employee.id}`;
    expect(told).toEqual([1, 2, 2].map((version) => [to, "leave.draft", { id, version }]));
  });

  test("reserves nothing, is seen by its owner alone, and can be sent or changed", async () => {
    const { ask, balance, employee, manager, hr, people } = await office(await server.world());
    const { data } = ok(await ask({ ...week(1), draft: true })).body;
    expect(data).toMatchObject({ status: "draft", next_status: null, can: { edit: true, send: true, approve: false } });
    expect(await balance(people.employee)).toBe(20);
    const url = `/leave/leave-request/${data.id}`;
    expect((await manager.get(url)).status).toBe(404);
    expect((await hr.get(url)).status).toBe(404);
    ok(await employee.put(url, { leave_type_id: data.leave_type.id, ...week(2, 2), draft: true }));
    const sent = ok(await employee.put(`${url}/send`)).body.data;
    expect(sent).toMatchObject({ status: "waiting_manager_approval", days: 2 });
    expect((await employee.put(`${url}/send`)).status).toBe(409);
    expect((await employee.put(url, { leave_type_id: data.leave_type.id, ...week(3) })).status).toBe(409);
  });
});

describe("preview", () => {
  test("shows each day, what is left, and who else is away; nothing is kept", async () => {
    const world = await server.world();
    const { ask, employee, type, people, balance } = await office(world);
    ok(await world.api(world.admin).post("/leave/holiday", { date: week(1).start_date, name: "Spring" }));
    const query = `leave_type_id=${type}&start_date=${week(1).start_date}&end_date=${week(2).start_date}`;
    const { data } = ok(await employee.get(`/leave/leave-request/preview?${query}`)).body;
    expect(data.days).toBe(5);
    expect(data.each.filter(({ why }: { why: string | null }) => why)).toHaveLength(3);
    expect(data.each[0]).toMatchObject({ days: 0, why: "holiday", holiday: "Spring" });
    expect(data.balances).toEqual([{ year: nextYear, before: 20, after: 15 }]);
    expect(data.refusals).toEqual([]);
    expect(await balance(people.employee)).toBe(20);
    ok(await ask(week(1)));
    const again = ok(await employee.get(`/leave/leave-request/preview?${query}`)).body.data;
    expect([again.overlaps.length, again.refusals[0]]).toEqual([1, { field: "start_date", message: "leave.overlap" }]);
  });
});
