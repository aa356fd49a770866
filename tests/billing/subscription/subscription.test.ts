import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { enforceSeatLimit } from "../../../server/billing/subscription/plan-limits.service";
import { expirePlan, remindOfEnd } from "../../../server/billing/subscription/plan-end.service";
import { serveStandIn } from "./stand-in/stand-in.http";
import type { StandInSubscription } from "./stand-in/stand-in.objects";
import { syncWithProvider } from "../../../server/billing/subscription/sync.service";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import {
  findCustomerId,
  planIds,
  secretKey,
  readPlanState,
  completeCheckout,
  findSubscriptionId,
  testProvider,
  webhookSecret,
} from "./provider";

const server = testServer();
const provider = testProvider(server);
const checkout = "/payment/stripe/checkout-session";
const webhook = "/payment/stripe/webhook";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("checkout", () => {
  test("a checkout requires the permission and a paid plan", async () => {
    const { api, admin, employee } = await server.world({ plan: "free" });
    const choice = { plan_id: planIds.team, type: "monthly" };
    expect((await api(employee).post(checkout, choice)).status).toBe(403);
    for (const wrong of [{ plan_id: planIds.free }, { plan_id: 99 }, { type: "weekly" }]) {
      const answer = await api(admin).post(checkout, { ...choice, ...wrong });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(wrong)]);
    }
  });

  test("a checkout opens the provider's page; only a signed payment changes the plan", async () => {
    const world = await server.world({ plan: "free" });
    await world.change({ planEndsAt: inDays(-1) });
    const answer = await world.api(world.admin).post(checkout, { plan_id: planIds.business, type: "annual" });
    expect(answer.status).toBe(200);
    expect(answer.body.checkout_url).toMatch(/^https:\/\/stripe\.test\/pages\/cs_/);
    const session = answer.body.checkout_url.split("/").at(-1);
    await provider.standIn.pay(session, "declined");
    await provider.settle();
    expect((await world.api(world.admin).get("/project/list")).status).toBe(402);
    await provider.standIn.pay(session, "paid");
    expect(await readPlanState(world)).toMatchObject({ state: "expired", plan: "free" });
    const mark = server.published.length;
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({
      state: "active",
      plan: "business",
      period: "annual",
      next: null,
    });
    expect((await world.api(world.admin).get("/project/list")).status).toBe(200);
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["tenant.updated", "notification.created"]);
    const { data } = (await world.api(world.admin).get("/subscription/invoice")).body;
    expect(data).toMatchObject([
      { state: "paid", amount_due: "1290.00", amount_paid: "1290.00", amount_remaining: "0.00" },
    ]);
    const tenant = (await world.api(world.admin).get("/tenant")).body.data;
    expect(tenant).toMatchObject({ auto_renew: true, subscription_type: "annual", plan: "business", users_count: 6 });
    expect(tenant.remaining_days).toBeGreaterThan(360);
  });

  test("a payment is confirmed once, by a notification that is also mailed", async () => {
    const world = await server.world({ plan: "free" });
    const confirmations = () =>
      world.tx((tx) =>
        tx.manager.query(
          `SELECT n.user_id, n.path, n.count, d.channel FROM notification n
           LEFT JOIN notification_delivery d ON d.tenant_id = n.tenant_id AND d.notification_id = n.id AND d.channel = 'mail'
           WHERE n.kind = 'plan.paid'`,
        ),
      );
    const answer = await world.api(world.admin).post(checkout, { plan_id: planIds.team, type: "monthly" });
    const session = answer.body.checkout_url.split("/").at(-1);
    await provider.standIn.pay(session, "declined");
    await provider.settle();
    expect(await confirmations()).toEqual([]);
    await provider.standIn.pay(session, "paid");
    await provider.settle();
    // Another event synchronizes the same invoice again.
    await provider.standIn.card(await findCustomerId(server, world), "paid");
    await provider.settle();
    expect(await confirmations()).toEqual([
      { user_id: world.admin.id, path: "/subscriptions", count: 1, channel: "mail" },
    ]);
  });

  test("two concurrent checkouts share one customer", async () => {
    const world = await server.world({ plan: "free" });
    const open = (key: string) =>
      world
        .api(world.admin)
        .with({ "idempotency-key": key })
        .post(checkout, { plan_id: planIds.team, type: "monthly" });
    const both = await Promise.all([open("press-one"), open("press-two")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await Promise.all([open("press-three"), open("press-three")]);
    expect(new Set(again.map(({ body }) => body.checkout_url)).size).toBe(1);
    const customer = await findCustomerId(server, world);
    const session = await provider.standIn.options.store.get(again[0]?.body.checkout_url.split("/").at(-1));
    expect(session?.customer).toBe(customer);
  });

  test("a checkout can be neither started nor paid while a subscription is active", async () => {
    const world = await server.world({ plan: "free" });
    const open = async () => world.api(world.admin).post(checkout, { plan_id: planIds.team, type: "monthly" });
    const first = (await open()).body.checkout_url.split("/").at(-1);
    await completeCheckout(provider, world);
    await expect(provider.standIn.pay(first, "paid")).rejects.toThrow("not open");
    expect((await open()).body.code).toBe("subscription.live");
  });

  test("of two concurrent subscriptions the last applies; the provider ends the other", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "team");
    const customer = await findCustomerId(server, world);
    const { stripe, standIn } = provider;
    const [price] = (await stripe.prices.list({ lookup_keys: ["business_monthly"] })).data;
    const line_items = [{ price: price?.id, quantity: 1 }];
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items,
      success_url: "https://acme.test",
    });
    standIn.options.now = () => inDays(1);
    await standIn.pay(session.id, "paid");
    standIn.options.now = undefined;
    await provider.settle();
    await provider.settle();
    const all = await standIn.options.store.list("subscription", customer);
    expect(all.map(({ status }) => status)).toEqual(["canceled", "active"]);
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business" });
  });
});

