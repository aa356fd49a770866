import { financeRequestSchema, settleSchema } from "./finance.schema";
import { array, assert, bigInt, boolean, constantFrom, integer, option, property, record } from "fast-check";
import { compareAmounts, currencyCodes, decimalsOf, maxAmount, minusMoney, sumOfMoney } from "../../kernel/money";
import {
  costsMoney,
  findTooLargeAmount,
  grandTotals,
  homeAmount,
  isTaxed,
  itemAmounts,
  itemTotal,
  maxQuantity,
  roundQuantity,
  stepQuantity,
  sumOfItems,
  totalsByRate,
} from "./finance.items.rules";

const cents = () => bigInt({ min: 0n, max: 10n ** 11n });
const quantity = () => integer({ min: 0, max: 10_000 });
const currency = () => constantFrom(...currencyCodes);

const text = (value: bigint, decimals: number) => {
  const digits = value.toString().padStart(decimals + 1, "0");
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
};

test("stepQuantity steps by one and never goes below 0", () => {
  expect([stepQuantity(1, -1), stepQuantity(0, -1), stepQuantity(0, 1)]).toEqual([0, 0, 1]);
  expect([roundQuantity(-3), roundQuantity(Number.NaN)]).toEqual([0, 0]);
  expect([roundQuantity(1.5), roundQuantity(0.0004), roundQuantity(1.0005)]).toEqual([1.5, 0, 1.001]);
  expect(roundQuantity(Number.POSITIVE_INFINITY)).toBe(maxQuantity);
  expect([stepQuantity(maxQuantity, 1), stepQuantity(maxQuantity, -1)]).toEqual([maxQuantity, maxQuantity - 1]);
});

test("items have VAT except in cash advances", () => {
  expect(["purchase", "advance", "cash_advance"].map(isTaxed)).toEqual([true, true, false]);
});

describe("items as they are entered", () => {
  const item = { price: "10.00", quantity: 1, discount: "", vat_percent: "", gross: false };

  test("cost money if their total is above 0", () => {
    const costs = (...changes: object[]) =>
      costsMoney(
        changes.map((change) => ({ ...item, ...change })),
        "USD",
      );
    expect(costs()).toBe(false);
    expect(costs({ price: "0.01" })).toBe(true);
    expect(costs({ price: "0.004" })).toBe(false);
    expect(costs({ quantity: 0 })).toBe(false);
    expect(costs({ discount: "100" })).toBe(false);
    expect(costs({ price: "10" }, { price: "-10" })).toBe(false);
    expect(costs({ price: "10" }, { price: "-9.99" })).toBe(true);
  });

  test("count without their invalid parts", () => {
    expect(costsMoney([{ price: "ten", quantity: 1 }], "USD")).toBe(false);
    expect(costsMoney([{ price: 10, quantity: 1 }], "USD")).toBe(false);
    expect(costsMoney([{ price: " 10 " }], "USD")).toBe(true);
    expect(costsMoney([{ price: "10", quantity: "0" }], "USD")).toBe(true);
    expect(costsMoney([{ ...item, discount: "100 percent" }], "USD")).toBe(true);
    expect(costsMoney([{ ...item, discount: "100" }], "USD")).toBe(false);
  });

  test("are too large above the maximum, each and together", () => {
    const find = (...items: object[]) => findTooLargeAmount(items, "USD");
    expect(find()).toEqual({ lines: [], total: false });
    expect(find({ price: maxAmount })).toEqual({ lines: [], total: false });
    expect(find({ price: "1" }, { price: maxAmount, quantity: 1.001 })).toEqual({ lines: [1], total: true });
    expect(find({ price: maxAmount }, { price: "0.01" })).toEqual({ lines: [], total: true });
    expect(find({ price: maxAmount, quantity: 2 }, { price: `-${maxAmount}`, quantity: 1 })).toEqual({
      lines: [0],
      total: true,
    });
    expect(find({ price: maxAmount, quantity: 2, discount: "50" })).toEqual({ lines: [], total: false });
  });

  test("are too large with VAT unless their prices include it", () => {
    const taxed = { price: maxAmount, vat_percent: "1" };
    expect(findTooLargeAmount([taxed], "USD")).toEqual({ lines: [0], total: true });
    expect(findTooLargeAmount([{ ...taxed, vat_percent: "x" }], "USD")).toEqual({ lines: [], total: false });
    expect(findTooLargeAmount([{ ...taxed, gross: true }], "USD")).toEqual({ lines: [], total: false });
    expect(findTooLargeAmount([{ ...taxed, gross: "yes" }], "USD")).toEqual({ lines: [0], total: true });
  });
});

