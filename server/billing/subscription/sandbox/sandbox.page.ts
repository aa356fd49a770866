import type { readSandbox, SandboxAction } from "../../../../shared/billing/subscription/subscription.contract";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { Problem } from "../../../../shared/kernel/problems";
import type { Translate } from "../../../platform/text";
import { centsToDecimal } from "../provider-state";
import type { PaymentSandbox } from "./sandbox";
import type { SandboxObject } from "./sandbox.objects";

/**
 * A checkout or customer object of this tenant.
 * @throws Problem 404 for other tenants' objects, and without a sandbox.
 */
async function requireOwnObject(sandbox: PaymentSandbox | null, id: string, customer: string | null) {
  const object = await sandbox?.store.get(id);
  const isVisible = object?.object === "checkout.session" || object?.object === "customer";
  if (!sandbox || !object || !isVisible || customer === null || object.customer !== customer)
    throw new Problem("notFound");
  return { sandbox, object };
}

export async function presentSandbox(
  available: PaymentSandbox | null,
  id: string,
  customer: string | null,
  text: Translate,
): Promise<ReplyOf<typeof readSandbox>["data"]> {
  const { sandbox, object } = await requireOwnObject(available, id, customer);
  if (object.object === "customer") {
    const subscriptions = await sandbox.store.list("subscription", id);
    return { kind: "portal", state: (subscriptions.at(-1)?.["status"] as string | undefined) ?? "none", price: null };
  }
  const { lookup_key, unit_amount } = sandbox.price(object["sandbox_price"]);
  const [plan, period] = lookup_key.split("_") as [string, "monthly" | "annual"];
  const price = { plan: text(`plan.${plan}.name`), period, amount: centsToDecimal(unit_amount) };
  return { kind: "checkout", state: String(object["status"]), price };
}

/**
 * Performs an action on the page that replaces the provider's page.
 * @returns whether the card was declined.
 */
export async function runSandboxAction(
  available: PaymentSandbox | null,
  id: string,
  customer: string | null,
  action: SandboxAction,
): Promise<boolean> {
  const { sandbox, object } = await requireOwnObject(available, id, customer);
  const isCheckoutAction = ["pay", "decline", "abandon"].includes(action);
  if (isCheckoutAction !== (object.object === "checkout.session")) throw new Problem("subscription.notPossible");
  if (action === "decline" && object["status"] !== "open") throw new Problem("subscription.notPossible");
  await perform(sandbox, object, action);
  return action === "decline";
}

async function perform(sandbox: PaymentSandbox, { id }: SandboxObject, action: SandboxAction): Promise<void> {
  if (action === "pay") await sandbox.pay(id);
  if (action === "card_good") await sandbox.useCard(id, "paid");
  if (action === "card_declines") await sandbox.useCard(id, "declined");
  if (action !== "end_period") return;
  const subscriptions = await sandbox.store.list("subscription", id);
  const last = subscriptions.findLast(({ status }) => status !== "canceled");
  if (!last) throw new Problem("subscription.notPossible");
  await sandbox.endPeriod(last.id);
}
