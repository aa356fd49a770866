import { IconSitemap } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const orgChartFeature = defineFeature({
  pages: pagesIn(() => import("./org-chart.pages"), {
    OrgChartPage: { path: "/organization-chart", title: "title.orgChart", permission: "organization-chart-view" },
  }),
  menu: [
    {
      label: "menu.orgChart",
      icon: IconSitemap,
      to: "/organization-chart",
      in: "structure",
      order: 1,
      permission: "organization-chart-view",
    },
  ],
  live: async () => (await import("./org-chart.live")).orgChartLive,
});