test("an empty price counts as 0", () => {
  for (const price of ["", "  ", null, undefined]) expect(itemTotal({ price, quantity: 5 }, "USD")).toBe("0.00");
  expect(grandTotals([], "KWD").total).toBe("0.000");
});

test("item totals are rounded before they are summed", () => {
  const items = [
    { price: "0.335", quantity: 1 },
    { price: "0.335", quantity: 1 },
  ];
  expect(items.map((item) => itemTotal(item, "USD"))).toEqual(["0.34", "0.34"]);
  expect(grandTotals(items, "USD").total).toBe("0.68");
});

test("items and totals are exact to the smallest unit of any currency", () => {
  assert(
    property(array(record({ price: cents(), quantity: quantity() }), { maxLength: 60 }), currency(), (items, code) => {
      const decimals = decimalsOf(code);
      const lines = items.map((item) => ({ price: text(item.price, decimals), quantity: item.quantity }));
      for (const [at, line] of lines.entries()) {
        const item = items[at] as (typeof items)[number];
        expect(itemTotal(line, code)).toBe(text(item.price * BigInt(item.quantity), decimals));
      }
      const sum = items.reduce((all, item) => all + item.price * BigInt(item.quantity), 0n);
      expect(grandTotals(lines, code).total).toBe(text(sum, decimals));
      expect(grandTotals([...lines].reverse(), code).total).toBe(grandTotals(lines, code).total);
    }),
  );
});

test.each([
  // 1.5 × 80.00 = 120.00; 19 % of it = 22.80.
  [
    { price: "80.00", quantity: 1.5, vat_percent: "19" },
    { net: "120.00", tax: "22.80", total: "142.80" },
  ],
  // 3 × 19.99 = 59.97, less 12.5 % = 52.47375, rounded 52.47; 7 % of it = 3.6729, rounded 3.67.
  [
    { price: "19.99", quantity: 3, discount: "12.5", vat_percent: "7" },
    { net: "52.47", tax: "3.67", total: "56.14" },
  ],
  // 0.125 × 0.36 = 0.045, rounded half up 0.05; 19 % of it = 0.0095, rounded 0.01.
  [
    { price: "0.36", quantity: 0.125, vat_percent: "19" },
    { net: "0.05", tax: "0.01", total: "0.06" },
  ],
  [
    { price: "250.00", quantity: 2 },
    { net: "500.00", tax: "0.00", total: "500.00" },
  ],
  [
    { price: "250.00", quantity: 2, vat_percent: "0" },
    { net: "500.00", tax: "0.00", total: "500.00" },
  ],
  [
    { price: "250.00", quantity: 2, discount: "100", vat_percent: "19" },
    { net: "0.00", tax: "0.00", total: "0.00" },
  ],
])("%j costs %j", (item, amounts) => {
  expect(itemAmounts(item, "EUR")).toEqual(amounts);
});

test("amounts are rounded to the decimals of the currency", () => {
  const item = { price: "333", quantity: 1.5, vat_percent: "10" };
  // 499.5 rounds to 500 yen; 10 % of it is 50.
  expect(itemAmounts(item, "JPY")).toEqual({ net: "500", tax: "50", total: "550" });
  expect(itemAmounts(item, "KWD")).toEqual({ net: "499.500", tax: "49.950", total: "549.450" });
});

