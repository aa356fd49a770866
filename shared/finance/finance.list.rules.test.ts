import type { ListedRequestEvent } from "../approvals/request-lists.events";
import { financeList } from "./finance.list.rules";

const row = {
  id: 7,
  type: "purchase",
  status: "pending",
  amount: "100.00",
  currency: "USD",
  requester: { id: 3 },
  department: { id: 4 },
  supplier: "Nova Print",
};
const event = (change: object = {}, scope: object = { mine: true, team: false, all: false }) =>
  ({ family: "finance", row: { ...row, ...change }, scope }) as unknown as ListedRequestEvent;
const belongs = (asked: Record<string, unknown>, change: object = {}, scope?: object) =>
  financeList.belongs(event(change, scope), asked);

test.each([
  ["type", ["purchase"], ["advance"]],
  ["status", ["pending"], ["paid"]],
  ["requester_id", "3", "4"],
  ["department_id", 4, 3],
  ["currency", "USD", "EUR"],
  ["min", "100", "100.01"],
  ["max", "100", "99.99"],
  ["supplier", "nova print", "Nova"],
  ["archived", "0", "1"],
  ["archived", "all", "true"],
])("a list by %s has it for %j and not for %j", (name, fitting, other) => {
  expect(belongs({ [name]: fitting })).toBe(true);
  expect(belongs({ [name]: other })).toBe(false);
});

test("empty filters are none", () => {
  const asked = { type: [], status: [], requester_id: "", department_id: null, min: "", max: "", supplier: "", q: "" };
  expect(belongs({ ...asked, from: "", to: "" })).toBe(true);
  expect(belongs({ department_id: 4 }, { department: null })).toBe(false);
  expect(belongs({ supplier: "nova print" }, { supplier: null })).toBe(false);
});

test("what is looked for in words or by day only the server knows, unless it doesn't belong anyway", () => {
  for (const asked of [{ q: "nova" }, { from: "2026-01-01" }, { to: "2026-01-01" }]) {
    expect(belongs(asked)).toBeUndefined();
    expect(belongs({ ...asked, currency: "EUR" })).toBe(false);
  }
});

test("all are all that one may see; one's own and one's people's are theirs", () => {
  const team = { mine: false, team: true, all: false };
  const none = { mine: false, team: false, all: false };
  expect([belongs({}, {}, team), belongs({ scope: "team" }, {}, team), belongs({ scope: "all" }, {}, none)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([belongs({ scope: "team" }), belongs({ scope: "mine" }, {}, none)]).toEqual([false, false]);
});

test("what is archived is in the archive, or where it is asked for by name", () => {
  const archived = { status: "archived" };
  expect(belongs({}, archived)).toBe(false);
  expect(belongs({ archived: "1" }, archived)).toBe(true);
  expect(belongs({ archived: "true" }, archived)).toBe(true);
  expect(belongs({ archived: "all" }, archived)).toBe(true);
  expect(belongs({ status: ["archived"] }, archived)).toBe(true);
  expect(belongs({ status: ["archived", "pending"] })).toBe(true);
});

test("the latest comes first, and another family's row is none of its", () => {
  expect([{ id: 1 }, { id: 3 }, { id: 2 }].toSorted(financeList.order({}) as never)).toEqual([
    { id: 3 },
    { id: 2 },
    { id: 1 },
  ]);
  expect(financeList.rowOf(event())).toMatchObject({ id: 7 });
  expect(financeList.rowOf({ ...event(), family: "leave" })).toBeNull();
});
