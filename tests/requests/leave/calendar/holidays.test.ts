import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();

async function entries(office_: Awaited<ReturnType<typeof leaveFixture>>) {
  const { employee, people, type } = office_;
  const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
  const { data } = requireOk(await employee.get(url)).body;
  return (data as { reason: string; days: number; cause: string | null; note: string | null }[])
    .slice(1)
    .map(({ reason, days, cause, note }) => [reason, days, cause, note]);
}

describe("adding and removing holidays", () => {
  test("a holiday reduces approved leave, and its removal restores it", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, hr, manager, people } = fixture;
    const { id } = requireOk(await ask(workingWeek(4))).body.data;
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    const holiday = requireOk(
      await hr.post("/leave/holiday", { date: workingWeek(4).start_date, name: "Founders’ day" }),
    ).body.data;
    expect(await balance(people.employee)).toBe(16);
    expect(requireOk(await fixture.employee.get(`/leave/leave-request/${id}`)).body.data.days).toBe(4);
    expect((await entries(fixture)).at(-1)).toEqual(["holiday", 1, "holiday_added", "Founders’ day"]);
    requireOk(
      await hr.put(`/leave/holiday/${holiday.id}`, { date: holiday.date, name: "Founders’ day", half: "morning" }),
    );
    expect(await balance(people.employee)).toBe(15.5);
    requireOk(await hr.delete(`/leave/holiday/${holiday.id}`));
    expect(await balance(people.employee)).toBe(15);
    expect((await entries(fixture)).at(-1)).toEqual(["holiday", -0.5, "holiday_removed", "Founders’ day"]);
    requireOk(await hr.put(`/leave/leave-request/${id}/cancel`));
    expect(await balance(people.employee)).toBe(20);
  });

  test("a stale version doesn't overwrite another user's change", async () => {
    const { hr } = await leaveFixture(await server.world());
    const body = { date: workingWeek(4).start_date, name: "Founders’ day" };
    const { id, version } = requireOk(await hr.post("/leave/holiday", body)).body.data;
    const moved = { ...body, date: workingWeek(5).start_date, version };
    requireOk(await hr.put(`/leave/holiday/${id}`, moved));
    const refused = await hr.put(`/leave/holiday/${id}`, { ...body, name: "Founders", version });
    expect([refused.status, refused.body.code]).toEqual([409, "leave.holidayStale"]);
    const next = { ...moved, name: "Founders", version: refused.body.data.version };
    expect(requireOk(await hr.put(`/leave/holiday/${id}`, next)).body.data).toMatchObject({ date: moved.date });
  });

  test("a holiday shortens pending leave, which is then approved or rejected", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, hr, manager, people } = fixture;
    const first = requireOk(await ask(workingWeek(4))).body.data.id;
    const second = requireOk(await ask(workingWeek(5))).body.data.id;
    for (const at of [4, 5])
      requireOk(await hr.post("/leave/holiday", { date: workingWeek(at).start_date, name: `Day ${at}` }));
    expect(await balance(people.employee)).toBe(12);
    requireOk(await manager.put(`/leave/leave-request/${first}/approve`));
    requireOk(await manager.put(`/leave/leave-request/${second}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(16);
    expect((await entries(fixture)).slice(2, 4)).toEqual([
      ["waiting", 1, "holiday_added", "Day 4"],
      ["waiting", 1, "holiday_added", "Day 5"],
    ]);
  });

  test("a holiday returns its day once, even when a decision is undone and redone", async () => {
    const { ask, balance, hr, manager, people } = await leaveFixture(await server.world());
    const createLeave = async (at: number) => requireOk(await ask(workingWeek(at))).body.data.id as number;
    const [refused, granted, rejected] = [await createLeave(4), await createLeave(5), await createLeave(6)];
    requireOk(await manager.put(`/leave/leave-request/${refused}/approve`));
    requireOk(await manager.put(`/leave/leave-request/${granted}/approve`));
    requireOk(await manager.put(`/leave/leave-request/${rejected}/reject`, { reason: "Launch" }));
    for (const at of [4, 5, 6])
      requireOk(await hr.post("/leave/holiday", { date: workingWeek(at).start_date, name: `Day ${at}` }));
    expect(await balance(people.employee)).toBe(12);
    for (const id of [refused, granted, rejected]) requireOk(await manager.put(`/approvals/request/${id}/undo`));
    expect(await balance(people.employee)).toBe(8);
    requireOk(await manager.put(`/leave/leave-request/${refused}/reject`, { reason: "Launch" }));
    requireOk(await manager.put(`/leave/leave-request/${granted}/approve`));
    requireOk(await manager.put(`/leave/leave-request/${rejected}/reject`, { reason: "Launch" }));
    expect(await balance(people.employee)).toBe(16);
    requireOk(await hr.put(`/leave/leave-request/${granted}/cancel`));
    expect(await balance(people.employee)).toBe(20);
  });

  test("removing a holiday may overdraw a balance", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, hr, people, world } = fixture;
    const dates = [workingWeek(1).start_date, workingWeek(2).start_date];
    const { data } = requireOk(await hr.post("/leave/holiday", { date: dates[0], name: "Gone soon" })).body;
    requireOk(await ask({ start_date: workingWeek(1).start_date, end_date: workingWeek(4).end_date, end_half: null })); // takes 19 days
    requireOk(await ask(workingWeek(6, 1)));
    expect(await balance(people.employee)).toBe(0);
    requireOk(await hr.delete(`/leave/holiday/${data.id}`));
    expect(await balance(people.employee)).toBe(-1);
    requireOk(await hr.post("/leave/holiday", { date: dates[1], name: "Elsewhere", location: "Seoul" }));
    expect(await balance(people.employee)).toBe(-1);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { location: "Erbil" }));
    requireOk(await hr.post("/leave/holiday", { date: dates[1], name: "Here", location: "Erbil" }));
    expect(await balance(people.employee)).toBe(0);
  });

  test("a holiday emits one tenant event and one per affected user", async () => {
    const { ask, hr, people, newType, world } = await leaveFixture(await server.world());
    const admin = world.api(world.admin); // the administrator adds the holiday, since HR is on leave then
    const free = await newType({ canUpdateBalance: true, negativeAllowed: true });
    for (const at of [4, 5]) requireOk(await ask(workingWeek(at)));
    requireOk(await ask({ ...workingWeek(4), leave_type_id: free }, hr));
    const toldBy = async (change: () => Promise<unknown>) => {
      const mark = server.published.length;
      await change();
      const events = world.events(mark).filter(({ event }) => /balances_changed|recounted/.test(event.type));
      return events.map(({ stream, event }) => `${stream} ${event.type}`).sort();
    };
    const both = [`tenant:${world.tenantId} leave.balances_changed`, `user:${people.employee.id} leave.recounted`];
    const all = [...both, `user:${people.hr.id} leave.recounted`].sort();
    const body = { date: workingWeek(4).start_date, name: "Founders’ day" };
    let id = 0;
    expect(await toldBy(async () => (id = requireOk(await admin.post("/leave/holiday", body)).body.data.id))).toEqual(
      all,
    );
    const moved = { ...body, date: workingWeek(5).start_date };
    const thrice = [...all, both[1] as string].sort();
    expect(await toldBy(async () => requireOk(await admin.put(`/leave/holiday/${id}`, moved)))).toEqual(thrice);
    expect(await toldBy(async () => requireOk(await admin.delete(`/leave/holiday/${id}`)))).toEqual(both);
  });

  test("a holiday at the edge of leave costs nothing, including half days", async () => {
    const { ask, hr } = await leaveFixture(await server.world());
    const { start_date, end_date } = workingWeek(3);
    requireOk(await hr.post("/leave/holiday", { date: start_date, name: "Edge" }));
    const { data } = requireOk(await ask({ start_date, end_date, start_half: "afternoon", end_half: "morning" })).body;
    expect(data.days).toBe(3.5);
  });
});

describe("the working week", () => {
  test("changing the working week requires the permission and recounts leave", async () => {
    const { ask, balance, employee, hr, people, world } = await leaveFixture(await server.world());
    const body = { weekend: [6, 5], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 };
    expect((await employee.put("/leave/work-week", body)).status).toBe(403);
    const wrong = await hr.put("/leave/work-week", { weekend: [7], workday_start: "9", workday_end: "08:00" });
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      "weekend.0",
      "workday_end",
      "workday_hours",
      "workday_start",
    ]);
    requireOk(await ask({ start_date: workingWeek(2).start_date, end_date: workingWeek(3, 1).end_date }));
    expect(await balance(people.employee)).toBe(14);
    const mark = server.published.length;
    expect(requireOk(await hr.put("/leave/work-week", body)).body.data).toMatchObject({
      weekend: [5, 6],
      workday_start: "08:00",
      workday_end: "16:30",
      workday_hours: 8,
    });
    // The open settings page shows the weekend and sends the tenant's version.
    expect(world.events(mark).map(({ event }) => event.type)).toContain("tenant.updated");
    expect(await balance(people.employee)).toBe(14); // Friday is off, Sunday is a working day
    requireOk(await hr.put("/leave/work-week", { ...body, weekend: [5, 6, 0] }));
    expect(await balance(people.employee)).toBe(15);
  });

  test("of two concurrent changes of the working week, the second gets the first", async () => {
    const { hr } = await leaveFixture(await server.world());
    const { version } = (await hr.get("/leave/work-week")).body.data;
    const body = { weekend: [5, 6], workday_start: "08:00", workday_end: "16:30", workday_hours: 8, version };
    const both = await Promise.all(
      [7, 6].map((workday_hours) => hr.put("/leave/work-week", { ...body, workday_hours })),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    const stored = (await hr.get("/leave/work-week")).body.data;
    expect([refused?.body.code, refused?.body.data]).toEqual(["organization.stale", stored]);
    requireOk(await hr.put("/leave/work-week", { ...body, version: stored.version }));
  });
});

describe("importing holidays", () => {
  const content = [
    "date,name,half,location",
    `${nextYear}-05-01,Labour Day,,`,
    `${nextYear}-02-30,Never,,`,
    `${nextYear}-12-24,Christmas Eve,afternoon,Berlin`,
    `${nextYear}-05-01,Labour Day again,,`,
  ].join("\n");
  const states = (answer: { body: { data: { rows: { line: number; state: string }[] } } }) =>
    answer.body.data.rows.map(({ line, state }) => [line, state]);

  test("a holiday import is previewed row by row before its valid rows are added", async () => {
    const { ask, balance, employee, hr, people } = await leaveFixture(await server.world());
    expect((await employee.post("/leave/holiday/import", { content })).status).toBe(403);
    expect((await hr.post("/leave/holiday/import", { content: " " })).status).toBe(422);
    requireOk(await ask({ start_date: `${nextYear}-04-26`, end_date: `${nextYear}-05-07` }));
    const before = await balance(people.employee);
    const preview = requireOk(await hr.post("/leave/holiday/import", { content, dry_run: true }));
    expect(states(preview as never)).toEqual([
      [2, "new"],
      [3, "wrong"],
      [4, "new"],
      [5, "known"],
    ]);
    expect(preview.body.data.rows[1].errors).toEqual(["Enter the date like 2027-02-28"]);
    expect(requireOk(await hr.get("/leave/holiday")).body.data).toEqual([]);
    expect(requireOk(await hr.post("/leave/holiday/import", { content })).body.data.added).toBe(2);
    const isWeekend = [0, 6].includes(new Date(`${nextYear}-05-01T00:00:00Z`).getUTCDay());
    expect(await balance(people.employee)).toBe(before + (isWeekend ? 0 : 1));
    const again = requireOk(await hr.post("/leave/holiday/import", { content }));
    expect([again.body.data.added, states(again as never).map(([, state]) => state)]).toEqual([
      0,
      ["known", "wrong", "known", "known"],
    ]);
  });

  test("an iCalendar file is imported for one location", async () => {
    const { hr } = await leaveFixture(await server.world());
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:Newroz"];
    const event = [`DTSTART;VALUE=DATE:${nextYear}0321`, `DTEND;VALUE=DATE:${nextYear}0323`, "END:VEVENT"];
    const ics = [...lines, ...event, "END:VCALENDAR"].join("\r\n");
    expect(requireOk(await hr.post("/leave/holiday/import", { content: ics, location: "Erbil" })).body.data.added).toBe(
      2,
    );
    const { data } = requireOk(await hr.get("/leave/holiday")).body;
    expect(data.map(({ date, location }: { date: string; location: string }) => [date, location])).toEqual([
      [`${nextYear}-03-21`, "Erbil"],
      [`${nextYear}-03-22`, "Erbil"],
    ]);
  });
});

test("yearly holidays of a file are imported from the organization's year on", async () => {
  const { hr } = await leaveFixture(await server.world());
  const event = ["SUMMARY:Newroz", "DTSTART;VALUE=DATE:20200321", "RRULE:FREQ=YEARLY"].join("\r\n");
  const content = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
  const days = await runOnTenantDay(server.owner, "2041-01-01", async () =>
    requireOk(await hr.post("/leave/holiday/import", { content, dry_run: true })).body.data.rows.map(
      ({ date }: { date: string }) => date,
    ),
  );
  expect(days).toEqual(["2041-03-21", "2042-03-21", "2043-03-21"]);
});

describe("holidays within HR's own leave", () => {
  const refusal = [403, "leave.ownBalance"];
  const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const setFourEyes = async (fixture: Awaited<ReturnType<typeof leaveFixture>>, four_eyes: boolean) => {
    const { data } = requireOk(await fixture.world.api(fixture.world.admin).get("/approvals/setting")).body;
    requireOk(await fixture.world.api(fixture.world.admin).put("/approvals/setting", { ...data, four_eyes }));
  };

  test("observances and unchosen rows of a calendar aren't added", async () => {
    const { hr } = await leaveFixture(await server.world());
    const event = (day: string, name: string, description: string) =>
      `BEGIN:VEVENT\r\nUID:${name}\r\nSUMMARY:${name}\r\nDTSTART;VALUE=DATE:${nextYear}${day}\r\nDESCRIPTION:${description}\r\nEND:VEVENT`;
    const events = [
      event("0509", "Mothers Day", "Observance"),
      event("0321", "Newroz", "Public holiday"),
      event("0501", "Labour Day", "Public holiday"),
    ];
    const content = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join("\r\n")}\r\nEND:VCALENDAR`;
    const send = async (body: object) =>
      requireOk(await hr.post("/leave/holiday/import", { content, ...body })).body.data;
    const { rows } = await send({ dry_run: true });
    expect(rows).toMatchObject([
      { name: "Mothers Day", state: "new", observance: true },
      { name: "Newroz", state: "new", observance: false },
      { name: "Labour Day", state: "new", observance: false },
    ]);
    expect((await hr.post("/leave/holiday/import", { content, rows: ["x"] })).status).toBe(422);
    expect((await send({ rows: [1] })).added).toBe(1);
    expect((await send({})).added).toBe(1);
    expect((await send({ rows: [0] })).added).toBe(1);
    const { data } = requireOk(await hr.get(`/leave/holiday?year=${nextYear}`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Newroz", "Labour Day", "Mothers Day"]);
  });

  test("HR can't change holidays within their own leave", async () => {
    const fixture = await leaveFixture(await server.world());
    const { hr, world, people, type, balance } = fixture;
    const admin = world.api(world.admin);
    const days = { leave_type_id: type, year: nextYear, days: 20, note: "Test" };
    requireOk(await admin.post(`/leave/balance/${people.hr.id}/adjustment`, days));
    const leave = { ...workingWeek(4), leave_type_id: type, user_id: people.hr.id };
    requireOk(await admin.post("/leave/leave-request", leave));
    const before = await balance(people.hr);
    const date = workingWeek(4).start_date;
    expect(statusAndCode(await hr.post("/leave/holiday", { date, name: "Bridge" }))).toEqual(refusal);
    const away = requireOk(await hr.post("/leave/holiday", { date: workingWeek(6).start_date, name: "Away" })).body
      .data;
    expect(statusAndCode(await hr.put(`/leave/holiday/${away.id}`, { date, name: "Away" }))).toEqual(refusal);
    requireOk(await hr.post("/leave/holiday", { date, name: "Elsewhere", location: "Nowhere" }));
    expect(await balance(people.hr)).toBe(before);
    const { id } = requireOk(await admin.post("/leave/holiday", { date, name: "Bridge" })).body.data;
    requireOk(await hr.put(`/leave/holiday/${id}`, { date, name: "Bridges" }));
    for (const half of ["morning", "afternoon"])
      expect(statusAndCode(await hr.put(`/leave/holiday/${id}`, { date, name: "Bridge", half }))).toEqual(refusal);
    expect(statusAndCode(await hr.delete(`/leave/holiday/${id}`))).toEqual(refusal);
    // Past leave counts too: the holiday may have been counted when it was requested.
    await server.owner.query(
      "UPDATE leave_request SET start_date = start_date - 900, end_date = end_date - 900 WHERE user_id = $1",
      [people.hr.id],
    );
    await server.owner.query("UPDATE holiday SET date = date - 900 WHERE id = $1", [id]);
    expect(statusAndCode(await hr.delete(`/leave/holiday/${id}`))).toEqual(refusal);
    await setFourEyes(fixture, false);
    requireOk(await hr.delete(`/leave/holiday/${id}`));
  });

  test("a past holiday changes running leave at once, except the actor's own", async () => {
    const fixture = await leaveFixture(await server.world());
    const { hr, world, people, type } = fixture;
    const admin = world.api(world.admin);
    const days = { leave_type_id: type, year: nextYear, days: 20, note: "Test" };
    requireOk(await admin.post(`/leave/balance/${people.hr.id}/adjustment`, days));
    const own = { ...workingWeek(4), leave_type_id: type, user_id: people.hr.id };
    const { id } = requireOk(await admin.post("/leave/leave-request", own)).body.data;
    const [[{ wednesday }]] = (await server.owner.query(
      `UPDATE leave_request SET start_date = CURRENT_DATE - 8, end_date = CURRENT_DATE + 2, counted = NULL WHERE id = $1
       RETURNING (CURRENT_DATE - ((extract(isodow FROM CURRENT_DATE)::int + 3) % 7 + 1))::text AS wednesday`,
      [id],
    )) as [[{ wednesday: string }]];
    const body = { date: wednesday, name: "Bridge" };
    expect(statusAndCode(await hr.post("/leave/holiday", body))).toEqual(refusal);
    const cost = async () => requireOk(await admin.get(`/leave/leave-request/${id}`)).body.data.days as number;
    const holiday = requireOk(await admin.post("/leave/holiday", body)).body.data;
    const reduced = await cost();
    requireOk(await admin.delete(`/leave/holiday/${holiday.id}`));
    expect(await cost()).toBe(reduced + 1);
  });
});
