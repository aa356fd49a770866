import { readLeaveAccounts } from "../../../../server/requests/leave/ledger/accounts.read";
import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import { endLeaveOfLeavers } from "../../../../server/requests/leave/requests/leaver.service";
import { LeaveTypeEntity } from "../../../../server/requests/leave/types/leave.entity";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { sql } from "../../../../server/platform/database/unit-of-work";
import { leaveTypeOf } from "../leave.records";
import { runOnTenantDay } from "../tenant-day";
import { testServer } from "../../../support/server";
import type { Person, World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();
const year = nextYear - 1;
const nextDay = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

const insertLedgerEntry = sql(
  "test.enter",
  `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, note)
   VALUES (current_tenant(), $1, $2, $3, 'adjustment', $4, 'Test')`,
);
const days = (world: World, person: Person, type: number, of: number, amount: number) =>
  world.tx((tx) => tx.rows(insertLedgerEntry, [person.id, type, of, amount]));
const newType = (world: World, change: Partial<LeaveTypeEntity>) =>
  world.tx(async (tx) => (await tx.repo(LeaveTypeEntity).insert({ ...leaveTypeOf("Annual"), ...change })).id);
const run = (world: World) => world.tx((tx) => grantAllowances(tx));

async function ledger(world: World, person: Person, type: number, of: number) {
  const url = `/leave/balance/${person.id}/ledger?leave_type_id=${type}&year=${of}`;
  const { data } = requireOk(await world.api(person).get(url)).body;
  return (data as { reason: string; days: number; cause: string | null }[]).map(({ reason, days, cause }) => [
    reason,
    days,
    cause,
  ]);
}

test("allowances depend on gender, and without a gender the smaller one applies", async () => {
  const world = await server.world();
  const { employee, manager, hr } = world;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { gender: "female" }));
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { gender: "male" }));
  const both = await newType(world, { daysFemale: 31, daysMale: 17 });
  const women = await newType(world, { name: "Of women", daysFemale: 9, daysMale: 8, gender: "female" });
  const old = await newType(world, { name: "Of long ago", daysFemale: 7, daysMale: 7, active: false });
  await run(world);
  const readAllowances = (person: Person) =>
    Promise.all([both, women, old].map(async (type) => (await ledger(world, person, type, year))[0]?.[1] ?? null));
  expect(await Promise.all([employee, manager, hr].map(readAllowances))).toEqual([
    [31, 9, null],
    [17, null, null],
    [17, null, null],
  ]);
});

test("only the years that determine a balance are read", async () => {
  const { world, people, type } = await leaveFixture(await server.world());
  for (const then of [year - 9, year - 5, year - 4, year - 1, year, nextYear + 1])
    await days(world, people.hr, type, then, 2 + (then % 5));
  const read = async (period?: number | "present") =>
    world.tx(async (tx) => {
      const all = await readLeaveAccounts(tx, { userIds: [people.hr.id], year: period });
      return [...(all.find(({ type_id }) => type_id === type)?.years.keys() ?? [])].toSorted((a, b) => a - b);
    });
  expect(await read()).toEqual([year - 9, year - 5, year - 4, year - 1, year, nextYear + 1]);
  expect(await read("present")).toEqual([year - 1, year]);
  expect(await read(nextYear)).toEqual([year - 1, year, nextYear + 1]);
  expect(await read(year - 5)).toEqual([year - 5, year - 4, year - 1, year]);
  for (const then of [year - 9, year - 5, year - 1]) {
    const { data } = requireOk(await world.api(world.admin).get(`/leave/balance/people?year=${then}`)).body;
    const row = data.find((one: { person: { id: number } }) => one.person.id === people.hr.id);
    const found = row.balances.find((one: { leave_type: { id: number } }) => one.leave_type.id === type);
    expect([then, found?.balance]).toEqual([then, 2 + (then % 5)]);
  }
});

