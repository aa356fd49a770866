import type { OwnLeave, OwnLeaveYear } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { dayAfterKey, buildYearMonths, sameDayOfMonth } from "./year-days";

const leave = (changes: Partial<OwnLeave>): OwnLeave => ({
  id: 1,
  leave_type: { id: 1, name: "Annual", translations: {}, icon: "beach", unit: "days" },
  start_date: "2027-12-23",
  end_date: "2027-12-28",
  start_half: null,
  end_half: null,
  part: null,
  counting: "working",
  state: "booked",
  ...changes,
});
const year = (leaves: OwnLeave[]): OwnLeaveYear => ({
  year: 2027,
  weekend: [0, 6],
  minutes_per_day: 480,
  schedules: [],
  holidays: [{ date: "2027-12-27", name: "Boxing Day", translations: { de: "Zweiter Weihnachtstag" }, half: null }],
  leaves,
});
const december = (leaves: OwnLeave[]) =>
  buildYearMonths(year(leaves), 1)[11]
    ?.weeks.flat()
    .flatMap((day) => day ?? []) ?? [];

test("a year has twelve months of whole weeks for any first weekday", () => {
  for (const first of [0, 1, 6]) {
    const months = buildYearMonths(year([]), first);
    expect(months.map(({ weeks }) => weeks.flat().filter(Boolean).length)).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]);
    for (const week of months.flatMap(({ weeks }) => weeks)) expect(week).toHaveLength(7);
    const place = months[0]?.weeks[0]?.findIndex((day) => day?.date === "2027-01-01");
    expect(place).toBe((5 - first + 7) % 7); // January 1, 2027 is a Friday
  }
});

test("leave is marked only on the days it costs, unless it counts calendar days", () => {
  const marked = (one: OwnLeave) => december([one]).flatMap((day) => (day.leave.length > 0 ? [day.date.slice(8)] : []));
  expect(marked(leave({}))).toEqual(["23", "24", "28"]);
  expect(marked(leave({ counting: "calendar" }))).toEqual(["23", "24", "25", "26", "27", "28"]);
  expect(december([]).flatMap(({ date, off, holiday }) => (off === "holiday" ? [date, holiday] : []))).toEqual([
    "2027-12-27",
    { name: "Boxing Day", translations: { de: "Zweiter Weihnachtstag" } },
  ]);
});

test("two half-day leaves on one day are listed with the morning first", () => {
  const morning = leave({
    id: 2,
    start_date: "2027-12-01",
    end_date: "2027-12-01",
    end_half: "morning",
    state: "waiting",
  });
  const afternoon = leave({ id: 3, start_date: "2027-12-01", end_date: "2027-12-02", start_half: "afternoon" });
  const [first, second] = december([afternoon, morning]);
  expect(first?.leave.map(({ leave: { id }, part }) => [id, part])).toEqual([
    [2, "morning"],
    [3, "afternoon"],
  ]);
  expect(second?.leave.map(({ part }) => part)).toEqual(["whole"]);
});

test("keys move by day, week and month within the year", () => {
  const from = (day: string, key: string) => dayAfterKey(day, key, "ArrowRight");
  expect(from("2027-03-31", "ArrowRight")).toBe("2027-04-01");
  expect(dayAfterKey("2027-03-31", "ArrowRight", "ArrowLeft")).toBe("2027-03-30");
  expect(from("2027-03-01", "ArrowUp")).toBe("2027-02-22");
  expect(from("2027-03-31", "PageUp")).toBe("2027-02-28");
  expect(from("2027-01-31", "PageDown")).toBe("2027-02-28");
  expect([from("2027-02-10", "Home"), from("2027-02-10", "End")]).toEqual(["2027-02-01", "2027-02-28"]);
  for (const key of ["ArrowLeft", "ArrowUp", "PageUp"]) expect(from("2027-01-01", key)).toBe("2027-01-01");
  for (const key of ["ArrowRight", "ArrowDown", "PageDown"]) expect(from("2027-12-31", key)).toBe("2027-12-31");
  expect(from("2027-12-31", "a")).toBeNull();
  expect(sameDayOfMonth(2028, 2, 31)).toBe("2028-02-29");
});
