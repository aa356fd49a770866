import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { doorBookingsAt, doorStateOf } from "./door.state";

const problem = (status: number) => new ProblemError(status, "notFound", "");

test("a refused address shows nothing, and an unreachable server leaves stale data", () => {
  expect(doorStateOf(null)).toBe("live");
  for (const status of [401, 402, 403, 404, 423])
    expect([status, doorStateOf(problem(status))]).toEqual([status, "revoked"]);
  for (const error of [problem(500), problem(503), problem(429), new OfflineError(), new Error("unreadable")])
    expect([error.message, doorStateOf(error)]).toEqual([error.message, "stale"]);
});

test("an undecided request isn't the current meeting, but blocks the room", () => {
  const booking = (id: number, from: string, until: string, pending = false) => ({
    id,
    title: "Board",
    who: null,
    start_date: `2026-11-19T${from}:00Z`,
    end_date: `2026-11-19T${until}:00Z`,
    checked_in: false,
    pending,
  });
  const at = (time: string) => Date.parse(`2026-11-19T${time}:00Z`);
  const request = booking(1, "09:00", "10:00", true);
  const later = booking(2, "11:00", "12:00");
  expect(doorBookingsAt([request, later], at("09:30"))).toEqual({
    present: undefined,
    requested: request,
    next: [later],
    freeUntil: request.start_date,
  });
  expect(doorBookingsAt([request, later], at("08:30"))).toMatchObject({
    next: [request, later],
    freeUntil: request.start_date,
  });
  expect(doorBookingsAt([request, later], at("11:30"))).toMatchObject({
    present: later,
    next: [],
    freeUntil: undefined,
  });
  const parallel = booking(3, "09:00", "10:00");
  expect(doorBookingsAt([request, parallel], at("09:30"))).toMatchObject({ present: parallel, requested: undefined });
});