describe("the turn of the year", () => {
  test("next year's allowance is granted ahead, and carry-over follows last year", async () => {
    const world = await server.world();
    const { employee } = world;
    const type = await newType(world, { maxCarried: 5, carriedUntil: 12 });
    await days(world, employee, type, year - 1, 3.5);
    await run(world);
    expect(await ledger(world, employee, type, year)).toEqual([
      ["allowance", 20, null],
      ["carried", 3.5, null],
    ]);
    expect(await ledger(world, employee, type, nextYear)).toEqual([["allowance", 20, null]]);
    const adjustment = { leave_type_id: type, year: year - 1, days: -1, note: "Was away in December" };
    requireOk(await world.api(world.hr).post(`/leave/balance/${employee.id}/adjustment`, adjustment));
    expect((await ledger(world, employee, type, year)).at(-1)).toEqual(["carried", -1, "last_year"]);
    expect(await run(world)).toBe(0);
  });

  test("last year's days returned by a rejection are carried over immediately", async () => {
    const { world, people, manager } = await leaveFixture(await server.world());
    const type = await newType(world, { daysFemale: 0, daysMale: 0, maxCarried: null, carriedUntil: null });
    await days(world, people.hr, type, year - 1, 9);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.hr.id }, { managerId: people.manager.id }));
    const body = { leave_type_id: type, start_date: `${year - 1}-12-01`, end_date: `${year - 1}-12-04` };
    const leave = requireOk(await world.api(people.hr).post("/leave/leave-request", body)).body.data;
    expect(leave.days).toBeGreaterThan(1);
    await run(world);
    const carried = async () => {
      const { data } = requireOk(await world.api(people.hr).get(`/leave/balance?year=${year}`)).body;
      return data.find((row: { leave_type: { id: number } }) => row.leave_type.id === type)?.carried ?? 0;
    };
    expect(await carried()).toBe(9 - leave.days);
    requireOk(await manager.put(`/leave/leave-request/${leave.id}/reject`, { reason: "It was another week" }));
    const entries = await ledger(world, people.hr, type, year);
    expect(entries.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(9);
    expect(entries.at(-1)).toEqual(["carried", leave.days, "last_year"]);
  });

  test("four concurrent runs of the leave job have the effect of one", async () => {
    const world = await server.world();
    const type = await newType(world, { accrual: "monthly", maxCarried: null });
    await days(world, world.employee, type, year - 1, 2);
    await Promise.all(Array.from({ length: 4 }, () => run(world)));
    const entries = await ledger(world, world.employee, type, year);
    const [{ month }] = await world.tx((tx) =>
      tx.manager.query("SELECT extract(month FROM tenant_today())::int AS month"),
    );
    expect(entries.filter(([reason]) => reason === "accrual")).toHaveLength(month);
    expect(entries.filter(([reason]) => reason === "carried")).toEqual([["carried", 2, null]]);
    expect(await run(world)).toBe(0);
    const { data } = requireOk(await world.api(world.hr).get("/leave/work-week")).body;
    expect(data.given_at).not.toBeNull();
  });

  test("only HR can enter leave in a closed year", async () => {
    const { ask, employee, type, world, people } = await leaveFixture(await server.world());
    const before = { leave_type_id: type, start_date: `${year - 1}-12-01`, end_date: `${year - 1}-12-31` };
    const answer = await ask(before);
    expect(answer.body.errors?.start_date).toEqual([expect.stringContaining("closed")]);
    expect((await employee.get("/leave/leave-request")).body.data).toEqual([]);
    await days(world, people.hr, type, year - 1, 40);
    requireOk(await ask(before, world.api(people.hr)));
  });
});

