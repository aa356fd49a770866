import { remindToReviewHolidays } from "../../../../server/requests/leave/ledger/reminders.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture, nextYear } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();
const url = "/leave/holiday/official";
const bavaria = { country: "DE", region: "BY", years: [nextYear] };
const epiphany = `${nextYear}-01-06`;

describe("official holidays of a country or region", () => {
  test("invalid and unknown values get 422, others without the permission 403", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const fieldsOf = async (body: object) => {
      const { status, body: answer } = await hr.post(url, body);
      return [status, Object.keys(answer.errors ?? {})];
    };
    expect(await fieldsOf({})).toEqual([422, ["country", "years"]]);
    expect(await fieldsOf({ ...bavaria, country: "XX" })).toEqual([422, ["country"]]);
    expect(await fieldsOf({ ...bavaria, region: "ENG" })).toEqual([422, ["region"]]);
    expect(await fieldsOf({ ...bavaria, years: [2027, 2028, 2029, 2030, 2031, 2032] })).toEqual([422, ["years"]]);
    const employee = world.api(world.employee);
    expect((await employee.post(url, bavaria)).status).toBe(403);
    expect((await employee.get("/leave/holiday/countries")).status).toBe(403);
  });

  test("countries are listed with their regions", async () => {
    const world = await server.world();
    const { data } = requireOk(await world.api(world.hr).get("/leave/holiday/countries")).body;
    const germany = (data as { code: string; regions: object[] }[]).find(({ code }) => code === "DE");
    expect(germany?.regions).toContainEqual({ code: "BY", name: "Bayern" });
  });

  test("a preview changes nothing; saving twice adds and moves holidays once", async () => {
    const fixture = await leaveFixture(await server.world());
    const { hr, ask, balance, people } = fixture;
    requireOk(await hr.post("/leave/holiday", { date: `${nextYear}-01-07`, name: "Epiphany" }));
    requireOk(await hr.post("/leave/holiday", { date: `${nextYear}-01-01`, name: "Closed" }));
    const leave = { start_date: `${nextYear}-01-04`, end_date: `${nextYear}-01-08` };
    const { id } = requireOk(await ask(leave)).body.data;
    const before = await balance(people.employee);
    const preview = requireOk(await hr.post(url, { ...bavaria, dry_run: true })).body.data;
    const of = (date: string) => (preview.rows as { date: string }[]).find((row) => row.date === date);
    expect(of(`${nextYear}-01-01`)).toMatchObject({ state: "known", before: null });
    expect(of(epiphany)).toMatchObject({ state: "changed", before: { date: `${nextYear}-01-07`, half: null } });
    expect(of(`${nextYear}-10-03`)).toMatchObject({ state: "new", name: "Tag der Deutschen Einheit" });
    expect([preview.added, preview.changed]).toEqual([0, 0]);
    expect(requireOk(await hr.get(`/leave/holiday?year=${nextYear}`)).body.data).toHaveLength(2);

    const saved = requireOk(await hr.post(url, bavaria)).body;
    expect([saved.data.added, saved.data.changed]).toEqual([10, 1]);
    const list = requireOk(await hr.get(`/leave/holiday?year=${nextYear}`)).body.data as {
      date: string;
      name: string;
    }[];
    expect(list).toHaveLength(12);
    expect(list.find(({ date }) => date === epiphany)).toMatchObject({ name: "Epiphany" });
    expect(list.find(({ date }) => date === `${nextYear}-12-25`)).toMatchObject({
      translations: expect.objectContaining({ en: "Christmas Day" }),
    });
    // The leave contains one holiday before and after, on another day.
    expect(await balance(people.employee)).toBe(before);
    expect(requireOk(await fixture.employee.get(`/leave/leave-request/${id}`)).body.data.days).toBe(
      requireOk(
        await fixture.employee.get(
          `/leave/leave-request/preview?leave_type_id=${fixture.type}&start_date=${leave.start_date}&end_date=${leave.end_date}`,
        ),
      ).body.data.days,
    );
    const again = requireOk(await hr.post(url, bavaria)).body.data;
    expect([again.added, again.changed]).toEqual([0, 0]);
    expect(requireOk(await hr.post(url, { ...bavaria, location: "Munich" })).body.data.added).toBe(0);
  });

  test("two concurrent runs add each holiday once", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const both = await Promise.all([hr.post(url, bavaria), hr.post(url, bavaria)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.reduce((sum, { body }) => sum + body.data.added, 0)).toBe(12);
    expect(requireOk(await hr.get(`/leave/holiday?year=${nextYear}`)).body.data).toHaveLength(12);
  });
});

describe("the reminder to review holidays", () => {
  const reminders = async (world: Awaited<ReturnType<typeof server.world>>) =>
    world.tx((tx) =>
      tx.manager.query(
        `SELECT user_id::int AS user_id, "values"->>'year' AS year FROM notification
         WHERE tenant_id = current_tenant() AND kind = 'leave.reviewHolidays' ORDER BY user_id`,
      ),
    );

  test("is sent once per year from November to those who edit holidays", async () => {
    const world = await server.world();
    const year = new Date().getUTCFullYear();
    await runOnTenantDay(server.owner, `${year}-10-31`, () => world.tx(remindToReviewHolidays));
    expect(await reminders(world)).toEqual([]);
    await runOnTenantDay(server.owner, `${year}-11-01`, async () => {
      const workers = await runSerialized(server, world, remindToReviewHolidays);
      expect(workers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      await world.tx(remindToReviewHolidays);
    });
    const receivedReminders = (await reminders(world)) as { user_id: number; year: string }[];
    expect(new Set(receivedReminders.map(({ user_id }) => user_id))).toEqual(new Set([world.admin.id, world.hr.id]));
    expect(receivedReminders).toHaveLength(2);
    expect(new Set(receivedReminders.map((one) => one.year))).toEqual(new Set([String(year + 1)]));
  });
});
