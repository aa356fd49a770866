import { UserEntity } from "../../../server/people/people/user.entity";
import { setWorkSchedule } from "../../../server/people/schedules/schedules.service";
import type { Actor } from "../../../server/platform/session";
import { permissions } from "../../../shared/access";
import { addDays } from "../../../shared/kernel/days";
import type { Answer } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { leaveFixture, nextYear, workingWeek } from "../../requests/leave/fixtures";

const server = testServer();
const statusAndErrors = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];
const fourDays = [0, 480, 480, 480, 480, 0, 0];
const mornings = [0, 240, 240, 240, 240, 240, 0];
const from = `${nextYear}-01-01`;

async function scheduleFixture(counting: "working" | "organization" = "working") {
  const fixture = await leaveFixture(await server.world(), { counting });
  const { world, people, hr } = fixture;
  const url = `/user/${people.employee.id}/schedule`;
  const set = (body: object, as = hr) => as.post(url, { from, minutes: fourDays, ...body });
  const list = async () => requireOk(await hr.get(`${url}s`)).body.data.schedules;
  const weekend = await world.tx((tx) => tx.manager.query("SELECT weekend FROM tenant WHERE id = current_tenant()"));
  expect(weekend[0].weekend).toEqual([0, 6]);
  const preview = async (span: object) =>
    requireOk(
      await fixture.employee.get(
        `/leave/leave-request/preview?${new URLSearchParams({ leave_type_id: String(fixture.type), ...span })}`,
      ),
    ).body.data;
  return { ...fixture, set, list, preview, url };
}

test("schedules are refused for others, other tenants and wrong weeks", async () => {
  const { world, employee, manager, set, url, people } = await scheduleFixture();
  expect((await world.api().get(`${url}s`)).status).toBe(401);
  expect((await set({}, employee)).body.code).toBe("permission.denied");
  const strange = await server.world();
  expect((await strange.api(strange.hr).post(url, { from, minutes: fourDays })).status).toBe(404);
  expect(
    (await world.api(world.hr).post(`/user/${people.hr.id}/schedule`, { from, minutes: fourDays })).body.code,
  ).toBe("user.ownEmployment");
  const wrong = async (body: object) => statusAndErrors(await set(body));
  expect(await wrong({ from: null })).toEqual([422, ["from"]]);
  expect(await wrong({ minutes: [0, 0, 0, 0, 0, 0, 0] })).toEqual([422, ["minutes"]]);
  expect(await wrong({ minutes: [480] })).toEqual([422, ["minutes"]]);
  expect(await wrong({ minutes: [0, 1441, 0, 0, 0, 0, 0] })).toEqual([422, expect.any(Array)]);
  expect(await wrong({ minutes: null, other: fourDays })).toEqual([422, ["minutes"]]);
  requireOk(await set({}));
  expect(requireOk(await employee.get(`${url}s`)).body.data).toMatchObject({ can: { change: false } });
  expect((await manager.get(`${url}s`)).status).toBe(200);
});

test("a new schedule ends the one before, and withdrawing continues it", async () => {
  const { set, list, hr } = await scheduleFixture();
  requireOk(await set({}));
  requireOk(await set({ from: `${nextYear}-07-01`, minutes: mornings }));
  requireOk(await set({ from: `${nextYear}-04-01`, minutes: null }));
  const [first, second, third] = await list();
  expect([first, second, third].map((one) => [one.from, one.until, one.minutes])).toEqual([
    [from, `${nextYear}-03-31`, fourDays],
    [`${nextYear}-04-01`, `${nextYear}-06-30`, null],
    [`${nextYear}-07-01`, null, mornings],
  ]);
  requireOk(await hr.delete(`/work-schedule/${second.id}`));
  expect((await list())[0]).toMatchObject({ from, until: `${nextYear}-06-30` });
  requireOk(await set({ from: `${nextYear}-07-01` }));
  expect((await list())[1]).toMatchObject({ id: third.id, minutes: fourDays });
});

test("a schedule that has begun can't be withdrawn", async () => {
  const { set, list, hr, world } = await scheduleFixture();
  const [{ today }] = await world.tx((tx) => tx.manager.query("SELECT tenant_today()::text AS today"));
  requireOk(await set({ from: today }));
  const [only] = await list();
  expect((await hr.delete(`/work-schedule/${only.id}`)).body.code).toBe("employment.settled");
  expect((await hr.delete("/work-schedule/999999")).status).toBe(404);
});

