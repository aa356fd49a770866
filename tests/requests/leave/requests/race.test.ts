import { reserveDays } from "../../../../server/requests/leave/ledger/balance.service";
import { LeaveTypeEntity } from "../../../../server/requests/leave/types/leave.entity";
import { runsFull } from "../../../run-size";
import { leaveTypeOf } from "../leave.records";
import { testServer } from "../../../support/server";
import { retryWhileBusy } from "../../../support/retry-while-busy";
import { nextYear, workingWeek } from "../fixtures";

const server = testServer();

const staff = runsFull ? 20 : 5;
const requestCount = staff * 50;

test(`${requestCount} concurrent requests never overdraw a balance or overlap`, async () => {
  const world = await server.world();
  const people = await Promise.all(Array.from({ length: staff }, () => world.person("employee")));
  // A type without its own allowance: only the adjustments below count.
  const kind = { ...leaveTypeOf("Leave of the race"), daysFemale: 0, daysMale: 0 };
  const { id: type } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(kind));
  const admin = world.api(world.admin);
  for (const { id } of people) {
    await admin.post(`/leave/balance/${id}/adjustment`, { leave_type_id: type, year: nextYear, days: 7, note: "Test" });
  }
  const requests = Array.from({ length: requestCount }, (_, at) => ({
    api: world.api(people[at % people.length]),
    body: { leave_type_id: type, ...workingWeek(Math.floor(at / staff) % 40, 1 + (at % 3)) },
  }));
  const answers = await Promise.all(
    requests.map(({ api, body }) => retryWhileBusy(() => api.post("/leave/leave-request", body))),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort((a, b) => a - b)).toEqual([201, 422]);

  const rows: { user_id: number; days: number; asked: number }[] = await world.tx((tx) =>
    tx.manager.query(
      `SELECT b.user_id, b.days::float8 AS days, COALESCE((
         SELECT sum(l.days)::float8 FROM leave_request l
         WHERE l.tenant_id = b.tenant_id AND l.user_id = b.user_id AND l.leave_type_id = $1 AND l.live), 0) AS asked
       FROM leave_balance b WHERE b.tenant_id = current_tenant() AND b.leave_type_id = $1 AND b.year = $2`,
      [type, nextYear],
    ),
  );
  const theirs = rows.filter(({ user_id }) => people.some(({ id }) => id === Number(user_id)));
  expect(theirs).toHaveLength(staff);
  for (const { days, asked } of theirs) {
    expect(days).toBeGreaterThanOrEqual(0);
    expect(days + asked).toBe(7); // reserved days equal the days in the calendar
    expect(days).toBeLessThan(1 + 2); // requests are refused only for lack of days: less than the longest request is left
  }
  const createdCount = answers.filter(({ status }) => status === 201).length;
  const [{ count }] = await world.tx((tx) =>
    tx.manager.query("SELECT count(*)::int FROM leave_request WHERE tenant_id = current_tenant()"),
  );
  expect(count).toBe(createdCount);
}, 120_000);

test("other database errors aren't reported as a lack of days", async () => {
  const world = await server.world();
  const { id: type } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Leave of nobody")));
  const of = { userId: world.employee.id, leaveTypeId: type };
  const day = { date: workingWeek(3, 1).start_date, days: 1, why: null, holiday: null };
  const requestThatIsntThere = 9_007_199_254_740_991;
  await expect(world.tx((tx) => reserveDays(tx, of, requestThatIsntThere, [day]))).rejects.toMatchObject({
    code: "23503",
  });
});
