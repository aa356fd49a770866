import type { InferType } from "yup";
import type { planReply } from "../../../shared/billing/subscription/subscription.contract";

export type Plan = InferType<typeof planReply>;
export type BillingPeriod = "annual" | "monthly";

export const pricePerMonth = (plan: Plan, period: BillingPeriod): number =>
  period === "annual" ? Number(plan.annual_price) / 12 : Number(plan.monthly_price);

export function priceUnit(plan: Plan, period: BillingPeriod) {
  if (Number(plan.monthly_price) === 0) return "pricing.forGood";
  return period === "annual" ? "pricing.perMonthAnnually" : "pricing.perMonth";
}

export function lostFeatures(plans: readonly Plan[], to: string): Plan["features"] {
  const retainedCodes = new Set(plans.find(({ code }) => code === to)?.features.map(({ code }) => code));
  return plans.find((plan) => plan.current_plan)?.features.filter(({ code }) => !retainedCodes.has(code)) ?? [];
}
