import { testServer } from "../../../support/server";
import type { Person, World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { type LeaveFixture, leaveFixture, nextYear, workingWeek } from "../fixtures";

const server = testServer();

interface Row {
  person: { id: number };
  before: number;
  after: number;
  below: boolean;
}

const urlOf = (type: number, days: number, year = nextYear, query = "") =>
  `/leave/balance-batch/preview?leave_type_id=${type}&year=${year}&days=${days}${query}`;

async function preview({ world, type }: LeaveFixture, days: number, year = nextYear, query = ""): Promise<Row[]> {
  return requireOk(await world.api(world.hr).get(urlOf(type, days, year, query))).body.data.rows;
}

const adjust = ({ world, type }: LeaveFixture, days: number, rows: readonly Row[], year = nextYear) =>
  world.api(world.hr).post("/leave/balance-batch", {
    leave_type_id: type,
    year,
    days,
    note: "Anniversary",
    people: rows.map(({ person, before }) => ({ user_id: person.id, before })),
  });

const undo = (world: World, id: number, version = 1) =>
  world.api(world.hr).post(`/leave/balance-batch/${id}/undo`, { version, note: "Wrong year" });

const rowOf = (rows: readonly Row[], { id }: Person) => rows.find(({ person }) => person.id === id) as Row;

describe("bulk adjustments of balances", () => {
  test("an adjustment of the actor's own balance gets 403", async () => {
    const all = await leaveFixture(await server.world());
    const rows = await preview(all, 1);
    expect(rowOf(rows, all.world.hr)).toBeUndefined();
    const own = { person: { id: all.world.hr.id }, before: 0, after: 1, below: false };
    expect((await adjust(all, 1, [own])).body.code).toBe("leave.ownBalance");
  });

  test("unknown types and users of other tenants get 422", async () => {
    const all = await leaveFixture(await server.world());
    const other = await server.world();
    const stranger = { person: { id: other.employee.id }, before: 0, after: 1, below: false };
    const refused = await adjust(all, 1, [stranger]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["people"]]);
    const type = await all.newType({ canUpdateBalance: false });
    const without = await all.world.api(all.world.hr).get(urlOf(type, 1));
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ["leave_type_id"]]);
  });

  test("a balance that changed since the preview gets 409 and nothing is saved", async () => {
    const all = await leaveFixture(await server.world());
    const { employee, manager } = all.people;
    const rows = await preview(all, 2);
    requireOk(await adjust(all, 2, [rowOf(rows, employee)]));
    const second = await adjust(all, 2, [rowOf(rows, employee), rowOf(rows, manager)]);
    expect([second.status, second.body.code]).toEqual([409, "leave.balancesChanged"]);
    expect([await all.balance(employee), await all.balance(manager)]).toEqual([22, 0]);
  });

  test("a negative balance that the type forbids gets 422 with the names", async () => {
    const all = await leaveFixture(await server.world());
    const { employee, manager } = all.people;
    const rows = await preview(all, -5);
    expect([rowOf(rows, employee).below, rowOf(rows, manager).below]).toEqual([false, true]);
    const refused = await adjust(all, -5, rows);
    expect(refused.body.errors.people[0]).toMatch(/^The balances of \d+ people would become negative/);
    expect(await all.balance(employee)).toBe(20);
  });

  // The employee has 20 days and reserves 5 of them: 15. Three days fewer leave 12, and undoing returns to 15. The manager has none: 0, then
  // 3 by the second adjustment, of which 2 are then reserved; undoing would leave -2.
  test("an adjustment is listed, and undone with counter entries", async () => {
    const all = await leaveFixture(await server.world());
    const { world, people, type } = all;
    requireOk(await all.ask(workingWeek(1)));
    const rows = await preview(all, -3);
    expect(rowOf(rows, people.employee)).toMatchObject({ before: 15, after: 12 });
    const batch = requireOk(await adjust(all, -3, [rowOf(rows, people.employee)])).body.data;
    expect(batch).toMatchObject({ people: 1, days: -3, note: "Anniversary", version: 1, undone: null });
    expect(await all.balance(people.employee)).toBe(12);
    const hr = world.api(world.hr);
    expect(requireOk(await hr.get("/leave/balance-batch")).body.data[0].id).toBe(batch.id);
    const { entries } = requireOk(await hr.get(`/leave/balance-batch/${batch.id}`)).body.data;
    expect(entries).toMatchObject([{ person: { id: people.employee.id }, days: -3 }]);

    expect((await undo(world, batch.id, 7)).body.code).toBe("leave.batchStale");
    const undone = requireOk(await undo(world, batch.id)).body.data;
    expect(undone).toMatchObject({ version: 2, undone: { note: "Wrong year", by: { id: world.hr.id } } });
    expect((await undo(world, batch.id, 2)).body.code).toBe("leave.batchStale");
    expect(await all.balance(people.employee)).toBe(15);
    const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const ledger: { reason: string; days: number; note: string }[] = requireOk(await hr.get(url)).body.data;
    expect(ledger.slice(-2)).toMatchObject([
      { reason: "adjustment", days: -3, note: "Anniversary" },
      { reason: "adjustment", days: 3, note: "Wrong year" },
    ]);
  });

  test("undoing is refused with the names when days are already reserved", async () => {
    const all = await leaveFixture(await server.world());
    const { world, people } = all;
    const batch = requireOk(await adjust(all, 3, [rowOf(await preview(all, 3), people.manager)])).body.data;
    requireOk(await all.ask(workingWeek(2, 2), all.manager));
    const refused = await undo(world, batch.id);
    expect([refused.status, refused.body.code]).toEqual([409, "leave.undoBelow"]);
    expect(refused.body.message).toContain(people.manager.fullname);
    expect(await all.balance(people.manager)).toBe(1);
  });

  test("a retry with the same key returns the first answer", async () => {
    const all = await leaveFixture(await server.world());
    const [row] = (await preview(all, 2)).filter(({ person }) => person.id === all.people.employee.id) as [Row];
    const body = {
      leave_type_id: all.type,
      year: nextYear,
      days: 2,
      note: "Once",
      people: [{ user_id: row.person.id, before: row.before }],
    };
    const send = () =>
      all.world
        .api(all.world.hr)
        .post("/leave/balance-batch", body, { headers: { "idempotency-key": "bulk-adjustment-once" } });
    const [first, second] = [requireOk(await send()), requireOk(await send())];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await all.balance(all.people.employee)).toBe(22);
  });

  test("two concurrent adjustments: the second gets 409", async () => {
    const all = await leaveFixture(await server.world());
    const rows = [rowOf(await preview(all, 1), all.people.employee)];
    const answers = await Promise.all([adjust(all, 1, rows), adjust(all, 1, rows)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(await all.balance(all.people.employee)).toBe(21);
  });

  test("two concurrent undos: the second gets 409", async () => {
    const all = await leaveFixture(await server.world());
    const rows = [rowOf(await preview(all, 1), all.people.employee)];
    const { id } = requireOk(await adjust(all, 1, rows)).body.data;
    const answers = await Promise.all([undo(all.world, id), undo(all.world, id)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await all.balance(all.people.employee)).toBe(20);
  });

  test("the preview equals the result, and undo restores balances of all kinds of types", async () => {
    const world = await server.world();
    const kinds = [
      { negativeAllowed: true },
      { negativeAllowed: true, accrual: "monthly" as const, daysFemale: 24, daysMale: 24 },
      { negativeAllowed: true, maxCarried: 5, carriedUntil: 3, daysFemale: 30, daysMale: 30 },
      { negativeAllowed: true, maxCarried: 3, daysFemale: 12.5, daysMale: 12.5, counting: "calendar" as const },
    ];
    for (const [at, kind] of kinds.entries()) {
      const all = await leaveFixture(world, kind);
      requireOk(await all.ask(workingWeek(1 + at)));
      for (const [year, days] of [
        [nextYear - 2, 4.25],
        [nextYear - 1, -7.5],
        [nextYear - 1, 40],
        [nextYear, -2.75],
      ] as const) {
        const rows = await preview(all, days, year);
        const { id } = requireOk(await adjust(all, days, rows, year)).body.data;
        const now = await preview(all, days, year);
        expect(now.map(({ before }) => before)).toEqual(rows.map(({ after }) => after));
        requireOk(await undo(world, id));
        const then = await preview(all, days, year);
        expect(then.map(({ before }) => before)).toEqual(rows.map(({ before }) => before));
      }
    }
  });

  test("a preview is limited to a department and a location", async () => {
    const all = await leaveFixture(await server.world());
    expect(await preview(all, 1, nextYear, "&location=Nowhere")).toEqual([]);
    expect((await preview(all, 1)).length).toBeGreaterThan(1);
  });
});
