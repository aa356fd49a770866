import fc from "fast-check";
import {
  compareAmounts,
  currencyCodes,
  fitsCurrency,
  minusMoney,
  sumOfMoney,
  taxIncluded,
  toMoney,
} from "../../kernel/money";
import {
  type CheckedItem,
  claimTotal,
  homeAmountOf,
  itemAmounts,
  missingForSending,
  violationsOf,
} from "./expenses.rules";

const amount = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
const currency = fc.constantFrom(...currencyCodes);
const percent = fc.integer({ min: 0, max: 10_000 }).map((of) => (of / 100).toFixed(2));

test("VAT is included in the amount: net and tax add up, and a rate of 0 has no tax", () => {
  fc.assert(
    fc.property(amount, percent, currency, (gross, rate, code) => {
      const tax = taxIncluded(gross, rate, code);
      const net = minusMoney(gross, tax, code);
      expect(sumOfMoney([net, tax], code)).toBe(toMoney(gross, code));
      expect(compareAmounts(tax, gross) <= 0 || compareAmounts(toMoney(gross, code), gross) > 0).toBe(true);
      expect(fitsCurrency(tax, code)).toBe(true);
    }),
  );
  expect(taxIncluded("119.00", "19", "EUR")).toBe("19.00");
  expect(taxIncluded("119.00", "0", "EUR")).toBe("0.00");
  expect(taxIncluded("10000", "10", "KRW")).toBe("909");
});

test("mileage is kilometres times the rate, in the tenant's currency and without VAT", () => {
  const typed = { amount: "5.00", currency: "EUR", kilometres: "123.5", vat_rate: "19", vat_amount: null };
  expect(itemAmounts(typed, "0.42", "USD")).toEqual({
    amount: "51.87",
    currency: "USD",
    kilometres: "123.5",
    km_rate: "0.42",
    vat_rate: null,
    vat_amount: null,
  });
  expect(itemAmounts({ ...typed, kilometres: "" }, "0.42", "USD")).toMatchObject({ amount: null, km_rate: null });
  expect(itemAmounts(typed, null, "USD")).toMatchObject({ amount: "5.00", currency: "EUR", vat_amount: "0.80" });
});

test("a claim's total is the sum of its converted items", () => {
  const items = fc.array(fc.record({ amount, rate: fc.constantFrom("1", "1.0834", "0.00076") }), { maxLength: 20 });
  fc.assert(
    fc.property(items, currency, (all, home) => {
      const homes = all.map((item) => homeAmountOf(item.amount, item.rate, home));
      expect(claimTotal(homes, home)).toBe(sumOfMoney(homes, home));
    }),
  );
  expect(homeAmountOf("10.00", null, "USD")).toBe("0.00");
  expect(homeAmountOf(null, "1", "USD")).toBe("0.00");
});

const limits = { item_limit: null, day_limit: null, receipt_above: null, strict: false, km_rate: null };
const checked = (id: number, changes: Partial<CheckedItem>): CheckedItem => ({
  id,
  category_id: 1,
  spent_on: "2026-11-02",
  home_amount: "40.00",
  receipts: 1,
  elsewhere: "0",
  ...limits,
  ...changes,
});

describe("violations", () => {
  test("an amount at the limit is allowed, and above it is not", () => {
    const at = (home_amount: string) => violationsOf([checked(1, { item_limit: "40", home_amount })], "USD");
    expect(at("40.00")).toEqual([]);
    expect(at("40.01")).toEqual([{ item_id: 1, kind: "item_limit", limit: "40", strict: false }]);
  });

  test("the limit per day counts the category's items of the day, also in other claims", () => {
    const day = { day_limit: "60", strict: true };
    const found = (...items: CheckedItem[]) => violationsOf(items, "USD").map(({ item_id, kind }) => [item_id, kind]);
    expect(found(checked(1, day), checked(2, { ...day, spent_on: "2026-11-03" }))).toEqual([]);
    expect(found(checked(1, day), checked(2, { ...day, category_id: 2 }))).toEqual([]);
    expect(found(checked(1, day), checked(2, day))).toEqual([
      [1, "day_limit"],
      [2, "day_limit"],
    ]);
    expect(found(checked(1, { ...day, elsewhere: "20.01" }))).toEqual([[1, "day_limit"]]);
  });

  test("a receipt is required above the category's amount", () => {
    const of = (changes: Partial<CheckedItem>) => violationsOf([checked(1, { receipt_above: "0", ...changes })], "USD");
    expect(of({ receipts: 1 })).toEqual([]);
    expect(of({ receipts: 0, home_amount: "0.00" })).toEqual([]);
    expect(of({ receipts: 0 })).toMatchObject([{ kind: "receipt", limit: "0" }]);
  });

  test("more receipts and higher limits never add violations", () => {
    fc.assert(
      fc.property(amount, amount, fc.nat(2), (home_amount, limit, receipts) => {
        const of = (changes: Partial<CheckedItem>) =>
          violationsOf(
            [
              checked(1, {
                home_amount,
                item_limit: limit,
                day_limit: limit,
                receipt_above: limit,
                receipts,
                ...changes,
              }),
            ],
            "USD",
          );
        expect(of({ receipts: receipts + 1 }).length).toBeLessThanOrEqual(of({}).length);
        expect(of({ item_limit: null, day_limit: null, receipt_above: null })).toEqual([]);
      }),
    );
  });
});

test("incomplete items are named by field", () => {
  const item = {
    spent_on: "2026-11-02",
    category_id: 1,
    amount: "5.00",
    currency: "USD",
    kilometres: null,
    km_rate: null,
    vat_amount: null,
  };
  const errors = (changes: object) => Object.keys(missingForSending([{ ...item, ...changes }], "2026-11-03"));
  expect(missingForSending([], "2026-11-03")).toEqual({ items: ["expense.noItems"] });
  expect(errors({})).toEqual([]);
  expect(errors({ spent_on: null, category_id: null, amount: null })).toEqual([
    "items.0.spent_on",
    "items.0.category_id",
    "items.0.amount",
  ]);
  expect(errors({ spent_on: "2026-11-04" })).toEqual(["items.0.spent_on"]);
  expect(errors({ amount: "0.00" })).toEqual(["items.0.amount"]);
  expect(errors({ amount: "5.005" })).toEqual(["items.0.amount"]);
  expect(errors({ vat_amount: "5.01" })).toEqual(["items.0.vat_amount"]);
  expect(errors({ amount: null, kilometres: "0" })).toEqual(["items.0.kilometres"]);
});
