import { UserEntity } from "../../../../server/people/people/user.entity";
import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { type LeaveFixture, leaveFixture, nextYear, workingWeek } from "../fixtures";

const server = testServer();
const day = `${nextYear}-07-01`;

interface Opening {
  person: { id: number };
  balances: { leave_type: { id: number }; days: number }[];
}

async function remaining({ world, type }: LeaveFixture, id: number, on = day): Promise<number | undefined> {
  const rows: Opening[] = requireOk(await world.api(world.hr).get(`/leave/opening-balance?day=${on}&per_page=200`)).body
    .data;
  const own = rows.find(({ person }) => person.id === id);
  return own?.balances.find(({ leave_type }) => leave_type.id === type)?.days;
}

const set = ({ world }: LeaveFixture, entries: object[], on = day) =>
  world.api(world.hr).post("/leave/opening-balance", { day: on, note: "Start", entries });

const check = ({ world }: LeaveFixture, content: string, fields: object = {}) =>
  world.api(world.hr).post("/leave/opening-balance/file", { day, content, ...fields });

describe("opening balances", () => {
  test("the actor's own, past years, unknown types and repeated entries are refused", async () => {
    const all = await leaveFixture(await server.world());
    const { world, type, people } = all;
    const entry = { user_id: people.employee.id, leave_type_id: type, days: 5, before: 20 };
    expect((await set(all, [{ ...entry, user_id: world.hr.id }])).body.code).toBe("leave.ownBalance");
    expect(await remaining(all, world.hr.id)).toBeUndefined();
    expect(Object.keys((await set(all, [entry], `${nextYear - 2}-12-31`)).body.errors)).toEqual(["day"]);
    expect(Object.keys((await set(all, [entry, entry])).body.errors)).toEqual(["entries"]);
    const without = await all.newType({ canUpdateBalance: false });
    expect(Object.keys((await set(all, [{ ...entry, leave_type_id: without }])).body.errors)).toEqual(["entries"]);
    expect(Object.keys((await set(all, [{ ...entry, days: -1 }])).body.errors)).toEqual(["entries.0.days"]);
    expect(Object.keys((await set(all, [{ ...entry, days: 20 }])).body.errors)).toEqual(["entries"]);
    const { code, data } = (await set(all, [{ ...entry, before: 19 }])).body;
    expect([code, data]).toEqual([
      "leave.balancesChanged",
      { changed: [{ user_id: people.employee.id, leave_type_id: type, days: 20 }] },
    ]);
    expect(await all.balance(people.employee)).toBe(20);
  });

  test("the rows of a file are found by full names unless two people have the name", async () => {
    const all = await leaveFixture(await server.world());
    const { type } = all;
    const name = requireOk(await all.hr.get(`/leave/leave-type/${type}`)).body.data.name;
    const { id } = await all.world.person("employee", { fullname: "Zoë Einzig" });
    for (const _ of [1, 2]) await all.world.person("employee", { fullname: "Kim Doppelt" });
    const department = requireOk(await all.world.api(all.world.admin).post("/department", { name: "Dyeing" })).body
      .data;
    await all.world.tx((tx) => tx.repo(UserEntity).update({ id }, { departmentId: department.id }));
    const lines = [`zoe einzig;${name};3`, `Kim Doppelt;${name};3`, `"Einzig, Zoë";${name};3`, `4,91E+11;${name};3`];
    const { rows } = requireOk(await check(all, ["Name;Type;Days", ...lines].join("\n"))).body.data;
    expect(rows).toMatchObject([
      { person: { id, fullname: "Zoë Einzig" }, department: "Dyeing" },
      { person: null, department: null },
      { person: { id }, errors: [expect.stringContaining("twice")] },
      { person: null, errors: [expect.stringContaining("shortened")] },
    ]);
    expect(rows[1].errors).toHaveLength(1);
  });

  test("days that are due but not in the ledger yet count as left", async () => {
    const all = await leaveFixture(await server.world(), { daysFemale: 24, daysMale: 24 });
    const { id } = await all.world.person("employee", { joinedOn: "2020-01-01" });
    const today = new Date().toISOString().slice(0, 10);
    expect(await remaining(all, id, today)).toBe(24);
    const entry = { user_id: id, leave_type_id: all.type, days: 12.5, before: 24 };
    requireOk(await set(all, [entry], today));
    await all.world.tx((tx) => grantAllowances(tx, { userId: id }));
    expect(await remaining(all, id, today)).toBe(12.5);
  });

  // 20 days, of which a week in January (5) and a week after 1 July (5) are reserved. On 1 July 15 are left, as the second week is still
  // to be taken. With 12 days instead, 7 can be taken besides the second week.
  test("the entry leaves the given days on the day, before later leave", async () => {
    const all = await leaveFixture(await server.world());
    const { people, type, world } = all;
    const { id } = people.employee;
    requireOk(await all.ask(workingWeek(1)));
    requireOk(await all.ask(workingWeek(30)));
    expect([await remaining(all, id), await all.balance(people.employee)]).toEqual([15, 10]);
    const batch = requireOk(await set(all, [{ user_id: id, leave_type_id: type, days: 12, before: 15 }])).body.data;
    expect(batch).toMatchObject({ kind: "opening", opens_on: day, people: 1, leave_type: null, days: null });
    expect([await remaining(all, id), await all.balance(people.employee)]).toEqual([12, 7]);
    const url = `/leave/balance/${id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const ledger = requireOk(await world.api(world.hr).get(url)).body.data;
    expect(ledger.at(-1)).toMatchObject({ reason: "opening", days: -3, note: "Start", on_day: day });
    // 4 days on 1 July wouldn't be enough for the second week.
    const refused = await set(all, [{ user_id: id, leave_type_id: type, days: 4, before: 12 }]);
    expect(refused.body.errors.entries[0]).toMatch(/^The balance of 1 person would become negative/);
    requireOk(await world.api(world.hr).post(`/leave/balance-batch/${batch.id}/undo`, { version: 1, note: "Wrong" }));
    expect([await remaining(all, id), await all.balance(people.employee)]).toEqual([15, 10]);
  });

  test("the balance on the day equals the number for all types; undo restores it", async () => {
    const world = await server.world();
    const kinds = [
      { accrual: "monthly" as const, daysFemale: 24, daysMale: 24 },
      { maxCarried: 5, carriedUntil: 3, daysFemale: 30, daysMale: 30 },
      { maxCarried: 3, daysFemale: 12.5, daysMale: 12.5 },
    ];
    const today = new Date().toISOString().slice(0, 10);
    for (const [at, kind] of kinds.entries()) {
      const all = await leaveFixture(world, { negativeAllowed: true, ...kind });
      requireOk(await all.ask(workingWeek(1 + at)));
      requireOk(await all.ask(workingWeek(20 + at)));
      const { id } = all.people.employee;
      for (const on of [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-03-15`, today, `${nextYear}-01-04`, day]) {
        const before = await remaining(all, id, on);
        const entry = { user_id: id, leave_type_id: all.type, days: 7.25, before };
        const batch = requireOk(await set(all, [entry], on)).body.data;
        expect(await remaining(all, id, on)).toBe(7.25);
        const undo = { version: 1, note: "Wrong" };
        requireOk(await world.api(world.hr).post(`/leave/balance-batch/${batch.id}/undo`, undo));
        expect(await remaining(all, id, on)).toBe(before);
      }
    }
  });

  test("rows of a file are matched by personnel number or address, with errors per row", async () => {
    const all = await leaveFixture(await server.world());
    const { world, people, type } = all;
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { employeeId: "P-77" }));
    const { name } = (await world.api(world.hr).get(`/leave/leave-type/${type}`)).body.data;
    const { email } = (await world.api(world.admin).get(`/user/${people.manager.id}`)).body.data;
    const lines = [`p-77;${name};12,5`, `${email};${name};3`, `P-77;${name};4`, `nobody;Nothing;x`];
    const { rows } = requireOk(await check(all, ["Person;Type;Days", ...lines].join("\n"))).body.data;
    expect(rows.map((row: { line: number; errors: string[] }) => [row.line, row.errors.length])).toEqual([
      [2, 0],
      [3, 0],
      [4, 1],
      [5, 3],
    ]);
    expect(rows[0]).toMatchObject({ person: { id: people.employee.id }, days: 12.5, before: 20 });
    expect(rows[1]).toMatchObject({ person: { id: people.manager.id }, days: 3, before: 0 });
    expect(await all.balance(people.employee)).toBe(20);
    expect(Object.keys((await check(all, "")).body.errors)).toEqual(["content"]);
  });
});