describe("webhook", () => {
  const post = (payload: string, signature?: string) =>
    server.app.inject({
      method: "POST",
      url: webhook,
      headers: { "content-type": "application/json", ...(signature ? { "stripe-signature": signature } : {}) },
      payload,
    });
  const event = (id: string, kind: string, customer: string) =>
    JSON.stringify({ id, object: "event", type: kind, data: { object: { id: "x", object: "thing", customer } } });
  const storedStates = (id: string) => server.owner.query("SELECT state FROM provider_event WHERE id = $1", [id]);

  test("webhook payloads without a recent signature by our secret get 400", async () => {
    const payload = event("evt_forged", "customer.subscription.updated", "cus_1");
    const sign = (changes: object) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...changes });
    const forged = [undefined, "", "t=1,v1=00", sign({ secret: "whsec_other" }), sign({ timestamp: 1 })];
    for (const signature of forged) expect((await post(payload, signature)).statusCode).toBe(400);
    expect((await post(payload.replace("cus_1", "cus_2"), sign({}))).statusCode).toBe(400);
    expect(await storedStates("evt_forged")).toEqual([]);
    expect((await post(payload, sign({}))).statusCode).toBe(200);
    expect((await post(payload, sign({}))).statusCode).toBe(200);
    expect(await storedStates("evt_forged")).toEqual([{ state: "pending" }]);
    await provider.apply();
  });

  test("events of unknown type or customer are stored and marked as such", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world);
    const before = await readPlanState(world);
    const cases = [
      ["evt_kind", "radar.early_fraud_warning.created", await findCustomerId(server, world), "unknown"],
      ["evt_nobody", "customer.subscription.deleted", "cus_of_nobody", "foreign"],
    ] as const;
    for (const [id, kind, customer, state] of cases) {
      const payload = event(id, kind, customer);
      await post(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }));
      await provider.apply();
      expect(await storedStates(id)).toEqual([{ state }]);
    }
    expect(await readPlanState(world)).toEqual(before);
  });

  test("an event with wrong content changes nothing, since the object is read again", async () => {
    const [world, otherWorld] = [await server.world({ plan: "free" }), await server.world({ plan: "free" })];
    for (const each of [world, otherWorld]) await completeCheckout(provider, each);
    const before = [await readPlanState(world), await readPlanState(otherWorld)];
    const payload = event("evt_liar", "customer.subscription.deleted", await findCustomerId(server, otherWorld));
    await post(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }));
    await provider.apply();
    expect([await readPlanState(world), await readPlanState(otherWorld)]).toEqual(before);
  });
});

