import { LeaveTypeEntity } from "../../../../server/requests/leave/types/leave.entity";
import { sql } from "../../../../server/platform/database/unit-of-work";
import { addToLedger, reserveDays } from "../../../../server/requests/leave/ledger/balance.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, type LeaveFixture, workingWeek } from "../fixtures";

const server = testServer();

async function readOffers({ employee, hr, people, world }: LeaveFixture, type: number, day: string) {
  const ofType = <Row extends { leave_type: { id: number } }>(rows: Row[]) =>
    rows.find(({ leave_type }) => leave_type.id === type);
  const query = { leave_type_id: type, start_date: day, end_date: day };
  const preview = requireOk(await employee.get("/leave/leave-request/preview", { query })).body.data;
  const balance = ofType<{ leave_type: { id: number }; balance: number }>(
    requireOk(await employee.get(`/leave/balance?date=${day}`)).body.data,
  );
  const ledger = requireOk(
    await employee.get(`/leave/balance/${people.employee.id}/ledger`, {
      query: { leave_type_id: type, year: nextYear },
    }),
  ).body;
  const year = ofType<{ leave_type: { id: number }; balance: number }>(
    requireOk(await employee.get(`/leave/balance?year=${nextYear}`)).body.data,
  );
  const team = requireOk(
    await hr.get(`/leave/balance/people?year=${nextYear}&q=${encodeURIComponent(world.employee.fullname)}`),
  ).body.data[0];
  return {
    preview: preview.balances[0].before,
    balance: balance?.balance,
    refused: preview.refusals.map(({ message }: { message: string }) => message),
    ledger: ledger.balances[0].balance,
    year: year?.balance,
    team: ofType<{ leave_type: { id: number }; balance: number }>(team.balances)?.balance,
  };
}

describe("leave ahead", () => {
  test.each([
    ["carried days", { daysFemale: 21, daysMale: 21, maxCarried: 5, carriedUntil: 3 }],
    ["months", { daysFemale: 21, daysMale: 21, accrual: "monthly" as const, maxCarried: 5, carriedUntil: null }],
  ])("future %s count the same in form, balance, ledger, team and refusal", async (_, change) => {
    const it = await leaveFixture(await server.world());
    const type = await it.newType(change);
    for (const day of [workingWeek(1).start_date, workingWeek(9).start_date, workingWeek(20).start_date]) {
      const before = await readOffers(it, type, day);
      expect(before.preview).toBe(before.balance);
      expect([before.ledger, before.team]).toEqual([before.year, before.year]);
    }
    const first = workingWeek(0).start_date;
    const { balance } = await readOffers(it, type, first);
    const whole = Math.floor(balance ?? 0);
    expect(whole).toBeGreaterThanOrEqual(5);
    const five = requireOk(await it.ask({ leave_type_id: type, ...workingWeek(0, 5) })).body.data;
    const after = await readOffers(it, type, workingWeek(0, 5).end_date);
    expect(five.balance_after).toBeCloseTo((balance ?? 0) - 5, 2);
    expect(after.preview).toBe(after.balance);
    const far = await readOffers(it, type, workingWeek(40).start_date);
    expect(far.preview).toBe(far.balance);
  });

  test("an unapproved request shows the same balance afterwards as the form", async () => {
    const it = await leaveFixture(await server.world());
    const { id, version } = requireOk(await it.ask(workingWeek(3, 3))).body.data;
    const left = async () => requireOk(await it.manager.get(`/leave/leave-request/${id}`)).body.data.balance_after;
    expect(await left()).toBe(17);
    requireOk(await it.manager.put(`/leave/leave-request/${id}/request-changes`, { version, note: "A week later?" }));
    expect(await left()).toBe(17);
    const query = { leave_type_id: it.type, ...workingWeek(3, 3) };
    expect(requireOk(await it.employee.get("/leave/leave-request/preview", { query })).body.data.balances).toEqual([
      { year: nextYear, before: 20, after: 17 },
    ]);
    requireOk(await it.employee.put(`/leave/leave-request/${id}/send`));
    requireOk(await it.manager.put(`/leave/leave-request/${id}/reject`, { reason: "We launch then" }));
    expect(await left()).toBe(17);
    expect(await it.balance(it.people.employee)).toBe(20);
  });

  test("an approval of leave on days not granted yet can be undone", async () => {
    const it = await leaveFixture(await server.world());
    const type = await it.newType({ accrual: "monthly", daysFemale: 12, daysMale: 12, maxCarried: 0 });
    const { id } = requireOk(await it.ask({ leave_type_id: type, ...workingWeek(30, 5) })).body.data;
    const offers = () => readOffers(it, type, workingWeek(31).start_date);
    const before = await offers();
    requireOk(await it.manager.put(`/leave/leave-request/${id}/approve`));
    requireOk(await it.manager.put(`/approvals/request/${id}/undo`));
    expect(await offers()).toEqual(before);
    requireOk(await it.manager.put(`/leave/leave-request/${id}/approve`));
    expect(await offers()).toEqual(before);
  });

  test("days needed by next year's leave can't be taken this year", async () => {
    const it = await leaveFixture(await server.world());
    const type = await it.newType({ maxCarried: null, carriedUntil: null });
    const give = { leave_type_id: type, year: nextYear - 1, days: 3, note: "Test" };
    requireOk(await it.world.api(it.world.admin).post(`/leave/balance/${it.people.employee.id}/adjustment`, give));
    requireOk(await it.ask({ leave_type_id: type, ...workingWeek(2, 3) }));
    const end = {
      leave_type_id: type,
      start_date: `${nextYear - 1}-12-31`,
      end_date: `${nextYear - 1}-12-31`,
      start_half: "afternoon",
    };
    const rows = requireOk(await it.employee.get(`/leave/balance?date=${nextYear - 1}-12-31`)).body.data;
    const row = rows.find(({ leave_type }: { leave_type: { id: number } }) => leave_type.id === type);
    expect(row).toMatchObject({ adjusted: 3, balance: 0, ahead: -3 });
    const { refusals } = requireOk(await it.employee.get("/leave/leave-request/preview", { query: end })).body.data;
    const days = [0, 6].includes(new Date(`${end.start_date}T00:00:00Z`).getUTCDay())
      ? "leave.onlyDaysOff"
      : "leave.notEnough";
    expect(refusals.map(({ message }: { message: string }) => message)).toContain(days);
  });
});

