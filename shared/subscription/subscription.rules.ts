import type { Language } from "../kernel/languages";

export const billingPeriods = ["monthly", "annual"] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

interface Limits {
  user_limit: number | null;
  project_limit: number | null;
}

/** How much more there is than a plan allows. Nothing of it is deleted; nothing can be added to it either. */
export function overLimits(
  used: { users: number; projects: number },
  plan: Limits,
): { people: number; projects: number } {
  const over = (count: number, limit: number | null) => (limit === null ? 0 : Math.max(0, count - limit));
  return { people: over(used.users, plan.user_limit), projects: over(used.projects, plan.project_limit) };
}

/** A change to a larger plan, or to paying for longer at once, is made now; every other one at the period's end. */
export function isUpgrade(
  from: { rank: number; period: BillingPeriod },
  to: { rank: number; period: BillingPeriod },
): boolean {
  return to.rank > from.rank || (to.rank === from.rank && from.period === "monthly" && to.period === "annual");
}

/** The days before the end on which people are reminded. */
export const reminderDays = [14, 4, 1] as const;

/** Which reminder is due with so many days left: the nearest; those that nobody was there to send are left out. */
export function dueReminder(daysLeft: number): number | null {
  return reminderDays.findLast((days) => daysLeft <= days) ?? null;
}

/** From here on the badge is in danger's colours (specification section 9). */
export const dangerDays = 4;

/** How the provider calls a price of ours: the operator gives it this lookup key there. */
export const lookupKey = (plan: string, period: BillingPeriod): string => `${plan}_${period}`;

/** The languages that the provider's own pages speak; the rest it finds out from the browser. */
const providerLanguages: readonly Language[] = ["en", "de", "ko"];
export const providerLanguage = (language: Language): "en" | "de" | "ko" | "auto" =>
  providerLanguages.includes(language) ? (language as "en" | "de" | "ko") : "auto";
