import { testServer } from "../../../support/server";
import type { Api } from "../../../support/api";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, type LeaveFixture, leaveFixture, workingWeek } from "../fixtures";

// Known pitfalls of leave systems (see the decisions on leave), tested through the endpoints.
const server = testServer();
const url = (id: number, verb: string) => `/leave/leave-request/${id}/${verb}`;

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const give = (world: LeaveFixture["world"], userId: number, type: number, year: number, days: number) =>
  world.api(world.admin).post(`/leave/balance/${userId}/adjustment`, { leave_type_id: type, year, days, note: "Test" });

const costOf = async (api: Api, query: Record<string, string | number>) =>
  requireOk(await api.get("/leave/leave-request/preview", { query })).body.data.days;

describe("half days", () => {
  test("a half day of leave on a holiday costs nothing", async () => {
    const world = await server.world();
    const { employee, hr, type } = await leaveFixture(world);
    const { start_date, end_date } = workingWeek(1);
    requireOk(await hr.post("/leave/holiday", { date: end_date, name: "Flag Day" }));
    requireOk(await hr.post("/leave/holiday", { date: start_date, name: "Eve", half: "afternoon" }));
    const span = { leave_type_id: type, start_date, end_date };
    expect(await costOf(employee, span)).toBe(3.5);
    expect(await costOf(employee, { ...span, end_half: "morning" })).toBe(3.5);
    expect(await costOf(employee, { ...span, start_half: "afternoon" })).toBe(3);
    const off = await employee.post("/leave/leave-request", { ...span, start_date: end_date, end_half: "morning" });
    expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ["end_date"]]);
  });

  test("different halves of a date are accepted, and other overlaps are refused", async () => {
    const { ask, balance, people } = await leaveFixture(await server.world());
    const day = workingWeek(1).start_date;
    const one = { start_date: day, end_date: day };
    requireOk(await ask({ ...one, end_half: "morning" }));
    for (const again of [{ end_half: "morning" }, {}]) {
      expect((await ask({ ...one, ...again })).body.errors).toEqual({
        start_date: ["You already have leave on these dates"],
      });
    }
    requireOk(await ask({ ...one, start_half: "afternoon" }));
    expect(await balance(people.employee)).toBe(19);
    expect((await ask({ ...one, start_half: "afternoon" })).status).toBe(422);
  });
});

test("any overlap with the user's own leave is refused", async () => {
  const world = await server.world();
  const { ask, people, type } = await leaveFixture(world);
  const { start_date, end_date } = workingWeek(3);
  requireOk(await ask({ start_date, end_date }));
  for (const [from, to] of [
    [1, 3],
    [-3, 10],
    [0, 4],
    [-3, 0],
    [4, 8],
  ] as const) {
    const answer = await ask({ start_date: addDays(start_date, from), end_date: addDays(start_date, to) });
    expect([from, to, answer.status]).toEqual([from, to, 422]);
  }
  requireOk(
    await ask({ start_date: addDays(start_date, -3), end_date: addDays(start_date, -1), end_half: null }).catch(never),
  );
  requireOk(await ask({ start_date: addDays(end_date, 3), end_date: addDays(end_date, 3) }));
  requireOk(await give(world, people.hr.id, type, nextYear, 10));
  requireOk(await ask({ start_date, end_date }, world.api(people.hr)));
});

const never = (error: unknown): never => {
  throw error;
};

test("leave across the year's end uses each year's own balance", async () => {
  const world = await server.world();
  const { ask, balance, people, type, employee } = await leaveFixture(world);
  const span = { start_date: `${nextYear}-12-28`, end_date: `${nextYear + 1}-01-08` };
  const short = await ask(span);
  expect([short.status, short.body.errors]).toEqual([422, { end_date: ["The remaining balance is not sufficient"] }]);
  expect(await balance(people.employee)).toBe(20);
  requireOk(await give(world, people.employee.id, type, nextYear + 1, 10));
  const { data } = requireOk(await ask(span)).body;
  const left = [await balance(people.employee), await balance(people.employee, nextYear + 1)];
  expect(20 - (left[0] as number) + (10 - (left[1] as number))).toBe(data.days);
  expect(left[0]).toBeLessThan(20);
  expect(left[1]).toBeLessThan(10);
  const ledger = async (year: number) =>
    requireOk(await employee.get(`/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${year}`)).body
      .data;
  for (const year of [nextYear, nextYear + 1]) {
    const waiting = (await ledger(year)).filter(({ reason }: { reason: string }) => reason === "waiting");
    expect(waiting).toHaveLength(1);
  }
});

