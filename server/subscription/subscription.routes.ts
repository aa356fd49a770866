import type { FastifyInstance, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import * as contract from "../../shared/subscription/subscription.contract";
import { askedAt } from "../platform/http/asked-at";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import { presentInvoices, presentSubscription } from "./billing.present";
import {
  cancelAtPeriodEnd,
  changeSubscription,
  portalUrl,
  previewChange,
  readBilling,
  resume,
} from "./billing.service";
import { checkOut } from "./checkout.service";
import { paymentProvider } from "./provider.service";
import { actAtSandbox, presentSandbox } from "./sandbox/sandbox.service";
import { continueOnFreePlan, plansFor } from "./subscription.service";
import { registerWebhookRoutes } from "./webhook.routes";

export function registerSubscriptionRoutes(app: FastifyInstance): void {
  const provider = () => paymentProvider(app.platform);
  const originOf = async (unit: Unit, request: FastifyRequest) => (await unit(askedAt(app.platform, request))).origin;

  serve(app, contract.listPlans, ({ tx, actor, text }) => plansFor(tx, actor, text));
  serve(app, contract.continueFree, async ({ tx, text }) => {
    await continueOnFreePlan(tx);
    return { message: text("plan.continuedFree") };
  });
  serve(app, contract.readSubscription, async ({ tx, text }) => ({
    data: await presentSubscription(tx, text, (await provider()).sandbox !== null),
  }));
  serve(app, contract.listInvoices, async ({ tx, text }) => ({ data: await presentInvoices(tx, text) }));

  serveInSteps(app, contract.createCheckoutSession, async ({ unit, actor, body, text, request }) => {
    const { stripe } = await provider();
    const key = request.headers["idempotency-key"];
    const page = {
      origin: await originOf(unit, request),
      language: text.language,
      key: typeof key === "string" ? `${actor.tenantId}-${actor.id}-${key}` : randomUUID(),
    };
    return {
      message: text("subscription.checkoutOpened"),
      checkout_url: await checkOut({ unit, stripe, actor }, body, page),
    };
  });
  serveInSteps(app, contract.previewPlanChange, async ({ unit, actor, query }) => {
    const { stripe } = await provider();
    return { data: await previewChange({ unit, stripe, actor }, query) };
  });
  serveInSteps(app, contract.changePlan, async ({ unit, actor, body, text }) => {
    const { stripe } = await provider();
    const when = await changeSubscription({ unit, stripe, actor }, body);
    return { message: text(when === "now" ? "subscription.changedNow" : "subscription.changedLater") };
  });
  serveInSteps(app, contract.cancelSubscription, async ({ unit, actor, text }) => {
    const { stripe } = await provider();
    await cancelAtPeriodEnd({ unit, stripe, actor });
    return { message: text("subscription.cancelled") };
  });
  serveInSteps(app, contract.resumeSubscription, async ({ unit, actor, text }) => {
    const { stripe } = await provider();
    await resume({ unit, stripe, actor });
    return { message: text("subscription.resumed") };
  });
  serveInSteps(app, contract.openPortal, async ({ unit, actor, text, request }) => {
    const { stripe } = await provider();
    const origin = await originOf(unit, request);
    return { message: text("subscription.portalOpened"), portal_url: await portalUrl({ unit, stripe, actor }, origin) };
  });

  serveInSteps(app, contract.readSandbox, async ({ unit, params, text }) => {
    const { customer_id } = await unit(readBilling);
    return { data: await presentSandbox((await provider()).sandbox, params.object, customer_id, text) };
  });
  serveInSteps(app, contract.actInSandbox, async ({ unit, params, body, text }) => {
    const { customer_id } = await unit(readBilling);
    const declined = await actAtSandbox((await provider()).sandbox, params.object, customer_id, body.action);
    return { message: text(declined ? "subscription.sandboxDeclined" : "subscription.sandboxDone"), declined };
  });
  registerWebhookRoutes(app);
}
