import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { unnamedSql } from "../../../../server/platform/database/unit-of-work";
import { consumeEvents, notificationsSince } from "../../../communication/notifications/worker";
import { testServer } from "../../../support/server";
import type { Person, World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();
const year = nextYear - 1;

const ledgerSum = async (world: World, person: Person, type: number, of: number) =>
  (
    await world.tx((tx) =>
      tx.one<{ days: number }>(
        unnamedSql(
          "SELECT COALESCE(sum(days), 0)::float8 AS days FROM leave_ledger WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND year = $3",
        ),
        [person.id, type, of],
      ),
    )
  )?.days;

const plan = (world: World, person: Person, last_day: string) =>
  world
    .api(world.hr)
    .post(`/user/${person.id}/leaving`, { type: "resignation", last_day, successor_id: world.manager.id });

const leaving = async (world: World, person: Person, type: number, lastDay?: string) => {
  const query: Record<string, string> = lastDay ? { last_day: lastDay } : {};
  const { data } = requireOk(await world.api(world.hr).get(`/user/${person.id}/leaving`, { query })).body;
  return (data.leave as { leave_type: { id: number }; allowance: number; left: number }[]).find(
    (one) => one.leave_type.id === type,
  );
};

test("a planned last day within returned leave doesn't touch the balance", async () => {
  const days = { daysFemale: 20, daysMale: 20, maxCarried: 0 };
  const { world, ask, manager, people, type } = await leaveFixture(await server.world(), days);
  const { id } = requireOk(await ask(workingWeek(30))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/request-changes`, { note: "A week later?" }));
  const lastDay = workingWeek(30, 2).end_date;
  const { version } = requireOk(await manager.get(`/leave/leave-request/${id}`)).body.data;
  const mark = server.published.length;
  requireOk(await plan(world, people.employee, lastDay));
  expect(world.events(mark).map(({ event }) => event.type)).toContain("leave.calendar_changed");
  expect(requireOk(await manager.get(`/leave/leave-request/${id}`)).body.data.version).toBe(version + 1);
  const entries = await world.tx((tx) =>
    tx.one<{ days: number }>(
      unnamedSql(
        "SELECT COALESCE(sum(days), 0)::float8 AS days FROM leave_ledger WHERE tenant_id = current_tenant() AND request_id = $1 AND leave_type_id = $2",
      ),
      [id, type],
    ),
  );
  expect(entries?.days).toBe(0);
  const { end_date, days: cost } = requireOk(await world.api(people.employee).get(`/leave/leave-request/${id}`)).body
    .data;
  expect([end_date, cost]).toEqual([lastDay, 2]);
});

test("a planned last day returns later approved leave and closes pending leave", async () => {
  const days = { daysFemale: 20, daysMale: 20, maxCarried: 0 };
  const { world, ask, manager, people, type } = await leaveFixture(await server.world(), days);
  const request = async (body: object) => requireOk(await ask(body)).body.data.id as number;
  const granted = await request(workingWeek(30));
  requireOk(await manager.put(`/leave/leave-request/${granted}/approve`));
  const waiting = await request(workingWeek(40, 2));
  const lastDay = workingWeek(10).end_date;
  const mark = server.published.length;
  requireOk(await plan(world, people.employee, lastDay));
  const api = world.api(people.employee);
  for (const id of [granted, waiting])
    expect(requireOk(await api.get(`/leave/leave-request/${id}`)).body.data.status).toBe("cancelled");
  await consumeEvents(world, world.events(mark));
  const notifications = notificationsSince(world, mark);
  const own = notifications.filter(({ user, kind }) => user === people.employee.id && kind === "request.cancelled");
  expect(own).toHaveLength(2);
  for (const { message } of own)
    expect(message).toMatch(/^Your request was closed because it is after your last day, .*: /);
  const others = notifications.filter(({ kind }) => kind === "request.withdrawn");
  expect(others.map(({ user }) => user)).toEqual([people.manager.id, people.manager.id]);
  for (const { message } of others) expect(message).toContain(`A request of ${people.employee.fullname} was closed`);
  const refused = await ask(workingWeek(20));
  expect(refused.body.errors).toMatchObject({
    end_date: [expect.stringMatching(/^The last working day is \d+ \w+ \d+$/)],
  });
  const query = { leave_type_id: type, ...workingWeek(20) };
  const preview = requireOk(await api.get("/leave/leave-request/preview", { query })).body.data;
  expect(preview.refusals.map(({ message }: { message: string }) => message)).toContain(
    `leave.afterLastDay?day=${lastDay}`,
  );
  const sum = await ledgerSum(world, people.employee, type, nextYear);
  expect(await leaving(world, people.employee, type)).toMatchObject({ left: sum });
  expect((await manager.put(`/leave/leave-request/${waiting}/approve`)).status).toBe(409);
});

test("the leaving wizard previews the remaining days that planning then produces", async () => {
  const days = { daysFemale: 21, daysMale: 21, maxCarried: 0 };
  const { world, ask, people, type, newType } = await leaveFixture(await server.world(), days);
  const sick = await newType({ daysFemale: 15, daysMale: 15, prorated: false });
  requireOk(await ask(workingWeek(2, 3)));
  requireOk(await ask(workingWeek(40)));
  const lastDay = `${nextYear}-03-31`;
  const settlement = await leaving(world, people.employee, type, lastDay);
  // 90 of 365 days give 5.18 days of leave, and 91 of 366 give 5.22; either is rounded up to 5.5.
  expect(settlement).toMatchObject({ allowance: 5.5, left: 20 + 5.5 - 3 });
  expect(await leaving(world, people.employee, sick, lastDay)).toBeUndefined();
  requireOk(await plan(world, people.employee, lastDay));
  expect(await leaving(world, people.employee, type)).toEqual(settlement);
  expect(await ledgerSum(world, people.employee, type, nextYear)).toBe(settlement?.left);
  expect(await ledgerSum(world, people.employee, sick, nextYear)).toBe(15);
});

test("withdrawing a planned departure restores the whole allowance", async () => {
  const { world, people, type } = await leaveFixture(await server.world(), { daysFemale: 21, daysMale: 21 });
  const { id } = requireOk(await plan(world, people.employee, `${year}-12-31`)).body.data;
  expect(await ledgerSum(world, people.employee, type, nextYear)).toBe(20);
  requireOk(await world.api(world.hr).delete(`/employment-change/${id}`));
  expect(await ledgerSum(world, people.employee, type, nextYear)).toBe(41);
});

test("a closed account keeps its share of the year, and a second run changes nothing", async () => {
  const { world, people, type } = await leaveFixture(await server.world(), { daysFemale: 21, daysMale: 21 });
  const { employee } = people;
  // Simulates an account closed by an older version, with the whole allowance of this year and the next.
  const left = `${year}-01-31`;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { leftOn: left, active: false }));
  expect(await world.tx((tx) => grantAllowances(tx))).toBe(2);
  expect(await ledgerSum(world, employee, type, year)).toBe(2);
  expect(await ledgerSum(world, employee, type, nextYear)).toBe(20);
  expect(await world.tx((tx) => grantAllowances(tx))).toBe(0);
});

test("an account closed years ago is corrected in each later year", async () => {
  const { world, people, type } = await leaveFixture(await server.world(), {
    daysFemale: 21,
    daysMale: 21,
    maxCarried: 5,
  });
  const { employee } = people;
  const give = (of: number) =>
    world.tx((tx) =>
      tx.rows(
        unnamedSql(`INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, period, full_days)
          VALUES (current_tenant(), $1, $2, $3::smallint, 'allowance', 21, $3::text, 21)`),
        [employee.id, type, of],
      ),
    );
  await give(year - 3);
  await give(year - 2);
  const never = await world.person("employee");
  await world.tx(async (tx) => {
    await tx.rows(unnamedSql("DELETE FROM leave_ledger WHERE tenant_id = current_tenant() AND user_id = $1"), [
      never.id,
    ]);
    for (const { id } of [employee, never])
      await tx.repo(UserEntity).update({ id }, { leftOn: `${year - 3}-12-31`, active: false });
    await grantAllowances(tx);
  });
  for (const [of, days] of [
    [year - 3, 21],
    [year - 2, 0],
    [year, 0],
    [nextYear, 20],
  ] as const)
    expect([of, await ledgerSum(world, employee, type, of)]).toEqual([of, days]);
  expect(await ledgerSum(world, never, type, year)).toBe(0);
  expect(await world.tx((tx) => grantAllowances(tx))).toBe(0);
});

test("a new employee's prorated allowance is rounded to bookable days", async () => {
  const { world, people, newType } = await leaveFixture(await server.world());
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { joinedOn: `${year}-12-01` }));
  const days = { daysFemale: 21, daysMale: 21 };
  const [usual, whole, exact] = [
    await newType(days),
    await newType({ ...days, halfDays: false, rounding: "whole_up" }),
    await newType({ ...days, rounding: "exact" }),
  ];
  const sick = await newType({ daysFemale: 15, daysMale: 15, prorated: false });
  for (const [type, given] of [
    [usual, 2],
    [whole, 2],
    [exact, 1.78],
    [sick, 15],
  ] as const)
    expect(await ledgerSum(world, people.employee, type, year)).toBe(given);
});

const todayOf = async (world: World) =>
  (await world.tx((tx) => tx.one<{ day: string }>(unnamedSql("SELECT tenant_today()::text AS day"))))?.day as string;
const addDays = (day: string, days: number) => dayOfNumber(dayNumber(day) + days);

test("a rehired employee gets leave for both employments of the year", async () => {
  const days = { daysFemale: 21, daysMale: 21, rounding: "exact" } as const;
  const { world, people, newType } = await leaveFixture(await server.world());
  const { employee } = people;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { joinedOn: `${year - 3}-01-01` }));
  const type = await newType(days);
  const today = await todayOf(world);
  const [left, again] = [addDays(today, -30), addDays(today, -10)];
  requireOk(await plan(world, employee, left));
  requireOk(await world.api(world.hr).post(`/user/${employee.id}/rehire`, { date_of_joining: again }));
  const present = Number(today.slice(0, 4));
  const inYear = (day: string) => (Number(day.slice(0, 4)) === present ? 1 : 0);
  const away = Array.from({ length: 19 }, (_, at) => inYear(addDays(left, at + 1))).reduce<number>((a, b) => a + b, 0);
  const whole = dayNumber(`${present + 1}-01-01`) - dayNumber(`${present}-01-01`);
  const expected = Math.round((2100 * (whole - away)) / whole) / 100;
  expect(await ledgerSum(world, employee, type, present)).toBe(expected);
  expect(await world.tx((tx) => grantAllowances(tx))).toBe(0);
});

test("leave outside of all employments is refused, and HR's entries as well", async () => {
  const { world, ask, people, type } = await leaveFixture(await server.world());
  const { employee } = people;
  const hr = world.api(world.hr);
  const today = await todayOf(world);
  const [left, again] = [addDays(today, -30), `${nextYear}-03-01`];
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { joinedOn: addDays(today, -300) }));
  requireOk(await plan(world, employee, left));
  const rehired = requireOk(await hr.post(`/user/${employee.id}/rehire`, { date_of_joining: again }));
  expect(rehired.body.message).toBe(`The employee is rehired from 1 Mar ${nextYear} and is invited on that day.`);
  const firstDay = `The first working day is 1 Mar ${nextYear}`;
  const between = { start_date: `${nextYear}-02-01`, end_date: `${nextYear}-02-03` };
  const entered = (span: object) =>
    hr.post("/leave/leave-request", { user_id: employee.id, leave_type_id: type, ...span });
  for (const span of [between, { ...between, end_date: `${nextYear}-03-05` }]) {
    expect((await entered(span)).body.errors).toMatchObject({ start_date: [firstDay] });
  }
  const beyond = { start_date: addDays(left, -2), end_date: addDays(left, 1) };
  expect((await entered(beyond)).body.errors).toHaveProperty("end_date");
  const early = { start_date: addDays(today, -310), end_date: addDays(today, -305) };
  expect((await entered(early)).body.errors).toHaveProperty("start_date");
  requireOk(await entered({ start_date: `${nextYear}-03-01`, end_date: `${nextYear}-03-05` }));
  expect((await ask(between)).status).toBe(401);
});

test("a former employee rehired for a later day can sign in only after the invitation", async () => {
  const { world, people } = await leaveFixture(await server.world());
  const { employee } = people;
  const today = await todayOf(world);
  requireOk(await plan(world, employee, addDays(today, -1)));
  const before = await server.owner.query("SELECT password_hash FROM app_user WHERE id = $1", [employee.id]);
  requireOk(await world.api(world.hr).post(`/user/${employee.id}/rehire`, { date_of_joining: addDays(today, 7) }));
  const [row] = await server.owner.query("SELECT password_hash, invite_on_first_day FROM app_user WHERE id = $1", [
    employee.id,
  ]);
  expect(row.invite_on_first_day).toBe(true);
  expect(row.password_hash).not.toBe(before[0].password_hash);
});