test("calendar days include weekends, and balances may go negative if allowed", async () => {
  const { employee, ask, newType, people, world } = await leaveFixture(await server.world());
  const calendar = await newType({ counting: "calendar", canUpdateBalance: false });
  const span = { start_date: workingWeek(1).start_date, end_date: addDays(workingWeek(1).start_date, 6) };
  expect(await costOf(employee, { ...span, leave_type_id: calendar })).toBe(7);
  const owing = await newType({ negativeAllowed: true });
  requireOk(await ask({ ...workingWeek(5), leave_type_id: owing }));
  const { body } = await world.api(people.employee).get(`/leave/balance?year=${nextYear}`);
  const row = body.data.find(({ leave_type }: { leave_type: { id: number } }) => leave_type.id === owing);
  expect(row.balance).toBe(-5);
});

test("leave rejected by HR can be changed and starts over", async () => {
  const { ask, employee, manager, hr, people, type, balance } = await leaveFixture(await server.world(), {
    hrStep: true,
  });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(url(id, "approve")));
  expect(Object.keys((await hr.put(url(id, "reject"), {})).body.errors)).toEqual(["reason"]);
  const { data } = requireOk(await hr.put(url(id, "reject"), { reason: "Audit in that week" })).body;
  expect(data).toMatchObject({ status: "rejected_by_hr", next_status: null });
  expect(await balance(people.employee)).toBe(20);
  const after = requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data;
  expect(after.can).toEqual(expect.objectContaining({ edit: true, send: true, cancel: false, discard: false }));
  expect((await employee.put(url(id, "cancel"))).status).toBe(409);
  const again = requireOk(await employee.put(`/leave/leave-request/${id}`, { leave_type_id: type, ...workingWeek(2) }))
    .body.data;
  expect(again).toMatchObject({
    status: "waiting_manager_approval",
    next_status: { approver: { id: people.manager.id } },
  });
  expect(again.steps.map(({ round, state, note }: never) => [round, state, note])).toEqual([
    [1, "approved", null],
    [1, "rejected", "Audit in that week"],
    [2, "now", null],
    [2, "next", null],
  ]);
  requireOk(await manager.put(url(id, "request-changes"), { note: "One day less?" }));
  const sent = requireOk(await employee.put(url(id, "send"))).body.data;
  expect(sent.status).toBe("waiting_manager_approval");
});

test("a delegate decides on behalf of the manager, and the request shows it", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  const deputy = await world.person("manager");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const api = world.api(deputy);
  expect(requireOk(await api.get(`/leave/leave-request/${id}`)).body.data.on_behalf_of.id).toBe(people.manager.id);
  const { data } = requireOk(await api.put(url(id, "approve"))).body;
  expect(data.steps[0]).toMatchObject({
    decided_by: { id: deputy.id },
    on_behalf_of: { id: people.manager.id },
  });
});

test("a request is visible only to owner, approvers, managers and HR", async () => {
  const { ask, world, people } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask({ ...workingWeek(1), reason: "Surgery" })).body.data;
  const colleague = world.api(await world.person("employee"));
  const finance = world.api(world.finance);
  for (const api of [colleague, finance]) {
    expect((await api.get(`/leave/leave-request/${id}`)).status).toBe(404);
    expect((await api.put(url(id, "cancel"))).status).toBe(404);
    expect((await api.get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(404);
  }
  expect((await world.api(world.external).get(`/leave/leave-request/${id}`)).status).toBe(403);
});