describe("first and last working days", () => {
  test("joining and leaving dates prorate the allowance", async () => {
    const { ask, manager, newType: typeOf, world, people } = await leaveFixture(await server.world());
    const type = await typeOf({ daysFemale: 20, daysMale: 20 });
    const id = (answer: Awaited<ReturnType<typeof ask>>) => requireOk(answer).body.data.id as number;
    const granted = id(await ask({ leave_type_id: type, ...workingWeek(30) }));
    requireOk(await manager.put(`/leave/leave-request/${granted}/approve`));
    const waiting = id(await ask({ leave_type_id: type, ...workingWeek(40, 2) }));
    const over = id(await ask({ leave_type_id: type, ...workingWeek(10) }));
    const lastDay = workingWeek(10, 2).end_date;
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { leftOn: lastDay }));
    await world.tx(async (tx) => [await endLeaveOfLeavers(tx), await grantAllowances(tx)]);
    expect(await world.tx((tx) => endLeaveOfLeavers(tx))).toBe(0);
    const api = world.api(people.employee);
    const states = await Promise.all(
      [granted, waiting, over].map(async (one) => {
        const { data } = requireOk(await api.get(`/leave/leave-request/${one}`)).body;
        return [data.status, data.end_date, data.days];
      }),
    );
    expect(states).toEqual([
      ["cancelled", workingWeek(30).end_date, 5],
      ["cancelled", workingWeek(40, 2).end_date, 2],
      ["waiting_manager_approval", lastDay, 2],
    ]);
    const [row] = requireOk(await api.get(`/leave/balance?year=${nextYear}`)).body.data.filter(
      (one: { leave_type: { id: number } }) => one.leave_type.id === type,
    );
    expect(row).toMatchObject({ taken: 0, waiting: -2 });
    const worked = (Date.parse(lastDay) - Date.UTC(nextYear, 0, 1)) / 86_400_000 + 1;
    const daysOfYear = (Date.UTC(nextYear + 1, 0, 1) - Date.UTC(nextYear, 0, 1)) / 86_400_000;
    expect(row.allowance).toBe(Math.ceil((2 * 20 * worked) / daysOfYear) / 2);
    expect(await ledger(world, people.employee, type, nextYear)).toContainEqual(["waiting", 2, "leaving"]);
  });

  test("the waiting time after joining counts working days", async () => {
    const { ask, newType: typeOf, world, people } = await leaveFixture(await server.world());
    const type = await typeOf({ waitingDays: 6, negativeAllowed: true });
    const { start_date: joined } = workingWeek(5);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { joinedOn: joined }));
    const on = (day: string) => ask({ leave_type_id: type, start_date: day, end_date: day });
    expect((await on(nextDay(joined, 7))).body.errors?.start_date).toBeDefined();
    requireOk(await on(nextDay(joined, 8)));
  });
});

test("blocked dates refuse a request, or warn in the preview", async () => {
  const { ask, employee, newType: typeOf } = await leaveFixture(await server.world());
  const stop = { ...workingWeek(3), stop: true, note: "Stocktaking" };
  const warn = { ...workingWeek(6), stop: false, note: null };
  const type = await typeOf({ negativeAllowed: true, blocks: [stop, warn] });
  const { start_date } = workingWeek(2);
  const refused = await ask({ leave_type_id: type, start_date, end_date: workingWeek(3, 1).end_date });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["start_date"]]);
  const query = `leave_type_id=${type}&start_date=${workingWeek(6).start_date}&end_date=${workingWeek(6).end_date}`;
  const { data } = requireOk(await employee.get(`/leave/leave-request/preview?${query}`)).body;
  expect([data.blocks, data.refusals]).toEqual([[warn], []]);
  requireOk(await ask({ leave_type_id: type, ...workingWeek(6) }));
});