test("net, tax and total add up in each item and in the sums", () => {
  const hundredths = () => integer({ min: 0, max: 10_000 }).map((value) => String(value / 100));
  const line = record({
    price: cents(),
    quantity: integer({ min: 0, max: 10_000_000 }).map((value) => value / 1_000),
    discount: hundredths(),
    vat_percent: option(hundredths()),
  });
  assert(
    property(array(line, { maxLength: 60 }), currency(), (lines, code) => {
      const items = lines.map((one) => ({ ...one, price: text(one.price, decimalsOf(code)) }));
      const amounts = items.map((item) => itemAmounts(item, code));
      for (const { net, tax, total } of amounts) {
        expect(sumOfMoney([net, tax], code)).toBe(total);
        expect(compareAmounts(net, "0") >= 0 && compareAmounts(tax, net) <= 0).toBe(true);
      }
      const sums = grandTotals(items, code);
      expect(sums).toEqual(sumOfItems(amounts, code));
      expect(sums.total).toBe(
        sumOfMoney(
          amounts.map(({ total }) => total),
          code,
        ),
      );
      expect(sums.total).toBe(sumOfMoney([sums.net, sums.tax], code));
    }),
  );
});

test("a higher quantity never costs less, and quantity 0 costs nothing", () => {
  assert(
    property(cents(), quantity(), currency(), (price, count, code) => {
      const line = { price: text(price, 4), quantity: count };
      const increasedTotal = itemTotal({ ...line, quantity: stepQuantity(count, 1) }, code);
      expect(compareAmounts(increasedTotal, itemTotal(line, code))).toBeGreaterThanOrEqual(0);
      expect(compareAmounts(itemTotal({ ...line, quantity: 0 }, code), "0")).toBe(0);
    }),
  );
});

test("a conversion is off by at most half of the currency's smallest unit", () => {
  assert(
    property(cents(), bigInt({ min: 1n, max: 10n ** 12n }), currency(), (amount, rate, home) => {
      const decimals = decimalsOf(home);
      const converted = BigInt(homeAmount(text(amount, 2), text(rate, 8), home).replace(".", ""));
      const scale = 10n ** BigInt(10 - decimals);
      const error = converted * scale - amount * rate;
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(scale);
      expect(homeAmount(text(amount, decimals), "1", home)).toBe(text(amount, decimals));
    }),
  );
});

test("pasted line breaks in item and request details become spaces", () => {
  const details = "Scanner\r\nwith stand";
  const request = financeRequestSchema.cast({ details, items: [{ details, description: details }], note: details });
  expect(request).toMatchObject({
    details: "Scanner with stand",
    items: [{ details: "Scanner with stand", description: "Scanner with stand" }],
    note: details,
  });
  expect(settleSchema.cast({ receipts: [{ details, amount: "1" }] }).receipts?.[0]?.details).toBe("Scanner with stand");
});

