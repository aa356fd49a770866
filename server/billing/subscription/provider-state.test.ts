import type Stripe from "stripe";
import { nextPlanPhaseOf, readPaidPeriod } from "./provider-state";

/** An invoice line as listed by the provider: the price by id, and fields that the product doesn't read. */
const line = (price: string, amount: number, from: string, to: string, proration = false) => ({
  id: "il_1SVbQk2eZvKYlo2C0aBcDeFg",
  object: "line_item",
  amount,
  currency: "usd",
  description: proration ? "Remaining time after 17 Nov 2026" : "1 × Team (at $129.00 / month)",
  discountable: !proration,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: { invoice_item: null, proration, subscription: "sub_1SVbQk2eZvKYlo2C" },
    type: "subscription_item_details",
  },
  period: { start: Date.parse(from) / 1000, end: Date.parse(to) / 1000 },
  pricing: {
    price_details: { price, product: "prod_TSZ4bF9" },
    type: "price_details",
    unit_amount_decimal: String(Math.abs(amount)),
  },
  quantity: 1,
  taxes: [],
});

const prices = new Map(
  ["team_monthly", "team_annual", "business_monthly", "business_annual"].map((lookup_key) => [
    `price_${lookup_key}`,
    { id: `price_${lookup_key}`, lookup_key } as Stripe.Price,
  ]),
);
const read = (...data: object[]) => {
  const paid = readPaidPeriod({ lines: { object: "list", data } } as never, prices);
  return paid && [paid.plan, paid.starts_at.toISOString().slice(0, 10), paid.ends_at.toISOString().slice(0, 10)];
};

test("reads the paid plan and period from an invoice line", () => {
  expect(read(line("price_team_annual", 120_000, "2025-12-01", "2026-12-01"))).toEqual([
    "team",
    "2025-12-01",
    "2026-12-01",
  ]);
});

test("after an upgrade, reads the charged plan and not the credited one", () => {
  const credit = line("price_team_monthly", -4_300, "2026-11-17", "2026-12-01", true);
  const charge = line("price_business_monthly", 11_600, "2026-11-17", "2026-12-01", true);
  for (const lines of [
    [credit, charge],
    [charge, credit],
  ])
    expect(read(...lines)).toEqual(["business", "2026-11-17", "2026-12-01"]);
});

test("ignores a credit that ends after the new period", () => {
  const credit = line("price_team_annual", -90_000, "2026-03-01", "2026-12-01", true);
  const charge = line("price_business_monthly", 25_000, "2026-03-01", "2026-04-01");
  expect(read(credit, charge)).toEqual(["business", "2026-03-01", "2026-04-01"]);
  expect(read(credit)).toBeNull();
});

test("reads the new period from a renewal that includes an earlier change", () => {
  const charge = line("price_business_monthly", 40_000, "2026-11-17", "2026-12-01", true);
  const renewal = line("price_business_monthly", 25_000, "2026-12-01", "2027-01-01");
  expect(read(renewal, charge)).toEqual(["business", "2026-12-01", "2027-01-01"]);
});

test("ignores invoice lines without a known price or a period", () => {
  const other = line("price_consulting", 90_000, "2026-11-01", "2028-01-01");
  const ours = line("price_team_monthly", 10_000, "2026-11-01", "2026-12-01");
  expect(read(other, ours)).toEqual(["team", "2026-11-01", "2026-12-01"]);
  expect(read(other)).toBeNull();
  expect(read({ ...ours, pricing: null })).toBeNull();
  // A line in the format of earlier sandbox versions.
  expect(read({ id: "il_1", object: "line_item", description: "team_monthly", amount: 10_000 })).toBeNull();
  expect(read(line("price_team_monthly", 10_000, "2026-11-01", "2026-11-01"))).toBeNull();
  expect(read()).toBeNull();
});

test("accepts an invoice line with an expanded price object", () => {
  const ours = line("price_team_monthly", 10_000, "2026-11-01", "2026-12-01");
  const whole = { ...ours, pricing: { price_details: { price: { id: "price_team_monthly" } } } };
  expect(read(whole)).toEqual(["team", "2026-11-01", "2026-12-01"]);
});

test("a schedule whose last phase has begun announces no change", () => {
  const phases = [
    { start_date: 100, items: [{ price: "price_business_monthly" }] },
    { start_date: 200, items: [{ price: "price_team_monthly" }] },
  ];
  const nextAt = (start_date: number) =>
    nextPlanPhaseOf({ status: "active", phases, current_phase: { start_date } } as never, prices);
  expect(nextAt(100)).toEqual({ plan: "team", period: "monthly" });
  expect(nextAt(200)).toBeNull();
});
