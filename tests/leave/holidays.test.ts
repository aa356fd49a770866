import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();

async function entries(office_: Awaited<ReturnType<typeof office>>) {
  const { employee, people, type } = office_;
  const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
  const { data } = ok(await employee.get(url)).body;
  return (data as { reason: string; days: number; cause: string | null; note: string | null }[])
    .slice(1)
    .map(({ reason, days, cause, note }) => [reason, days, cause, note]);
}

describe("a holiday that comes or goes", () => {
  test("makes granted leave cost less, and again more, with an entry that says why", async () => {
    const there = await office(await server.world());
    const { ask, balance, hr, manager, people } = there;
    const { id } = ok(await ask(week(4))).body.data;
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    const holiday = ok(await hr.post("/leave/holiday", { date: week(4).start_date, name: "Founders’ day" })).body.data;
    expect(await balance(people.employee)).toBe(16);
    expect(ok(await there.employee.get(`/leave/leave-request/${id}`)).body.data.days).toBe(4);
    expect((await entries(there)).at(-1)).toEqual(["holiday", 1, "holiday_added", "Founders’ day"]);
    ok(await hr.put(`/leave/holiday/${holiday.id}`, { date: holiday.date, name: "Founders’ day", half: "morning" }));
    expect(await balance(people.employee)).toBe(15.5);
    ok(await hr.delete(`/leave/holiday/${holiday.id}`));
    expect(await balance(people.employee)).toBe(15);
    expect((await entries(there)).at(-1)).toEqual(["holiday", -0.5, "holiday_removed", "Founders’ day"]);
    // Whatever it cost in between: all of it comes back.
    ok(await hr.put(`/leave/leave-request/${id}/cancel`));
    expect(await balance(people.employee)).toBe(20);
  });

  test("changes what waits, which is then taken or released as it stands", async () => {
    const there = await office(await server.world());
    const { ask, balance, hr, manager, people } = there;
    const first = ok(await ask(week(4))).body.data.id;
    const second = ok(await ask(week(5))).body.data.id;
    for (const at of [4, 5]) ok(await hr.post("/leave/holiday", { date: week(at).start_date, name: `Day ${at}` }));
    expect(await balance(people.employee)).toBe(12);
    ok(await manager.put(`/leave/leave-request/${first}/approve`));
    ok(await manager.put(`/leave/leave-request/${second}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(16);
    expect((await entries(there)).slice(2, 4)).toEqual([
      ["waiting", 1, "holiday_added", "Day 4"],
      ["waiting", 1, "holiday_added", "Day 5"],
    ]);
  });

  test("gives its day once: also where the decision is undone afterwards, and made again", async () => {
    const { ask, balance, hr, manager, people } = await office(await server.world());
    const asked = async (at: number) => ok(await ask(week(at))).body.data.id as number;
    const [refused, granted, rejected] = [await asked(4), await asked(5), await asked(6)];
    ok(await manager.put(`/leave/leave-request/${refused}/approve`));
    ok(await manager.put(`/leave/leave-request/${granted}/approve`));
    ok(await manager.put(`/leave/leave-request/${rejected}/reject`, { reason: "Launch" }));
    for (const at of [4, 5, 6]) ok(await hr.post("/leave/holiday", { date: week(at).start_date, name: `Day ${at}` }));
    expect(await balance(people.employee)).toBe(12);
    for (const id of [refused, granted, rejected]) ok(await manager.put(`/approvals/request/${id}/undo`));
    expect(await balance(people.employee)).toBe(8);
    ok(await manager.put(`/leave/leave-request/${refused}/reject`, { reason: "Launch" }));
    ok(await manager.put(`/leave/leave-request/${granted}/approve`));
    ok(await manager.put(`/leave/leave-request/${rejected}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(16);
    ok(await hr.put(`/leave/leave-request/${granted}/cancel`));
    expect(await balance(people.employee)).toBe(20);
  });

  test("may overdraw, since nobody asked for it; elsewhere it changes nothing", async () => {
    const there = await office(await server.world());
    const { ask, balance, hr, people, world } = there;
    const dates = [week(1).start_date, week(2).start_date];
    const { data } = ok(await hr.post("/leave/holiday", { date: dates[0], name: "Gone soon" })).body;
    ok(await ask({ start_date: week(1).start_date, end_date: week(4).end_date, end_half: null })); // 19 days
    ok(await ask(week(6, 1)));
    expect(await balance(people.employee)).toBe(0);
    ok(await hr.delete(`/leave/holiday/${data.id}`));
    expect(await balance(people.employee)).toBe(-1);
    ok(await hr.post("/leave/holiday", { date: dates[1], name: "Elsewhere", location: "Seoul" }));
    expect(await balance(people.employee)).toBe(-1);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { location: "Erbil" }));
    ok(await hr.post("/leave/holiday", { date: dates[1], name: "Here", location: "Erbil" }));
    expect(await balance(people.employee)).toBe(0);
  });

  test("tells the organisation once, however much leave it is about, and each person what is theirs", async () => {
    const { ask, hr, people, newType, world } = await office(await server.world());
    const admin = world.api(world.admin); // HR is away themself then
    const free = await newType({ canUpdateBalance: true, negativeAllowed: true });
    for (const at of [4, 5]) ok(await ask(week(at)));
    ok(await ask({ ...week(4), leave_type_id: free }, hr));
    const toldBy = async (change: () => Promise<unknown>) => {
      const mark = server.published.length;
      await change();
      const told = world.events(mark).filter(({ event }) => /balances_changed|recounted/.test(event.type));
      return told.map(({ stream, event }) => `${stream} ${event.type}`).sort();
    };
    const both = [`tenant:${world.tenantId} leave.balances_changed`, `user:${people.employee.id} leave.recounted`];
    const all = [...both, `user:${people.hr.id} leave.recounted`].sort();
    const body = { date: week(4).start_date, name: "Founders’ day" };
    let id = 0;
    expect(await toldBy(async () => (id = ok(await admin.post("/leave/holiday", body)).body.data.id))).toEqual(all);
    const moved = { ...body, date: week(5).start_date };
    const thrice = [...all, both[1] as string].sort();
    expect(await toldBy(async () => ok(await admin.put(`/leave/holiday/${id}`, moved)))).toEqual(thrice);
    expect(await toldBy(async () => ok(await admin.delete(`/leave/holiday/${id}`)))).toEqual(both);
  });

  test("costs nothing at the edge, halves included", async () => {
    const { ask, hr } = await office(await server.world());
    const { start_date, end_date } = week(3);
    ok(await hr.post("/leave/holiday", { date: start_date, name: "Edge" }));
    const { data } = ok(await ask({ start_date, end_date, start_half: "afternoon", end_half: "morning" })).body;
    expect(data.days).toBe(3.5);
  });
});