const insertBareRequest = sql(
  "test.bareRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
              VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'draft') RETURNING id)
   INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days)
   SELECT id, current_tenant(), $1, $2, $3, $3, 1 FROM r RETURNING id`,
);

describe("concurrent reservations", () => {
  test("concurrent reservations of the last days: the second is refused", async () => {
    const { world, people, newType } = await leaveFixture(await server.world());
    // January accrues one day; the whole year's accrual would be enough for both.
    const type = await newType({ accrual: "monthly", daysFemale: 12, daysMale: 12, maxCarried: 0 });
    const of = { userId: people.employee.id, leaveTypeId: type };
    const reserve = (at: number) => async (tx: Parameters<Parameters<typeof world.tx>[0]>[0]) => {
      const date = workingWeek(at).start_date;
      const [row] = await tx.rows<{ id: number }>(insertBareRequest, [people.employee.id, type, date]);
      await reserveDays(tx, of, row?.id ?? 0, [{ date, days: 1, why: null, holiday: null }]);
    };
    const ended = await runSerialized(server, world, reserve(0), reserve(1));
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  test("the database refuses leave beyond the balance and future accrual", async () => {
    const { world, people, type } = await leaveFixture(await server.world());
    const of = { userId: people.employee.id, leaveTypeId: type };
    const take = (days: number, counts_on: number) =>
      world.tx((tx) => addToLedger(tx, of, "waiting", [{ year: nextYear, days: -days, counts_on }]));
    await expect(take(20.5, 0)).rejects.toMatchObject({ constraint: "leave_balance_not_below_zero" });
    await expect(take(22, 1.5)).rejects.toMatchObject({ constraint: "leave_balance_not_below_zero" });
    await take(22, 2);
    expect((await world.tx((tx) => tx.repo(LeaveTypeEntity).findOne({ id: type })))?.negativeAllowed).toBe(false);
  });
});
