import { cellKey, daysOf, openingEntries, pastedCells, rebasedCells, refreshedCells, withCells } from "./opening-cells";

const [annual, study] = [1, 2];
const rowOf = (id: number, ...days: number[]) => ({
  person: { id },
  balances: days.map((left, at) => ({ leave_type: { id: [annual, study][at] as number }, days: left })),
});
const rows = [rowOf(10, 20, 5), rowOf(11, 18, 5), rowOf(12, 7)];
const types = [annual, study];

test("a block is pasted to the right and below, without cells that don't exist", () => {
  const cells = pastedCells("12,5\t3\r\n8\t2\t9\r\n1\t1\r\n4\t4\r\n", rows, types, { userId: 11, typeId: annual });
  expect(cells?.map(({ userId, typeId, typed, before }) => [userId, typeId, typed, before])).toEqual([
    [11, annual, "12,5", 18],
    [11, study, "3", 5],
    [12, annual, "8", 7],
  ]);
});

test("a single value is pasted by the browser", () => {
  expect(pastedCells("12.5", rows, types, { userId: 10, typeId: annual })).toBeNull();
});

test("emptied cells are removed", () => {
  const cell = { userId: 10, typeId: annual, typed: "4", before: 20 };
  const cells = withCells(new Map(), [cell]);
  expect([...cells.keys()]).toEqual([cellKey(10, annual)]);
  expect(withCells(cells, [{ ...cell, typed: " " }]).size).toBe(0);
});

test("numbers have at most two decimals", () => {
  const signs = { decimal: ",", group: "." };
  expect(["12,5", "-3", "1,255", "x", "1000"].map((typed) => daysOf({ typed }, signs))).toEqual([
    12.5,
    -3,
    null,
    null,
    null,
  ]);
});

test("the present balance replaces the one seen before", () => {
  const cells = withCells(new Map(), [
    { userId: 10, typeId: annual, typed: "4", before: 19 },
    { userId: 99, typeId: annual, typed: "4", before: 3 },
  ]);
  expect(refreshedCells(cells, rows).map(({ before }) => before)).toEqual([20, 3]);
});

test("entries omit unchanged balances and invalid cells are counted", () => {
  const cells = [
    { userId: 10, typeId: annual, typed: "12,5", before: 20 },
    { userId: 10, typeId: study, typed: "5", before: 5 },
    { userId: 11, typeId: annual, typed: "x", before: 18 },
  ];
  expect(openingEntries(cells, { decimal: ",", group: "." })).toEqual({
    entries: [{ user_id: 10, leave_type_id: annual, days: 12.5, before: 20 }],
    invalidCount: 1,
  });
});

test("cells on other pages are based on the balances that a refusal reports", () => {
  const cells = withCells(new Map(), [
    { userId: 10, typeId: annual, typed: "4", before: 20 },
    { userId: 99, typeId: annual, typed: "6", before: 18 },
  ]);
  const rebased = rebasedCells(cells, [
    { user_id: 99, leave_type_id: annual, days: 17 },
    { user_id: 10, leave_type_id: study, days: 1 },
  ]);
  expect([...rebased.values()].map(({ userId, typed, before }) => [userId, typed, before])).toEqual([
    [10, "4", 20],
    [99, "6", 17],
  ]);
});
