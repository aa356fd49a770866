import { IconTruckDelivery } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

const access = { permission: "supplier-list", feature: "payment" } as const;

export const suppliersFeature = defineFeature({
  searches: {
    supplier: {
      icon: IconTruckDelivery,
      group: "people",
      href: ({ title }) => paths.supplierNamed(title),
    },
  },
  pages: pagesIn(() => import("./suppliers.pages"), {
    SuppliersPage: { path: paths.suppliers, title: "title.suppliers", ...access },
  }),
  live: async () => (await import("./suppliers.live")).suppliersLive,
});
