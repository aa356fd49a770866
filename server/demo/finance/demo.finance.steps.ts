import type { PlannedFinance } from "./demo.finance.once";

/** How often a request in this state has changed. */
export const versions = {
  draft: 1,
  submitted: 2,
  waiting_manager_approval: 2,
  waiting_finance_approval: 3,
  approved: 4,
  paid: 5,
  archived: 6,
  changes_requested: 3,
  rejected: 3,
  cancelled: 3,
} as const;

/** The manager's step and that of finance; both approved where none stands here. */
export const stepStates: Partial<Record<PlannedFinance["status"], readonly [string, string]>> = {
  waiting_manager_approval: ["now", "next"],
  waiting_finance_approval: ["approved", "now"],
  changes_requested: ["changes_requested", "dropped"],
  rejected: ["rejected", "dropped"],
  cancelled: ["dropped", "dropped"],
};