describe("active subscription", () => {
  test("an upgrade applies immediately, unless the payment is declined", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "team", "annual");
    const admin = world.api(world.admin);
    const preview = (await admin.get(`/subscription/change?plan_id=${planIds.business}&type=annual`)).body.data;
    expect(preview).toMatchObject({ when: "now", amount_due: "800.00", over: { people: 0, projects: 0 } });
    const choice = { plan_id: planIds.business, type: "annual" };
    expect((await world.api(world.employee).post("/subscription/change", choice)).status).toBe(403);
    await provider.standIn.card(await findCustomerId(server, world), "declined");
    expect((await admin.post("/subscription/change", choice)).body.code).toBe("subscription.declined");
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ plan: "team" });
    await provider.standIn.card(await findCustomerId(server, world), "paid");
    expect((await admin.post("/subscription/change", choice)).status).toBe(200);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business" });
    expect((await admin.post("/subscription/change", choice)).body.code).toBe("subscription.samePlan");
  });

  test("a downgrade applies at the period's end and can be undone until then", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "business");
    const admin = world.api(world.admin);
    const free = (await admin.get(`/subscription/change?plan_id=${planIds.free}&type=monthly`)).body.data;
    expect(free).toMatchObject({ when: "later", amount_due: "0.00", over: { people: 1, projects: 0 } });
    const plans = (await admin.get("/api-plan")).body.data as { id: number; monthly_price: string }[];
    const priceOf = (id: number) => plans.find((plan) => plan.id === id)?.monthly_price;
    const [business, team] = [priceOf(planIds.business), priceOf(planIds.team)];
    const prices = async () => {
      const { price, renews_for } = (await admin.get("/subscription")).body.data;
      return [price, renews_for];
    };
    expect(await prices()).toEqual([business, business]);
    await admin.post("/subscription/change", { plan_id: planIds.team, type: "monthly" });
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business", next: "team" });
    expect(await prices()).toEqual([business, team]);
    expect((await admin.post("/subscription/resume")).status).toBe(200);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ plan: "business", next: null });
    expect(await prices()).toEqual([business, business]);
    await admin.post("/subscription/change", { plan_id: planIds.team, type: "monthly" });
    await provider.standIn.endPeriod(await findSubscriptionId(provider, await findCustomerId(server, world)));
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "team", next: null });
  });

  test("a declined upgrade or failed change keeps the scheduled downgrade", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "business");
    const admin = world.api(world.admin);
    const change = (plan_id: number, type: string) => admin.post("/subscription/change", { plan_id, type });
    expect((await change(planIds.team, "monthly")).status).toBe(200);
    await provider.settle();
    await provider.standIn.card(await findCustomerId(server, world), "declined");
    expect((await change(planIds.business, "annual")).body.code).toBe("subscription.declined");
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "business", next: "team" });
    await provider.standIn.card(await findCustomerId(server, world), "paid");
    expect((await change(planIds.business, "annual")).status).toBe(200);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ plan: "business", period: "annual", next: null });
  });

  test("a scheduled downgrade can be undone while a payment is overdue", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "business");
    const admin = world.api(world.admin);
    await admin.post("/subscription/change", { plan_id: planIds.team, type: "monthly" });
    const { store } = provider.standIn.options;
    const [subscription] = await store.list("subscription", await findCustomerId(server, world));
    await store.put({ ...subscription, status: "past_due" } as never);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "past_due", plan: "business", next: "team" });
    expect((await admin.get("/subscription")).body.data.can.resume).toBe(true);
    expect((await admin.post("/subscription/resume")).status).toBe(200);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "past_due", next: null });
  });

  test("a subscription cancelled while a payment is overdue ends and can be resumed", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world);
    const admin = world.api(world.admin);
    const read = async () => {
      const { state, renews_for, can } = (await admin.get("/subscription")).body.data;
      return { state, renews: renews_for !== null, cancel: can.cancel, resume: can.resume };
    };
    const customer = await findCustomerId(server, world);
    const id = await findSubscriptionId(provider, customer);
    await provider.standIn.card(customer, "declined");
    await provider.standIn.endPeriod(id);
    await provider.settle();
    const overdue = { state: "past_due", renews: true, cancel: true, resume: false };
    const ending = { state: "past_due", renews: false, cancel: false, resume: true };
    expect(await read()).toEqual(overdue);
    expect((await admin.post("/subscription/resume")).body.code).toBe("subscription.notPossible");
    expect((await admin.post("/subscription/cancel")).status).toBe(200);
    await provider.settle();
    expect(await read()).toEqual(ending);
    expect((await admin.get("/project/list")).status).toBe(200);
    expect((await admin.post("/subscription/resume")).status).toBe(200);
    await provider.settle();
    expect(await read()).toEqual(overdue);
    expect((await admin.post("/subscription/cancel")).status).toBe(200);
    await provider.standIn.card(customer, "paid");
    await provider.settle();
    expect(await read()).toEqual({ ...ending, state: "cancelled" });
    await provider.standIn.endPeriod(id);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "expired" });
  });

  test("a subscription keeps its plan when its price has lost its lookup key", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "team");
    const { store } = provider.standIn.options;
    const [subscription] = await store.list("subscription", await findCustomerId(server, world));
    const { items } = subscription as never as { items: { data: { price: object }[] } };
    const item = items.data[0] as { price: object };
    const renamed = { ...item, price: { ...item.price, id: "price_of_last_year", lookup_key: null } };
    const put = (change: object) =>
      store.put({ ...subscription, items: { ...items, data: [renamed] }, ...change } as never);
    await put({});
    const error = jest.spyOn(server.platform.log, "error").mockImplementation(() => {});
    const sync = () => world.tx((tx) => syncWithProvider(tx, provider.stripe, server.platform.log));
    expect(await sync()).toEqual([]);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ tenant: world.tenantId, price: "price_of_last_year" }),
      expect.any(String),
    );
    error.mockRestore();
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "team" });
    await put({ status: "past_due" });
    await sync();
    expect(await readPlanState(world)).toMatchObject({ state: "past_due", plan: "team" });
  });

  test("a subscription for something else is neither a duplicate nor a plan", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "team");
    const customer = await findCustomerId(server, world);
    const { store } = provider.standIn.options;
    const [subscription] = await store.list("subscription", customer);
    const { items, created } = subscription as never as { items: { data: { price: object }[] }; created: number };
    const data = items.data.map((item) => ({
      ...item,
      price: { ...item.price, id: "price_support", lookup_key: null },
    }));
    const foreign = { ...subscription, id: "sub_support", created: created + 60, items: { ...items, data } };
    await store.put(foreign as never);
    await provider.compare(world);
    const all = await store.list("subscription", customer);
    expect(all.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(await readPlanState(world)).toMatchObject({ state: "active", plan: "team" });
  });

  test("a cancelled subscription runs until its end and can be resumed before that", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world);
    const admin = world.api(world.admin);
    expect((await admin.post("/subscription/resume")).body.code).toBe("subscription.notPossible");
    await admin.post("/subscription/cancel");
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "cancelled", plan: "team" });
    await admin.post("/subscription/resume");
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active" });
    await admin.post("/subscription/change", { plan_id: planIds.free, type: "monthly" });
    const customer = await findCustomerId(server, world);
    await provider.standIn.endPeriod(await findSubscriptionId(provider, customer));
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "none", plan: "free", ends_at: null });
    await completeCheckout(provider, world);
    await admin.post("/subscription/cancel");
    await provider.standIn.endPeriod(await findSubscriptionId(provider, customer));
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "expired", plan: "team" });
    expect((await admin.get("/project/list")).status).toBe(402);
  });

  test("late reports of an ended subscription leave the free plan that the tenant continues on", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world);
    const admin = world.api(world.admin);
    await admin.post("/subscription/cancel");
    await provider.settle();
    const id = await findSubscriptionId(provider, await findCustomerId(server, world));
    // The period ended a minute ago, which the provider hasn't reported yet.
    const { store } = provider.standIn.options;
    const running = (await store.get(id)) as StandInSubscription;
    const ended = Math.floor(Date.now() / 1000) - 60;
    const [item] = running.items.data;
    await store.put({ ...running, items: { ...running.items, data: [{ ...item, current_period_end: ended }] } });
    await server.owner.query("UPDATE tenant SET plan_ends_at = to_timestamp($2) WHERE id = $1", [
      world.tenantId,
      ended,
    ]);
    expect((await admin.get("/project/list")).status).toBe(402);
    expect((await admin.post("/subscription/continue-free")).status).toBe(200);
    await provider.standIn.endPeriod(id);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ plan: "free", ends_at: null });
    expect((await admin.get("/project/list")).status).toBe(200);
  });

  test("a past due subscription continues until it is paid or ended by the provider", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world);
    const customer = await findCustomerId(server, world);
    const id = await findSubscriptionId(provider, customer);
    await provider.standIn.card(customer, "declined");
    await provider.standIn.endPeriod(id);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "past_due" });
    expect((await world.api(world.admin).get("/project/list")).status).toBe(200);
    await provider.standIn.card(customer, "paid");
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "active" });
    await provider.standIn.card(customer, "declined");
    await provider.standIn.endPeriod(id);
    await provider.standIn.endPeriod(id);
    await provider.settle();
    expect(await readPlanState(world)).toMatchObject({ state: "expired" });
  });

  test("the comparison with the provider detects, repairs and reports lost events", async () => {
    const world = await server.world({ plan: "free" });
    await completeCheckout(provider, world, "business");
    await world.api(world.admin).post("/subscription/cancel");
    provider.envelopes.length = 0;
    expect((await provider.compare(world)).map(({ what }) => what).toSorted()).toEqual(["plan", "subscription"]);
    expect(await readPlanState(world)).toMatchObject({ state: "cancelled" });
    expect(await provider.compare(world)).toEqual([]);
    const reports = await server.owner.query("SELECT differences FROM subscription_repair WHERE tenant_id = $1", [
      world.tenantId,
    ]);
    expect(reports).toHaveLength(1);
  });
});

