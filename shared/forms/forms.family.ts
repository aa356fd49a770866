import { defineFamily } from "../requests/define-family";

export const formFamily = defineFamily({
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
  notifications: {},
});
