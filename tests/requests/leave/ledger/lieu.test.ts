import { grantAllowances } from "../../../../server/requests/leave/ledger/allowance.service";
import type { Answer } from "../../../support/api";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { changeStatement, runInsideLockGap } from "../../../locks/lock-gap";
import { leaveFixture } from "../fixtures";
import { remindOfExpiry } from "../../../../server/requests/leave/ledger/reminders.service";

const server = testServer();
const statusAndErrors = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

async function lieuFixture() {
  const fixture = await leaveFixture(await server.world());
  const { world, people, newType, employee, manager } = fixture;
  const lieu = { counting: "hours", halfDays: false, maxCarried: null, lieuMonths: 3 } as const;
  const type = await newType(lieu);
  const [{ today }] = await world.tx((tx) => tx.manager.query("SELECT tenant_today()::text AS today"));
  // The last Saturday before today, and the next Tuesday.
  const weekday = new Date(today).getUTCDay();
  const saturday = dayAfter(today, -((weekday + 1) % 7 || 7));
  const tuesday = dayAfter(today, (2 - weekday + 7) % 7 || 7);
  const credit = (body: object = {}, as = employee) =>
    as.post("/leave/leave-request", {
      leave_type_id: type,
      start_date: saturday,
      end_date: saturday,
      start_time: "09:00",
      end_time: "13:30",
      break_minutes: 30,
      credit: true,
      reason: "Stocktaking",
      ...body,
    });
  const hoursOff = (hours: number) =>
    employee.post("/leave/leave-request", {
      leave_type_id: type,
      start_date: tuesday,
      end_date: tuesday,
      start_time: "09:00",
      hours,
    });
  const balance = async () => {
    const rows = requireOk(await employee.get("/leave/balance")).body.data as {
      leave_type: { id: number };
      balance: number;
      expired: number;
    }[];
    return rows.find(({ leave_type }) => leave_type.id === type);
  };
  const approve = (id: number) => manager.put(`/leave/leave-request/${id}/approve`);
  const approved = async (body: object = {}) => {
    const { id } = requireOk(await credit(body)).body.data;
    return requireOk(await approve(id)).body.data as { id: number; credit: { expires_on: string } };
  };
  return { ...fixture, lieu: type, today, saturday, tuesday, credit, hoursOff, balance, approve, approved, people };
}

test("credit is refused for working days, the future, other types and repeated time", async () => {
  const { credit, type, saturday, tuesday, world, employee, lieu } = await lieuFixture();
  expect(statusAndErrors(await credit({ leave_type_id: type }))).toEqual([422, ["leave_type_id"]]);
  expect(
    statusAndErrors(await credit({ start_date: dayAfter(saturday, -1), end_date: dayAfter(saturday, -1) })),
  ).toEqual([422, ["start_date"]]);
  expect(statusAndErrors(await credit({ start_date: tuesday, end_date: tuesday }))).toEqual([422, ["start_date"]]);
  expect(statusAndErrors(await credit({ break_minutes: 270 }))).toEqual([422, ["break_minutes"]]);
  expect(statusAndErrors(await credit({ start_time: null, end_time: null }))).toEqual([422, ["start_time"]]);
  requireOk(await credit());
  expect(statusAndErrors(await credit({ start_time: "13:00", end_time: "14:00" }))).toEqual([422, ["start_date"]]);
  expect(statusAndErrors(await credit({}, world.api(world.external)))[0]).toBe(403);
  const preview = requireOk(
    await employee.get(
      `/leave/leave-request/preview?${new URLSearchParams({
        leave_type_id: String(lieu),
        start_date: dayAfter(saturday, 1),
        end_date: dayAfter(saturday, 1),
        start_time: "10:00",
        end_time: "12:00",
        credit: "true",
      })}`,
    ),
  ).body.data;
  expect(preview).toMatchObject({ days: 2, refusals: [] });
  const admin = world.api(world.admin);
  const other = requireOk(await admin.get(`/leave/leave-type/${lieu}`)).body.data;
  expect(statusAndErrors(await admin.post("/leave/leave-type", { ...other, name: "Second" }))).toEqual([
    422,
    ["lieu_months"],
  ]);
});