test("of two concurrent schedules for one day one remains", async () => {
  const { set, list } = await scheduleFixture();
  const answers = await Promise.all([set({}), set({ minutes: mornings })]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await list()).toHaveLength(1);
});

test("a schedule that another user has changed or withdrawn is not overwritten", async () => {
  const { set, list, hr } = await scheduleFixture();
  const weeks = (minutes: number[] | null) => ({ minutes, other: null });
  expect((await set({ previous: weeks(fourDays) })).body.code).toBe("organization.stale");
  expect(await list()).toEqual([]);
  const answers = await Promise.all([set({ previous: null }), set({ minutes: mornings, previous: null })]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
  const [stored] = await list();
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "organization.stale",
    data: { schedules: [{ from, minutes: stored.minutes }] },
  });
  requireOk(await set({ minutes: null, previous: weeks(stored.minutes) }));
  expect((await set({ previous: weeks(stored.minutes) })).status).toBe(409);
  expect((await set({ previous: { minutes: fourDays, other: mornings } })).status).toBe(409);
  requireOk(await set({ minutes: mornings, other: fourDays, previous: weeks(null) }));
  expect((await set({ previous: weeks(mornings) })).status).toBe(409);
  requireOk(await set({ from: `${nextYear}-07-01`, previous: null }));
  const [first, second] = await list();
  requireOk(await hr.delete(`/work-schedule/${second.id}`));
  expect((await set({ from: second.from, minutes: mornings, previous: weeks(fourDays) })).status).toBe(409);
  expect(await list()).toMatchObject([{ id: first.id, until: null }]);
});

test("a schedule that another user has changed is not withdrawn", async () => {
  const { set, list, hr } = await scheduleFixture();
  requireOk(await set({}));
  const [{ id }] = await list();
  const withdraw = (previous: object | null) => hr.delete(`/work-schedule/${id}`, { previous });
  requireOk(await set({ minutes: mornings }));
  const refused = await withdraw({ minutes: fourDays, other: null });
  expect([refused.status, refused.body.code]).toEqual([409, "user.stale"]);
  expect(refused.body.data).toMatchObject({ schedules: [{ id, minutes: mornings }] });
  expect((await withdraw({ minutes: mornings, other: fourDays })).status).toBe(409);
  expect((await withdraw(null)).status).toBe(409);
  expect(await list()).toMatchObject([{ id, minutes: mornings }]);
  requireOk(await withdraw({ minutes: mornings }));
  expect(await list()).toEqual([]);
});

test("a leave request waits for a concurrent new schedule and is counted by it", async () => {
  const { world, people, ask } = await scheduleFixture();
  const hr = { ...world.hr, permissions: new Set(permissions), external: false } as unknown as Actor;
  const [leaveAnswer] = await runWhileLocked(
    server,
    world,
    (tx) => setWorkSchedule(tx, hr, people.employee.id, { from, minutes: fourDays }),
    [() => ask(workingWeek(4))],
  );
  expect(requireOk(leaveAnswer as Answer).body.data.days).toBe(4);
});

test("a part-timer's week costs four days, also with a holiday on the free Friday", async () => {
  // Monday to Friday with a free Friday: 4 × 1 day. The holiday is on the Friday, so the cost stays 4.
  const { set, preview, hr, ask, balance, people } = await scheduleFixture();
  requireOk(await set({}));
  const week = workingWeek(4);
  requireOk(await hr.post("/leave/holiday", { date: week.end_date, name: "Holiday" }));
  const leavePreview = await preview(week);
  expect(leavePreview.days).toBe(4);
  expect(leavePreview.each.map(({ days }: { days: number }) => days)).toEqual([1, 1, 1, 1, 0]);
  expect(leavePreview.each[4].why).toBe("free");
  const sent = requireOk(await ask(week)).body.data;
  expect(sent.days).toBe(4);
  expect(await balance(people.employee)).toBe(16);
  // The Friday alone is refused; half of the Thursday costs half a day.
  const { end_date } = workingWeek(6);
  expect(statusAndErrors(await ask({ start_date: end_date, end_date }))).toEqual([422, ["end_date"]]);
  const thursday = addDays(end_date, -1);
  expect((await preview({ start_date: thursday, end_date: thursday, end_half: "morning" })).days).toBe(0.5);
});

