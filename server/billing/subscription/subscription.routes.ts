import type { FastifyInstance, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import * as contract from "../../../shared/billing/subscription/subscription.contract";
import { requestedAddress } from "../../platform/http/requested-address";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { presentInvoices, presentSubscription } from "./billing.present";
import {
  cancelAtPeriodEnd,
  changeSubscription,
  portalUrl,
  previewChange,
  readBilling,
  resumePlan,
} from "./billing.service";
import { createCheckout } from "./checkout.service";
import { paymentProvider } from "./provider";
import { runSandboxAction, presentSandbox } from "./sandbox/sandbox.page";
import { continueOnFreePlan, listPlansFor } from "./subscription.service";
import { registerWebhookRoutes } from "./webhook.routes";

export function registerSubscriptionRoutes(app: FastifyInstance): void {
  const provider = () => paymentProvider(app.platform);
  const originOf = async (unit: RunTransaction, request: FastifyRequest) =>
    (await unit(requestedAddress(app.platform, request))).origin;

  serveEndpoint(app, contract.listPlans, ({ tx, actor, text }) => listPlansFor(tx, actor, text));
  serveEndpoint(app, contract.continueFree, async ({ tx, text }) => {
    await continueOnFreePlan(tx);
    return { message: text("plan.continuedFree") };
  });
  serveEndpoint(app, contract.readSubscription, async ({ tx, text }) => ({
    data: await presentSubscription(tx, text, (await provider()).sandbox !== null),
  }));
  serveEndpoint(app, contract.listInvoices, async ({ tx, text }) => ({ data: await presentInvoices(tx, text) }));

  serveMultiTransaction(app, contract.createCheckoutSession, async ({ unit, actor, body, text, request }) => {
    const { stripe } = await provider();
    const key = request.headers["idempotency-key"];
    const page = {
      origin: await originOf(unit, request),
      language: text.language,
      key: typeof key === "string" ? `${actor.tenantId}-${actor.id}-${key}` : randomUUID(),
    };
    return {
      message: text("subscription.checkoutOpened"),
      checkout_url: await createCheckout({ unit, stripe, actor }, body, page),
    };
  });
  serveMultiTransaction(app, contract.previewPlanChange, async ({ unit, actor, query }) => {
    const { stripe } = await provider();
    return { data: await previewChange({ unit, stripe, actor }, query) };
  });
  serveMultiTransaction(app, contract.changePlan, async ({ unit, actor, body, text }) => {
    const { stripe } = await provider();
    const when = await changeSubscription({ unit, stripe, actor }, body);
    return { message: text(when === "now" ? "subscription.changedNow" : "subscription.changedLater") };
  });
  serveMultiTransaction(app, contract.cancelSubscription, async ({ unit, actor, text }) => {
    const { stripe } = await provider();
    await cancelAtPeriodEnd({ unit, stripe, actor });
    return { message: text("subscription.cancelled") };
  });
  serveMultiTransaction(app, contract.resumeSubscription, async ({ unit, actor, text }) => {
    const { stripe } = await provider();
    await resumePlan({ unit, stripe, actor });
    return { message: text("subscription.resumed") };
  });
  serveMultiTransaction(app, contract.openPortal, async ({ unit, actor, text, request }) => {
    const { stripe } = await provider();
    const origin = await originOf(unit, request);
    return { message: text("subscription.portalOpened"), portal_url: await portalUrl({ unit, stripe, actor }, origin) };
  });

  serveMultiTransaction(app, contract.readSandbox, async ({ unit, params, text }) => {
    const { customer_id } = await unit(readBilling);
    return { data: await presentSandbox((await provider()).sandbox, params.object, customer_id, text) };
  });
  serveMultiTransaction(app, contract.performSandboxAction, async ({ unit, params, body, text }) => {
    const { customer_id } = await unit(readBilling);
    const declined = await runSandboxAction((await provider()).sandbox, params.object, customer_id, body.action);
    return { message: text(declined ? "subscription.sandboxDeclined" : "subscription.sandboxDone"), declined };
  });
  registerWebhookRoutes(app);
}
