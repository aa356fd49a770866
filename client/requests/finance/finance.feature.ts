import { IconReceipt } from "@tabler/icons-react";
import { clientFamilies } from "../../approvals/approvals/client-families";
import { employeePartsSlot } from "../../people/people/people.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";

const access = { permission: "payment-list", feature: "payment" } as const;

export const financeFeature = defineFeature({
  searches: {
    finance: {
      icon: IconReceipt,
      group: "requests",
      href: ({ id }) => paths.invoice("view", id),
      stateText: (state) => `finance.status.${state}` as MessageId,
    },
  },
  pages: [
    ...pagesIn(() => import("./list.pages"), {
      FinanceListPage: { path: paths.invoices, title: "title.finance", ...access },
      FinanceArchivePage: { path: paths.invoiceArchive, title: "title.financeArchive", ...access },
    }),
    ...pagesIn(() => import("./settings/settings.pages"), {
      FinanceSettingsPage: {
        path: paths.invoiceSettings,
        title: "title.financeSettings",
        ...access,
        permission: "payment-settings",
      },
    }),
    ...pagesIn(() => import("./request.pages"), {
      FinanceRequestPage: {
        path: `${paths.invoice(":mode")}/:id?`,
        title: { create: "title.financeNew", view: "title.financeView", edit: "title.financeEdit" },
        ...access,
      },
    }),
  ],
  menu: [
    { label: "menu.finance", icon: IconReceipt, to: paths.invoices, in: "requests", order: 2, goKey: "f", ...access },
  ],
  creates: [
    {
      ...access,
      label: "title.financeNew",
      icon: IconReceipt,
      to: paths.invoice("create"),
      permission: "payment-create",
    },
  ],
  live: async () => (await import("./finance.live")).financeLive,
  fills: [
    clientFamilies.fill({
      code: "finance",
      screens: async () => (await import("./finance.screens")).financeScreens,
      calls: async () => (await import("../../../shared/requests/finance/finance.calls")).financeCalls,
      kinds: {
        purchase: "finance.type.purchase",
        payment: "finance.type.payment",
        cash_advance: "finance.type.cash_advance",
      },
    }),
    employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).financeParts }),
  ],
});
