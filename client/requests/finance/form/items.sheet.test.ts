import { maxItems } from "../../../../shared/requests/finance/finance.items.rules";
import {
  hasTooManyDecimals,
  parsePastedCells,
  emptyItem,
  cellAfterKey,
  parseQuantity,
  changeDefaultAccount,
  countedItems,
  displayedAmounts,
  updateItem,
  removeRow,
  pasteCells,
  appendRow,
} from "./items.sheet";

const signs = { decimal: ".", group: "," };
const scanner = { details: "Scanner", price: "1420.00", quantity: 2 };

test("removing the only row leaves one empty row", () => {
  expect(appendRow([scanner])).toEqual([scanner, emptyItem]);
  expect(removeRow([scanner, emptyItem], 0)).toEqual([emptyItem]);
  expect(removeRow([scanner], 0)).toEqual([emptyItem]);
  const full = Array.from({ length: maxItems }, () => scanner);
  expect(appendRow(full)).toHaveLength(maxItems);
  expect(updateItem([scanner, emptyItem], 1, { price: "3" })[1]).toEqual({ details: "", price: "3", quantity: 1 });
});

test("an invalid price counts as zero", () => {
  expect(displayedAmounts(scanner, "EUR").total).toBe("2840.00");
  expect(displayedAmounts({ ...scanner, price: "12x" }, "EUR").total).toBe("0.00");
  expect(displayedAmounts({ ...scanner, price: "" }, "JPY").total).toBe("0");
});

const full = { id: 1, code: "V19", name: "Input tax 19 %", percent: "19", archived: false };
const [paper, travel] = [
  { id: 4, code: "4930", name: "Office supplies", archived: false },
  { id: 5, code: "4660", name: "Travel", archived: false },
];

test("an invalid discount counts as none", () => {
  // 2 × 1420.00 less 10 % = 2556.00; 19 % of it = 485.64.
  const item = { ...scanner, vat_rate: full, discount: "10" };
  expect(displayedAmounts(item, "EUR")).toEqual({ net: "2556.00", tax: "485.64", total: "3041.64" });
  for (const discount of ["", "101", "x", "-1"])
    expect(displayedAmounts({ ...item, discount }, "EUR").net).toBe("2840.00");
});

test("a new row has the VAT rate and account of the last row, but not its discount", () => {
  const item = { ...scanner, vat_rate: full, cost_account: paper, discount: "10" };
  const next = { ...emptyItem, vat_rate: full, cost_account: paper };
  expect(appendRow([item])).toEqual([item, next]);
  expect(pasteCells([item], { row: 1, column: "details" }, [["Cradle"]], signs, "USD")[1]).toEqual({
    ...next,
    details: "Cradle",
  });
});

test("a supplier's default account replaces the previous default, but no chosen account", () => {
  const items = [scanner, { ...scanner, cost_account: paper }, { ...scanner, cost_account: travel }];
  expect(changeDefaultAccount(items, null, paper).map((item) => item.cost_account)).toEqual([paper, paper, travel]);
  expect(changeDefaultAccount(items, paper, null).map((item) => item.cost_account)).toEqual([null, null, travel]);
});

test("the items of a cash advance count without VAT rate, account and discount", () => {
  const items = [{ ...scanner, vat_rate: full, cost_account: paper, discount: "10" }];
  expect(countedItems("cash_advance", items)).toEqual([scanner]);
  expect(countedItems("payment", items)).toBe(items);
});

test.each<[string, string, boolean]>([
  ["0.001", "USD", true],
  ["10.005", "USD", true],
  ["10.50", "USD", false],
  ["10.500", "USD", false],
  ["1000.5", "IQD", true],
  ["1000", "IQD", false],
  ["0.4", "JPY", true],
  ["0.001", "KWD", false],
  ["0,0", "USD", false],
])("a price of %s %s has too many decimals: %s", (price, currency, tooFine) => {
  expect(hasTooManyDecimals({ details: "Screw", price, quantity: 1 }, currency)).toBe(tooFine);
});

test("pasted spreadsheet cells fill rows from the current cell on", () => {
  const cells = parsePastedCells("Cradle\t180.00\t2\r\nTraining\t1,540.00\t1\r\n");
  expect(pasteCells([scanner, emptyItem], { row: 1, column: "details" }, cells ?? [], signs, "USD")).toEqual([
    scanner,
    { details: "Cradle", price: "180.00", quantity: 2 },
    { details: "Training", price: "1540.00", quantity: 1 },
  ]);
  expect(pasteCells([scanner], { row: 0, column: "price" }, [["12"], ["13"]], signs, "USD")).toEqual([
    { details: "Scanner", price: "12", quantity: 2 },
    { details: "", price: "13", quantity: 1 },
  ]);
});

test.each([
  ["USD", "3250"],
  ["IQD", "3250"],
  ["KWD", "3.250"],
])("a pasted 3.250 is parsed according to the number of decimals of %s", (currency, price) => {
  const pasted = pasteCells([emptyItem], { row: 0, column: "details" }, [["Cable", "3.250"]], signs, currency);
  expect(pasted[0]?.price).toBe(price);
});

test("a pasted heading row is skipped, and plain text is left to the input", () => {
  const cells = parsePastedCells("Item\tPrice\nCable\t5") ?? [];
  expect(pasteCells([emptyItem], { row: 0, column: "details" }, cells, signs, "USD")).toEqual([
    { details: "Cable", price: "5", quantity: 1 },
  ]);
  expect(parsePastedCells("just words")).toBeNull();
});

test("a quantity has up to three decimals and is at least 0", () => {
  const typed = ["3", "-2", "2.75", "1.0004", "x", "", "٤"];
  expect(typed.map((quantity) => parseQuantity(quantity, signs))).toEqual([3, 0, 2.75, 1, 0, 0, 4]);
  expect(parseQuantity("1,5", { decimal: ",", group: "." })).toBe(1.5);
});

test("arrow keys move between cells in the screen's direction", () => {
  const at = { row: 0, column: "quantity" } as const;
  expect(cellAfterKey("ArrowRight", at, 2, false)).toEqual({ row: 1, column: "details" });
  expect(cellAfterKey("ArrowLeft", at, 2, true)).toEqual({ row: 1, column: "details" });
  expect(cellAfterKey("ArrowLeft", at, 2, false)).toEqual({ row: 0, column: "price" });
  expect(cellAfterKey("ArrowLeft", { row: 1, column: "details" }, 2, false)).toEqual(at);
  expect(cellAfterKey("ArrowLeft", { row: 0, column: "details" }, 2, false)).toBeNull();
  expect(cellAfterKey("ArrowRight", at, 1, false)).toBeNull();
  expect(cellAfterKey("ArrowDown", at, 2, false)).toEqual({ row: 1, column: "quantity" });
  expect(cellAfterKey("ArrowUp", at, 2, false)).toBeNull();
});
