import type { ServerFeature } from "../../platform/features";
import { registerAccountingRoutes } from "./accounting.routes";

export const accountingFeature: ServerFeature = {
  routes: [registerAccountingRoutes],
  personalData: {
    actors:
      "accounting_export.created_by accounting_export.imported_by accounting_export.taken_back_by accounting_coding_change.changed_by",
  },
};