test("credit for a Saturday can't be withdrawn after its hours are taken as leave", async () => {
  const { credit, approve, balance, hoursOff, employee, manager } = await lieuFixture();
  expect(statusAndErrors(await hoursOff(3))).toEqual([422, ["end_date"]]);
  // 9:00 to 13:30 minus a break of 30 minutes is 4 h.
  const claimed = requireOk(await credit()).body.data;
  expect(claimed).toMatchObject({ days: 4, credit: { break_minutes: 30, expires_on: null } });
  expect(await balance()).toBeUndefined();
  expect(requireOk(await approve(claimed.id)).body.data.credit.expires_on).toMatch(/^\d{4}-/);
  expect((await balance())?.balance).toBe(4);
  const off = requireOk(await hoursOff(3)).body.data;
  expect((await balance())?.balance).toBe(1);
  const refused = await employee.put(`/leave/leave-request/${claimed.id}/cancel`, {});
  expect([refused.status, refused.body.code]).toEqual([409, "leave.creditUsed"]);
  expect(refused.body.message).toContain("Only 1 of the 4 hours");
  requireOk(await employee.put(`/leave/leave-request/${off.id}/cancel`, {}));
  requireOk(await employee.put(`/leave/leave-request/${claimed.id}/cancel`, {}));
  expect((await balance())?.balance).toBe(0);
  // The same time can be requested again, and a rejected request credits nothing.
  const again = requireOk(await credit()).body.data;
  requireOk(await manager.put(`/leave/leave-request/${again.id}/reject`, { reason: "Not agreed" }));
  expect((await balance())?.balance).toBe(0);
});

test("credited hours expire once, after a pause as well", async () => {
  const { world, approved, balance, hoursOff, lieu, people, today } = await lieuFixture();
  const { id } = await approved();
  const off = requireOk(await hoursOff(3)).body.data;
  // Simulates an approval four months ago and leave taken last week: 4 − 3 = 1 h expired yesterday.
  const move = (days: number, request: number) =>
    world.tx((tx) =>
      tx.manager.query(
        `UPDATE leave_request SET start_date = $2::date, end_date = $2::date, counted = NULL WHERE tenant_id = current_tenant() AND id = $1`,
        [request, dayAfter(today, days)],
      ),
    );
  await move(-7, off.id);
  await world.tx((tx) =>
    tx.manager.query("UPDATE leave_credit SET expires_on = $2 WHERE tenant_id = current_tenant() AND id = $1", [
      id,
      dayAfter(today, -1),
    ]),
  );
  const run = () => world.tx((tx) => grantAllowances(tx, {}));
  expect(await run()).toBeGreaterThan(0);
  await run();
  const entries = await world.tx((tx) =>
    tx.manager.query(
      `SELECT days::float8 AS days, period FROM leave_ledger
       WHERE tenant_id = current_tenant() AND user_id = $1 AND leave_type_id = $2 AND reason = 'expired'`,
      [people.employee.id, lieu],
    ),
  );
  expect(entries).toEqual([{ days: -1, period: `lieu:${id}` }]);
  expect(await balance()).toMatchObject({ balance: 0, expired: -1 });
});

test("credited hours of a replaced type expire once, as those of its successor", async () => {
  const { world, approved, employee, newType, lieu, people, today, tuesday } = await lieuFixture();
  const run = (statement: string, values: unknown[]) => world.tx((tx) => tx.manager.query(statement, values));
  const useAndExpire = async (type: number, days: number, hours: object) => {
    const { id } = await approved({ leave_type_id: type, ...hours });
    const timeOff = { leave_type_id: type, start_date: tuesday, end_date: tuesday, start_time: "09:00", hours: 3 };
    const off = requireOk(await employee.post("/leave/leave-request", timeOff)).body.data;
    await run(
      `UPDATE leave_request SET start_date = $2::date, end_date = $2::date, counted = NULL WHERE tenant_id = current_tenant() AND id = $1`,
      [off.id, dayAfter(today, days)],
    );
    const expired = dayAfter(today, -1);
    await run("UPDATE leave_credit SET expires_on = $2 WHERE tenant_id = current_tenant() AND id = $1", [id, expired]);
    return { days: -1, period: `lieu:${id}` };
  };
  const first = await useAndExpire(lieu, -7, {});
  await run("UPDATE leave_type SET lieu_months = NULL WHERE tenant_id = current_tenant() AND id = $1", [lieu]);
  const next = await newType({ counting: "hours", halfDays: false, maxCarried: null, lieuMonths: 3 });
  const second = await useAndExpire(next, -8, { start_time: "14:00", end_time: "18:00", break_minutes: 0 });
  await world.tx((tx) => grantAllowances(tx, { userId: people.employee.id }));
  await world.tx((tx) => grantAllowances(tx));
  const entries = await run(
    `SELECT days::float8 AS days, period FROM leave_ledger
     WHERE tenant_id = current_tenant() AND user_id = $1 AND reason = 'expired' ORDER BY leave_type_id`,
    [people.employee.id],
  );
  expect(entries).toEqual([first, second]);
});

