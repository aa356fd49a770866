import { UserEntity } from "../../../../server/people/people/user.entity";
import { leavePayroll } from "../../../../server/requests/leave/requests/payroll.read";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { type LeaveFixture, leaveFixture, nextYear, workingWeek } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();

const settle = ({ world, type, people }: LeaveFixture, days: number, fields: object = {}) =>
  world.api(world.hr).post(`/leave/balance/${people.employee.id}/settlement`, {
    leave_type_id: type,
    year: nextYear,
    kind: "payout",
    day: `${nextYear}-06-30`,
    note: "Agreed",
    days,
    ...fields,
  });

describe("payouts and forfeitures", () => {
  test("the actor's own balance and more days than are left are refused", async () => {
    const all = await leaveFixture(await server.world(), { negativeAllowed: true });
    const { world, type } = all;
    const body = { leave_type_id: type, year: nextYear, kind: "payout", day: `${nextYear}-06-30`, note: "x", days: 1 };
    const own = await world.api(world.hr).post(`/leave/balance/${world.hr.id}/settlement`, body);
    expect([own.status, own.body.code]).toEqual([403, "leave.ownBalance"]);
    requireOk(await all.ask(workingWeek(1)));
    const refused = await settle(all, 15.5);
    expect([refused.status, refused.body.errors]).toEqual([422, { days: ["Days left: 15"] }]);
    expect((await settle(all, -1)).body.errors.days[0]).toMatch(/^At most 0 of these days/);
    expect(Object.keys((await settle(all, 1, { kind: "other" })).body.errors)).toEqual(["kind"]);
    const without = await all.newType({ canUpdateBalance: false });
    expect(Object.keys((await settle(all, 1, { leave_type_id: without })).body.errors)).toEqual(["leave_type_id"]);
    expect(await all.balance(all.people.employee)).toBe(15);
  });

  // 20 days less 4 paid out and 1.5 forfeited are 14.5; one paid-out day is returned: 15.5.
  test("entries appear in the ledger with their day and reason", async () => {
    const all = await leaveFixture(await server.world());
    const { people, type } = all;
    requireOk(await settle(all, 4));
    requireOk(await settle(all, 1.5, { kind: "forfeited", note: "Not taken in time" }));
    expect(await all.balance(people.employee)).toBe(14.5);
    requireOk(await settle(all, -1, { note: "One day too many" }));
    const refused = await settle(all, -3.5);
    expect(refused.body.errors.days[0]).toMatch(/^At most 3 of these days/);
    expect(await all.balance(people.employee)).toBe(15.5);
    const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const ledger = requireOk(await all.employee.get(url)).body.data;
    expect(ledger.slice(-3)).toMatchObject([
      { reason: "payout", days: -4, note: "Agreed", on_day: `${nextYear}-06-30` },
      { reason: "forfeited", days: -1.5, note: "Not taken in time" },
      { reason: "payout", days: 1, note: "One day too many" },
    ]);
  });

  // 4 - 1 days in June. Hours have a separate column.
  test("payouts are part of the payroll of their month", async () => {
    const world = await server.world();
    const all = await leaveFixture(world);
    const { id } = all.people.employee;
    requireOk(await settle(all, 4));
    requireOk(await settle(all, -1, { day: `${nextYear}-06-01` }));
    requireOk(await settle(all, 2, { day: `${nextYear}-07-01` }));
    requireOk(await settle(all, 5, { kind: "forfeited" }));
    const hours = await leaveFixture(world, { counting: "hours", halfDays: false });
    requireOk(await settle(hours, 2.5));
    const month = { from: `${nextYear}-06-01`, to: `${nextYear}-06-30` };
    const { cells, columns } = await world.tx((tx) => leavePayroll.read(tx, [id], month));
    expect(cells.get(id)).toEqual({ payout: 3, [`payout:${hours.type}`]: 2.5 });
    expect(columns.filter(({ key }) => key.startsWith("payout"))).toMatchObject([{ inHours: true }]);
  });

  // 5 days are carried over from this year's 5, until March. 3 of them are paid out in February, so that only 2 expire: 5 - 3 - 2.
  test("days paid out before carried-over days expire use those", async () => {
    const all = await leaveFixture(await server.world(), { maxCarried: 10, carriedUntil: 3 });
    const { world, people, type } = all;
    const give = { leave_type_id: type, year: nextYear - 1, days: 5, note: "Last year" };
    requireOk(await world.api(world.hr).post(`/leave/balance/${people.employee.id}/adjustment`, give));
    await runOnTenantDay(server.owner, `${nextYear}-02-10`, async () => {
      requireOk(await settle(all, 3, { day: `${nextYear}-02-10` }));
      const { body } = await all.employee.get(`/leave/balance?date=${nextYear}-04-01`);
      const row = body.data.find((one: { leave_type: { id: number } }) => one.leave_type.id === type);
      expect(row).toMatchObject({ carried: 5, expired: -2, balance: 20 });
    });
  });

  test("people who have left are listed, and their days can be paid out", async () => {
    const all = await leaveFixture(await server.world());
    const { world, people } = all;
    const left = { active: false, leftOn: `${nextYear - 1}-01-31` };
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, left as never));
    const list = async (query: string): Promise<number[]> =>
      requireOk(await world.api(world.hr).get(`/leave/balance/people?per_page=200${query}`)).body.data.map(
        ({ person }: { person: { id: number } }) => person.id,
      );
    expect(await list("")).not.toContain(people.employee.id);
    expect(await list("&left=true")).toEqual([people.employee.id]);
    // The payroll of the months after the last one doesn't contain them.
    expect(Object.keys((await settle(all, 20)).body.errors)).toEqual(["day"]);
    requireOk(await settle(all, 2, { kind: "forfeited" }));
    requireOk(await settle(all, 18, { day: `${nextYear - 1}-01-31` }));
  });
});
