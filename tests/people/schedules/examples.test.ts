import { addDays } from "../../../shared/kernel/days";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

/** Worked examples of part-time leave; all weeks are far in the next year, without other holidays. */
const server = testServer();
const fourDays = [0, 480, 480, 480, 480, 0, 0];

async function partTimer(counting: "working" | "organization") {
  const fixture = await leaveFixture(await server.world(), { counting });
  const { people, hr, employee, ask, balance } = fixture;
  const set = (from: string, minutes: number[] | null) =>
    hr.post(`/user/${people.employee.id}/schedule`, { from, minutes });
  requireOk(await set(workingWeek(0).start_date, fourDays));
  return {
    ...fixture,
    set,
    daysOf: async (id: number) => requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.days,
    request: async (body: object) => requireOk(await ask(body)).body.data as { id: number; days: number },
    left: () => balance(people.employee),
  };
}

test("part-timer over a holiday: only a holiday on a working day costs nothing", async () => {
  // Monday to Friday of two weeks, Fridays free: 2 × 4 = 8 days. Holidays on the first Wednesday (−1) and the second Friday (0): 7.
  const { hr, request, left } = await partTimer("working");
  const [one, two] = [workingWeek(6), workingWeek(7)];
  for (const date of [addDays(one.start_date, 2), two.end_date])
    requireOk(await hr.post("/leave/holiday", { date, name: `Holiday ${date}` }));
  const { days } = await request({ start_date: one.start_date, end_date: two.end_date });
  expect([days, await left()]).toEqual([7, 13]);
});

test("retroactive holiday: it returns a day only if the part-timer works on it", async () => {
  // A booked week costs 4 of 20 days. A holiday added on its Friday returns nothing. A holiday on its Tuesday returns 1 day, which is
  // charged again when the holiday is removed.
  const { hr, manager, request, daysOf, left } = await partTimer("working");
  const week = workingWeek(6);
  const { id } = await request(week);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  expect([await daysOf(id), await left()]).toEqual([4, 16]);
  requireOk(await hr.post("/leave/holiday", { date: week.end_date, name: "Friday" }));
  expect([await daysOf(id), await left()]).toEqual([4, 16]);
  const tuesday = { date: addDays(week.start_date, 1), name: "Tuesday" };
  const holiday = requireOk(await hr.post("/leave/holiday", tuesday)).body.data;
  expect([await daysOf(id), await left()]).toEqual([3, 17]);
  requireOk(await hr.delete(`/leave/holiday/${holiday.id}`));
  expect([await daysOf(id), await left()]).toEqual([4, 16]);
});

test("schedule change in mid-year: leave costs the days of each schedule", async () => {
  // Two weeks: 4 + 4 = 8. Full time from the second Monday: 4 + 5 = 9. From the second Wednesday instead: 4 + Monday, Tuesday, Wednesday,
  // Thursday and Friday = 9 as well. Withdrawn: 8.
  const { hr, people, set, request, daysOf, left } = await partTimer("working");
  const { id } = await request({ start_date: workingWeek(6).start_date, end_date: workingWeek(7).end_date });
  expect([await daysOf(id), await left()]).toEqual([8, 12]);
  requireOk(await set(workingWeek(7).start_date, null));
  expect([await daysOf(id), await left()]).toEqual([9, 11]);
  const withdrawLast = async () => {
    const { schedules } = requireOk(await hr.get(`/user/${people.employee.id}/schedules`)).body.data;
    requireOk(await hr.delete(`/work-schedule/${schedules.at(-1).id}`));
  };
  await withdrawLast();
  requireOk(await set(addDays(workingWeek(7).start_date, 2), null));
  expect([await daysOf(id), await left()]).toEqual([9, 11]);
  await withdrawLast();
  expect([await daysOf(id), await left()]).toEqual([8, 12]);
});

test("French part-timer: days count until the return to work or the last day", async () => {
  // Monday to Thursday, Friday free: 4 days and the Friday before the return, 5. The last day of employment is that Thursday: no return,
  // so the Friday costs nothing, 4. The last day withdrawn: 5 again.
  const { world, people, hr, request, daysOf } = await partTimer("organization");
  const week = workingWeek(6, 4);
  const { id, days } = await request(week);
  expect(days).toBe(5);
  const plan = requireOk(
    await world.api(world.hr).post(`/user/${people.employee.id}/leaving`, {
      type: "resignation",
      last_day: week.end_date,
      successor_id: world.manager.id,
    }),
  ).body.data;
  expect(await daysOf(id)).toBe(4);
  requireOk(await hr.delete(`/employment-change/${plan.id}`));
  expect(await daysOf(id)).toBe(5);
});