test("undoing the approval takes the credit back", async () => {
  const { approved, balance, manager } = await lieuFixture();
  const { id } = await approved();
  expect((await balance())?.balance).toBe(4);
  requireOk(await manager.put(`/approvals/request/${id}/undo`, {}));
  expect((await balance())?.balance).toBe(0);
});

test("of two concurrent requests for the same time one is refused", async () => {
  const { credit } = await lieuFixture();
  const answers = await Promise.all([credit(), credit()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test("a credit that is approved while it is being cancelled is taken back", async () => {
  const { world, credit, balance, employee, lieu, people } = await lieuFixture();
  const { id } = requireOk(await credit()).body.data;
  const approval = [
    changeStatement(
      `UPDATE request SET status = 'approved_by_manager', decided_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
      id,
    ),
    changeStatement(
      `UPDATE leave_credit SET credited_on = tenant_today(), expires_on = tenant_today() + 30
       WHERE tenant_id = current_tenant() AND id = $1`,
      id,
    ),
    changeStatement(
      `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, request_id)
       VALUES (current_tenant(), $2, $3, extract(year FROM tenant_today()), 'credit', 4, $1)`,
      id,
      people.employee.id,
      lieu,
    ),
  ];
  const cancel = () => employee.put(`/leave/leave-request/${id}/cancel`, {});
  requireOk(await runInsideLockGap(server, world, approval, cancel));
  expect((await balance())?.balance).toBe(0);
});

test("a draft of worked time becomes leave and a credit again", async () => {
  const { credit, employee, saturday, lieu } = await lieuFixture();
  const { id } = requireOk(await credit({ draft: true })).body.data;
  const url = `/leave/leave-request/${id}`;
  const draft = { leave_type_id: lieu, start_date: saturday, end_date: saturday, start_time: "09:00", draft: true };
  expect(requireOk(await employee.put(url, { ...draft, end_time: "11:00" })).body.data).toMatchObject({ credit: null });
  const worked = { ...draft, end_time: "11:00", credit: true };
  const creditOf = async (breakMinutes: number) =>
    requireOk(await employee.put(url, { ...worked, break_minutes: breakMinutes })).body.data;
  expect(await creditOf(60)).toMatchObject({ days: 1, credit: { break_minutes: 60, expires_on: null } });
  expect(await creditOf(30)).toMatchObject({ days: 1.5, credit: { break_minutes: 30, expires_on: null } });
  requireOk(await employee.delete(url));
});

test("a user with credits that expire on two days gets a notice of each", async () => {
  const { world, saturday, today, approved, people } = await lieuFixture();
  const early = {
    start_date: dayAfter(saturday, -7),
    end_date: dayAfter(saturday, -7),
    end_time: "11:00",
    break_minutes: 0,
  };
  for (const [credit, days] of [
    [await approved(), 20],
    [await approved(early), 10],
  ] as const) {
    await server.owner.query("UPDATE leave_credit SET expires_on = $2::date WHERE id = $1", [
      credit.id,
      dayAfter(today, days),
    ]);
  }
  await world.tx(remindOfExpiry);
  await world.tx(remindOfExpiry);
  const { body } = requireOk(await world.api(people.employee).get("/notification?kind=leave.expiringHours"));
  expect(body.data.map(({ data }: { data: { message: string } }) => data.message).sort()).toEqual([
    expect.stringContaining("2 hours"),
    expect.stringContaining("4 hours"),
  ]);
});
