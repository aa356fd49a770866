import { awayOn } from "./away";

const person = (id: number, leaves: object[]) => ({ person: { id, fullname: `P${id}`, image: null }, leaves }) as never;
const leave = (start_date: string, end_date: string, state = "booked") => ({ start_date, end_date, state });
const idsOn = (people: never[], date: string) => awayOn(people, date).map((one) => one.person.id);

test("people are away from the first to the last day of approved leave", () => {
  const people = [person(1, [leave("2026-11-26", "2026-11-27")]), person(2, [leave("2026-11-27", "2026-12-04")])];
  expect([idsOn(people, "2026-11-25"), idsOn(people, "2026-11-26"), idsOn(people, "2026-11-27")]).toEqual([
    [],
    [1],
    [1, 2],
  ]);
  expect(idsOn(people, "2026-11-28")).toEqual([2]);
});

test("leave that waits for a decision doesn't count", () => {
  expect(idsOn([person(1, [leave("2026-11-26", "2026-11-26", "waiting")])], "2026-11-26")).toEqual([]);
});

test("the leave of the day is chosen among several", () => {
  const [found] = awayOn(
    [person(1, [leave("2026-11-26", "2026-11-26"), leave("2026-11-27", "2026-11-30")])],
    "2026-11-27",
  );
  expect(found?.leave.end_date).toBe("2026-11-30");
});