describe("the working week", () => {
  test("is changed by who may; leave is counted anew", async () => {
    const { ask, balance, employee, hr, people } = await office(await server.world());
    const body = { weekend: [6, 5], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 };
    expect((await employee.put("/leave/work-week", body)).status).toBe(403);
    const wrong = await hr.put("/leave/work-week", { weekend: [7], workday_start: "9", workday_end: "08:00" });
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      "weekend.0",
      "workday_end",
      "workday_hours",
      "workday_start",
    ]);
    ok(await ask({ start_date: week(2).start_date, end_date: week(3, 1).end_date })); // Monday to Monday
    expect(await balance(people.employee)).toBe(14);
    expect(ok(await hr.put("/leave/work-week", body)).body.data).toMatchObject({
      weekend: [5, 6],
      workday_start: "08:00",
      workday_end: "16:30",
      workday_hours: 8,
    });
    expect(await balance(people.employee)).toBe(14); // Friday is off, and Sunday isn't any more
    ok(await hr.put("/leave/work-week", { ...body, weekend: [5, 6, 0] }));
    expect(await balance(people.employee)).toBe(15);
  });
});

describe("a list of holidays", () => {
  const content = [
    "date,name,half,location",
    `${nextYear}-05-01,Labour Day,,`,
    `${nextYear}-02-30,Never,,`,
    `${nextYear}-12-24,Christmas Eve,afternoon,Berlin`,
    `${nextYear}-05-01,Labour Day again,,`,
  ].join("\n");
  const states = (answer: { body: { data: { rows: { line: number; state: string }[] } } }) =>
    answer.body.data.rows.map(({ line, state }) => [line, state]);

  test("is shown first, row by row; then what is good is added", async () => {
    const { ask, balance, employee, hr, people } = await office(await server.world());
    expect((await employee.post("/leave/holiday/import", { content })).status).toBe(403);
    expect((await hr.post("/leave/holiday/import", { content: " " })).status).toBe(422);
    ok(await ask({ start_date: `${nextYear}-04-26`, end_date: `${nextYear}-05-07` }));
    const before = await balance(people.employee);
    const preview = ok(await hr.post("/leave/holiday/import", { content, dry_run: true }));
    expect(states(preview as never)).toEqual([
      [2, "new"],
      [3, "wrong"],
      [4, "new"],
      [5, "known"],
    ]);
    expect(preview.body.data.rows[1].errors).toEqual(["Please enter a valid date"]);
    expect(ok(await hr.get("/leave/holiday")).body.data).toEqual([]);
    expect(ok(await hr.post("/leave/holiday/import", { content })).body.data.added).toBe(2);
    const isWeekend = [0, 6].includes(new Date(`${nextYear}-05-01T00:00:00Z`).getUTCDay());
    expect(await balance(people.employee)).toBe(before + (isWeekend ? 0 : 1));
    const again = ok(await hr.post("/leave/holiday/import", { content }));
    expect([again.body.data.added, states(again as never).map(([, state]) => state)]).toEqual([
      0,
      ["known", "wrong", "known", "known"],
    ]);
  });

  test("comes as a calendar as well, for one place", async () => {
    const { hr } = await office(await server.world());
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:Newroz"];
    const event = [`DTSTART;VALUE=DATE:${nextYear}0321`, `DTEND;VALUE=DATE:${nextYear}0323`, "END:VEVENT"];
    const ics = [...lines, ...event, "END:VCALENDAR"].join("\r\n");
    expect(ok(await hr.post("/leave/holiday/import", { content: ics, location: "Erbil" })).body.data.added).toBe(2);
    const { data } = ok(await hr.get("/leave/holiday")).body;
    expect(data.map(({ date, location }: { date: string; location: string }) => [date, location])).toEqual([
      [`${nextYear}-03-21`, "Erbil"],
      [`${nextYear}-03-22`, "Erbil"],
    ]);
  });
});

