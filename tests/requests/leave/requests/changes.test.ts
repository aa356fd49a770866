import type { Answer } from "../../../support/api";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { type LeaveFixture, leaveFixture, workingWeek } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();
const url = (id: number, action = "") => `/leave/leave-request/${id}${action}`;

async function approved(fixture: LeaveFixture, dates: object): Promise<number> {
  const { id } = requireOk(await fixture.ask(dates)).body.data;
  requireOk(await fixture.manager.put(url(id, "/approve")));
  return id;
}
const read = async (fixture: LeaveFixture, id: number) => requireOk(await fixture.employee.get(url(id))).body.data;
const datesOf = ({ start_date, end_date, days }: { start_date: string; end_date: string; days: number }) => [
  start_date,
  end_date,
  days,
];
const week = (number: number, days = 5) => workingWeek(number, days);
const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).sort((one, other) => one - other);

describe("changing pending leave", () => {
  test("others, a stale version, the same dates and a rejected leave are refused", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, employee, manager, world } = fixture;
    const { id, version } = requireOk(await ask(week(4))).body.data;
    expect((await manager.put(url(id, "/change"), week(5))).status).toBe(403);
    expect((await world.api(world.finance).put(url(id, "/change"), week(5))).status).toBe(404);
    expect((await employee.put(url(id, "/change"), { ...week(5), version: version - 1 })).status).toBe(409);
    const same = await employee.put(url(id, "/change"), week(4));
    expect([same.status, Object.keys(same.body.errors)]).toEqual([422, ["end_date"]]);
    const none = await employee.put(url(id, "/change"), {});
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ["start_date", "end_date"]]);
    requireOk(await manager.put(url(id, "/reject"), { reason: "Launch" }));
    expect((await employee.put(url(id, "/change"), week(5))).status).toBe(409);
  });

  test("changes dates and reserved days in place and starts approval again", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, manager, people } = fixture;
    const { id, version } = requireOk(await ask(week(4))).body.data;
    const changed = requireOk(await employee.put(url(id, "/change"), { ...week(5, 3), version })).body.data;
    expect([changed.id, changed.status, ...datesOf(changed)]).toEqual([
      id,
      "waiting_manager_approval",
      ...datesOf({ ...week(5, 3), days: 3 }),
    ]);
    expect(await balance(people.employee)).toBe(17);
    expect((await manager.put(url(id, "/approve"), { version })).status).toBe(409);
    requireOk(await manager.put(url(id, "/approve"), { version: changed.version }));
    expect(await balance(people.employee)).toBe(17);
    requireOk(await ask(week(4)));
  });

  test("too many days and overlapping leave are refused without a change", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, people } = fixture;
    const { id } = requireOk(await ask(week(4))).body.data;
    requireOk(await ask(week(6)));
    const over = await employee.put(url(id, "/change"), {
      start_date: week(7).start_date,
      end_date: week(10).end_date,
    });
    expect([over.status, over.body.errors]).toEqual([422, { end_date: [expect.any(String)] }]);
    const twice = await employee.put(url(id, "/change"), week(6, 2));
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ["start_date"]]);
    expect(datesOf(await read(fixture, id))).toEqual(datesOf({ ...week(4), days: 5 }));
    expect(await balance(people.employee)).toBe(10);
  });
});

