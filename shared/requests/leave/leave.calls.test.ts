import type { ListedRequestEvent } from "../../approvals/approvals/request-lists.events";
import { leaveListRules } from "./leave.calls";

const row = {
  id: 7,
  status: "pending",
  leave_type: { id: 5 },
  requester: { id: 3 },
  start_date: "2026-06-08",
  end_date: "2026-06-12",
};
const event = (scope: object = { mine: true, team: false, all: false }) =>
  ({ family: "leave", row, scope }) as unknown as ListedRequestEvent;
const belongs = (query: Record<string, unknown>, scope?: object) => leaveListRules.belongs(event(scope), query);

test.each([
  ["status", "pending", "approved"],
  ["leave_type_id", "5", "6"],
  ["user_id", 3, 4],
  ["from", "2026-06-12", "2026-06-13"],
  ["to", "2026-06-08", "2026-06-07"],
])("a list filtered by %s contains the leave for %j but not for %j", (name, fitting, other) => {
  expect(belongs({ [name]: fitting })).toBe(true);
  expect(belongs({ [name]: other })).toBe(false);
});

test("empty filters match everything; text and department return undefined", () => {
  expect(belongs({ status: "", leave_type_id: null, user_id: "", from: "", to: "", q: "", department_id: "" })).toBe(
    true,
  );
  for (const query of [{ q: "summer" }, { department_id: 4 }]) {
    expect(belongs(query)).toBeUndefined();
    expect(belongs({ ...query, status: "approved" })).toBe(false);
  }
});

test("other users' leave is only in the scopes named by the event", () => {
  const team = { mine: false, team: true, all: false };
  const all = { mine: false, team: false, all: true };
  expect(["mine", "team", "all"].map((scope) => belongs({ scope }, team))).toEqual([false, true, true]);
  expect(["mine", "team", "all"].map((scope) => belongs({ scope }, all))).toEqual([false, false, true]);
});

test("leaveListRules sorts by start date, then by request id, newest first", () => {
  const rows = [
    { id: 1, start_date: "2026-06-08" },
    { id: 3, start_date: "2026-06-07" },
    { id: 2, start_date: "2026-06-08" },
  ];
  expect(rows.toSorted(leaveListRules.order({}) as never).map(({ id }) => id)).toEqual([2, 1, 3]);
});
