import ICAL from "ical.js";
import { UserEntity } from "../../../../server/people/people/user.entity";
import type { Answer } from "../../../support/api";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture, nextYear, workingWeek } from "../fixtures";

const server = testServer();
const statusAndErrors = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];
const { start_date: monday } = workingWeek(4);
const onMonday = { start_date: monday, end_date: monday };

async function hoursFixture() {
  const fixture = await leaveFixture(await server.world(), {
    counting: "hours",
    halfDays: false,
    negativeAllowed: false,
  });
  const { employee, type } = fixture;
  const preview = async (span: object) =>
    requireOk(
      await employee.get(
        `/leave/leave-request/preview?${new URLSearchParams({ leave_type_id: String(type), ...span })}`,
      ),
    ).body.data;
  const part = (start_time: string, end_time: string, fields: object = {}) =>
    fixture.ask({ ...onMonday, start_time, end_time, ...fields });
  return { ...fixture, preview, part };
}

test("hours are refused across days, off the quarter hours and for types in days", async () => {
  const { ask, part, newType, world } = await hoursFixture();
  const hours = { start_time: "09:00", end_time: "11:00" };
  expect(statusAndErrors(await ask({ ...workingWeek(4), ...hours }))).toEqual([422, ["end_date"]]);
  expect(statusAndErrors(await part("09:10", "11:00"))).toEqual([422, ["start_time"]]);
  expect(statusAndErrors(await part("11:00", "09:00"))).toEqual([422, ["end_time"]]);
  expect(statusAndErrors(await ask({ ...onMonday, start_time: "09:00" }))).toEqual([422, ["end_time"]]);
  expect(statusAndErrors(await ask({ ...onMonday, hours: 2 }))).toEqual([422, ["start_time"]]);
  expect(statusAndErrors(await ask({ ...onMonday, start_time: "09:00", hours: 0.1 }))).toEqual([422, ["hours"]]);
  expect(statusAndErrors(await ask({ ...onMonday, start_time: "22:00", hours: 4 }))).toEqual([422, ["hours"]]);
  expect(statusAndErrors(await ask({ ...onMonday, start_half: "afternoon" }))).toEqual([422, ["start_half"]]);
  const days = await newType({ canUpdateBalance: false });
  expect(statusAndErrors(await part("09:00", "11:00", { leave_type_id: days }))).toEqual([422, ["start_time"]]);
  const admin = world.api(world.admin);
  const type = requireOk(await admin.get(`/leave/leave-type/${days}`)).body.data;
  const changed = await admin.put(`/leave/leave-type/${days}`, { ...type, counting: "hours" });
  expect(statusAndErrors(changed)).toEqual([422, ["counting"]]);
});

test("hours that a clock change skips in the user's time zone are refused", async () => {
  const { ask, world } = await hoursFixture();
  const year = new Date().getUTCFullYear() + 1;
  const march = new Date(Date.UTC(year, 2, 31));
  const sunday = new Date(march.getTime() - march.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET time_zone = 'Europe/Berlin'"));
  const on = { start_date: sunday, end_date: sunday };
  expect(statusAndErrors(await ask({ ...on, start_time: "02:15", end_time: "04:00" }))).toEqual([422, ["start_time"]]);
  expect(statusAndErrors(await ask({ ...on, start_time: "01:00", end_time: "02:30" }))).toEqual([422, ["end_time"]]);
});

test("preview, request, ledger and balance agree in hours", async () => {
  const { ask, preview, balance, people, employee, manager, type, part } = await hoursFixture();
  // 20 h were given. Monday 9:00 to 12:30 is 3.5 h; Tuesday and Wednesday cost 8 h each: 19.5 h.
  const morning = { ...onMonday, start_time: "09:00", hours: "3.5" };
  const previewed = await preview(morning);
  expect(previewed).toMatchObject({
    days: 3.5,
    absence_days: 0.43,
    part: { end_time: "12:30", minutes: 210 },
    refusals: [],
  });
  expect(previewed.balances).toEqual([{ year: nextYear, before: 20, after: 16.5 }]);
  const leave = requireOk(await ask({ ...morning, hours: 3.5 })).body.data;
  expect(leave).toMatchObject({
    days: 3.5,
    start_half: null,
    end_half: null,
    leave_type: { unit: "hours" },
    part: { start_time: "09:00", end_time: "12:30", minutes: 210 },
  });
  expect(await balance(people.employee)).toBe(16.5);
  const tuesday = new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10);
  const wednesday = new Date(Date.parse(monday) + 2 * 86_400_000).toISOString().slice(0, 10);
  expect(requireOk(await ask({ start_date: tuesday, end_date: wednesday })).body.data.days).toBe(16);
  expect(await balance(people.employee)).toBe(0.5);
  expect(statusAndErrors(await part("13:00", "14:00"))).toEqual([422, ["end_date"]]);
  requireOk(await part("13:00", "13:30"));
  requireOk(await manager.put(`/leave/leave-request/${leave.id}/approve`));
  const ledger = requireOk(
    await employee.get(`/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`),
  ).body.data as { request_id: number; days: number; span: unknown }[];
  const own = ledger.filter(({ request_id }) => request_id === leave.id);
  expect(own.map(({ days }) => days)).toEqual([-3.5, 3.5, -3.5]);
  expect(own[0]?.span).toMatchObject({ part: { start_time: "09:00", end_time: "12:30" } });
  expect(await balance(people.employee)).toBe(0);
});