describe("changing approved leave", () => {
  test("keeps the approved dates until the change is approved", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4, 3));
    const change = requireOk(await employee.put(url(id, "/change"), { ...week(5), reason: "Later, please" })).body.data;
    expect(change).toMatchObject({ status: "waiting_manager_approval", days: 5, reason: "Later, please" });
    expect(change.changes).toMatchObject({ id, ...week(4, 3), days: 3 });
    expect(await read(fixture, id)).toMatchObject({
      status: "approved_by_manager",
      ...week(4, 3),
      pending_change: { id: change.id, ...week(5), days: 5 },
    });
    // The two additional days are reserved; both periods are occupied.
    expect(await balance(people.employee)).toBe(15);
    expect([(await ask(week(4, 1))).status, (await ask(week(5, 1))).status]).toEqual([422, 422]);
    const seen = requireOk(await manager.get(url(change.id))).body.data;
    expect([seen.balance_before, seen.balance_after, seen.can.approve]).toEqual([17, 15, true]);
    const listed = requireOk(await employee.get("/leave/leave-request")).body.data as { id: number }[];
    expect(listed.map((one) => one.id)).toEqual([id]);

    requireOk(await manager.put(url(change.id, "/approve")));
    expect(await read(fixture, id)).toMatchObject({ ...week(5), days: 5, pending_change: null });
    const after = requireOk(await employee.get(url(change.id))).body.data;
    expect(after.changes).toMatchObject({ ...week(4, 3), days: 3 });
    expect(after.can).toMatchObject({ cancel: false, change: false, edit: false });
    expect(await balance(people.employee)).toBe(15);
    requireOk(await ask(week(4)));
    requireOk(await employee.put(url(id, "/cancel")));
    expect(await balance(people.employee)).toBe(15);
  });

  test("a rejected, returned or withdrawn change releases its days", async () => {
    const fixture = await leaveFixture(await server.world());
    const { balance, employee, manager, people, ask } = fixture;
    const id = await approved(fixture, week(4, 2));
    const propose = async () => requireOk(await employee.put(url(id, "/change"), week(5))).body.data.id as number;
    const rejected = await propose();
    expect(await balance(people.employee)).toBe(15);
    requireOk(await manager.put(url(rejected, "/reject"), { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(18);
    const withdrawn = await propose();
    expect(withdrawn).not.toBe(rejected);
    requireOk(await employee.put(url(withdrawn, "/cancel")));
    expect(await balance(people.employee)).toBe(18);
    const returned = await propose();
    requireOk(await manager.put(url(returned, "/request-changes"), { note: "A day less?" }));
    expect(await balance(people.employee)).toBe(18);
    expect((await employee.put(url(returned, "/send"))).status).toBe(409);
    // A new proposal sends the returned request again; a further proposal replaces the pending one.
    const again = requireOk(await employee.put(url(id, "/change"), week(5, 4))).body.data;
    expect([again.id, again.status]).toEqual([returned, "waiting_manager_approval"]);
    expect(requireOk(await employee.put(url(id, "/change"), week(6, 3))).body.data.id).toBe(returned);
    expect(await balance(people.employee)).toBe(17);
    requireOk(await ask(week(5)));
    expect(await read(fixture, id)).toMatchObject({ ...week(4, 2), days: 2 });
  });

  test("a shorter leave returns its days on approval, and undoing takes them back", async () => {
    const fixture = await leaveFixture(await server.world());
    const { balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4));
    const { id: change } = requireOk(await employee.put(url(id, "/change"), week(4, 2))).body.data;
    expect(await balance(people.employee)).toBe(15);
    requireOk(await manager.put(url(change, "/approve")));
    expect(await balance(people.employee)).toBe(18);
    requireOk(await manager.put(`/approvals/request/${change}/undo`));
    expect([await balance(people.employee), ...datesOf(await read(fixture, id))]).toEqual([
      15,
      ...datesOf({ ...week(4), days: 5 }),
    ]);
    expect((await read(fixture, id)).pending_change.id).toBe(change);
    requireOk(await manager.put(url(change, "/reject"), { reason: "No" }));
    requireOk(await manager.put(`/approvals/request/${change}/undo`));
    requireOk(await manager.put(url(change, "/approve")));
    expect(await balance(people.employee)).toBe(18);
  });

  test("cancelling the leave closes the change with it", async () => {
    const fixture = await leaveFixture(await server.world());
    const { balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4));
    const { id: change } = requireOk(await employee.put(url(id, "/change"), week(5))).body.data;
    requireOk(await employee.put(url(id, "/cancel")));
    expect(requireOk(await employee.get(url(change))).body.data.status).toBe("cancelled");
    expect((await manager.put(url(change, "/approve"))).status).toBe(409);
    expect(await balance(people.employee)).toBe(20);
  });

  test("only HR approves a change of leave that has begun", async () => {
    const fixture = await leaveFixture(await server.world());
    const { balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4));
    const change = requireOk(await employee.put(url(id, "/change"), week(10))).body.data;
    await runOnTenantDay(server.owner, week(4).start_date, async () => {
      const refused = await manager.put(url(change.id, "/approve"));
      expect([refused.status, refused.body.code]).toEqual([403, "leave.changeByHr"]);
      requireOk(await manager.put(url(change.id, "/reject"), { reason: "You were away" }));
    });
    expect(datesOf(await read(fixture, id))).toEqual(datesOf({ ...week(4), days: 5 }));
    expect(await balance(people.employee)).toBe(15);
  });

  test("a refused change of leave that was cancelled since can't be proposed again", async () => {
    const fixture = await leaveFixture(await server.world());
    const { balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4));
    const change = requireOk(await employee.put(url(id, "/change"), week(10))).body.data;
    requireOk(await manager.put(url(change.id, "/reject"), { reason: "Launch" }));
    requireOk(await employee.put(url(id, "/cancel")));
    const undone = await manager.put(`/approvals/request/${change.id}/undo`);
    expect([undone.status, undone.body.code]).toEqual([409, "request.undoActedOn"]);
    expect(await balance(people.employee)).toBe(20);
  });

  test("approvers lose a waiting change that HR settles", async () => {
    const fixture = await leaveFixture(await server.world());
    const { employee, hr, people, world } = fixture;
    const id = await approved(fixture, week(4));
    const change = requireOk(await employee.put(url(id, "/change"), week(10))).body.data;
    const mark = server.published.length;
    requireOk(await hr.put(url(id, "/change"), week(11)));
    const removed = world.events(mark).filter(({ event }) => event.type === "inbox.removed");
    expect(
      removed.map(({ stream, event }) => [stream, (event.data as { request_id: number }).request_id]),
    ).toContainEqual([`user:${people.manager.id}`, change.id]);
  });

  test("HR changes others' leave at once, also in the past, but not their own", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, hr, manager, people } = fixture;
    const id = await approved(fixture, week(4));
    await runOnTenantDay(server.owner, week(5).end_date, async () => {
      const refused = await employee.put(url(id, "/change"), week(4, 3));
      expect([refused.status, refused.body.code]).toEqual([403, "leave.changeByHr"]);
      expect((await read(fixture, id)).can.change).toBe(false);
      expect(requireOk(await hr.put(url(id, "/change"), week(4, 3))).body.data).toMatchObject({ id, days: 3 });
    });
    expect(await balance(people.employee)).toBe(17);
    const later = await approved(fixture, week(8));
    await runOnTenantDay(server.owner, week(6).start_date, async () => {
      expect((await employee.put(url(later, "/change"), week(5))).status).toBe(403);
    });
    const free = await fixture.newType({ canUpdateBalance: false });
    const own = requireOk(await ask({ ...week(10), leave_type_id: free }, hr)).body.data;
    expect(requireOk(await hr.put(url(own.id, "/change"), week(11))).body.data.status).not.toBe("approved");
    expect((await manager.put(url(id, "/change"), week(12))).status).toBe(403);
  });

  test("of two concurrent decisions, changes and requests one takes effect", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, manager, people } = fixture;
    const id = await approved(fixture, week(4, 2));
    const { version } = await read(fixture, id);
    const both = await Promise.all([
      employee.put(url(id, "/change"), { ...week(5), version }),
      employee.put(url(id, "/change"), { ...week(6), version }),
    ]);
    expect(statusesOf(both)).toEqual([200, 409]);
    const { pending_change: pending } = await read(fixture, id);
    const change = requireOk(await employee.get(url(pending.id))).body.data;
    const decided = await Promise.all([
      manager.put(url(change.id, "/approve"), { version: change.version }),
      employee.put(url(id, "/change"), { ...week(7, 3), version: (await read(fixture, id)).version }),
    ]);
    expect(statusesOf(decided)).toEqual([200, 409]);
    const leave = await read(fixture, id);
    const days = leave.pending_change ? leave.days + Math.max(0, leave.pending_change.days - leave.days) : leave.days;
    expect(await balance(people.employee)).toBe(20 - days);

    const other = await approved(fixture, week(12, 1));
    const races = await Promise.all([employee.put(url(other, "/change"), week(13)), ask(week(13, 2))]);
    expect(races.filter(({ status }) => status < 300)).toHaveLength(1);
  });
});

