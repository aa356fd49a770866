import { type ApproverKind, approverKinds, approverKindsWithoutBudget } from "./approvals.chain.rules";
import { type AccessOfFamily, defineRequestFamily } from "./define-family";

// Data of all request families, like the table `request_family`. The definitions are in the engine instead of their features, because
// contracts of the engine evaluate `requestFamilies` while they are loaded. A family's calls and events are listed in shared/family-calls.ts,
// its services in server/request-families.ts; its client manifest fills the slot `clientFamilies` with its screens.

export const leaveFamily = defineRequestFamily({
  code: "leave",
  feature: "leave_management",
  folder: "leaves",
  area: "leave",
  permissions: {
    ask: "leave-request-create",
    list: "leave-request-list",
    approve: ["leave-request-approve", "leave-request-hr-approve"],
    seeAll: ["leave-request-hr-approve"],
    makeRules: ["leave-type-edit"],
    others: ["leave-balance-edit"],
  },
  seededFor: "hr",
  sentAs: "pending",
  amount: "days",
  cost: false,
  paid: false,
  budget: false,
});

export const financeFamily = defineRequestFamily({
  code: "finance",
  feature: "payment",
  folder: "invoices",
  area: "finance",
  permissions: {
    ask: "payment-create",
    list: "payment-list",
    approve: ["payment-approve"],
    seeAll: ["payment-pay", "payment-settings"],
    makeRules: ["payment-settings"],
    others: [],
  },
  seededFor: "finance",
  sentAs: "submitted",
  amount: "money",
  cost: false,
  paid: true,
  budget: true,
});

/** Expenses that employees paid themselves. The users who pay finance requests also pay these claims, but with a separate permission. */
export const expenseFamily = defineRequestFamily({
  code: "expense",
  feature: "payment",
  folder: "expenses",
  area: "finance",
  permissions: {
    ask: "expense-create",
    list: "expense-list",
    approve: ["expense-approve"],
    seeAll: ["expense-pay", "expense-settings"],
    makeRules: ["expense-settings"],
    others: [],
  },
  seededFor: "finance",
  sentAs: "submitted",
  amount: "money",
  cost: false,
  paid: true,
  budget: false,
});

export const formFamily = defineRequestFamily({
  code: "form",
  feature: "vas_approval_form",
  folder: "forms",
  area: "forms",
  permissions: {
    ask: "vas-request-create",
    list: "vas-request-list",
    approve: ["vas-request-approve"],
    seeAll: ["vas-template-edit"],
    makeRules: ["vas-template-edit"],
    others: [],
  },
  seededFor: "hr",
  sentAs: "pending",
  amount: null,
  cost: false,
  paid: false,
  budget: false,
});

/** Bookings that need approval: all car bookings, and bookings of rooms without auto-approval. */
export const bookingFamily = defineRequestFamily({
  code: "booking",
  feature: null,
  folder: "bookings",
  area: "bookings",
  permissions: {
    ask: "reservation-create",
    list: "reservation-list",
    approve: ["reservation-approve"],
    seeAll: ["reservation-all"],
    makeRules: [],
    others: [],
  },
  // No seeded role gets these permissions, because approvers can also change other users' bookings.
  seededFor: null,
  sentAs: "pending",
  amount: "hours",
  cost: true,
  paid: false,
  budget: false,
});

const defined = [leaveFamily, financeFamily, expenseFamily, formFamily, bookingFamily] as const;

type Defined = (typeof defined)[number];
type ByCode = { [Each in Defined as Each["code"]]: Each };
type FamilyAccess = { [Each in Defined as `family.${Each["code"]}`]: AccessOfFamily<Each> };

export type RequestFamily = Defined["code"];

export const requestFamilyDefinitions = Object.fromEntries(
  defined.map((family) => [family.code, family]),
) as unknown as ByCode;
export const requestFamilies: readonly RequestFamily[] = defined.map(({ code }) => code);

export const approverKindsOf = (family: RequestFamily): readonly ApproverKind[] =>
  requestFamilyDefinitions[family].budget ? approverKinds : approverKindsWithoutBudget;

declare module "../../kernel/access" {
  interface AccessRegister extends FamilyAccess {}
}
