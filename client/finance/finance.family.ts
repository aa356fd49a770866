import { IconReceipt } from "@tabler/icons-react";
import type { EventsOf } from "../../shared/requests/family-calls";
import type { ClientFamily } from "../approvals/ClientFamily";
import { paths } from "../platform/paths";

const lists = () => import("./list.pages");
const permission = "payment-list";

export const clientFinance: ClientFamily<EventsOf<"finance">> = {
  routes: [
    { path: paths.invoices, title: "title.finance", permission, screen: async () => (await lists()).FinanceListPage },
    {
      path: paths.invoiceArchive,
      title: "title.financeArchive",
      permission,
      screen: async () => (await lists()).FinanceArchivePage,
    },
    {
      path: paths.invoiceSettings,
      title: "title.financeSettings",
      permission: "payment-settings",
      screen: async () => (await import("./settings/settings.pages")).FinanceSettingsPage,
    },
    {
      path: `${paths.invoice(":mode")}/:id?`,
      title: { create: "title.financeNew", view: "title.financeView", edit: "title.financeEdit" },
      permission,
      screen: async () => (await import("./request.pages")).FinanceRequestPage,
    },
  ],
  menu: { label: "menu.finance", icon: IconReceipt, cluster: "work" },
  screens: async () => (await import("./finance.screens")).financeScreens,
  kinds: {
    purchase: "finance.type.purchase",
    payment: "finance.type.payment",
    cash_advance: "finance.type.cash_advance",
  },
  live: async () => (await import("./finance.live")).financeAnswers,
};
