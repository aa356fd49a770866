import fc from "fast-check";
import { dayNumber, dayOfNumber, weekdayOf } from "../../../shared/kernel/day-number";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { runsAll, runsFull } from "../../run-size";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

/**
 * Applies random schedules, leaves, holidays and changes. Preview, refusal, ledger and team view must agree with each other, and with a
 * simple independent calculation for leave types that count the user's working days.
 */
const server = testServer();
const first = dayNumber(workingWeek(2).start_date);
const span = 42;
const dayAt = (at: number) => dayOfNumber(first + at);

const week = fc
  .array(fc.constantFrom(0, 240, 450, 480), { minLength: 7, maxLength: 7 })
  .filter((one) => one.some(Boolean));
const at = fc.integer({ min: 0, max: span - 1 });
const action = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("schedule" as const),
      at,
      minutes: fc.option(week),
      other: fc.option(week),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("withdraw" as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("holiday" as const),
      at,
      half: fc.constantFrom(null, "morning", "afternoon"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("workday" as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("leave" as const),
      at,
      length: fc.integer({ min: 1, max: 9 }),
      start: fc.boolean(),
      end: fc.boolean(),
      approved: fc.boolean(),
    }),
  },
);

type Half = "morning" | "afternoon";
interface Period {
  from: string;
  minutes: number[] | null;
  other: number[] | null;
}
interface Leave {
  id: number;
  start_date: string;
  end_date: string;
  start_half?: "afternoon";
  end_half?: "morning";
  approved: boolean;
}

/** Whether the user works on a day; weeks begin on Monday. */
function works(periods: readonly Period[], day: string): boolean {
  const number = dayNumber(day);
  const weekday = weekdayOf(number);
  const period = periods.findLast(({ from }) => from <= day);
  if (!period?.minutes) return weekday !== 0 && weekday !== 6;
  const monday = (one: number) => one - ((weekdayOf(one) + 6) % 7);
  const turn = (monday(number) - monday(dayNumber(period.from))) / 7;
  return ((period.other && turn % 2 !== 0 ? period.other : period.minutes)[weekday] ?? 0) > 0;
}

function costOf(
  leave: Omit<Leave, "id" | "approved">,
  periods: readonly Period[],
  holidays: ReadonlyMap<string, Half | null>,
) {
  let days = 0;
  for (let number = dayNumber(leave.start_date); number <= dayNumber(leave.end_date); number++) {
    const day = dayOfNumber(number);
    for (const half of ["morning", "afternoon"] as const) {
      if (day === leave.start_date && leave.start_half && half === "morning") continue;
      if (day === leave.end_date && leave.end_half && half === "afternoon") continue;
      const holiday = holidays.get(day);
      if (works(periods, day) && (holiday === undefined || (holiday !== null && holiday !== half))) days += 0.5;
    }
  }
  return days;
}

test.each(["working", "organization"] as const)(
  "preview, refusal, ledger and team view agree for random schedules (%s days)",
  async (counting) => {
    const numRuns = runsAll ? 60 : runsFull ? 20 : 4;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const { world, employee, manager, hr, people, type, ask, balance } = await leaveFixture(await server.world(), {
          counting,
        });
        const user = people.employee.id;
        let periods: Period[] = [];
        const holidays = new Map<string, Half | null>();
        const holidayIds = new Map<string, number>();
        const leaves: Leave[] = [];

        const agree = async () => {
          let booked = 0;
          for (const leave of leaves) {
            const { days } = requireOk(await employee.get(`/leave/leave-request/${leave.id}`)).body.data;
            if (counting === "working") expect(days).toBe(costOf(leave, periods, holidays));
            const [{ sum }] = await world.tx((tx) =>
              tx.manager.query(
                "SELECT COALESCE(-sum(days), 0)::float8 AS sum FROM leave_ledger WHERE request_id = $1",
                [leave.id],
              ),
            );
            expect(sum).toBe(days);
            booked += days;
          }
          expect(await balance(people.employee)).toBe(20 - booked);
          const url = `/leave/team?from=${dayAt(0)}&to=${dayAt(span - 1)}`;
          const team = requireOk(await manager.get(url)).body.data;
          const all = Array.from({ length: span }, (_, one) => dayAt(one));
          const organization = all.filter((day) => ![0, 6].includes(weekdayOf(dayNumber(day))));
          const own = team.people.find(({ person }: { person: { id: number } }) => person.id === user);
          expect(own.free).toEqual(organization.filter((day) => !works(periods, day)));
          const absent = organization.filter(
            (day) =>
              works(periods, day) &&
              holidays.get(day) !== null &&
              leaves.some(({ approved, start_date, end_date }) => approved && start_date <= day && day <= end_date),
          );
          expect(team.away.map(({ date }: { date: string }) => date)).toEqual(absent);
        };

        for (const one of actions) {
          const day = dayAt(one.at);
          if (one.type === "schedule") {
            const { minutes } = one;
            const other = minutes && one.other;
            requireOk(await hr.post(`/user/${user}/schedule`, { from: day, minutes, other }));
            periods = [...periods.filter(({ from }) => from !== day), { from: day, minutes, other }].toSorted((a, b) =>
              a.from < b.from ? -1 : 1,
            );
          } else if (one.type === "withdraw") {
            const { schedules } = requireOk(await hr.get(`/user/${user}/schedules`)).body.data;
            if (schedules.length === 0) continue;
            const deletedSchedule = schedules[one.at % schedules.length];
            requireOk(await hr.delete(`/work-schedule/${deletedSchedule.id}`));
            periods = periods.filter(({ from }) => from !== deletedSchedule.from);
          } else if (one.type === "holiday") {
            if (holidays.has(day)) continue;
            const createdHoliday = requireOk(
              await hr.post("/leave/holiday", { date: day, name: "Holiday", half: one.half }),
            ).body.data;
            holidays.set(day, one.half as Half | null);
            holidayIds.set(day, createdHoliday.id);
          } else if (one.type === "workday") {
            const [date] = [...holidays.keys()].slice(one.at % Math.max(1, holidays.size));
            if (!date) continue;
            requireOk(await hr.delete(`/leave/holiday/${holidayIds.get(date)}`));
            holidays.delete(date);
          } else {
            const leaveRequest = {
              start_date: day,
              end_date: dayAt(one.at + one.length - 1),
              ...(one.start && { start_half: "afternoon" as const }),
              ...(one.end && (one.length > 1 || !one.start) && { end_half: "morning" as const }),
            };
            const query = new URLSearchParams({ leave_type_id: String(type), ...leaveRequest });
            const preview = requireOk(await employee.get(`/leave/leave-request/preview?${query}`)).body.data;
            if (counting === "working") expect(preview.days).toBe(costOf(leaveRequest, periods, holidays));
            const answer = await ask(leaveRequest);
            const refused = new Set(preview.refusals.map(({ field }: { field: string }) => field));
            if (refused.size > 0 || preview.overlaps.length > 0) {
              expect(answer.status).toBeGreaterThanOrEqual(400);
              continue;
            }
            expect([answer.status, answer.body.data?.days]).toEqual([201, preview.days]);
            const { id } = answer.body.data;
            if (one.approved) requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
            leaves.push({ id, ...leaveRequest, approved: one.approved });
          }
          await agree();
        }
      }),
      { numRuns },
    );
  },
  300_000,
);
