import type { ListedRequestEvent } from "../approvals/request-lists.events";
import { leaveList } from "./leave.list.rules";

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
const belongs = (asked: Record<string, unknown>, scope?: object) => leaveList.belongs(event(scope), asked);

test.each([
  ["status", "pending", "approved"],
  ["leave_type_id", "5", "6"],
  ["user_id", 3, 4],
  ["from", "2026-06-12", "2026-06-13"],
  ["to", "2026-06-08", "2026-06-07"],
])("a list by %s has it for %j and not for %j", (name, fitting, other) => {
  expect(belongs({ [name]: fitting })).toBe(true);
  expect(belongs({ [name]: other })).toBe(false);
});

test("empty filters are none; words and departments only the server knows", () => {
  expect(belongs({ status: "", leave_type_id: null, user_id: "", from: "", to: "", q: "", department_id: "" })).toBe(
    true,
  );
  for (const asked of [{ q: "summer" }, { department_id: 4 }]) {
    expect(belongs(asked)).toBeUndefined();
    expect(belongs({ ...asked, status: "approved" })).toBe(false);
  }
});

test("another's is in the list of all and of one's people, as far as it is theirs", () => {
  const team = { mine: false, team: true, all: false };
  const all = { mine: false, team: false, all: true };
  expect(["mine", "team", "all"].map((scope) => belongs({ scope }, team))).toEqual([false, true, true]);
  expect(["mine", "team", "all"].map((scope) => belongs({ scope }, all))).toEqual([false, false, true]);
});

test("the latest day comes first, of one day the latest request", () => {
  const rows = [
    { id: 1, start_date: "2026-06-08" },
    { id: 3, start_date: "2026-06-07" },
    { id: 2, start_date: "2026-06-08" },
  ];
  expect(rows.toSorted(leaveList.order({}) as never).map(({ id }) => id)).toEqual([2, 1, 3]);
});
