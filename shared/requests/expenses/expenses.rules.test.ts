import fc from "fast-check";
import {
  compareAmounts,
  currencyCodes,
  fitsCurrency,
  maxAmount,
  minusMoney,
  sumOfMoney,
  taxIncluded,
  toMoney,
} from "../../kernel/money";
import {
  type CheckedItem,
  claimTotal,
  homeAmountOf,
  isRefused,
  itemAmounts,
  kmRateOn,
  missingForSending,
  tooLargeErrors,
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

test("the kilometer rate of a day is the earliest one that still applied", () => {
  const earlier_km_rates = [
    { until: "2025-01-01", km_rate: "0.30" },
    { until: "2026-01-01", km_rate: "0.38" },
  ];
  const rateOn = (day: string | null) => kmRateOn({ km_rate: "0.42", earlier_km_rates }, day);
  expect(["2024-12-31", "2025-01-01", "2025-12-31", "2026-01-01"].map(rateOn)).toEqual([
    "0.30",
    "0.38",
    "0.38",
    "0.42",
  ]);
  expect(rateOn(null)).toBe("0.42");
  expect(kmRateOn({ km_rate: "0.42", earlier_km_rates: [] }, "2020-01-01")).toBe("0.42");
  expect(kmRateOn({ km_rate: null, earlier_km_rates }, "2024-12-31")).toBeNull();
});

test("an item's VAT follows its rate, and an entered VAT amount counts without a rate", () => {
  const entered = { amount: "119.00", currency: "EUR", kilometres: "12", vat_rate: null, vat_amount: "7.00" };
  const amounts = (changes: object) => itemAmounts({ ...entered, ...changes }, null, "USD");
  const plain = { amount: "119.00", currency: "EUR", kilometres: null, km_rate: null };
  expect(amounts({})).toEqual({ ...plain, vat_rate: null, vat_amount: "7.00" });
  expect(amounts({ vat_rate: "19" })).toEqual({ ...plain, vat_rate: "19", vat_amount: "19.00" });
  expect(amounts({ amount: null, vat_rate: "19" })).toMatchObject({ amount: null, vat_rate: "19", vat_amount: "7.00" });
  for (const empty of ["", null, undefined])
    expect(amounts({ amount: empty, vat_rate: empty, vat_amount: empty })).toMatchObject({
      amount: null,
      vat_rate: null,
      vat_amount: null,
    });
  for (const kilometres of [null, undefined])
    expect(itemAmounts({ ...entered, kilometres }, "0.42", "USD")).toMatchObject({ amount: null, kilometres: null });
});

test("a claim's total is the sum of its converted items", () => {
  const items = fc.array(fc.record({ amount, rate: fc.constantFrom("1", "1.0834", "0.00076") }), { maxLength: 20 });
  fc.assert(
    fc.property(items, currency, (all, home) => {
      const homes = all.map((item) => homeAmountOf(item.amount, item.rate, home));
      expect(claimTotal(homes, home)).toBe(sumOfMoney(homes, home));
    }),
  );
  expect(claimTotal(["1.005", null, "2"], "USD")).toBe("3.01");
  expect(homeAmountOf("10.00", "1.0834", "USD")).toBe("10.83");
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
    expect(found(checked(1, { ...day, elsewhere: "20.00" }))).toEqual([]);
    expect(found(checked(1, { ...day, elsewhere: "20.01" }))).toEqual([[1, "day_limit"]]);
    expect(found(checked(1, { ...day, elsewhere: "20.01", spent_on: null }))).toEqual([]);
    expect(violationsOf([checked(1, { ...day, elsewhere: "20.01" })], "USD")).toMatchObject([
      { limit: "60", strict: true },
    ]);
  });

  test("a receipt is required above the category's amount", () => {
    const of = (changes: Partial<CheckedItem>) => violationsOf([checked(1, { receipt_above: "0", ...changes })], "USD");
    expect(of({ receipts: 1 })).toEqual([]);
    expect(of({ receipts: 0, home_amount: "0.00" })).toEqual([]);
    expect(of({ receipts: 0 })).toMatchObject([{ item_id: 1, kind: "receipt", limit: "0", strict: false }]);
  });

  test("of one item are listed together, before those of the next", () => {
    const all = { item_limit: "10", day_limit: "20", receipt_above: "5", receipts: 0 };
    const found = violationsOf([checked(1, all), checked(2, { ...all, category_id: 2, item_limit: null })], "USD");
    expect(found.map(({ item_id, kind }) => [item_id, kind])).toEqual([
      [1, "item_limit"],
      [1, "day_limit"],
      [1, "receipt"],
      [2, "day_limit"],
      [2, "receipt"],
    ]);
  });

  test("prevent sending if the category is strict or no note explains them", () => {
    expect([isRefused({ strict: true }, "Only hotel"), isRefused({ strict: true }, null)]).toEqual([true, true]);
    expect([null, undefined, "", "  "].map((note) => isRefused({ strict: false }, note))).toEqual(Array(4).fill(true));
    expect(isRefused({ strict: false }, "Only hotel")).toBe(false);
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
  expect(errors({ spent_on: "2026-11-03" })).toEqual([]);
  expect(errors({ spent_on: "2026-11-04" })).toEqual(["items.0.spent_on"]);
  expect(errors({ amount: "0.00" })).toEqual(["items.0.amount"]);
  expect(errors({ amount: "0.01" })).toEqual([]);
  expect(errors({ amount: "5.005" })).toEqual(["items.0.amount"]);
  expect(errors({ vat_amount: "5.00" })).toEqual([]);
  expect(errors({ vat_amount: "5.01" })).toEqual(["items.0.vat_amount"]);
  expect(errors({ amount: null, kilometres: "0" })).toEqual(["items.0.kilometres"]);
  expect(errors({ amount: null, km_rate: "0.42" })).toEqual(["items.0.kilometres"]);
  expect(errors({ amount: "5.005", kilometres: "12", km_rate: "0.42" })).toEqual([]);
});

test("each error of an incomplete item names its reason", () => {
  const item = { currency: "USD", kilometres: null, km_rate: null, vat_amount: "1" };
  const items = [
    { ...item, spent_on: null, category_id: null, amount: "0.50" },
    { ...item, spent_on: "2026-11-04", category_id: 1, amount: null },
    { ...item, spent_on: "2026-11-03", category_id: 1, amount: "5.005" },
  ];
  expect(missingForSending(items, "2026-11-03")).toEqual({
    "items.0.spent_on": ["expense.dayMissing"],
    "items.0.category_id": ["expense.categoryMissing"],
    "items.0.vat_amount": ["expense.vatTooHigh"],
    "items.1.spent_on": ["finance.future"],
    "items.1.amount": ["expense.amountMissing"],
    "items.1.vat_amount": ["expense.vatTooHigh"],
    "items.2.amount": ["finance.tooFine"],
  });
});

test("too large items are named, or else the claim whose total is too large", () => {
  const errors = (...amounts: string[]) =>
    tooLargeErrors(
      amounts.map((home_amount) => ({ home_amount })),
      "USD",
    );
  expect(errors()).toEqual({});
  expect(errors(maxAmount)).toEqual({});
  expect(errors("1", `${maxAmount}.01`, `${maxAmount}.01`)).toEqual({
    "items.1.amount": ["field.amountTooLarge"],
    "items.2.amount": ["field.amountTooLarge"],
  });
  expect(errors(maxAmount, "0.01")).toEqual({ items: ["finance.totalTooLarge"] });
  expect(errors(maxAmount, maxAmount)).toEqual({ items: ["finance.totalTooLarge"] });
});
