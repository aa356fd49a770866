import { defineFamily } from "../requests/define-family";

export const leaveFamily = defineFamily({
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
  notifications: { "leave.recounted": "requests" },
});
