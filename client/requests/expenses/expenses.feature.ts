import { IconReceipt2 } from "@tabler/icons-react";
import { clientFamilies } from "../../approvals/approvals/client-families";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";

const access = { permission: "expense-list", feature: "payment" } as const;

export const expensesFeature = defineFeature({
  searches: {
    expense: {
      icon: IconReceipt2,
      group: "requests",
      href: ({ id }) => paths.expense("view", id),
      stateText: (state) => `finance.status.${state}` as MessageId,
    },
  },
  pages: [
    ...pagesIn(() => import("./list.pages"), {
      ExpensesPage: { path: paths.expenses, title: "title.expenses", ...access },
    }),
    ...pagesIn(() => import("./categories.pages"), {
      ExpenseCategoriesPage: {
        path: paths.expenseCategories,
        title: "title.expense_categorys",
        ...access,
        permission: "expense-settings",
      },
    }),
    ...pagesIn(() => import("./request.pages"), {
      ExpensePage: {
        path: `${paths.expense(":mode")}/:id?`,
        title: { create: "title.expenseNew", view: "title.expenseView", edit: "title.expenseEdit" },
        ...access,
      },
    }),
  ],
  menu: [{ label: "menu.expenses", icon: IconReceipt2, to: paths.expenses, in: "requests", order: 3, ...access }],
  creates: [
    {
      ...access,
      label: "title.expenseNew",
      icon: IconReceipt2,
      to: paths.expense("create"),
      permission: "expense-create",
    },
  ],
  live: async () => (await import("./expenses.live")).expensesLive,
  fills: [
    clientFamilies.fill({
      code: "expense",
      screens: async () => (await import("./expenses.screens")).expenseScreens,
      calls: async () => (await import("../../../shared/requests/expenses/expenses.calls")).expenseCalls,
      kinds: { expense: "expense.type" },
    }),
  ],
});