test("adding a user during a downgrade waits and applies the new seat limit", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world, "business");
  await provider.stripe.subscriptions.cancel(await findSubscriptionId(provider, await findCustomerId(server, world)));
  const end = (tx: Parameters<typeof enforceSeatLimit>[0]) =>
    syncWithProvider(tx, provider.stripe, server.platform.log).then(() => {});
  const [changed, added] = await runSerialized(server, world, end, enforceSeatLimit);
  expect([changed?.status, added?.status]).toEqual(["fulfilled", "fulfilled"]);
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE tenant SET plan_id = 1 WHERE id = current_tenant()" }));
  await expect(world.tx(enforceSeatLimit)).rejects.toMatchObject({ code: "plan_limit_reached" });
});

test("a concurrent comparison queries the provider after the first has written", async () => {
  const world = await server.world({ plan: "free" });
  await completeCheckout(provider, world);
  const order: string[] = [];
  const listCalls = jest.spyOn(provider.stripe.subscriptions, "list");
  const compare = async (tx: Parameters<typeof syncWithProvider>[0]) => {
    const changed = await syncWithProvider(tx, provider.stripe, server.platform.log);
    // Recorded before the commit, since afterwards the second comparison may already run.
    order.push(`written, asked ${listCalls.mock.calls.length}`);
    return changed;
  };
  await world.api(world.admin).post("/subscription/cancel");
  const [first, second] = await runSerialized(server, world, compare);
  expect([first, second]).toMatchObject([{ value: [{ what: "subscription" }, { what: "plan" }] }, { value: [] }]);
  // A response from before the first comparison's write would overwrite newer data.
  expect(order).toEqual(["written, asked 1", "written, asked 2"]);
  listCalls.mockRestore();
});

