import { Problem } from "../../../../shared/kernel/problems";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { readSandbox, SandboxAction } from "../../../../shared/billing/subscription/subscription.contract";
import type { Translate } from "../../../platform/text";
import { centsToDecimal } from "../provider-state";
import { type PaymentSandbox, SandboxError } from "./sandbox";
import { addMonths, newSubscription, periodLine, presentLine, type SandboxPrice } from "./sandbox.objects";
import type { SandboxObject } from "./sandbox.store";

/**
 * A checkout or customer object of this tenant.
 * @throws Problem 404 for other tenants' objects, and without a sandbox.
 */
async function ownObject(sandbox: PaymentSandbox | null, id: string, customer: string | null): Promise<SandboxObject> {
  const found = await sandbox?.options.store.get(id);
  const isVisible = found?.object === "checkout.session" || found?.object === "customer";
  if (!found || !isVisible || customer === null || found.customer !== customer) throw new Problem("notFound");
  return found;
}

export async function presentSandbox(
  sandbox: PaymentSandbox | null,
  id: string,
  customer: string | null,
  text: Translate,
): Promise<ReplyOf<typeof readSandbox>["data"]> {
  const object = await ownObject(sandbox, id, customer);
  if (object.object === "customer") {
    const all = (await sandbox?.options.store.list("subscription", object.id)) ?? [];
    return { kind: "portal", state: (all.at(-1)?.["status"] as string | undefined) ?? "none", price: null };
  }
  const price = sandbox?.price(object["sandbox_price"] as string);
  if (!price) throw new Problem("notFound");
  const plan = text(`plan.${price.lookup_key.split("_")[0]}.name`);
  const presentedPrice = { plan, period: price.period, amount: centsToDecimal(price.unit_amount) };
  return { kind: "checkout", state: String(object["status"]), price: presentedPrice };
}

/**
 * Performs an action on the page that replaces the provider's page.
 * @returns whether the card was declined.
 */
export async function runSandboxAction(
  sandbox: PaymentSandbox | null,
  id: string,
  customer: string | null,
  action: SandboxAction,
): Promise<boolean> {
  const object = await ownObject(sandbox, id, customer);
  if (!sandbox) throw new Problem("notFound");
  const atCheckout = ["pay", "decline", "refuse_authentication", "abandon"].includes(action);
  if (atCheckout !== (object.object === "checkout.session")) throw new Problem("subscription.notPossible");
  try {
    return await act(sandbox, object, action);
  } catch (error) {
    if (error instanceof SandboxError) throw new Problem("subscription.notPossible");
    throw error;
  }
}

async function act(sandbox: PaymentSandbox, { id }: SandboxObject, action: SandboxAction): Promise<boolean> {
  switch (action) {
    case "pay":
      return (await sandbox.pay(id, "paid")) !== "paid";
    case "decline":
      return (await sandbox.pay(id, "declined")) !== "paid";
    case "refuse_authentication":
      return (await sandbox.pay(id, "authentication_refused")) !== "paid";
    case "abandon":
      return false; // leaving the page keeps the checkout open until it expires
    case "card_good":
      await sandbox.card(id, "paid");
      return false;
    case "card_declines":
      await sandbox.card(id, "declined");
      return false;
    case "end_period": {
      const all = await sandbox.options.store.list("subscription", id);
      const last = all.findLast(({ status }) => status !== "canceled");
      if (!last) throw new Problem("subscription.notPossible");
      await sandbox.endPeriod(last.id);
      return false;
    }
  }
}

interface History {
  id: string;
  itemId: string;
  customer: string;
  price: SandboxPrice;
  end: number;
  months: number;
}

export const monthBefore = (end: number): number => addMonths(end, -1);

/** A monthly subscription and the lines of its past invoices, for tenants that are created with a subscription history. */
export function monthlyHistory({ end, months, ...subscriptionFields }: History) {
  const current = newSubscription({ ...subscriptionFields, start: monthBefore(end), end });
  const lines = Array.from({ length: months }, (_, at) => {
    const period = { start: addMonths(end, at - months), end: addMonths(end, at + 1 - months) };
    return presentLine({ ...periodLine(current), ...period }, current.id);
  });
  return { subscription: { ...current, created: lines[0]?.period.start ?? current.created }, lines };
}
