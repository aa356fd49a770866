import { addToLedger } from "../../server/leave/leave-balance.service";
import { adjust } from "../../server/leave/leave-balance.read";
import { createLeave } from "../../server/leave/leave-requests.service";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, type Office, office, week } from "./office";

const server = testServer();

const change = ({ world, people, type }: Office, days: number, as = world.api(world.hr)) =>
  as.post(`/leave/balance/${people.employee.id}/adjustment`, {
    leave_type_id: type,
    year: nextYear,
    days,
    note: "Test",
  });

describe("taking days away", () => {
  test("is refused below what the type allows, at its field, with how many there are; nothing changes", async () => {
    const all = await office(await server.world());
    const refused = await change(all, -20.5);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { days: ["No more than 20 days can be taken away: this type allows no negative balance"] },
    ]);
    expect(await all.balance(all.people.employee)).toBe(20);
    ok(await change(all, -20));
    expect(await all.balance(all.people.employee)).toBe(0);
    expect((await change(all, -0.5)).body.errors.days[0]).toMatch(/^No more than 0 days/);
    ok(await change(all, 3));
  });

  test("counts what is booked: no waiting request is left without its days", async () => {
    const all = await office(await server.world());
    ok(await all.ask(week(1)));
    expect((await change(all, -15.5)).body.errors.days[0]).toMatch(/^No more than 15 days/);
    ok(await change(all, -15));
  });

  test("is as free as the type says", async () => {
    const all = await office(await server.world(), { negativeAllowed: true });
    ok(await change(all, -30));
    expect(await all.balance(all.people.employee)).toBe(-10);
  });

  test("at the same moment as somebody asks for the last days: one of the two gets them", async () => {
    const all = await office(await server.world());
    const { world, people, type } = all;
    const input = { leave_type_id: type, year: nextYear, days: -16, note: "Test" };
    const asking = { leave_type_id: type, ...week(1) };
    const actor = { id: people.employee.id, permissions: new Set() } as never;
    const ends = await oneAtATime<unknown>(
      server,
      world,
      (tx) => adjust(tx, people.employee.id, input),
      (tx) => createLeave(tx, actor, asking as never),
    );
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await all.balance(people.employee)).toBe(4);
  });
});

test("one's own balance is refused by the call and, whoever calls it, by the database", async () => {
  const all = await office(await server.world());
  const { world, type } = all;
  const body = { leave_type_id: type, year: nextYear, days: 5, note: "Bonus" };
  const own = await world.api(world.hr).post(`/leave/balance/${world.hr.id}/adjustment`, body);
  expect([own.status, own.body.code]).toEqual([403, "leave.ownBalance"]);
  const directly = server.platform.unitOfWork({ tenantId: world.tenantId, actor: { ...world.hr, image: null } }, (tx) =>
    addToLedger(tx, { userId: world.hr.id, leaveTypeId: type }, "adjustment", [{ year: nextYear, days: 5 }]),
  );
  await expect(directly).rejects.toThrow("leave_ledger_not_ones_own");
});

test("leave of more than a year is refused by every call that counts its days, before any is counted", async () => {
  const { ask, employee, type } = await office(await server.world());
  const span = { start_date: `${nextYear}-01-01`, end_date: `${nextYear + 499}-12-31` };
  const { id } = ok(await ask({ ...week(1), draft: true })).body.data;
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
  // A year and a day more is refused, a year isn't for that reason.
  const year = (end_date: string) =>
    employee.get(
      `/leave/leave-request/preview?leave_type_id=${type}&start_date=${nextYear}-01-01&end_date=${end_date}`,
    );
  expect((await year(`${nextYear + 1}-01-02`)).status).toBe(422);
  expect((await year(`${nextYear}-12-31`)).status).toBe(200);
});