test("the French rule counts the organization's days until the return to work", async () => {
  // Friday is free. Monday to Thursday: 4 days and the Friday before the return, 5. Friday to Thursday: the Friday before the first
  // working day costs nothing, then Monday to Thursday and the Friday after it, 5. Thursday morning: half a day.
  const { set, preview } = await scheduleFixture("organization");
  requireOk(await set({}));
  const { start_date, end_date } = workingWeek(4, 4);
  expect((await preview({ start_date, end_date })).days).toBe(5);
  expect((await preview({ start_date: addDays(start_date, -3), end_date })).days).toBe(5);
  expect((await preview({ start_date: end_date, end_date, end_half: "morning" })).days).toBe(0.5);
  expect((await preview(workingWeek(4))).days).toBe(5);
});

test("a schedule change in mid-year recalculates pending and approved leave", async () => {
  // Two weeks full time cost 5 + 5 of 20. With four days from the second week's Monday they cost 5 + 4; withdrawn, 10 again.
  const { set, list, hr, manager, ask, balance, people, employee, world, type } = await scheduleFixture();
  const first = requireOk(await ask(workingWeek(10))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${first.id}/approve`));
  const second = requireOk(await ask(workingWeek(11))).body.data;
  expect(await balance(people.employee)).toBe(10);
  requireOk(await set({ from: workingWeek(11).start_date }));
  expect(await balance(people.employee)).toBe(11);
  const days = async (id: number) => requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.days;
  expect([await days(first.id), await days(second.id)]).toEqual([5, 4]);
  const ledger = await world.tx((tx) =>
    tx.manager.query(
      "SELECT cause, reason, days::float8 AS days FROM leave_ledger WHERE request_id = $1 AND cause IS NOT NULL",
      [second.id],
    ),
  );
  expect(ledger).toEqual([{ cause: "schedule_changed", reason: "waiting", days: 1 }]);
  // The approved week now has a free Friday too: 5 - 1.
  requireOk(await set({ from: workingWeek(9).start_date }));
  expect([await days(first.id), await days(second.id)]).toEqual([4, 4]);
  expect(await balance(people.employee)).toBe(12);
  for (const { id } of await list()) requireOk(await hr.delete(`/work-schedule/${id}`));
  expect([await days(first.id), await days(second.id)]).toEqual([5, 5]);
  expect(await balance(people.employee)).toBe(10);
  expect(type).toBeGreaterThan(0);
});

test("the days of a leave follow a schedule under which its sum is the same", async () => {
  const { set, ask, world } = await scheduleFixture();
  requireOk(await set({}));
  const week = workingWeek(10);
  const { id } = requireOk(await ask(week)).body.data;
  const mark = server.published.length;
  requireOk(await set({ from: week.start_date, minutes: [0, 0, 480, 480, 480, 480, 0] }));
  const [row] = await world.tx((tx) =>
    tx.manager.query("SELECT days::float8 AS days, counted FROM leave_request WHERE id = $1", [id]),
  );
  expect(row.days).toBe(4);
  expect(Object.keys(row.counted).sort()).toEqual([1, 2, 3, 4].map((day) => addDays(week.start_date, day)));
  expect(world.events(mark).map(({ event }) => event.type)).not.toContain("leave.recounted");
});

test("the minimum cover does not count users on their free days", async () => {
  // Three users, minimum 3: on one user's free Friday, two are present without any leave, and one is present when another user is on leave.
  const { set, world, people, hr } = await scheduleFixture();
  const [{ id: department }] = await world.tx((tx) =>
    tx.manager.query(
      "INSERT INTO department (tenant_id, name, minimum_present) VALUES (current_tenant(), 'Cover', 3) RETURNING id",
    ),
  );
  for (const { id } of Object.values(people))
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { departmentId: Number(department) }));
  requireOk(await set({}));
  const { start_date, end_date } = workingWeek(4);
  const team = requireOk(await hr.get(`/leave/team?from=${start_date}&to=${end_date}`)).body.data;
  expect(team.below).toEqual([{ date: end_date, department_id: Number(department), present: 2, minimum: 3 }]);
});