describe("with four eyes, in one's own leave", () => {
  const kept = [403, "leave.ownBalance"];
  const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const four = async (there: Awaited<ReturnType<typeof office>>, four_eyes: boolean) => {
    const { data } = ok(await there.world.api(there.world.admin).get("/approvals/setting")).body;
    ok(await there.world.api(there.world.admin).put("/approvals/setting", { ...data, four_eyes }));
  };

  test("holidays are somebody else's to add, to move and to take away; elsewhere they are one's own", async () => {
    const there = await office(await server.world());
    const { hr, world, people, type, balance } = there;
    const admin = world.api(world.admin);
    const days = { leave_type_id: type, year: nextYear, days: 20, note: "Test" };
    ok(await admin.post(`/leave/balance/${people.hr.id}/adjustment`, days));
    const leave = { ...week(4), leave_type_id: type, user_id: people.hr.id };
    ok(await admin.post("/leave/leave-request", leave));
    const before = await balance(people.hr);
    const date = week(4).start_date;
    expect(said(await hr.post("/leave/holiday", { date, name: "Bridge" }))).toEqual(kept);
    const away = ok(await hr.post("/leave/holiday", { date: week(6).start_date, name: "Away" })).body.data;
    expect(said(await hr.put(`/leave/holiday/${away.id}`, { date, name: "Away" }))).toEqual(kept);
    ok(await hr.post("/leave/holiday", { date, name: "Elsewhere", location: "Nowhere" }));
    expect(await balance(people.hr)).toBe(before);
    const { id } = ok(await admin.post("/leave/holiday", { date, name: "Bridge" })).body.data;
    ok(await hr.put(`/leave/holiday/${id}`, { date, name: "Bridges" }));
    for (const half of ["morning", "afternoon"])
      expect(said(await hr.put(`/leave/holiday/${id}`, { date, name: "Bridge", half }))).toEqual(kept);
    expect(said(await hr.delete(`/leave/holiday/${id}`))).toEqual(kept);
    // Also once it is over: it may have been counted when the leave was asked for.
    await server.owner.query(
      "UPDATE leave_request SET start_date = start_date - 900, end_date = end_date - 900 WHERE user_id = $1",
      [people.hr.id],
    );
    await server.owner.query("UPDATE holiday SET date = date - 900 WHERE id = $1", [id]);
    expect(said(await hr.delete(`/leave/holiday/${id}`))).toEqual(kept);
    await four(there, false);
    ok(await hr.delete(`/leave/holiday/${id}`));
  });
});