test("the plan's end is announced once, and reminders are sent once per day", async () => {
  const world = await server.world({ plan: "team" });
  await world.change({ planEndsAt: inDays(3.5) });
  expect([await world.tx(remindOfEnd), await world.tx(remindOfEnd), await world.tx(expirePlan)]).toEqual([
    true,
    false,
    false,
  ]);
  await world.change({ planEndsAt: inDays(0.5) });
  expect([await world.tx(remindOfEnd), await world.tx(remindOfEnd)]).toEqual([true, false]);
  // At the exact time of the plan's end, no reminder is due.
  const atTheEnd = await world.tx(async (tx) => {
    await tx.manager.query("UPDATE tenant SET plan_ends_at = now() WHERE id = current_tenant()");
    return remindOfEnd(tx);
  });
  expect(atTheEnd).toBe(false);
  await world.change({ planEndsAt: inDays(-3) });
  const both = await Promise.all([world.tx(expirePlan), world.tx(expirePlan)]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await world.tx(expirePlan)).toBe(false);
  const { data } = (await world.api(world.admin).get("/notification")).body;
  expect(data.map(({ data: notificationData }: { data: { path: string } }) => notificationData.path)).toEqual([
    "/subscriptions",
  ]); // the second notification was grouped with the unread first one
});

