import { type NumberSeparators, valueOfTyped } from "../../../../../shared/kernel/typed-numbers";
import { maxItems } from "../../../../../shared/requests/finance/finance.items.rules";
import {
  parsePastedCells,
  emptyItem,
  cellAfterKey,
  numberQuestions,
  quantityOf,
  quantityRules,
  changeDefaultAccount,
  itemsForType,
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
  expect(pasteCells([item], { row: 1, column: "details" }, [["Cradle"]], signs)[1]).toEqual({
    ...next,
    details: "Cradle",
  });
});

test("a supplier's default account replaces a previous default, not a chosen account", () => {
  const items = [scanner, { ...scanner, cost_account: paper }, { ...scanner, cost_account: travel }];
  expect(changeDefaultAccount(items, null, paper).map((item) => item.cost_account)).toEqual([paper, paper, travel]);
  expect(changeDefaultAccount(items, paper, null).map((item) => item.cost_account)).toEqual([null, null, travel]);
});

test("the items of a cash advance count without VAT rate, account and discount", () => {
  const items = [{ ...scanner, vat_rate: full, cost_account: paper, discount: "10" }];
  expect(itemsForType("cash_advance", items)).toEqual([scanner]);
  expect(itemsForType("payment", items)).toBe(items);
});

test("pasted spreadsheet cells fill rows from the current cell on", () => {
  const cells = parsePastedCells("Cradle\t180.00\t2\r\nTraining\t1,540.00\t1\r\n");
  expect(pasteCells([scanner, emptyItem], { row: 1, column: "details" }, cells ?? [], signs)).toEqual([
    scanner,
    { details: "Cradle", price: "180.00", quantity: 2 },
    { details: "Training", price: "1540.00", quantity: 1 },
  ]);
  expect(pasteCells([scanner], { row: 0, column: "price" }, [["12"], ["13"]], signs)).toEqual([
    { details: "Scanner", price: "12", quantity: 2 },
    { details: "", price: "13", quantity: 1 },
  ]);
});

test("pasted numbers follow the language, and ambiguous ones need confirmation", () => {
  const at = { row: 0, column: "details" } as const;
  const pasted = (sign: NumberSeparators) => pasteCells([emptyItem], at, [["Diesel", "1.459", "1,250"]], sign)[0];
  expect(pasted(signs)).toEqual({ details: "Diesel", price: "1.459", quantity: 1250 });
  expect(pasted({ decimal: ",", group: "." })).toEqual({ details: "Diesel", price: "1.459?", quantity: 1.25 });
});

test("a first row whose price has two readings is not skipped as a heading", () => {
  const cells = [
    ["Diesel", "1.459"],
    ["Oil", "12"],
  ];
  const pasted = pasteCells([emptyItem], { row: 0, column: "details" }, cells, { decimal: ",", group: "." });
  expect(pasted.map(({ price }) => price)).toEqual(["1.459?", "12"]);
});

test("a pasted heading row is skipped, and plain text is left to the input", () => {
  const cells = parsePastedCells("Item\tPrice\nCable\t5") ?? [];
  expect(pasteCells([emptyItem], { row: 0, column: "details" }, cells, signs)).toEqual([
    { details: "Cable", price: "5", quantity: 1 },
  ]);
  expect(parsePastedCells("just words")).toBeNull();
});

test("a quantity that can't be read stays text, which the schema rejects", () => {
  const quantities = ["3", "2.75", "1.0004", "x", "", "٤", "1.250"];
  const quantityIn = (sign: NumberSeparators) => (typed: string) =>
    quantityOf(valueOfTyped(typed, sign, quantityRules));
  expect(quantities.map(quantityIn(signs))).toEqual([3, 2.75, 1.0004, "x", 0, 4, 1.25]);
  expect(["1,5", "1.250"].map(quantityIn({ decimal: ",", group: "." }))).toEqual([1.5, "1.250?"]);
  expect(displayedAmounts({ ...scanner, quantity: "1.250?" }, "EUR").total).toBe("0.00");
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

test("an unconfirmed price is a question, with its row and readings", () => {
  expect(numberQuestions([scanner, { ...emptyItem, price: "1,083?" }], signs)).toEqual([
    { row: 1, column: "price", value: "1,083?", readings: ["1083"] },
  ]);
});
