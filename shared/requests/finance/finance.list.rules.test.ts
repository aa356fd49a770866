import type { ListedRequestEvent } from "../../approvals/approvals/request-lists.events";
import { financeListRules } from "./finance.list.rules";

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
const belongs = (query: Record<string, unknown>, change: object = {}, scope?: object) =>
  financeListRules.belongs(event(change, scope), query);

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
])("filter %s matches %j but not %j", (name, fitting, other) => {
  expect(belongs({ [name]: fitting })).toBe(true);
  expect(belongs({ [name]: other })).toBe(false);
});

test("empty filters match everything; a filter never matches a missing value", () => {
  const emptyQuery = {
    type: [],
    status: [],
    requester_id: "",
    department_id: null,
    min: "",
    max: "",
    supplier: "",
    q: "",
  };
  expect(belongs({ ...emptyQuery, from: "", to: "" })).toBe(true);
  expect(belongs({ department_id: 4 }, { department: null })).toBe(false);
  expect(belongs({ supplier: "nova print" }, { supplier: null })).toBe(false);
});

test("text and date filters return undefined unless another filter excludes the row", () => {
  for (const query of [{ q: "nova" }, { from: "2026-01-01" }, { to: "2026-01-01" }]) {
    expect(belongs(query)).toBeUndefined();
    expect(belongs({ ...query, currency: "EUR" })).toBe(false);
  }
});

test("scope all matches every visible request, scope team only the team's requests", () => {
  const team = { mine: false, team: true, all: false };
  const none = { mine: false, team: false, all: false };
  expect([belongs({}, {}, team), belongs({ scope: "team" }, {}, team), belongs({ scope: "all" }, {}, none)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([belongs({ scope: "team" }), belongs({ scope: "mine" }, {}, none)]).toEqual([false, false]);
});

test("archived requests match only the archive or an explicit status filter", () => {
  const archived = { status: "archived" };
  expect(belongs({}, archived)).toBe(false);
  expect(belongs({ archived: "1" }, archived)).toBe(true);
  expect(belongs({ archived: "true" }, archived)).toBe(true);
  expect(belongs({ archived: "all" }, archived)).toBe(true);
  expect(belongs({ status: ["archived"] }, archived)).toBe(true);
  expect(belongs({ status: ["archived", "pending"] })).toBe(true);
});

test("financeListRules sorts by descending id and ignores other request families", () => {
  expect([{ id: 1 }, { id: 3 }, { id: 2 }].toSorted(financeListRules.order({}) as never)).toEqual([
    { id: 3 },
    { id: 2 },
    { id: 1 },
  ]);
  expect(financeListRules.rowOf(event())).toMatchObject({ id: 7 });
  expect(financeListRules.rowOf({ ...event(), family: "leave" })).toBeNull();
});
