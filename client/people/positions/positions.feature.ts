import { organizationMenu } from "../organization/organization.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const positionsFeature = defineFeature({
  pages: pagesIn(() => import("./positions.pages"), {
    PositionsPage: { path: "/positions", title: "title.positions", permission: "position-list" },
  }),
  menu: [{ label: "menu.positions", to: "/positions", in: organizationMenu, order: 4, permission: "position-list" }],
  live: async () => (await import("./positions.live")).positionsLive,
});
