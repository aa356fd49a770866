import { groupByPayee, payableChoice } from "./payments.rules";

test("payments are grouped by payee, and suppliers without an id by name", () => {
  const payment = (id: number, kind: string, payeeId: number | null, name: string) => ({
    id,
    payee: { kind, id: payeeId, name },
  });
  const groups = groupByPayee([
    payment(1, "supplier", 7, "Paper"),
    payment(2, "user", 7, "Noor"),
    payment(3, "supplier", null, "Paper"),
    payment(4, "supplier", 7, "Paper renamed"),
    payment(5, "supplier", null, "Paper"),
  ]);
  expect(groups.map(({ payee, rows }) => [payee.kind, payee.name, rows.map(({ id }) => id)])).toEqual([
    ["supplier", "Paper", [1, 4]],
    ["user", "Noor", [2]],
    ["supplier", "Paper", [3, 5]],
  ]);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
  expect(groupByPayee([])).toEqual([]);
});

test("a choice contains only requests that can be paid, also those that a search hides", () => {
  const rows = [
    { request_id: 4, problem: null },
    { request_id: 2, problem: "batched" },
    { request_id: 3, problem: null },
  ];
  const chosen = [1, 2, 3, 4].map((request_id) => ({ request_id, problem: null }));
  const choice = (isComplete: boolean) => payableChoice(rows, chosen, isComplete).map(({ request_id: id }) => id);
  expect([choice(true), choice(false)]).toEqual([
    [3, 4],
    [1, 3, 4],
  ]);
  expect(payableChoice([], chosen, true)).toEqual([]);
});
