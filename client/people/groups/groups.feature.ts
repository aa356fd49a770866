import { organizationMenu } from "../organization/organization.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const groupsFeature = defineFeature({
  pages: pagesIn(() => import("./groups.pages"), {
    GroupsPage: { path: "/groups", title: "title.groups", permission: "group-list" },
  }),
  menu: [{ label: "menu.groups", to: "/groups", in: organizationMenu, order: 3, permission: "group-list" }],
  live: async () => (await import("./groups.live")).groupsLive,
});
