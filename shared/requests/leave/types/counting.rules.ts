/**
 * `working`: the user's own working days. `organization`: the organization's working days until the user is back at work. `hours`: the
 * hours of the user's schedule.
 */
export const dayCountingMethods = ["working", "organization", "calendar", "hours"] as const;
export type DayCounting = (typeof dayCountingMethods)[number];

/** Unit of a leave type's allowance, balances and costs. */
export type LeaveUnit = "days" | "hours";
export const unitOf = (counting: DayCounting): LeaveUnit => (counting === "hours" ? "hours" : "days");
