import { loadCalendars } from "../../../../server/requests/leave/calendar/work-calendar.read";
import { holidaysOn } from "../../../../shared/requests/leave/calendar/days.rules";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

describe("holidays of many locations", () => {
  test("holidays of all locations are shared in one list, not copied per location", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const content = [
      ...Array.from({ length: 300 }, (_, at) => `${dayOfYear(at)},Day ${at}`),
      `${dayOfYear(0)},Here,,Erbil`,
    ].join("\n");
    expect(requireOk(await hr.post("/leave/holiday/import", { content })).body.data.added).toBe(301);
    const calendarOf = await world.tx((tx) => loadCalendars(tx, `${nextYear}-01-01`, `${nextYear}-12-31`));
    const [erbil, seoul, nowhere] = [calendarOf("Erbil", 1), calendarOf("Seoul", 1), calendarOf(null, 1)];
    expect([erbil, seoul, nowhere].map(({ holidays }) => holidays.length)).toEqual([1, 0, 0]);
    expect(seoul.everywhere).toHaveLength(300);
    expect(seoul.everywhere).toBe(erbil.everywhere);
    const names = (calendar: typeof erbil) => holidaysOn(dayOfYear(0), calendar).map(({ name }) => name);
    expect([names(erbil), names(seoul), names(nowhere)]).toEqual([["Here", "Day 0"], ["Day 0"], ["Day 0"]]);
  });

  test("the ledger note names at most ten holidays within a leave", async () => {
    const fixture = await leaveFixture(await server.world());
    const { ask, balance, employee, hr, people, type } = fixture;
    requireOk(await ask({ start_date: workingWeek(4).start_date, end_date: workingWeek(6).end_date }));
    const days = [4, 5, 6].flatMap((at) => [1, 2, 3, 4].map((length) => workingWeek(at, length).end_date));
    const content = days.map((date, at) => `${date},Holiday ${at + 1}`).join("\n");
    requireOk(await hr.post("/leave/holiday/import", { content }));
    expect(await balance(people.employee)).toBe(17);
    const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const { note } = requireOk(await employee.get(url)).body.data.at(-1);
    expect(note).toBe(`${Array.from({ length: 10 }, (_, at) => `Holiday ${at + 1}`).join(", ")}, …`);
  });
});

const dayOfYear = (at: number) => new Date(Date.UTC(nextYear, 0, 1 + at)).toISOString().slice(0, 10);
