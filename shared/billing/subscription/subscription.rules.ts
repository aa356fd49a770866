import type { Language } from "../../kernel/languages";

/** Number of remaining seats at which the limit is near: 10 percent of the seats, at least one. */
const nearlyFull = (most: number): number => Math.max(1, Math.ceil(most / 10));

export const crossesSeatLimit = (most: number, before: number, after: number): boolean =>
  [nearlyFull(most), 0].some((left) => most - before > left && most - after <= left);

export const billingPeriods = ["monthly", "annual"] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

interface Limits {
  user_limit: number | null;
  project_limit: number | null;
}

export function excessOverLimits(
  used: { users: number; projects: number },
  plan: Limits,
): { people: number; projects: number } {
  const over = (count: number, limit: number | null) => (limit === null ? 0 : Math.max(0, count - limit));
  return { people: over(used.users, plan.user_limit), projects: over(used.projects, plan.project_limit) };
}

/** Changes to a larger plan or from monthly to annual payment apply immediately, other changes at the end of the billing period. */
export function isUpgrade(
  from: { rank: number; period: BillingPeriod },
  to: { rank: number; period: BillingPeriod },
): boolean {
  return to.rank > from.rank || (to.rank === from.rank && from.period === "monthly" && to.period === "annual");
}

export const reminderDays = [14, 4, 1] as const;

/** Returns the reminder that is due now and skips missed earlier reminders. */
export function dueReminder(daysLeft: number): number | null {
  return reminderDays.findLast((days) => daysLeft <= days) ?? null;
}

/** With this many days left or fewer, the badge is red (external specification, section 9). */
export const urgentReminderDays = 4;

export const priceLookupKey = (plan: string, period: BillingPeriod): string => `${plan}_${period}`;

/** Languages supported on the payment provider's pages; otherwise the provider uses the browser's language. */
const providerLanguages: readonly Language[] = ["en", "de", "ko"];
export const providerLanguage = (language: Language): "en" | "de" | "ko" | "auto" =>
  providerLanguages.includes(language) ? (language as "en" | "de" | "ko") : "auto";
