import { maxItems } from "../../../shared/finance/finance.items.rules";
import {
  isTooSmall,
  cellsOf,
  emptyItem,
  placeAfter,
  quantityOf,
  shownTotal,
  withItem,
  withoutRow,
  withPasted,
  withRow,
} from "./items.sheet";

const signs = { decimal: ".", group: "," };
const scanner = { details: "Scanner", price: "1420.00", quantity: 2 };

test("rows are added and removed; there is always one", () => {
  expect(withRow([scanner])).toEqual([scanner, emptyItem]);
  expect(withoutRow([scanner, emptyItem], 0)).toEqual([emptyItem]);
  expect(withoutRow([scanner], 0)).toEqual([emptyItem]);
  const full = Array.from({ length: maxItems }, () => scanner);
  expect(withRow(full)).toHaveLength(maxItems);
  expect(withItem([scanner, emptyItem], 1, { price: "3" })[1]).toEqual({ details: "", price: "3", quantity: 1 });
});

test("what isn't an amount yet counts as nothing", () => {
  expect(shownTotal(scanner, "EUR")).toBe("2840.00");
  expect(shownTotal({ ...scanner, price: "12x" }, "EUR")).toBe("0.00");
  expect(shownTotal({ ...scanner, price: "" }, "JPY")).toBe("0");
});

test.each<[string, number, string, boolean]>([
  ["0.001", 1, "USD", true],
  ["0.004", 1, "USD", true],
  ["0.005", 1, "USD", false],
  ["0.001", 5, "USD", false],
  ["0.4", 1, "JPY", true],
  ["0.001", 1, "KWD", false],
  ["0.00", 1, "USD", false],
  ["0.001", 0, "USD", false],
  ["0,0", 1, "USD", false],
])("%s × %i %s rounds to nothing: %s", (price, quantity, currency, tooSmall) => {
  expect(isTooSmall({ details: "Screw", price, quantity }, currency)).toBe(tooSmall);
});

test("cells of a spreadsheet become rows, from where one is", () => {
  const cells = cellsOf("Cradle\t180.00\t2\r\nTraining\t1,540.00\t1\r\n");
  expect(withPasted([scanner, emptyItem], { row: 1, column: "details" }, cells ?? [], signs)).toEqual([
    scanner,
    { details: "Cradle", price: "180.00", quantity: 2 },
    { details: "Training", price: "1540.00", quantity: 1 },
  ]);
  expect(withPasted([scanner], { row: 0, column: "price" }, [["12"], ["13"]], signs)).toEqual([
    { details: "Scanner", price: "12", quantity: 2 },
    { details: "", price: "13", quantity: 1 },
  ]);
});

test("a heading is no item, and one plain text is pasted as such", () => {
  const cells = cellsOf("Item\tPrice\nCable\t5") ?? [];
  expect(withPasted([emptyItem], { row: 0, column: "details" }, cells, signs)).toEqual([
    { details: "Cable", price: "5", quantity: 1 },
  ]);
  expect(cellsOf("just words")).toBeNull();
});

test("a quantity is whole and never below 0", () => {
  expect(["3", "-2", "2.7", "x", "", "٤"].map((typed) => quantityOf(typed, signs))).toEqual([3, 0, 2, 0, 0, 4]);
});

test("keys lead from cell to cell, by the screen's direction", () => {
  const at = { row: 0, column: "quantity" } as const;
  expect(placeAfter("ArrowRight", at, 2, false)).toEqual({ row: 1, column: "details" });
  expect(placeAfter("ArrowLeft", at, 2, true)).toEqual({ row: 1, column: "details" });
  expect(placeAfter("ArrowLeft", at, 2, false)).toEqual({ row: 0, column: "price" });
  expect(placeAfter("ArrowLeft", { row: 1, column: "details" }, 2, false)).toEqual(at);
  expect(placeAfter("ArrowLeft", { row: 0, column: "details" }, 2, false)).toBeNull();
  expect(placeAfter("ArrowRight", at, 1, false)).toBeNull();
  expect(placeAfter("ArrowDown", at, 2, false)).toEqual({ row: 1, column: "quantity" });
  expect(placeAfter("ArrowUp", at, 2, false)).toBeNull();
});