test("leave before the expiry uses carried-over days first, and the rest expires", async () => {
  const world = await server.world();
  const { employee } = world;
  const type = await newType(world, { maxCarried: 5, carriedUntil: 1 });
  await days(world, employee, type, year - 1, 5);
  const insertLeave = sql(
    "test.leave",
    `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
                VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'approved') RETURNING id)
     INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
     SELECT id, current_tenant(), $1, $2, $3, $4, 4, true FROM r`,
  );
  // Two working days of the leave are in January, two in February.
  let first = `${year}-01-31`;
  const isOff = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  while (isOff(first) || isOff(nextDay(first, -1))) first = nextDay(first, -1);
  await world.tx((tx) => tx.rows(insertLeave, [employee.id, type, nextDay(first, -1), `${year}-02-${"02"}`]));
  const inJanuary = Array.from({ length: 31 }, (_, at) => `${year}-01-${String(at + 1).padStart(2, "0")}`).filter(
    (day) => day >= nextDay(first, -1) && !isOff(day),
  ).length;
  const expired = async (day: string) => {
    await runOnTenantDay(server.owner, day, () => run(world));
    return (await ledger(world, employee, type, year)).find(([reason]) => reason === "expired")?.[1];
  };
  expect(await expired(`${year}-01-31`)).toBeUndefined();
  expect(await expired(`${year}-02-01`)).toBe(inJanuary - 5);
});

test("only leave before the expiry can use carried-over days", async () => {
  const { world, ask, employee, newType: typeOf } = await leaveFixture(await server.world());
  const type = await typeOf({ maxCarried: 5, carriedUntil: 1 });
  await days(world, world.employee, type, year, 5);
  const inMarch = (count: number) => ({ leave_type_id: type, ...workingWeek(10, count) });
  const expiredErrors = ["Carried-over days will have expired by then, and there are not enough other days left"];
  const previewed = async (count: number) =>
    requireOk(await employee.get("/leave/leave-request/preview", { query: inMarch(count) })).body.data.refusals;
  expect((await ask(inMarch(1))).body.errors).toEqual({ end_date: expiredErrors });
  expect(await previewed(1)).toEqual([{ field: "end_date", message: "leave.carriedGone" }]);
  requireOk(await ask({ leave_type_id: type, ...workingWeek(1, 2) }));
  await days(world, world.employee, type, nextYear, 3); // makes six with the remaining carried-over days
  expect((await ask(inMarch(4))).body.errors).toEqual({ end_date: expiredErrors });
  expect(await previewed(3)).toEqual([]);
  requireOk(await ask(inMarch(3)));
  requireOk(await ask({ leave_type_id: type, ...workingWeek(2, 3) }));
  expect((await ask({ leave_type_id: type, ...workingWeek(3, 1) })).body.errors.end_date).toEqual([
    "The remaining balance is not sufficient",
  ]);
});

test("a future balance includes accrual until then and the coming carry-over", async () => {
  const world = await server.world();
  const { employee, hr } = world;
  const type = await newType(world, { maxCarried: 5, carriedUntil: 3, daysFemale: 24, daysMale: 24 });
  await run(world);
  const api = world.api(employee);
  const on = async (date: string) =>
    requireOk(await api.get(`/leave/balance?date=${date}`)).body.data.find(
      (row: { leave_type: { id: number } }) => row.leave_type.id === type,
    );
  expect(await on(`${year}-12-31`)).toMatchObject({ allowance: 24, carried: 0, balance: 24 });
  expect(await on(`${nextYear}-01-15`)).toMatchObject({ allowance: 24, carried: 5, expired: 0, balance: 29 });
  expect(await on(`${nextYear}-04-01`)).toMatchObject({ carried: 5, expired: -5, balance: 24 });
  expect((await api.get(`/leave/balance?date=${nextYear + 1}-01-01`)).status).toBe(422);
  expect((await api.get(`/leave/balance?date=${year}-12-31&user_id=${hr.id}`)).status).toBe(404);
  expect((await api.get("/leave/balance/people")).status).toBe(403);
  const { data, meta } = requireOk(
    await world.api(hr).get(`/leave/balance/people?year=${year}&q=${employee.fullname}`),
  ).body;
  expect(data[0].balances).toEqual([{ leave_type: expect.objectContaining({ id: type }), balance: 24, waiting: 0 }]);
  expect(meta.total).toBe(1);
});
