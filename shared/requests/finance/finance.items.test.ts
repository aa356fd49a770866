import { financeRequestSchema, settleSchema } from "./finance.schema";
import { array, assert, bigInt, constantFrom, integer, property, record } from "fast-check";
import { compareAmounts, currencyCodes, decimalsOf } from "../../kernel/money";
import { grandTotal, homeAmount, itemTotal, roundQuantity, maxQuantity, stepQuantity } from "./finance.items.rules";

const cents = () => bigInt({ min: 0n, max: 10n ** 11n });
const quantity = () => integer({ min: 0, max: 10_000 });
const currency = () => constantFrom(...currencyCodes);

const text = (value: bigint, decimals: number) => {
  const digits = value.toString().padStart(decimals + 1, "0");
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
};

test("stepQuantity steps by one and never goes below 0", () => {
  expect([stepQuantity(1, -1), stepQuantity(0, -1), stepQuantity(0, 1)]).toEqual([0, 0, 1]);
  expect([roundQuantity(-3), roundQuantity(2.9), roundQuantity(Number.NaN)]).toEqual([0, 2, 0]);
  expect(roundQuantity(Number.POSITIVE_INFINITY)).toBe(maxQuantity);
});

test("an empty price counts as 0", () => {
  for (const price of ["", "  ", null, undefined]) expect(itemTotal({ price, quantity: 5 }, "USD")).toBe("0.00");
  expect(grandTotal([], "KWD")).toBe("0.000");
});

test("item totals are rounded before they are summed", () => {
  const items = [
    { price: "0.335", quantity: 1 },
    { price: "0.335", quantity: 1 },
  ];
  expect(items.map((item) => itemTotal(item, "USD"))).toEqual(["0.34", "0.34"]);
  expect(grandTotal(items, "USD")).toBe("0.68");
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
      expect(grandTotal(lines, code)).toBe(text(sum, decimals));
      expect(grandTotal([...lines].reverse(), code)).toBe(grandTotal(lines, code));
    }),
  );
});

test("a higher quantity never costs less, and quantity 0 costs nothing", () => {
  assert(
    property(cents(), quantity(), currency(), (price, count, code) => {
      const line = { price: text(price, 4), quantity: count };
      const more = itemTotal({ ...line, quantity: stepQuantity(count, 1) }, code);
      expect(compareAmounts(more, itemTotal(line, code))).toBeGreaterThanOrEqual(0);
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
