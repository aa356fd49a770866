/** Responsibilities that a successor must take over when an employee leaves. */
export const handoverKinds = [
  "tasks",
  "subtasks",
  "series",
  "approvals",
  "reports",
  "dotted",
  "departments",
  "budgets",
  "projects",
  "rules",
  "forms",
  "cover",
  "bookings",
  "drivers",
  "plans",
  "onboarding",
] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/** Records that aren't handed over to a successor but end on the last day of employment. */
export const endingKinds = [
  "timer",
  "weeks",
  "delegations",
  "acting",
  "leave",
  "groups",
  "changes",
  "preparations",
  "requests",
] as const;
export type EndingKind = (typeof endingKinds)[number];
