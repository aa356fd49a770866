import { groupByPayee } from "./payments.rules";

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
