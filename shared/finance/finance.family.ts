import { defineFamily } from "../requests/define-family";

export const financeFamily = defineFamily({
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
  notifications: { "request.paid": "requests", "request.settled": "requests", "request.archived": "requestArchive" },
});
