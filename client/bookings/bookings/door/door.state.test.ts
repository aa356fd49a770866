import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { formatsOf } from "../../../platform/intl/formats";
import { doorRoomAt, doorStateOf, doorTimeText } from "./door.state";

const problem = (status: number) => new ProblemError(status, "notFound", "");

test("a refused address shows nothing, and an unreachable server leaves stale data", () => {
  expect(doorStateOf(null)).toBe("live");
  for (const status of [401, 402, 403, 404, 423])
    expect([status, doorStateOf(problem(status))]).toEqual([status, "revoked"]);
  for (const error of [problem(500), problem(503), problem(429), new OfflineError(), new Error("unreadable")])
    expect([error.message, doorStateOf(error)]).toEqual([error.message, "stale"]);
});

const dateAt = (time: string) => `2026-11-19T${time}:00Z`;
const at = (time: string) => Date.parse(dateAt(time));
const booking = (id: number, from: string, until: string, pending = false) => ({
  id,
  title: "Board",
  who: null,
  start_date: dateAt(from),
  end_date: dateAt(until),
  checked_in: false,
  pending,
});
type Kind = "booking" | "buffer" | "outage";
const period = (kind: Kind, from: string, until: string) => ({
  kind,
  start_date: dateAt(from),
  end_date: dateAt(until),
});

test("an undecided request isn't the current meeting, but blocks the room", () => {
  const request = booking(1, "09:00", "10:00", true);
  const later = booking(2, "11:00", "12:00");
  const occupied = [period("booking", "09:00", "10:00"), period("booking", "11:00", "12:00")];
  const roomAt = (time: string) => doorRoomAt({ bookings: [request, later], occupied }, at(time));
  expect(roomAt("09:30")).toEqual({
    present: undefined,
    requested: request,
    outage: undefined,
    bufferUntil: undefined,
    next: [later],
    freeUntil: request.start_date,
  });
  expect(roomAt("08:30")).toMatchObject({ next: [request, later], freeUntil: request.start_date });
  expect(roomAt("11:30")).toMatchObject({ present: later, next: [] });
  expect(roomAt("12:00")).toMatchObject({ present: undefined, next: [], freeUntil: undefined });
  const parallel = booking(3, "09:00", "10:00");
  expect(doorRoomAt({ bookings: [request, parallel], occupied }, at("09:30"))).toMatchObject({
    present: parallel,
    requested: undefined,
  });
});

test("an outage is shown as such, and ends the time for which the room is free", () => {
  const outage = period("outage", "09:00", "10:00");
  const later = booking(1, "09:30", "12:00");
  const roomAt = (time: string) =>
    doorRoomAt({ bookings: [later], occupied: [outage, period("booking", "09:30", "12:00")] }, at(time));
  expect(roomAt("08:30")).toMatchObject({ outage: undefined, bufferUntil: undefined, freeUntil: outage.start_date });
  expect(roomAt("08:30").next).toEqual([outage, later]);
  expect(roomAt("09:00")).toMatchObject({ outage, bufferUntil: undefined, freeUntil: outage.start_date });
  expect(roomAt("09:00").next).toEqual([later]);
});

test("a room isn't free in a buffer, which ends at the latest with the next booking", () => {
  const bookings = [booking(1, "09:00", "10:00"), booking(2, "11:00", "12:00")];
  const occupied = [
    period("booking", "08:50", "10:10"),
    period("buffer", "10:00", "10:15"),
    period("booking", "10:50", "12:10"),
  ];
  const roomAt = (time: string) => doorRoomAt({ bookings, occupied }, at(time));
  const iso = (time: string) => new Date(at(time)).toISOString();
  expect(roomAt("08:40")).toMatchObject({ bufferUntil: undefined, freeUntil: dateAt("08:50") });
  expect(roomAt("08:50")).toMatchObject({ present: undefined, bufferUntil: iso("09:00") });
  expect(roomAt("10:00")).toMatchObject({ present: undefined, bufferUntil: iso("10:15") });
  expect(roomAt("10:15")).toMatchObject({ bufferUntil: undefined, freeUntil: dateAt("10:50") });
  expect(roomAt("10:55")).toMatchObject({ bufferUntil: iso("11:00") });
  expect(roomAt("12:05")).toMatchObject({ bufferUntil: iso("12:10") });
});

test("times of other days at the door have their day, and midnight ends a day", () => {
  const words = {
    format: formatsOf("en"),
    text: (id: string, values?: object) => [id, ...Object.values(values ?? {})].join(" "),
  };
  const timeText = (date: string, isEnd = false) =>
    doorTimeText(date, { now: at("09:00"), timeZone: "UTC", isEnd }, words);
  const time = (date: string) => formatsOf("en").time(date, "UTC");
  const day = (date: string) => formatsOf("en").day(new Date(date), "short", "UTC");
  const [today, tomorrow] = [dateAt("18:00"), "2026-11-20T18:00:00Z"];
  for (const isEnd of [false, true]) {
    expect(timeText(today, isEnd)).toBe(time(today));
    expect(timeText(tomorrow, isEnd)).toBe(`when.at ${day(tomorrow)} ${time(tomorrow)}`);
  }
  expect(timeText("2026-11-20T00:00:00Z", true)).toBe("when.midnight");
  expect(timeText("2026-11-21T00:00:00Z", true)).toBe(`when.at ${day(tomorrow)} when.midnight`);
});
