import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import { amountOf, listObject, newId, presentPrice, prorations } from "./stand-in.objects";
import type { StripeStandIn } from "./stand-in";
import { type SchedulePhase, refusePhases } from "./stand-in.params";
import {
  applyChange,
  requireCustomerParameter,
  type StandInInput,
  requireObject,
  requirePrice,
  invalidRequestError,
  requireSubscription,
  textOrEmpty,
} from "./stand-in.change";

interface Call {
  standIn: StripeStandIn;
  id: string;
  input: StandInInput;
}

export const standInCalls: Record<string, (call: Call) => Promise<unknown>> = {
  "GET /v1/prices": async ({ standIn, input }) => {
    const lookupKeys = (input["lookup_keys"] as string[] | undefined) ?? [];
    const found = standIn.options.prices.filter(({ lookup_key }) => lookupKeys.includes(lookup_key));
    return listObject(found.map(presentPrice), "/v1/prices");
  },

  "POST /v1/customers": ({ standIn, input }) =>
    standIn.change(async (store) => {
      const id = newId("cus");
      const { email = null, name = null, metadata = {} } = input;
      const customer = {
        id,
        object: "customer",
        customer: id,
        email,
        name,
        metadata,
        created: standIn.now(),
        stand_in_card: "paid",
      };
      await store.put(customer);
      return customer;
    }),

  "GET /v1/customers/:id": async ({ standIn, id }) => {
    const customer = await requireObject(standIn.options.store, "customer", id);
    const card = { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2030 };
    const paying = { id: "pm_stand_in", object: "payment_method", type: "card", card };
    return { ...customer, invoice_settings: { default_payment_method: paying } };
  },

  "POST /v1/checkout/sessions": ({ standIn, input }) =>
    standIn.change(async (store) => {
      const customer = textOrEmpty(input["customer"]);
      await requireCustomerParameter(store, customer);
      if (input["mode"] !== "subscription") throw invalidRequestError("Only mode=subscription is known here.", "mode");
      const [line] = (input["line_items"] as { price?: string }[] | undefined) ?? [];
      const price = requirePrice(standIn, textOrEmpty(line?.price));
      const id = newId("cs");
      const { success_url, cancel_url, subscription_data } = input;
      const session = {
        id,
        object: "checkout.session",
        customer,
        mode: "subscription",
        status: "open",
        payment_status: "unpaid",
        subscription: null,
        success_url,
        cancel_url,
        metadata: (subscription_data as StandInInput | undefined)?.metadata ?? {},
        stand_in_price: price.lookup_key,
        created: standIn.now(),
        expires_at: standIn.now() + elapsedDaySeconds,
        url: standIn.options.pageOf(id, textOrEmpty(success_url)),
      };
      await store.put(session);
      return session;
    }),

  "GET /v1/checkout/sessions/:id": ({ standIn, id }) => requireObject(standIn.options.store, "checkout.session", id),

  "POST /v1/checkout/sessions/:id/expire": ({ standIn, id }) =>
    standIn.change(async (store, tell) => {
      const session = await requireObject(store, "checkout.session", id);
      if (session["status"] !== "open")
        throw invalidRequestError("Only Checkout Sessions with status open can be expired.");
      const expired = { ...session, status: "expired", url: null };
      await store.put(expired);
      tell("checkout.session.expired", expired);
      return expired;
    }),

  "GET /v1/subscriptions": async ({ standIn, input }) => {
    const all = await standIn.options.store.list("subscription", textOrEmpty(input["customer"]));
    return listObject(all.toReversed(), "/v1/subscriptions");
  },

  "GET /v1/subscriptions/:id": ({ standIn, id }) => requireSubscription(standIn.options.store, id),

  "POST /v1/subscriptions/:id": ({ standIn, id, input }) =>
    standIn.change(async (store, tell) => {
      const subscription = await requireSubscription(store, id);
      if (["canceled", "incomplete_expired"].includes(subscription.status))
        throw invalidRequestError("A canceled subscription can't be updated.");
      if (subscription.schedule && (input["cancel_at_period_end"] !== undefined || input.items))
        throw invalidRequestError(
          "The subscription is managed by the subscription schedule, and can't be updated directly.",
        );
      const changed = await applyChange(standIn, store, tell, subscription, input);
      await store.put(changed);
      tell("customer.subscription.updated", changed);
      return changed;
    }),

  "DELETE /v1/subscriptions/:id": ({ standIn, id }) =>
    standIn.change(async (store, tell) => {
      const over = {
        ...(await requireSubscription(store, id)),
        status: "canceled",
        ended_at: standIn.now(),
        canceled_at: standIn.now(),
      };
      await store.put(over);
      tell("customer.subscription.deleted", over);
      return over;
    }),

  "GET /v1/invoices": async ({ standIn, input }) => {
    const all = await standIn.options.store.list("invoice", textOrEmpty(input["customer"]));
    return listObject(all.toReversed(), "/v1/invoices");
  },

  "POST /v1/invoices/create_preview": async ({ standIn, input }) => {
    const subscription = await requireSubscription(standIn.options.store, textOrEmpty(input["subscription"]));
    const details = input["subscription_details"] as StandInInput | undefined;
    const price = requirePrice(standIn, textOrEmpty(details?.items?.[0]?.price));
    const amount_due = amountOf(prorations(subscription.items.data[0], price, standIn.now()));
    return { object: "invoice", customer: subscription.customer, currency: "usd", amount_due };
  },

  "POST /v1/billing_portal/sessions": async ({ standIn, input }) => {
    const customer = textOrEmpty(input["customer"]);
    await requireCustomerParameter(standIn.options.store, customer);
    const id = newId("bps");
    const url = standIn.options.pageOf(customer, textOrEmpty(input["return_url"]));
    return { id, object: "billing_portal.session", customer, url };
  },

  "POST /v1/subscription_schedules": ({ standIn, input }) =>
    standIn.change(async (store, tell) => {
      const subscription = await requireSubscription(store, textOrEmpty(input["from_subscription"]));
      if (["canceled", "incomplete_expired"].includes(subscription.status))
        throw invalidRequestError("A subscription that is over can't be put on a schedule.", "from_subscription");
      if (subscription.schedule)
        throw invalidRequestError("The subscription has a schedule already.", "from_subscription");
      const [item] = subscription.items.data;
      const phase = {
        start_date: item.current_period_start,
        end_date: item.current_period_end,
        items: [{ price: item.price.id }],
      };
      const { customer } = subscription;
      const schedule = {
        id: newId("sub_sched"),
        object: "subscription_schedule",
        customer,
        status: "active",
        subscription: subscription.id,
        phases: [phase],
      };
      const managed = { ...subscription, schedule: schedule.id };
      for (const object of [schedule, managed]) await store.put(object);
      tell("customer.subscription.updated", managed);
      return schedule;
    }),

  "GET /v1/subscription_schedules/:id": ({ standIn, id }) =>
    requireObject(standIn.options.store, "subscription_schedule", id),

  "POST /v1/subscription_schedules/:id": ({ standIn, id, input }) =>
    standIn.change(async (store, tell) => {
      const schedule = await requireObject(store, "subscription_schedule", id);
      const phases = (input["phases"] as StandInInput[] | undefined) ?? [];
      if (schedule["status"] !== "active")
        throw invalidRequestError("Only a schedule that is active can be updated here.");
      refusePhases((schedule["phases"] as SchedulePhase[])[0], phases as SchedulePhase[]);
      const next = requirePrice(standIn, textOrEmpty(phases.at(-1)?.items?.[0]?.price));
      const changed = { ...schedule, phases, stand_in_next: next.lookup_key };
      await store.put(changed);
      tell("subscription_schedule.updated", changed);
      return changed;
    }),

  "POST /v1/subscription_schedules/:id/release": ({ standIn, id }) =>
    standIn.change(async (store, tell) => {
      const schedule = await requireObject(store, "subscription_schedule", id);
      const subscription = await requireSubscription(store, textOrEmpty(schedule["subscription"]));
      const [released, free] = [
        { ...schedule, status: "released" },
        { ...subscription, schedule: null },
      ];
      for (const object of [released, free]) await store.put(object);
      tell("customer.subscription.updated", free);
      return released;
    }),
};
