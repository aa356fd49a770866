import { addToLedger } from "../../../../server/requests/leave/ledger/balance.service";
import { adjustLeaveBalance } from "../../../../server/requests/leave/ledger/balance.read";
import { leaveDocument } from "../../../../server/requests/leave/requests/leave.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, type LeaveFixture, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

const change = ({ world, people, type }: LeaveFixture, days: number, as = world.api(world.hr)) =>
  as.post(`/leave/balance/${people.employee.id}/adjustment`, {
    leave_type_id: type,
    year: nextYear,
    days,
    note: "Test",
  });

describe("negative balance adjustments", () => {
  test("an adjustment below the type's minimum gets 422 and changes nothing", async () => {
    const all = await leaveFixture(await server.world());
    const refused = await change(all, -20.5);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { days: ["At most 20 days can be deducted: this leave type doesn’t allow a negative balance"] },
    ]);
    expect(await all.balance(all.people.employee)).toBe(20);
    requireOk(await change(all, -20));
    expect(await all.balance(all.people.employee)).toBe(0);
    expect((await change(all, -0.5)).body.errors.days[0]).toMatch(/^At most 0 days/);
    requireOk(await change(all, 3));
  });

  test("an adjustment can't take days reserved by pending requests", async () => {
    const all = await leaveFixture(await server.world());
    requireOk(await all.ask(workingWeek(1)));
    expect((await change(all, -15.5)).body.errors.days[0]).toMatch(/^At most 15 days/);
    requireOk(await change(all, -15));
  });

  test("an adjustment may go negative where the type allows it", async () => {
    const all = await leaveFixture(await server.world(), { negativeAllowed: true });
    requireOk(await change(all, -30));
    expect(await all.balance(all.people.employee)).toBe(-10);
  });

  test("an adjustment and a concurrent request for the last days: one succeeds", async () => {
    const all = await leaveFixture(await server.world());
    const { world, people, type } = all;
    const input = { leave_type_id: type, year: nextYear, days: -16, note: "Test" };
    const asking = { leave_type_id: type, ...workingWeek(1) };
    const actor = { id: people.employee.id, permissions: new Set() } as never;
    const ends = await runSerialized<unknown>(
      server,
      world,
      (tx) => adjustLeaveBalance(tx, people.employee.id, input),
      (tx) => leaveDocument.create(tx, actor, asking as never),
    );
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await all.balance(people.employee)).toBe(4);
  });
});

test("users can't adjust their own balance through the API or in the database", async () => {
  const all = await leaveFixture(await server.world());
  const { world, type } = all;
  const body = { leave_type_id: type, year: nextYear, days: 5, note: "Bonus" };
  const own = await world.api(world.hr).post(`/leave/balance/${world.hr.id}/adjustment`, body);
  expect([own.status, own.body.code]).toEqual([403, "leave.ownBalance"]);
  const directly = server.platform.unitOfWork({ tenantId: world.tenantId, actor: { ...world.hr, image: null } }, (tx) =>
    addToLedger(tx, { userId: world.hr.id, leaveTypeId: type }, "adjustment", [{ year: nextYear, days: 5 }]),
  );
  await expect(directly).rejects.toThrow("leave_ledger_not_ones_own");
});

test("leave of more than a year is refused before its days are counted", async () => {
  const { ask, employee, type } = await leaveFixture(await server.world());
  const span = { start_date: `${nextYear}-01-01`, end_date: `${nextYear + 499}-12-31` };
  const { id } = requireOk(await ask({ ...workingWeek(1), draft: true })).body.data;
  const answers = [
    await employee.get(
      `/leave/leave-request/preview?leave_type_id=${type}&start_date=${span.start_date}&end_date=${span.end_date}`,
    ),
    await ask(span),
    await ask({ ...span, draft: true }),
    await employee.put(`/leave/leave-request/${id}`, { leave_type_id: type, ...span }),
  ];
  for (const { status, body, text } of answers) {
    expect([status, Object.keys(body.errors)]).toEqual([422, ["end_date"]]);
    expect(text.length).toBeLessThan(1_000);
  }
  const year = (end_date: string) =>
    employee.get(
      `/leave/leave-request/preview?leave_type_id=${type}&start_date=${nextYear}-01-01&end_date=${end_date}`,
    );
  expect((await year(`${nextYear + 1}-01-02`)).status).toBe(422);
  expect((await year(`${nextYear}-12-31`)).status).toBe(200);
});
