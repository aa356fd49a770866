import { Problem } from "../../../shared/kernel/problems";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readSandbox, SandboxAction } from "../../../shared/subscription/subscription.contract";
import type { Translate } from "../../platform/text";
import { money } from "../provider-truth";
import { type Sandbox, SandboxError } from "./sandbox";
import { periodEnd, presentLine } from "./sandbox.objects";
import type { SandboxObject } from "./sandbox.store";

/** A checkout or a customer of this organisation's. @throws Problem 404 for anybody else's, and without a sandbox. */
async function ownObject(sandbox: Sandbox | null, id: string, customer: string | null): Promise<SandboxObject> {
  const found = await sandbox?.options.store.get(id);
  const shown = found?.object === "checkout.session" || found?.object === "customer";
  if (!found || !shown || customer === null || found.customer !== customer) throw new Problem("notFound");
  return found;
}

/** What the page that stands in for the provider's shows. */
export async function presentSandbox(
  sandbox: Sandbox | null,
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
  const shown = { plan, period: price.period, amount: money(price.unit_amount) };
  return { kind: "checkout", state: String(object["status"]), price: shown };
}

/** What somebody does there. @returns whether the card was declined. */
export async function actAtSandbox(
  sandbox: Sandbox | null,
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

async function act(sandbox: Sandbox, { id }: SandboxObject, action: SandboxAction): Promise<boolean> {
  switch (action) {
    case "pay":
      return (await sandbox.pay(id, "paid")) !== "paid";
    case "decline":
      return (await sandbox.pay(id, "declined")) !== "paid";
    case "refuse_authentication":
      return (await sandbox.pay(id, "authentication_refused")) !== "paid";
    case "abandon":
      return false; // the page is left; the checkout stays open until it runs out
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

/** The line of an invoice for a month that was paid for: of organisations that begin with a history. */
export const paidMonth = (lookup_key: string, amount: number, start: number, subscription: string) =>
  presentLine({ lookup_key, amount, start, end: periodEnd(start, "monthly"), proration: false }, subscription);