test("parts of a day overlap only if their times do, and never exceed the schedule", async () => {
  const { part, ask, newType } = await hoursFixture();
  requireOk(await part("09:00", "13:00"));
  expect(statusAndErrors(await part("12:45", "14:00"))).toEqual([422, ["start_date"]]);
  requireOk(await part("13:00", "16:00"));
  // 4 h + 3 h are taken, so 1 h of 8 h is left.
  expect(statusAndErrors(await part("16:00", "18:00"))).toEqual([422, ["end_time"]]);
  requireOk(await part("16:00", "17:00"));
  const days = await newType({ canUpdateBalance: false });
  expect(statusAndErrors(await ask({ ...onMonday, leave_type_id: days }))).toEqual([422, ["start_date"]]);
});

test("of two concurrent requests for overlapping hours one is refused", async () => {
  const { part } = await hoursFixture();
  const answers = await Promise.all([part("09:00", "11:00"), part("10:00", "12:00")]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test("hours appear in calendars with their times, also when the clock changes", async () => {
  const { world, hr, people, employee, newType } = await hoursFixture();
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { timeZone: "Europe/Berlin" }));
  const type = await newType({ counting: "hours", halfDays: false, canUpdateBalance: false });
  // The last Sunday in March: 01:00 to 05:00 are 3 h, from 00:00 UTC to 03:00 UTC.
  const march = new Date(Date.UTC(nextYear, 2, 31));
  march.setUTCDate(31 - march.getUTCDay());
  const sunday = march.toISOString().slice(0, 10);
  requireOk(
    await hr.post(`/user/${people.employee.id}/schedule`, {
      from: `${nextYear}-01-01`,
      minutes: [480, 0, 480, 480, 480, 480, 0],
    }),
  );
  const response = await employee.post("/leave/leave-request", {
    leave_type_id: type,
    start_date: sunday,
    end_date: sunday,
    start_time: "01:00",
    end_time: "05:00",
  });
  expect(requireOk(response).body.data.days).toBe(3);
  const { path } = requireOk(await employee.post("/leave/calendar-feed", { scope: "own" })).body.data;
  const { text } = await world.api().get(path);
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  const times = ["dtstart", "dtend"].map((name) => String(event?.getFirstPropertyValue(name)));
  expect(times).toEqual([`${sunday}T00:00:00Z`, `${sunday}T03:00:00Z`]);
});

test("a new schedule recalculates future hours, which don't count as absence", async () => {
  const { world, part, hr, people, balance } = await hoursFixture();
  const { id } = requireOk(await part("09:00", "17:00")).body.data;
  expect(await balance(people.employee)).toBe(12);
  requireOk(
    await hr.post(`/user/${people.employee.id}/schedule`, {
      from: `${nextYear}-01-01`,
      minutes: [0, 240, 240, 240, 240, 240, 0],
    }),
  );
  expect(await balance(people.employee)).toBe(16);
  requireOk(await world.api(world.manager).put(`/leave/leave-request/${id}/approve`));
  const [{ away }] = await world.tx((tx) =>
    tx.manager.query("SELECT is_away($1, $2::date) AS away", [people.employee.id, monday]),
  );
  expect(away).toBe(false);
});