describe("worked example: approved leave changed over the end of the year", () => {
  /*
   * On 2 November 2026 the employee has 20 days in 2026 and 20 in 2027 (carry-over isn't limited). 25 December 2026 and 1 January 2027,
   * both Fridays, are holidays.
   *
   * Approved, Mon 21 Dec to Thu 31 Dec 2026: 21, 22, 23, 24, 28, 29, 30, 31 December are 8 days of 2026. 2026: 20 - 8 = 12.
   * Changed to Mon 28 Dec 2026 to Fri 8 Jan 2027: 28, 29, 30, 31 December are 4 days of 2026; 4 to 8 January are 5 days of 2027.
   * While the change waits, the 5 days of 2027 are reserved, and the 4 days of 2026 that become free are not yet returned.
   * After the approval: 2026: 12 + 4 = 16.
   */
  test("each year's balance follows the change", async () => {
    const fixture = await leaveFixture(await server.world(), { maxCarried: 0, daysFemale: 0, daysMale: 0 });
    const { employee, hr, manager, people, type, world } = fixture;
    await runOnTenantDay(server.owner, "2026-11-02", async () => {
      const admin = world.api(world.admin);
      const ledger = async (year: number) => {
        const path = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${year}`;
        return requireOk(await employee.get(path)).body.data as {
          reason: string;
          days: number;
          cause: string | null;
        }[];
      };
      const sumOf = async (year: number) => (await ledger(year)).reduce((sum, { days }) => sum + days, 0);
      for (const year of [2026, 2027]) {
        const days = 20 - (await sumOf(year));
        const note = "Test";
        if (days !== 0)
          requireOk(
            await admin.post(`/leave/balance/${people.employee.id}/adjustment`, {
              leave_type_id: type,
              year,
              days,
              note,
            }),
          );
      }
      for (const date of ["2026-12-25", "2027-01-01"]) requireOk(await hr.post("/leave/holiday", { date, name: date }));
      const id = await approved(fixture, { start_date: "2026-12-21", end_date: "2026-12-31" });
      expect([await sumOf(2026), await sumOf(2027)]).toEqual([12, 20]);
      const dates = { start_date: "2026-12-28", end_date: "2027-01-08" };
      const change = requireOk(await employee.put(url(id, "/change"), dates)).body.data;
      expect(change.days).toBe(9);
      expect([await sumOf(2026), await sumOf(2027)]).toEqual([12, 15]);
      requireOk(await manager.put(url(change.id, "/approve")));
      expect([await sumOf(2026), await sumOf(2027)]).toEqual([16, 15]);
      const last = (entries: Awaited<ReturnType<typeof ledger>>) => entries.at(-1);
      expect(last(await ledger(2026))).toMatchObject({ reason: "returned", days: 4, cause: "leave_changed" });
      expect(last(await ledger(2027))).toMatchObject({ reason: "taken", days: -5, cause: "leave_changed" });
      requireOk(await hr.put(url(id, "/cancel")));
      expect([await sumOf(2026), await sumOf(2027)]).toEqual([20, 20]);
    });
  });
});
