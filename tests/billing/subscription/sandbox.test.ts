import { pino } from "pino";
import { applyProviderEvents } from "../../../server/billing/subscription/apply-events.service";
import { paymentProvider } from "../../../server/billing/subscription/provider";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { findCustomerId, planIds, readPlanState } from "./provider";

/** The sandbox of the product, which replaces the payment provider on a demo installation. */
const server = testServer();

const checkout = "/payment/stripe/checkout-session";
const business = { plan_id: planIds.business, type: "monthly" };

async function applyEvents(): Promise<void> {
  const { config, database, unitOfWork } = server.platform;
  const provider = () => paymentProvider({ config, database });
  await applyProviderEvents({
    workerDatabase: await server.workerDatabase(),
    unitOfWork,
    provider,
    log: pino({ level: "silent" }),
  });
}

async function perform(world: World, object: string, action: string) {
  const answer = await world.api(world.admin).post(`/payment/sandbox/${object}`, { action });
  await applyEvents();
  return answer;
}

async function openCheckout(world: World, choice: object): Promise<string> {
  const answer = await world.api(world.admin).post(checkout, choice);
  expect(answer.body.checkout_url).toMatch(/\/subscriptions\/sandbox\/cs_/);
  return answer.body.checkout_url.split("/").at(-1);
}

async function subscribe(world: World, plan: "team" | "business"): Promise<string> {
  await perform(world, await openCheckout(world, { ...business, plan_id: planIds[plan] }), "pay");
  return findCustomerId(server, world);
}

test("sandbox pages are hidden from other tenants and refuse the other page's actions", async () => {
  const [world, otherWorld] = [await server.world({ plan: "free" }), await server.world({ plan: "free" })];
  const session = await openCheckout(world, business);
  await openCheckout(otherWorld, business);
  const customer = await findCustomerId(server, world);
  for (const object of [session, customer, "cs_unknown"]) {
    expect((await otherWorld.api(otherWorld.admin).get(`/payment/sandbox/${object}`)).status).toBe(404);
    expect((await perform(otherWorld, object, "pay")).status).toBe(404);
  }
  expect((await perform(world, customer, "pay")).body.code).toBe("subscription.notPossible");
  expect((await perform(world, session, "end_period")).body.code).toBe("subscription.notPossible");
  expect((await perform(world, customer, "end_period")).body.code).toBe("subscription.notPossible");
});

test("a sandbox checkout can be declined, then paid once, and leaves a paid invoice", async () => {
  const world = await server.world({ plan: "free" });
  const session = await openCheckout(world, business);
  const page = await world.api(world.admin).get(`/payment/sandbox/${session}`);
  expect(page.body.data).toMatchObject({ kind: "checkout", state: "open", price: { plan: "Business" } });
  expect((await perform(world, session, "decline")).body).toMatchObject({ declined: true });
  expect(await readPlanState(world)).toMatchObject({ state: "none", plan: "free" });
  expect((await perform(world, session, "pay")).body).toMatchObject({ declined: false });
  expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business", period: "monthly" });
  for (const action of ["pay", "decline"])
    expect((await perform(world, session, action)).body.code).toBe("subscription.notPossible");
  const { data } = (await world.api(world.admin).get("/subscription/invoice")).body;
  expect(data).toMatchObject([{ state: "paid", pays_for: { plan: "Business" } }]);
  expect((await world.api(world.admin).get("/subscription")).body.data).toMatchObject({
    sandbox: true,
    card: { last4: "4242" },
  });
});

test("sandbox upgrades are charged at once, downgrades wait for the period's end", async () => {
  const world = await server.world({ plan: "free" });
  const customer = await subscribe(world, "team");
  const admin = world.api(world.admin);
  const preview = (await admin.get(`/subscription/change?plan_id=${planIds.business}&type=monthly`)).body.data;
  expect(preview).toMatchObject({ when: "now", currency: "USD" });
  await perform(world, customer, "card_declines");
  expect((await admin.post("/subscription/change", business)).body.code).toBe("subscription.declined");
  await perform(world, customer, "card_good");
  expect((await admin.post("/subscription/change", business)).status).toBe(200);
  await applyEvents();
  expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business" });
  const amounts = (await admin.get("/subscription/invoice")).body.data.map(
    (each: { amount_due: string }) => each.amount_due,
  );
  expect(amounts).toContain(preview.amount_due);

  const downgrade = async () => {
    await admin.post("/subscription/change", { ...business, plan_id: planIds.team });
    await applyEvents();
    expect(await readPlanState(world)).toMatchObject({ plan: "business", next: "team" });
  };
  await downgrade();
  await admin.post("/subscription/resume");
  await applyEvents();
  expect(await readPlanState(world)).toMatchObject({ plan: "business", next: null });
  await downgrade();
  await perform(world, customer, "end_period");
  expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "team", next: null });
});

test("sandbox subscriptions end with their period if cancelled or left unpaid", async () => {
  const world = await server.world({ plan: "free" });
  const customer = await subscribe(world, "business");
  const admin = world.api(world.admin);
  await perform(world, customer, "card_declines");
  await perform(world, customer, "end_period");
  expect(await readPlanState(world)).toMatchObject({ state: "past_due" });
  await perform(world, customer, "card_good");
  expect(await readPlanState(world)).toMatchObject({ state: "active" });
  const states = (await admin.get("/subscription/invoice")).body.data.map((each: { state: string }) => each.state);
  expect(states).toEqual(["paid", "paid"]);
  await admin.post("/subscription/cancel");
  await applyEvents();
  expect(await readPlanState(world)).toMatchObject({ state: "cancelled", plan: "business" });
  await perform(world, customer, "end_period");
  expect(await readPlanState(world)).toMatchObject({ state: "expired" });
  await subscribe(world, "team");
  expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "team" });
  await perform(world, customer, "card_declines");
  await perform(world, customer, "end_period");
  await perform(world, customer, "end_period");
  expect(await readPlanState(world)).toMatchObject({ state: "expired", plan: "team" });
});