describe("totals by VAT rate", () => {
  const item = (percent: string | null, net: string, tax: string, total: string, name = "VAT") => ({
    net,
    tax,
    total,
    vat_rate: percent === null ? null : { percent, name },
  });

  test("are empty for one rate without tax", () => {
    expect(totalsByRate([], "EUR")).toEqual([]);
    expect(totalsByRate([item(null, "5.00", "0.00", "5.00")], "EUR")).toEqual([]);
    expect(totalsByRate([item("0", "5.00", "0.00", "5.00"), item("0", "1.00", "0.00", "1.00")], "EUR")).toEqual([]);
  });

  test("are sums per rate, the highest first and items without a rate last", () => {
    const items = [
      item(null, "5.00", "0.00", "5.00"),
      item("7", "10.00", "0.70", "10.70"),
      item("19", "100.00", "19.00", "119.00"),
      item("7", "1.00", "0.07", "1.07"),
    ];
    expect(totalsByRate(items, "EUR")).toEqual([
      { percent: "19", name: null, net: "100.00", tax: "19.00", total: "119.00" },
      { percent: "7", name: null, net: "11.00", tax: "0.77", total: "11.77" },
      { percent: null, name: null, net: "5.00", tax: "0.00", total: "5.00" },
    ]);
    expect(totalsByRate(items.slice(1, 2), "EUR")).toHaveLength(1);
  });

  test("keep rates of 0 % apart by their names", () => {
    const items = [
      item("0", "5.00", "0.00", "5.00", "Reverse charge"),
      item("0.00", "7.00", "0.00", "7.00", "Exempt"),
      item("0", "1.00", "0.00", "1.00", "Reverse charge"),
    ];
    expect(totalsByRate(items, "EUR")).toMatchObject([
      { name: "Exempt", total: "7.00" },
      { name: "Reverse charge", total: "6.00" },
    ]);
  });

  test("are listed for one rate with tax, and for several rates without tax", () => {
    const [taxed, exempt, untaxed] = [
      item("19", "10.00", "1.90", "11.90"),
      item("0", "5.00", "0.00", "5.00", "Exempt"),
      item(null, "2.00", "0.00", "2.00"),
    ];
    expect(totalsByRate([taxed, taxed], "EUR")).toEqual([
      { percent: "19", name: null, net: "20.00", tax: "3.80", total: "23.80" },
    ]);
    expect(totalsByRate([untaxed, exempt], "EUR")).toMatchObject([
      { percent: "0", name: "Exempt" },
      { percent: null, name: null },
    ]);
    expect(totalsByRate([item("0.05", "1.00", "0.00", "1.00"), exempt], "EUR")).toMatchObject([
      { percent: "0.05", name: null },
      { percent: "0", name: "Exempt" },
    ]);
  });

  test("add up to the total of all items", () => {
    const items = array(record({ percent: option(constantFrom("7", "19", "0", "5.5")), price: cents() }));
    assert(
      property(items, currency(), (priced, code) => {
        const all = priced.map(({ percent, price }) => ({
          ...itemAmounts({ price: text(price, decimalsOf(code)), quantity: 1, vat_percent: percent }, code),
          vat_rate: percent === null ? null : { percent, name: "VAT" },
        }));
        const totals = totalsByRate(all, code);
        if (totals.length > 0) expect(sumOfItems(totals, code)).toEqual(sumOfItems(all, code));
      }),
    );
  });
});

test("one line with a gross price reaches any printed total, whatever the rounding", () => {
  const line = record({
    price: cents(),
    quantity: quantity(),
    vat_percent: option(constantFrom("7", "19", "5.5", "8.1")),
    gross: boolean(),
  });
  const difference = bigInt({ min: -200n, max: 200n });
  assert(
    property(array(line, { maxLength: 10 }), line, difference, currency(), (lines, last, cent, code) => {
      const decimals = decimalsOf(code);
      const priced = [...lines, last].map((one) => ({ ...one, price: text(one.price, decimals) }));
      const [usual, final] = [priced.slice(0, -1), priced.at(-1) as (typeof priced)[number]];
      const offset = cent < 0n ? `-${text(-cent, decimals)}` : text(cent, decimals);
      const printed = sumOfMoney([grandTotals(priced, code).total, offset], code);
      const rest = minusMoney(printed, grandTotals(usual, code).total, code);
      const items = [...usual, { ...final, price: rest, quantity: 1, gross: true }];
      expect(grandTotals(items, code).total).toBe(printed);
    }),
  );
  expect(itemAmounts({ price: "103.00", quantity: 1, vat_percent: "19", gross: true }, "EUR")).toEqual({
    net: "86.55",
    tax: "16.45",
    total: "103.00",
  });
});
