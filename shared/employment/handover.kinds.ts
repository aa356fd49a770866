/** What hangs on a person that somebody else has to take over when they leave. */
export const handoverKinds = [
  "tasks",
  "subtasks",
  "approvals",
  "reports",
  "dotted",
  "departments",
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

/** What ends with their last day, without anybody taking it over. */
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
