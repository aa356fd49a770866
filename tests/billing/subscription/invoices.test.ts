import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { findCustomerId, planIds, completeCheckout, findSubscriptionId, testProvider } from "./provider";

const server = testServer();
const provider = testProvider(server);

interface Invoice {
  id: string;
  pays_for: { plan: string; starts_at: string; ends_at: string } | null;
}
const invoicesOf = async (world: World): Promise<Invoice[]> =>
  (await world.api(world.admin).get("/subscription/invoice")).body.data;
const paidIn = async (world: World, id: string) => (await invoicesOf(world)).find((each) => each.id === id)?.pays_for;

/** An invoice as the provider lists it: an upgrade in the middle of a year, with a credit for the rest of the old plan. */
const upgrade = (customer: string, prices: { before: string; after: string }) => {
  const period = { start: Date.parse("2026-06-10T08:30:00Z") / 1000, end: Date.parse("2026-12-01T08:30:00Z") / 1000 };
  const line = (price: string, amount: number) => ({
    object: "line_item",
    amount,
    currency: "usd",
    description: amount < 0 ? "Unused time on Team after 10 Jun 2026" : "Remaining time on Business after 10 Jun 2026",
    discountable: false,
    parent: {
      invoice_item_details: null,
      subscription_item_details: { proration: true, subscription: "sub_1SVbQk2eZvKYlo2C" },
      type: "subscription_item_details",
    },
    period,
    pricing: { price_details: { price, product: "prod_TSZ4bF9" }, type: "price_details" },
    quantity: 1,
  });
  return {
    id: "in_1SVbQk2eZvKYlo2CHG6bYpXr",
    object: "invoice",
    customer,
    number: "9C1A2B3D-0007",
    currency: "usd",
    status: "paid",
    billing_reason: "subscription_update",
    amount_due: 71_500,
    amount_paid: 71_500,
    amount_remaining: 0,
    created: period.start,
    due_date: null,
    next_payment_attempt: null,
    hosted_invoice_url: "https://invoice.example/i/1",
    invoice_pdf: "https://invoice.example/i/1/pdf",
    lines: { object: "list", data: [line(prices.before, -61_000), line(prices.after, 132_500)], has_more: false },
  };
};

const priceOf = async (lookup: string) =>
  (await provider.stripe.prices.list({ lookup_keys: [lookup] })).data[0]?.id as string;

test("an invoice has the plan it pays for, even after upgrades and renewals", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world, "team", "monthly");
  const [first] = await invoicesOf(world);
  expect(first?.pays_for?.plan).toBe("Team");
  const { starts_at, ends_at } = (await world.api(world.admin).get("/subscription")).body.data;
  expect(first?.pays_for).toMatchObject({ starts_at, ends_at });
  await world.api(world.admin).post("/subscription/change", { plan_id: planIds.business, type: "monthly" });
  await provider.settle();
  await provider.standIn.endPeriod(await findSubscriptionId(provider, await findCustomerId(server, world)));
  await provider.settle();
  const later = (await invoicesOf(world)).filter(({ id }) => id !== first?.id).map(({ pays_for }) => pays_for);
  expect(later.map((paid) => paid?.plan)).toEqual(["Business", "Business"]);
  expect(later.map((paid) => paid?.ends_at)).toContain(ends_at);
  expect(later.map((paid) => paid?.starts_at)).toContain(ends_at);
});

test("an upgrade invoice has the new plan; an unknown price keeps the stored one", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world, "business", "annual");
  const customer = await findCustomerId(server, world);
  const [before, after] = [await priceOf("team_annual"), await priceOf("business_annual")];
  const invoice = upgrade(customer, { before, after });
  const { store } = provider.standIn.options;
  await store.put(invoice);
  expect(await provider.compare(world)).toEqual([{ what: "invoice", id: invoice.id }]);
  const paid = { plan: "Business", starts_at: "2026-06-10T08:30:00.000Z", ends_at: "2026-12-01T08:30:00.000Z" };
  expect(await paidIn(world, invoice.id)).toEqual(paid);
  expect(await provider.compare(world)).toEqual([]);

  await store.put({ ...upgrade(customer, { before, after: "price_of_last_year" }), status: "void" });
  expect(await provider.compare(world)).toEqual([{ what: "invoice", id: invoice.id }]);
  expect(await paidIn(world, invoice.id)).toEqual(paid);
});

test("an invoice with an unknown price has no plan until the next comparison", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world, "team", "monthly");
  const customer = await findCustomerId(server, world);
  const invoice = upgrade(customer, { before: "price_a", after: "price_b" });
  await provider.standIn.options.store.put(invoice);
  await provider.compare(world);
  expect(await paidIn(world, invoice.id)).toBeNull();

  await server.owner.query(
    `UPDATE subscription_invoice SET plan_id = NULL, period_starts_at = NULL, period_ends_at = NULL WHERE tenant_id = $1`,
    [world.tenantId],
  );
  expect((await invoicesOf(world)).map(({ pays_for }) => pays_for)).toEqual([null, null]);
  expect(await provider.compare(world)).toHaveLength(1);
  expect((await invoicesOf(world)).filter(({ pays_for }) => pays_for)).toMatchObject([{ pays_for: { plan: "Team" } }]);
});

test("an invoice's period ends after its start and requires a plan", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world, "team", "monthly");
  const change = (assignment: string) =>
    server.owner.query(`UPDATE subscription_invoice SET ${assignment} WHERE tenant_id = $1`, [world.tenantId]);
  await expect(change("period_ends_at = period_starts_at")).rejects.toThrow("subscription_invoice_period");
  await expect(change("plan_id = NULL")).rejects.toThrow("subscription_invoice_plan_with_period");
});
