import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { requestPanels } from "../../approvals/approvals/approvals.slots";
import { CodingPanel } from "./CodingPanel";
import { paths } from "../../platform/paths";

const feature = "payment" as const;

export const accountingFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./AccountingExportPage"), {
      AccountingExportPage: {
        path: paths.accountingExport,
        title: "title.accountingExport",
        permission: "payment-pay",
        feature,
      },
    }),
    ...pagesIn(() => import("./AccountingSettingsPage"), {
      AccountingSettingsPage: {
        path: paths.accountingSettings,
        title: "title.accountingSettings",
        permission: "payment-settings",
        feature,
      },
    }),
  ],
  fills: [requestPanels.fill({ Panel: CodingPanel })],
  live: async () => (await import("./accounting.live")).accountingLive,
});
