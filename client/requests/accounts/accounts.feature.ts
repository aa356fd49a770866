import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

const access = { permission: "payment-settings", feature: "payment" } as const;

export const accountsFeature = defineFeature({
  pages: pagesIn(() => import("./accounts.pages"), {
    CostAccountsPage: { path: paths.costAccounts, title: "title.cost_accounts", ...access },
    VatRatesPage: { path: paths.vatRates, title: "title.vat_rates", ...access },
  }),
  live: async () => (await import("./accounts.live")).accountsLive,
});
