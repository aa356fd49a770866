export type Accrual = "yearly" | "monthly";

/** Rounding of prorated allowances: to whole, half or quarter days. `nearest` rounds halves up. */
export const roundings = [
  "half_up",
  "half_nearest",
  "half_down",
  "whole_up",
  "whole_nearest",
  "whole_down",
  "quarter_up",
  "quarter_nearest",
  "quarter_down",
  "exact",
] as const;
export type Rounding = (typeof roundings)[number];

/** Default rounding of a leave type: up to the smallest part of a day that employees can take. */
export const defaultRounding = (halfDays: boolean): Rounding => (halfDays ? "half_up" : "whole_up");

/**
 * Prorates the allowance of employees who join or leave during the year by days, by calendar months in which they work, or by complete
 * months of employment, which may begin on any day (section 5 of the German Federal Leave Act).
 */
export const prorationMethods = ["days", "month_started", "month_full"] as const;
export type ProrationMethod = (typeof prorationMethods)[number];