test("the stand-in refuses calls that the provider refuses for paid or ended objects", async () => {
  const world = await server.world({ plan: "free" });
  const session = await completeCheckout(provider, world);
  const { stripe } = provider;
  const customer = await findCustomerId(server, world);
  const subscription = await findSubscriptionId(provider, customer);
  const refused = async (call: Promise<unknown>) =>
    call.then(
      () => "done",
      (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.message}`,
    );
  expect(await refused(stripe.checkout.sessions.expire(session))).toMatch(
    /^400 Only Checkout Sessions with status open/,
  );
  const [line] = (await stripe.subscriptions.retrieve(subscription)).items.data;
  const checkout = {
    customer,
    line_items: [{ price: line?.price.id as string, quantity: 1 }],
    success_url: "https://x.test",
  };
  const open = await stripe.checkout.sessions.create({ ...checkout, mode: "subscription" });
  expect(await refused(stripe.checkout.sessions.create({ ...checkout, mode: "payment" }))).toMatch(/^400 Only mode/);
  expect(await refused(stripe.checkout.sessions.expire(open.id))).toBe("done");
  expect(await refused(stripe.checkout.sessions.expire(open.id))).toMatch(/^400 Only Checkout Sessions/);
  expect(await refused(stripe.subscriptions.cancel(subscription))).toBe("done");
  expect(await refused(stripe.subscriptions.update(subscription, { cancel_at_period_end: true }))).toMatch(
    /^400 A canceled/,
  );
});

test("the stand-in over HTTP refuses a wrong API key, price or idempotency key", async () => {
  const http = serveStandIn(provider.standIn, secretKey);
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const { port } = http.address() as AddressInfo;
  const at = (key: string) =>
    new Stripe(key, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  await expect(at("sk_test_wrong").prices.list()).rejects.toThrow("Invalid API Key");
  const customer = await at(secretKey).customers.create({ name: "A" }, { idempotencyKey: "one" });
  expect((await at(secretKey).customers.create({ name: "A" }, { idempotencyKey: "one" })).id).toBe(customer.id);
  await expect(at(secretKey).customers.create({ name: "B" }, { idempotencyKey: "one" })).rejects.toThrow(
    "same parameters",
  );
  // The Stripe package would add a missing idempotency key, so this request is sent without it.
  const headers = { authorization: `Bearer ${secretKey}`, "stripe-version": Stripe.API_VERSION };
  const keyless = await fetch(`http://127.0.0.1:${port}/v1/customers`, { method: "POST", headers, body: "name=A" });
  expect([keyless.status, JSON.stringify(await keyless.json())]).toEqual([
    400,
    expect.stringContaining("idempotency key"),
  ]);
  const line_items = [{ price: "price_none", quantity: 1 }];
  const success_url = "https://acme.test/done";
  const session = { mode: "subscription" as const, customer: customer.id, line_items, success_url };
  await expect(at(secretKey).checkout.sessions.create(session, { idempotencyKey: "two" })).rejects.toThrow(
    "No such price",
  );
  const { checkout, subscriptions, billingPortal } = at(secretKey);
  const refused: [Promise<unknown>, object][] = [
    [checkout.sessions.create({ ...session, success_url: undefined } as never), { param: "success_url" }],
    [checkout.sessions.create({ ...session, sucess_url: "" } as never), { code: "parameter_unknown" }],
    [checkout.sessions.create({ ...session, customer: "cus_none" }), { statusCode: 400, param: "customer" }],
    [subscriptions.list({ limit: 101 }), { param: "limit" }],
    [subscriptions.retrieve("sub_none"), { statusCode: 404, code: "resource_missing" }],
    [billingPortal.sessions.create({} as never), { code: "parameter_missing" }],
  ];
  for (const [call, error] of refused) await expect(call).rejects.toMatchObject(error);
  const older = { ...headers, "stripe-version": "2020-08-27" };
  expect((await fetch(`http://127.0.0.1:${port}/v1/prices`, { headers: older })).status).toBe(400);
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
});
